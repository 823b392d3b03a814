// Guarantees a real PostgreSQL for a data folder, for as long as this process lives: created on first use, recovered
// after an unclean end, started again when it dies, stopped in order when we stop, and never supervised twice.
// Clients keep one address throughout. It deliberately does not migrate, back up or upgrade: see migrate.ts and
// docs/operating/backup-and-restore.md.
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createInterface } from 'node:readline'
import { limits } from '../limits.ts'
import {
  connectionStringFor,
  diskFullFault,
  endpointFor,
  ensureCluster,
  readLines,
} from './embedded-postgres.cluster.ts'
import { readPassword, requireFreeSpace, stopLeftover, writeConfiguration } from './embedded-postgres.cluster.ts'
import { EMBEDDED_DATABASE, type ServerSettings } from './embedded-postgres.cluster.ts'
import { claimDataFolder, isDataFolderClaimed, type Ownership } from './embedded-postgres.owner.ts'
import { findPlace, type Place } from './embedded-postgres.place.ts'
import { ensureDatabaseExists } from './database.queries.ts'
import type { Log } from './log.ts'
import { StartFault } from './start-fault.ts'

export type EmbeddedPostgresOptions = {
  /** The one folder to keep; made when missing. */
  dataDir: string
  log: Log
  /** Settings of postgresql.conf that replace ours. Tests only: nothing here may weaken durability in use. */
  settings?: ServerSettings
  /** Where a database goes whose data folder only root may enter. */
  rootOnlyBaseDir?: string
}

export type EmbeddedPostgres = {
  /** Address of the database as its owner; it stays the same when PostgreSQL is started again. */
  readonly connectionString: string
  /** Process id of the running PostgreSQL; undefined while it is down. */
  readonly pid: number | undefined
  /** Stops PostgreSQL in order and gives the folder free. Resolves when the process is gone. */
  stop(): Promise<void>
  /** Calls back whenever PostgreSQL ended by itself; it is then being started again. */
  onExit(callback: (detail: string) => void): void
}

const ROOT_ONLY_BASE_DIR = '/var/lib/inrange'
const READY_POLL_MS = 20
const PROGRESS_EVERY_MS = 5_000
const OUTPUT_LINES_KEPT = 20
const LEFTOVER_PATIENCE_MS = 15_000

/**
 * Starts the PostgreSQL of a data folder and supervises it.
 * @throws StartFault with a remedy when the folder is in use, of another version, on a full disk, or PostgreSQL
 * cannot run here
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = makeDataFolder(options.dataDir)
  const ownership = claimDataFolder(dataDir)
  try {
    const place = findPlace({
      dataDir,
      rootOnlyBaseDir: options.rootOnlyBaseDir ?? ROOT_ONLY_BASE_DIR,
      log: options.log,
    })
    requireFreeSpace(dataDir)
    await stopLeftover(place, options.log)
    await ensureCluster(place, dataDir, { durable: options.settings?.['fsync'] !== 'off' })
    const clusterDir = realpathSync(place.clusterDir)
    const endpoint = endpointFor(clusterDir, await findFreePort())
    const settled = { ...place, clusterDir }
    writeConfiguration(settled, endpoint, options.settings ?? {})
    const connectionString = connectionStringFor(endpoint, readPassword(dataDir))
    const supervisor = new Supervisor(settled, connectionString, ownership, options.log)
    await supervisor.start()
    await ensureDatabaseExists(connectionString, EMBEDDED_DATABASE)
    return supervisor
  } catch (error) {
    ownership.release()
    throw error
  }
}

/**
 * The address of a PostgreSQL that another process supervises on this folder right now, for tools that run beside the
 * program (the ledger check, a report). @returns undefined when nobody does; then start one instead
 */
export function findRunningPostgres(dataDir: string): string | undefined {
  const linkPath = join(dataDir, 'postgres')
  if (!existsSync(linkPath) || !isDataFolderClaimed(dataDir)) return undefined
  const clusterDir = realpathSync(linkPath)
  const [, , , port] = readLines(join(clusterDir, 'postmaster.pid'))
  if (port === undefined) return undefined
  return connectionStringFor(endpointFor(clusterDir, Number(port)), readPassword(dataDir))
}

// As root the folder may be passed through by the unprivileged user, but not listed; its secrets are files of mode
// 0600.
function makeDataFolder(dataDir: string): string {
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { recursive: true })
    chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  }
  return realpathSync(dataDir)
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

class Supervisor implements EmbeddedPostgres {
  readonly connectionString: string
  readonly #place: Place
  readonly #ownership: Ownership
  readonly #log: Log
  readonly #callbacks: ((detail: string) => void)[] = []
  readonly #stopping = new AbortController()
  #child: ChildProcess | undefined
  #restarting: Promise<void> = Promise.resolve()

