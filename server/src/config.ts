// Guarantees one reading of the environment, at start, that names every fault at once with its remedy; nothing else
// in the program reads process.env. Each setting is data, so docs/configuration.md is generated from what is really
// read. It deliberately holds no bound of the program (limits.ts) and nothing an admin changes while it runs
// (platform settings).
import { accessSync, constants, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { LOG_LEVELS, type LogLevel } from './platform/log.ts'
import { generateKeyText, parseKeyRing, type KeyRing } from './platform/secrets.ts'
import { StartFault } from './platform/start-fault.ts'
import { readOrCreateSecretFile } from './platform/secret-file.ts'

const PROJECT_DIR = join(import.meta.dirname, '../..')
const PORT_MAX = 65_535
const PASSWORD_LENGTH_MIN = 6 // As the specification asks of every user.

/** A value that cannot be used. The message ends the sentence "NAME …"; it never holds the value of a secret. */
class Fault extends Error {
  override readonly name = 'Fault'
  readonly remedy: string
  constructor(problem: string, remedy: string) {
    super(problem)
    this.remedy = remedy
  }
}

type Setting<Value> = {
  /** Name in the environment. */
  name: string
  /** One or two sentences for the operator. */
  description: string
  /** Text that is parsed when the variable is unset or empty; null when there is none. */
  defaultText: string | null
  /** What the documentation shows as default where the text alone would not tell. */
  defaultNote?: string
  /** May also be given as NAME_FILE, the path of a file that holds it. */
  isSecret?: boolean
  parse(text: string): Value
}

// Keeps the type of each value while the list stays plain data.
function setting<Value>(facts: Setting<Value>): Setting<Value> {
  return facts
}

/** Every setting, by the name it has in the program. */
export const settings = {
  databaseUrl: setting({
    name: 'DATABASE_URL',
    description:
      'PostgreSQL 18 server to use, connecting as the owner of the tables. Unset: an embedded one in DATA_DIR.',
    defaultText: null,
    defaultNote: 'embedded',
    isSecret: true,
    parse: parseDatabaseUrl,
  }),
  dataDir: setting({
    name: 'DATA_DIR',
    description: 'The one folder to keep and to back up: embedded database and generated keys.',
    defaultText: join(PROJECT_DIR, 'data'),
    defaultNote: '`data` in the project folder',
    parse: (text) => resolve(text),
  }),
  httpHost: setting({
    name: 'HTTP_HOST',
    description:
      'Address on which console and API listen. `0.0.0.0` for all; put TLS in front of it (docs/operating/deploy.md).',
    defaultText: '127.0.0.1',
    parse: parseHost,
  }),
  httpPort: setting({
    name: 'HTTP_PORT',
    description: 'Port of console and API. 0 takes any free one.',
    defaultText: '3000',
    parse: parsePort,
  }),
  publicUrl: setting({
    name: 'PUBLIC_URL',
    description:
      'Address at which people reach the console, such as `https://sms.example.com`. With https, cookies are marked Secure.',
    defaultText: null,
    defaultNote: '`http://localhost:` and HTTP_PORT',
    parse: parsePublicUrl,
  }),
  trustedProxies: setting({
    name: 'TRUSTED_PROXIES',
    description: 'Addresses of reverse proxies whose X-Forwarded-For is believed, separated by commas.',
    defaultText: '',
    defaultNote: 'none',
    parse: parseList,
  }),
  smppHost: setting({
    name: 'SMPP_HOST',
    description:
      'Address on which carriers may bind to us. `0.0.0.0` for all; each connection has its own list of addresses.',
    defaultText: '127.0.0.1',
    parse: parseHost,
  }),
  smppPort: setting({
    name: 'SMPP_PORT',
    description: 'Port on which carriers may bind to us. 0 takes any free one.',
    defaultText: '2775',
    parse: parsePort,
  }),
  smppTlsPort: setting({
    name: 'SMPP_TLS_PORT',
    description: 'Port for carriers that bind over TLS. Needs SMPP_TLS_CERT and SMPP_TLS_KEY.',
    defaultText: null,
    defaultNote: 'no TLS',
    parse: parsePort,
  }),
  smppTlsCertPath: setting({
    name: 'SMPP_TLS_CERT',
    description: 'File with the certificate chain (PEM) for SMPP_TLS_PORT.',
    defaultText: null,
    parse: parseReadableFile,
  }),
  smppTlsKeyPath: setting({
    name: 'SMPP_TLS_KEY',
    description: 'File with the private key (PEM) for SMPP_TLS_PORT.',
    defaultText: null,
    parse: parseReadableFile,
  }),
  superadminPassword: setting({
    name: 'SUPERADMIN_PASSWORD',
    description:
      'Password of `superadmin` when it is first created; changed at the first sign-in. Later starts ignore it.',
    defaultText: null,
    defaultNote: 'a random one, printed once',
    isSecret: true,
    parse: parsePassword,
  }),
  keyRing: setting({
    name: 'SECRET_KEY',
    description:
      'Key that seals stored credentials: 32 bytes in base64 (`openssl rand -base64 32`). Several, separated by commas: the ' +
      'first seals, all open. Losing it loses what it sealed.',
    defaultText: null,
    defaultNote: 'generated once into `secret.key` in DATA_DIR',
    isSecret: true,
    parse: parseKeys,
  }),
  backupDir: setting({
    name: 'BACKUP_DIR',
    description:
      'Folder that your backups are written to. Its newest file is watched, and its age is an alert when it is old ' +
      '(docs/operating/alerts.md). The program writes nothing there.',
    defaultText: null,
    defaultNote: 'backups are not watched',
    parse: (text) => resolve(text),
  }),
  logLevel: setting({
    name: 'LOG_LEVEL',
    description: `Lowest level that is logged: ${LOG_LEVELS.join(', ')}.`,
    defaultText: 'info',
    parse: oneOf<LogLevel>(LOG_LEVELS),
  }),
} as const

type Settings = typeof settings
type ValueOf<Name extends keyof Settings> = ReturnType<Settings[Name]['parse']>
/** Settings that always have a value; the others are undefined when unset. */
type Given = 'dataDir' | 'httpHost' | 'httpPort' | 'trustedProxies' | 'smppHost' | 'smppPort' | 'logLevel'
type Values = { [Name in Given]: ValueOf<Name> } & {
  [Name in Exclude<keyof Settings, Given>]: ValueOf<Name> | undefined
}

/** What the program was told. Paths are absolute. */
export type Config = Omit<Values, 'publicUrl' | 'keyRing'> & { publicUrl: string; keyRing: KeyRing }

type Environment = Readonly<Record<string, string | undefined>>
type FaultLine = { name: string; problem: string; remedy: string }

/**
 * Reads the environment. Makes DATA_DIR and its `secret.key` when SECRET_KEY is not given; nothing else is written.
 * @throws StartFault listing every fault, one a line
 */
export function readConfig(environment: Environment = process.env): Config {
  const faults: FaultLine[] = []
  const entries = Object.entries(settings).map(([key, entry]) => [
    key,
    readSetting<unknown>(entry, environment, faults),
  ])
  const values = Object.fromEntries(entries) as Values
  if (faults.length === 0) checkTogether(values, faults)
  if (faults.length > 0) throw configFault(faults)
  const { keyRing, publicUrl, ...rest } = values
  return {
    ...rest,
    publicUrl: publicUrl ?? `http://localhost:${values.httpPort}`,
    keyRing: keyRing ?? parseKeyRing(readOrCreateSecretFile(join(values.dataDir, 'secret.key'), generateKeyText)),
  }
}

function readSetting<Value>(entry: Setting<Value>, environment: Environment, faults: FaultLine[]): Value | undefined {
  try {
    const text = readText(entry, environment) ?? entry.defaultText
    return text === null ? undefined : entry.parse(text)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    faults.push({ name: entry.name, problem: error.message, remedy: error.remedy })
    return undefined
  }
}

// An empty variable counts as unset: compose files and service managers cannot express the difference.
function readText(entry: Setting<unknown>, environment: Environment): string | undefined {
  const text = environment[entry.name]?.trim()
  const path = entry.isSecret === true ? environment[`${entry.name}_FILE`]?.trim() : undefined
  const isGiven = text !== undefined && text !== ''
  if (path === undefined || path === '') return isGiven ? text : undefined
  if (isGiven) throw new Fault(`is given twice, also as ${entry.name}_FILE`, 'Unset one of them.')
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Fault(`cannot be read from ${path} (${(error as Error).message})`, `Correct ${entry.name}_FILE.`)
  }
}

