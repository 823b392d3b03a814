// Guarantees bounded access to PostgreSQL that outlives the server's absence: connections are made again by
// themselves, no error of an idle or broken connection reaches the process, and every connection works as the role
// `inrange_app` where it exists, so that the program cannot change tables or rules. 64-bit integers are bigint and
// numeric is text, always: a double would round money. It deliberately holds no SQL of the product and keeps no state
// between two calls.
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type IsolationLevel, type Transaction } from 'kysely'
import pg from 'pg'
import { limits } from '../limits.ts'
import { APP_ROLE, readServerFacts, type ServerFacts } from './database.queries.ts'
import { withoutPassword, type Log } from './log.ts'
import type { DB } from './schema.types.ts'
import { StartFault } from './start-fault.ts'

/** What operations read and write through: the database, or one transaction of it. */
export type Queryable = Kysely<DB>
export type DatabaseTransaction = Transaction<DB>

export type Database = {
  /** For ordinary operations. */
  readonly kysely: Kysely<DB>
  /** For the hot path: prepared statements as `hot.query({ name, text, values })`, apart from ordinary traffic. */
  readonly hot: pg.Pool
  /**
   * Runs work in one transaction and commits it. It is run again, from the start, when PostgreSQL gave it up for a
   * conflict with another (40001, 40P01), so it must have no effect outside the transaction.
   */
  transaction<Result>(
    work: (transaction: DatabaseTransaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
  /** How this process' connections are used right now; the hot path has its own. */
  pool(): PoolState
  /** Waits for running statements and closes every connection. */
  close(): Promise<void>
}

export type PoolState = { open: number; idle: number; waiting: number; max: number }

export type TransactionOptions = { isolation?: IsolationLevel }

export type DatabaseOptions = {
  connectionString: string
  log: Log
  /** Shown in pg_stat_activity. */
  applicationName?: string
  poolSizeMax?: number
  hotPoolSizeMax?: number
}

const VERSION_NUMBER_MIN = 180_000 // Temporal keys (WITHOUT OVERLAPS) and uuidv7() came with PostgreSQL 18.
const WAIT_DELAY_MS_MIN = 50
const WAIT_DELAY_MS_MAX = 1_000
const WAIT_REPORT_EVERY_MS = 5_000
const RETRYABLE_STATES = new Set(['40001', '40P01']) // serialization_failure, deadlock_detected
// The server answers, and will go on answering the same: bad password, unknown role or database, no right to connect.
const FINAL_STATES = new Set(['28P01', '28000', '3D000', '42501'])

/**
 * Connects and learns how to work with this server. Call it after the migrations, which make the app role.
 * @throws StartFault when the server is too old or the app role exists but may not be used
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const facts = await readFacts(options.connectionString)
  requireVersion(facts)
  requireUsableRole(facts)
  const settings = poolSettings(options, facts)
  const pool = createPool({ ...settings, max: options.poolSizeMax ?? limits.appPoolConnectionsMax }, options.log)
  const hot = createPool({ ...settings, max: options.hotPoolSizeMax ?? limits.hotPoolConnectionsMax }, options.log)
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return {
    kysely,
    hot,
    transaction: (work, transactionOptions = {}) =>
      retryConflicts(() => runTransaction(kysely, work, transactionOptions)),
    pool: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: pool.options.max,
    }),
    close: async () => {
      await Promise.all([kysely.destroy(), hot.end()])
    },
  }
}

/**
 * Waits until the server takes connections, saying so in the log.
 * @throws StartFault when it does not within `waitMs`, or refuses for a reason that waiting does not mend
 */
export async function waitForDatabase(options: { connectionString: string; log: Log; waitMs?: number }): Promise<void> {
  const address = withoutPassword(options.connectionString)
  const waitMs = options.waitMs ?? limits.databaseWaitMs
  const startedMs = performance.now()
  let delayMs = WAIT_DELAY_MS_MIN
  let reportedMs = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      return requireVersion(await readFacts(options.connectionString))
    } catch (error) {
      if (error instanceof StartFault) throw error
      const reason = describeFailure(error)
      const waitedMs = performance.now() - startedMs
      if (FINAL_STATES.has(stateOf(error))) throw unreachableFault(address, reason, error)
      if (waitedMs + delayMs > waitMs) throw unreachableFault(address, reason, error)
      if (waitedMs - reportedMs > WAIT_REPORT_EVERY_MS) {
        reportedMs = waitedMs
        options.log.warn({ address, reason }, 'waiting for PostgreSQL')
      }
    }
    await delay(delayMs)
    delayMs = Math.min(delayMs * 2, WAIT_DELAY_MS_MAX)
  }
}

/** Connection settings that hold for every client of ours: types, time-outs that bound a statement, and keep-alive. */
export function clientSettings(connectionString: string, applicationName: string): pg.ClientConfig {
  return {
    connectionString,
    application_name: applicationName,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    keepAlive: true,
    types: { getTypeParser },
  }
}

