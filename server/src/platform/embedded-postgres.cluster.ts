// Guarantees that the cluster folder is whole, of our major version, configured for durability and closed to everyone
// but us, and that no PostgreSQL of an earlier run is still working on it. It deliberately never deletes a cluster
// and never upgrades one.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { limits } from '../limits.ts'
import { giveTo, passwordPath, type Place } from './embedded-postgres.place.ts'
import type { Log } from './log.ts'
import { StartFault } from './start-fault.ts'

/** Name of the owning role and of the database. */
export const EMBEDDED_ROLE = 'inrange'
export const EMBEDDED_DATABASE = 'inrange'

const MAJOR_VERSION = '18'
const SOCKET_PORT = 5432 // Only part of the socket file's name.
const SOCKET_FILE = `.s.PGSQL.${SOCKET_PORT}`
// sun_path holds 108 bytes on Linux and 104 on macOS, with the closing zero (unix(7)).
const SOCKET_PATH_BYTES_MAX = 103
const BYTES_PER_MEGABYTE = 1024 * 1024

/**
 * How clients reach the cluster: a socket file in the cluster folder, or a loopback port where its path is too long.
 */
export type Endpoint = { kind: 'socket'; dir: string } | { kind: 'loopback'; port: number }

/** Settings of postgresql.conf, by name. */
export type ServerSettings = Readonly<Record<string, string>>

/** @throws StartFault when there is too little space for PostgreSQL to work */
export function requireFreeSpace(dir: string, freeMegabytesMin: number = limits.diskFreeMegabytesMin): void {
  const { bavail, bsize } = statfsSync(dir)
  const freeMegabytes = Math.floor((bavail * bsize) / BYTES_PER_MEGABYTE)
  if (freeMegabytes >= freeMegabytesMin) return
  throw diskFullFault(dir, `only ${freeMegabytes} MB are free, ${freeMegabytesMin} MB are needed`)
}

/** The fault of a full disk, from whatever noticed it. */
export function diskFullFault(dir: string, detail: string): StartFault {
  return new StartFault(
    `The disk with ${dir} is full: ${detail}.`,
    'Free some space there, or set DATA_DIR to another disk.',
  )
}

/**
 * Creates the cluster unless it exists, and checks its version if it does.
 * @throws StartFault for a full disk, a folder of another major version, or a folder that is no cluster
 */
export async function ensureCluster(place: Place, dataDir: string, options: { durable: boolean }): Promise<void> {
  const newPasswordPath = `${passwordPath(dataDir)}.new`
  if (existsSync(place.clusterDir)) {
    requireMajorVersion(place.clusterDir, readVersion(place.clusterDir))
    // A start was cut short between its last two steps.
    if (existsSync(newPasswordPath)) renameSync(newPasswordPath, passwordPath(dataDir))
    return
  }
  // Made beside its place and renamed, so that a start cut short leaves nothing that looks like a database.
  const unfinished = `${place.clusterDir}.new`
  rmSync(unfinished, { recursive: true, force: true })
  rmSync(newPasswordPath, { force: true })
  const password = randomBytes(24).toString('base64url')
  await initialize(place, unfinished, password, options)
  writeFileSync(newPasswordPath, `${password}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(unfinished, place.clusterDir)
  renameSync(newPasswordPath, passwordPath(dataDir))
}

function readVersion(clusterDir: string): string {
  try {
    return readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EACCES') {
      const problem = `The database in ${clusterDir} belongs to another user of this machine.`
      throw new StartFault(problem, 'Start as that user, or set DATA_DIR to a folder of your own.', { cause })
    }
    const problem = `The folder ${clusterDir} exists but holds no PostgreSQL database.`
    const remedy = 'Move it away, restore it from a backup, or set DATA_DIR to another folder.'
    throw new StartFault(problem, remedy, { cause })
  }
}

function requireMajorVersion(clusterDir: string, version: string): void {
  if (version === MAJOR_VERSION) return
  const problem = `The database in ${clusterDir} was made by PostgreSQL ${version}; this program carries ${MAJOR_VERSION}.`
  const remedy =
    Number(version) > Number(MAJOR_VERSION)
      ? 'Start the newer release that made it, or set DATA_DIR to another folder.'
      : 'Dump it with the release that made it and restore it here: docs/operating/backup-and-restore.md.'
  throw new StartFault(problem, remedy)
}

async function initialize(place: Place, dir: string, password: string, options: { durable: boolean }): Promise<void> {
  const passwordFile = `${dir}.password`
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' })
  giveTo(place.account, passwordFile)
  try {
    // Root makes the folder and hands it over, because the account may not write into the folder above.
    mkdirSync(dir, { mode: 0o700 })
    giveTo(place.account, dir)
    const args = ['-D', dir, '-U', EMBEDDED_ROLE, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    args.push(
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    )
    if (!options.durable) args.push('--no-sync')
    const result = await runBinary(place, 'initdb', args)
    if (result.code === 0) return
    rmSync(dir, { recursive: true, force: true })
    if (result.output.includes('No space left on device')) throw diskFullFault(dir, 'creating the database failed')
    throw new StartFault(
      `The database could not be created in ${dir}: ${result.output.trim()}`,
      'Repair that and start again.',
    )
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Runs one of PostgreSQL's programs to its end. @returns exit code and everything it printed */
export function runBinary(place: Place, name: string, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(place.nativeDir, 'bin', name), args, {
      ...place.account,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', (cause) => {
      const problem = `PostgreSQL's ${name} cannot be run here: ${cause.message}.`
      reject(new StartFault(problem, 'Set DATABASE_URL to a PostgreSQL 18 server.', { cause }))
    })
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/**
 * Where clients will reach a cluster in this folder. The port is only used where the socket's path would be too long.
 */