// Faults between settings, looked for only when each is right by itself.
function checkTogether(values: Values, faults: FaultLine[]): void {
  const tls = [values.smppTlsPort, values.smppTlsCertPath, values.smppTlsKeyPath]
  const isIncomplete = tls.includes(undefined) && tls.some((value) => value !== undefined)
  if (isIncomplete) {
    const remedy = 'Give SMPP_TLS_PORT, SMPP_TLS_CERT and SMPP_TLS_KEY together, or none.'
    faults.push({ name: settings.smppTlsPort.name, problem: 'is incomplete', remedy })
  }
  const ports = new Map<string, string>()
  for (const key of ['httpPort', 'smppPort', 'smppTlsPort'] as const) {
    const port = values[key]
    if (port === undefined || port === 0) continue
    const address = `${key === 'httpPort' ? values.httpHost : values.smppHost}:${port}`
    const other = ports.get(address)
    const { name } = settings[key]
    if (other !== undefined)
      faults.push({ name, problem: `is ${port}, as is ${other}`, remedy: 'Choose another port.' })
    ports.set(address, name)
  }
}

function configFault(faults: FaultLine[]): StartFault {
  const lines = faults.map((fault) => `  ${fault.name} ${fault.problem}. ${fault.remedy}`)
  const problem = `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${lines.join('\n')}`
  return new StartFault(problem, 'All settings: docs/configuration.md')
}