// Type ids are fixed in PostgreSQL's pg_type.dat; node-postgres names the scalar ones only.
const TEXT_ARRAY: number = 1009
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const NUMERIC_ARRAY = 1231
// ECMA-262, section 21.4.1.1: the last instant that a Date can hold, on either side of 1970.
const DATE_MS_MAX = 8.64e15

const readInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date
const decodeBigints = arrayDecoder(BigInt)
const decodeTexts = arrayDecoder(String)

// What is not listed keeps node-postgres' own reading.
const textDecoders = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [INT8_ARRAY, decodeBigints],
  [NUMERIC_ARRAY, decodeTexts],
  // A date has no time zone; as Date it would shift by the machine's.
  [pg.types.builtins.DATE, String],
  [DATE_ARRAY, decodeTexts],
  [pg.types.builtins.TIMESTAMPTZ, decodeInstant],
])

type ReadTexts = (text: string) => (string | null)[]

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: never) => unknown {
  const decoder = format === 'binary' ? undefined : textDecoders.get(oid)
  return decoder ?? (pg.types.getTypeParser(oid, format ?? 'text') as (value: never) => unknown)
}

// node-postgres reads the infinities as numbers, which no row type would tell; as dates they compare as they should.
function decodeInstant(text: string): Date {
  if (text === 'infinity') return new Date(DATE_MS_MAX)
  return text === '-infinity' ? new Date(-DATE_MS_MAX) : readInstant(text)
}

// Arrays of these types hold no quotes and no nesting in this program; text[] (1009) is read by node-postgres and
// mapped.
function arrayDecoder(decodeItem: (text: string) => unknown): (text: string) => unknown {
  const readTexts = pg.types.getTypeParser(TEXT_ARRAY) as ReadTexts
  return (text) => readTexts(text).map((item) => (item === null ? null : decodeItem(item)))
}

async function readFacts(connectionString: string): Promise<ServerFacts> {
  const client = new pg.Client(clientSettings(connectionString, 'inrange-start'))
  client.on('error', () => undefined) // The failure is reported by the call that was waiting.
  await client.connect()
  try {
    return await readServerFacts(client)
  } finally {
    await client.end()
  }
}

function requireVersion(facts: ServerFacts): void {
  if (facts.versionNumber >= VERSION_NUMBER_MIN) return
  const problem = `PostgreSQL 18 or newer is needed; DATABASE_URL leads to ${facts.versionText}.`
  throw new StartFault(problem, 'Upgrade that server, or unset DATABASE_URL to use the embedded one.')
}

function requireUsableRole(facts: ServerFacts): void {
  if (!facts.appRoleExists || facts.appRoleUsable) return
  const problem = `The role of DATABASE_URL may not work as ${APP_ROLE}.`
  throw new StartFault(problem, `As a superuser, run: GRANT ${APP_ROLE} TO <role of DATABASE_URL>`)
}

function poolSettings(options: DatabaseOptions, facts: ServerFacts): pg.PoolConfig {
  return {
    ...clientSettings(options.connectionString, options.applicationName ?? 'inrange'),
    statement_timeout: limits.statementTimeoutMs,
    lock_timeout: limits.lockTimeoutMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionTimeoutMs,
    idleTimeoutMillis: limits.idleConnectionMs,
    // As a start-up setting it costs no round trip and also survives RESET ALL and DISCARD ALL.
    ...(facts.appRoleExists ? { options: `-c role=${APP_ROLE}` } : {}),
  }
}

function createPool(settings: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool(settings)
  // Both are needed: the pool listens to idle clients only, and an error of a client in use would end the process.
  pool.on('error', (error) => log.warn({ reason: describeFailure(error) }, 'an idle database connection was lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.debug({ reason: describeFailure(error) }, 'a database connection was lost'))
  })
  return pool
}

function runTransaction<Result>(
  kysely: Kysely<DB>,
  work: (transaction: DatabaseTransaction) => Promise<Result>,
  options: TransactionOptions,
): Promise<Result> {
  const builder = kysely.transaction()
  return (options.isolation ? builder.setIsolationLevel(options.isolation) : builder).execute(work)
}

async function retryConflicts<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!RETRYABLE_STATES.has(stateOf(error)) || attempts >= limits.transactionAttemptsMax) throw error
      // A random pause keeps two that met from meeting again.
      await delay(Math.random() * 2 ** attempts)
    }
  }
}

function unreachableFault(address: string, reason: string, cause: unknown): StartFault {
  const problem = `PostgreSQL at ${address} cannot be used: ${reason}.`
  return new StartFault(problem, 'Start it, or correct DATABASE_URL; without DATABASE_URL an embedded one is used.', {
    cause,
  })
}

// SQLSTATE of an error of PostgreSQL, or the empty text.
function stateOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

// Node reports a refused connection to a name with several addresses as an AggregateError without a text of its own.
function describeFailure(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(describeFailure))].join('; ')
  return error instanceof Error ? error.message : String(error)
}