export function endpointFor(clusterDir: string, freePort: number): Endpoint {
  const bytes = Buffer.byteLength(join(clusterDir, SOCKET_FILE))
  return bytes <= SOCKET_PATH_BYTES_MAX ? { kind: 'socket', dir: clusterDir } : { kind: 'loopback', port: freePort }
}

/** The address for clients, understood by `pg` and by libpq. */
export function connectionStringFor(endpoint: Endpoint, password: string): string {
  const login = `${EMBEDDED_ROLE}:${encodeURIComponent(password)}`
  if (endpoint.kind === 'loopback') return `postgresql://${login}@127.0.0.1:${endpoint.port}/${EMBEDDED_DATABASE}`
  return `postgresql://${login}@localhost:${SOCKET_PORT}/${EMBEDDED_DATABASE}?host=${encodeURIComponent(endpoint.dir)}`
}

/** The password written when the cluster was created. @throws StartFault when its file is gone */
export function readPassword(dataDir: string): string {
  try {
    return readFileSync(passwordPath(dataDir), 'utf8').trim()
  } catch (cause) {
    const problem = `The database password in ${passwordPath(dataDir)} cannot be read.`
    throw new StartFault(problem, 'Restore this file from the backup of the data folder.', { cause })
  }
}

/** Writes postgresql.conf and pg_hba.conf anew: our settings first, then the operator's own from local.conf. */
export function writeConfiguration(place: Place, endpoint: Endpoint, overrides: ServerSettings): void {
  const settings = { ...serverSettings(place, endpoint), ...overrides }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  const head =
    '# Written at every start. Put settings of your own into local.conf in this folder; they come last and win.'
  if (!existsSync(join(place.clusterDir, 'local.conf'))) {
    replaceFile(place, 'local.conf', '# Settings of PostgreSQL for this machine; they win over postgresql.conf.\n')
  }
  replaceFile(place, 'postgresql.conf', [head, ...lines, "include_if_exists = 'local.conf'", ''].join('\n'))
  const access = ['local all all scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256', '']
  replaceFile(place, 'pg_hba.conf', access.join('\n'))
}

// Removed and made anew rather than opened: root must not follow a link that the unprivileged user put there.
function replaceFile(place: Place, name: string, text: string): void {
  const path = join(place.clusterDir, name)
  rmSync(path, { force: true })
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
  giveTo(place.account, path)
}