function oneOf<Value extends string>(allowed: readonly Value[]): (text: string) => Value {
  return (text) => {
    const found = allowed.find((value) => value === text)
    if (found === undefined) throw new Fault(`is ${JSON.stringify(text)}`, `Choose one of: ${allowed.join(', ')}.`)
    return found
  }
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= PORT_MAX)) throw new Fault(`is ${JSON.stringify(text)}`, `Give a number from 0 to ${PORT_MAX}.`)
  return port
}

function parseHost(text: string): string {
  if (/^[\p{L}\d.:_-]+$/u.test(text)) return text
  throw new Fault(`is ${JSON.stringify(text)}`, 'Give an address or a name without port, such as 127.0.0.1.')
}

function parseList(text: string): string[] {
  return text.split(/[\s,]+/).filter((item) => item !== '')
}

function parseDatabaseUrl(text: string): string {
  const isAddress = URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol)
  if (isAddress) return text
  throw new Fault(
    'is not the address of a PostgreSQL server',
    'Write it like postgresql://user:password@host:5432/database.',
  )
}

function parsePublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.pathname !== '/'
  ) {
    throw new Fault(`is ${JSON.stringify(text)}`, 'Write it like https://sms.example.com, without a path.')
  }
  return url.origin
}

function parseReadableFile(text: string): string {
  const path = resolve(text)
  try {
    accessSync(path, constants.R_OK)
  } catch {
    throw new Fault(`names ${path}, which cannot be read`, `Correct the path or the rights of ${dirname(path)}.`)
  }
  return path
}

function parsePassword(text: string): string {
  if (text.length >= PASSWORD_LENGTH_MIN) return text
  throw new Fault('is too short', `Give at least ${PASSWORD_LENGTH_MIN} characters.`)
}

function parseKeys(text: string): KeyRing {
  try {
    return parseKeyRing(text)
  } catch (error) {
    if (!(error instanceof StartFault)) throw error
    throw new Fault(`cannot be used: ${error.message.replace(/\.$/, '')}`, `${error.remedy}.`)
  }
}