  constructor(place: Place, connectionString: string, ownership: Ownership, log: Log) {
    this.#place = place
    this.connectionString = connectionString
    this.#ownership = ownership
    this.#log = log
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  onExit(callback: (detail: string) => void): void {
    this.#callbacks.push(callback)
  }

  async start(): Promise<void> {
    const startedMs = performance.now()
    this.#child = await launchPatiently(this.#place, this.#log, this.#stopping.signal)
    this.#watch(this.#child)
    const tookMs = Math.round(performance.now() - startedMs)
    this.#log.info({ pid: this.#child.pid, tookMs }, 'PostgreSQL is up')
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#restarting
    const child = this.#child
    if (child && child.exitCode === null && child.signalCode === null) await endInOrder(child, this.#log)
    this.#child = undefined
    this.#ownership.release()
  }

  #watch(child: ChildProcess): void {
    child.once('exit', (code, signal) => {
      if (this.#stopping.signal.aborted) return
      this.#child = undefined
      const detail = signal ? `killed by ${signal}` : `exit code ${code}`
      this.#log.error({ detail }, 'PostgreSQL ended by itself; starting it again')
      for (const callback of this.#callbacks) callback(detail)
      this.#restarting = this.#restart()
    })
  }

  // Tries until it is up or we stop: its children may hold the shared memory for a moment, or the disk be full for
  // hours.
  async #restart(): Promise<void> {
    let delayMs = limits.postgresRestartDelayMsMin
    while (!this.#stopping.signal.aborted) {
      await delay(delayMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
      if (this.#stopping.signal.aborted) return
      try {
        await stopLeftover(this.#place, this.#log)
        return await this.start()
      } catch (error) {
        this.#log.error({ err: error, retryInMs: delayMs }, 'PostgreSQL did not start; trying again')
        delayMs = Math.min(delayMs * 2, limits.postgresRestartDelayMsMax)
      }
    }
  }
}

// After a kill of the whole predecessor its children live on for a moment, and with them the shared memory that guards
// the folder against two servers: PostgreSQL refuses until they are gone.
async function launchPatiently(place: Place, log: Log, stopping: AbortSignal): Promise<ChildProcess> {
  const deadlineMs = performance.now() + LEFTOVER_PATIENCE_MS
  for (;;) {
    try {
      return await launch(place, log, stopping)
    } catch (error) {
      const isGuarded = error instanceof StartFault && /shared memory block|lock file/.test(error.message)
      if (!isGuarded || stopping.aborted || performance.now() > deadlineMs) throw error
      log.debug({ reason: error.message }, 'PostgreSQL waits for the children of its predecessor to end')
      await delay(limits.postgresRestartDelayMsMin)
    }
  }
}

async function launch(place: Place, log: Log, stopping: AbortSignal): Promise<ChildProcess> {
  const child = spawn(join(place.nativeDir, 'bin', 'postgres'), ['-D', place.clusterDir], {
    ...place.account,
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC' },
    // A session of its own: Ctrl-C in the terminal reaches us alone, and we stop PostgreSQL after our own work is done.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lastLines = followOutput(child, log)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit code ${code}`))
  })
  let endedWith: string | undefined
  void ended.then((detail) => (endedWith = detail))
  const startedMs = performance.now()
  let reportedMs = startedMs
  for (;;) {
    if (endedWith !== undefined) throw startFailure(place, endedWith, lastLines)
    if (isReady(place, child.pid)) return child
    const nowMs = performance.now()
    if (stopping.aborted || nowMs - startedMs > limits.postgresStartTimeoutMs) {
      child.kill('SIGINT')
      await ended
      throw startFailure(place, 'it did not become ready', lastLines)
    }
    if (nowMs - reportedMs > PROGRESS_EVERY_MS) {
      reportedMs = nowMs
      log.info({ waitedMs: Math.round(nowMs - startedMs) }, 'waiting for PostgreSQL to recover')
    }
    await Promise.race([delay(READY_POLL_MS), ended])
  }
}

// PostgreSQL writes its state into the eighth line of postmaster.pid, which pg_ctl reads too (miscadmin.h,
// PM_STATUS_READY).
function isReady(place: Place, pid: number | undefined): boolean {
  const lines = readLines(join(place.clusterDir, 'postmaster.pid'))
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
}

function followOutput(child: ChildProcess, log: Log): string[] {
  const lastLines: string[] = []
  if (!child.stderr) return lastLines
  const lines = createInterface({ input: child.stderr })
  lines.on('line', (line) => {
    lastLines.push(line)
    if (lastLines.length > OUTPUT_LINES_KEPT) lastLines.shift()
    // An ERROR is the failure of one statement: whoever sent it knows, and says so where it matters.
    if (/^(PANIC|FATAL|WARNING):/.test(line)) log.warn({ from: 'postgres' }, line)
    else log.debug({ from: 'postgres' }, line)
  })
  return lastLines
}

function startFailure(place: Place, detail: string, lastLines: readonly string[]): StartFault {
  const output = lastLines.join('\n')
  if (output.includes('No space left on device')) return diskFullFault(place.clusterDir, 'PostgreSQL could not start')
  const problem = `PostgreSQL did not start (${detail}). It said:\n${output}`
  return new StartFault(problem, 'Repair what it names, or restore the data folder from a backup.')
}

async function endInOrder(child: ChildProcess, log: Log): Promise<void> {
  const gone = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  child.kill('SIGINT') // "Fast": transactions are rolled back, clients disconnected, a checkpoint written.
  const late = AbortSignal.timeout(limits.postgresStopTimeoutMs)
  await Promise.race([gone, new Promise<void>((resolve) => late.addEventListener('abort', () => resolve()))])
  if (child.exitCode !== null || child.signalCode !== null) return
  log.warn({ pid: child.pid }, 'PostgreSQL does not stop in order; stopping it at once (it recovers at the next start)')
  child.kill('SIGQUIT')
  await gone
}