function serverSettings(place: Place, endpoint: Endpoint): ServerSettings {
  const memoryMegabytes = totalmem() / BYTES_PER_MEGABYTE
  // An eighth of the memory: the page cache serves the rest, and the machine also runs this program.
  const buffersMegabytes = Math.round(Math.min(1024, Math.max(128, memoryMegabytes / 8)))
  return {
    listen_addresses: endpoint.kind === 'loopback' ? '127.0.0.1' : '',
    port: String(endpoint.kind === 'loopback' ? endpoint.port : SOCKET_PORT),
    unix_socket_directories: endpoint.kind === 'socket' ? place.clusterDir : '',
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
    max_connections: String(limits.embeddedConnectionsMax),
    shared_buffers: `${buffersMegabytes}MB`,
    // Containers often give 64 MB of /dev/shm, which a parallel query overruns.
    dynamic_shared_memory_type: sharedMemoryMegabytes() >= 512 ? 'posix' : 'mmap',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_compression: 'pglz', // The packaged server is built without lz4 and zstd.
    min_wal_size: '256MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    // Filling a new log file of 16 MB with zeros took 50 to 90 ms, with every commit waiting behind it: once a second
    // at 25,000 messages/s, until files are reused. Without it 2 ms; what a commit writes is synced either way.
    wal_init_zero: 'off',
    jit: 'off',
    random_page_cost: '1.1',
    effective_cache_size: `${Math.round(memoryMegabytes / 2)}MB`,
    // The default waits for a fifth of a table to change; an archive of millions of messages would go stale for days.
    autovacuum_vacuum_insert_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.02',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '',
    log_checkpoints: 'off',
    log_min_duration_statement: '5s',
    // A slow statement is logged without its values: they may be message bodies.
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
  }
}

function sharedMemoryMegabytes(): number {
  try {
    const { blocks, bsize } = statfsSync('/dev/shm')
    return (blocks * bsize) / BYTES_PER_MEGABYTE
  } catch {
    return 0
  }
}

/**
 * Stops a PostgreSQL that an earlier run left behind on this cluster, and clears the trace of one that died with it.
 * Call it only while holding the data folder.
 */
export async function stopLeftover(place: Place, log: Log): Promise<void> {
  const pidPath = join(place.clusterDir, 'postmaster.pid')
  const [pidText] = readLines(pidPath)
  if (pidText === undefined) return
  const pid = Math.abs(Number(pidText))
  if (await isPostgresOf(pid, place.clusterDir)) {
    log.warn({ pid }, 'a PostgreSQL of an earlier run is still at work; stopping it in order')
    const timeoutSeconds = String(Math.ceil(limits.postgresStopTimeoutMs / 1000))
    const result = await runBinary(place, 'pg_ctl', [
      'stop',
      '-D',
      place.clusterDir,
      '-m',
      'fast',
      '-w',
      '-t',
      timeoutSeconds,
    ])
    if (result.code === 0 || !(await isPostgresOf(pid, place.clusterDir))) return
    const problem = `PostgreSQL of an earlier run (process ${pid}) does not stop: ${result.output.trim()}.`
    throw new StartFault(problem, `Stop it by hand (kill -INT ${pid}), then start again.`)
  }
  // PostgreSQL itself takes any process of this id for its predecessor. The id may since belong to a stranger, or to
  // a process that is dead but was never collected, as in a container whose first process collects none. The check
  // above tells them apart, and the shared memory of a predecessor still guards against its surviving children.
  log.info({ pid }, 'the last run ended without stopping PostgreSQL; it recovers from its log')
  for (const name of ['postmaster.pid', SOCKET_FILE, `${SOCKET_FILE}.lock`])
    rmSync(join(place.clusterDir, name), { force: true })
}

/** The lines of postmaster.pid; the eighth is the state. Empty when there is none. */
export function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

async function isPostgresOf(pid: number, clusterDir: string): Promise<boolean> {
  if (!Number.isSafeInteger(pid) || pid <= 1) return false
  const command = existsSync('/proc/self/cmdline') ? readProcCommand(pid) : await readPsCommand(pid)
  return command.includes('postgres') && command.includes(clusterDir)
}

function readProcCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function readPsCommand(pid: number): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn('ps', ['-o', 'command=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', () => resolve(''))
    child.on('close', () => resolve(output))
  })
}
