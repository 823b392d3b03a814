// Guarantees work in the background that is done at least once: a job is a row of the same database, taken by one
// process at a time, tried again with growing pauses when it throws, and started by the clock where a schedule says
// so, once for all processes together. So a handler must bear being run twice. It deliberately knows no job of the
// product.
import { setTimeout as delay } from 'node:timers/promises'
import { Logger, parseCronItems, run, runMigrations } from 'graphile-worker'
import type { ParsedCronItem, Runner, RunnerOptions, TaskList } from 'graphile-worker'
import pg from 'pg'
import { limits } from '../limits.ts'
import { invariant } from './invariant.ts'
import { ensureJobsDoor, JOBS_SCHEMA } from './jobs.queries.ts'
import type { Log } from './log.ts'

/** One kind of background work. */
export type JobDefinition = {
  /** Verb and noun, such as `settle-earnings`; stored with every job of the kind. */
  name: string
  /** Does the work. `payload` is what was stored with the job; check it. Throwing means: try again later. */
  handle(payload: unknown, context: JobContext): Promise<void>
  /**
   * When to start it by itself: minute, hour, day, month and weekday in UTC, such as `5 * * * *` for five past each
   * hour.
   */
  schedule?: string
}

export type JobContext = {
  /** Aborted when the program is stopping; long work ends early and is taken up again later. */
  signal: AbortSignal
  log: Log
  /** The first attempt is 1. */
  attempt: number
}

export type Jobs = {
  /** Waits for running jobs to end, then gives everything free. */
  stop(): Promise<void>
}

export type JobsOptions = {
  /** Connects as the owner of the tables: the queue brings its own schema up to date. */
  connectionString: string
  definitions: readonly JobDefinition[]
  log: Log
}

/**
 * Brings the queue's own schema up to date and lets the program put jobs into it. Run it in every process that adds
 * jobs, also where none are worked on; `startJobs` does it by itself.
 */
export async function prepareJobs(options: { connectionString: string; log: Log }): Promise<void> {
  const pool = createJobsPool(options.connectionString, options.log)
  try {
    await runMigrations({ pgPool: pool, schema: JOBS_SCHEMA, logger: queueLogger(options.log) })
    await ensureJobsDoor(pool)
  } finally {
    await pool.end()
  }
}

/**
 * Starts working on jobs. A queue that fails as a whole (the database was away too long) is started again by itself.
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  await prepareJobs(options)
  const pool = createJobsPool(options.connectionString, options.log)
  const runnerOptions: RunnerOptions = {
    pgPool: pool,
    schema: JOBS_SCHEMA,
    concurrency: limits.jobsAtOnceMax,
    gracefulShutdownAbortTimeout: limits.jobsStopGraceMs,
    noHandleSignals: true, // main.ts decides in which order parts stop.
    taskList: buildTasks(options),
    parsedCronItems: buildSchedule(options.definitions),
    logger: queueLogger(options.log),
  }
  const stopping = new AbortController()
  let runner = await run(runnerOptions)
  const keptRunning = keepRunning(
    () => runner,
    async () => (runner = await run(runnerOptions)),
    { stopping: stopping.signal, log: options.log },
  )
  return {
    stop: async () => {
      if (stopping.signal.aborted) return
      stopping.abort()
      await runner.stop().catch(() => undefined) // Refuses only when it has ended already.
      await keptRunning
      await pool.end()
    },
  }
}

async function keepRunning(
  current: () => Runner,
  restart: () => Promise<Runner>,
  options: { stopping: AbortSignal; log: Log },
): Promise<void> {
  while (!options.stopping.aborted) {
    try {
      await current().promise
      if (options.stopping.aborted) return
      options.log.error('the job queue ended by itself; starting it again')
    } catch (error) {
      options.log.error({ err: error }, 'the job queue failed; starting it again')
    }
    await delay(limits.jobsRestartDelayMs, undefined, { signal: options.stopping }).catch(() => undefined)
    if (options.stopping.aborted) return
    // A failure here leaves the ended runner in place, whose promise fails at once: the loop comes round after the
    // pause.
    await restart().catch((error: unknown) => options.log.error({ err: error }, 'the job queue did not start'))
  }
}

function buildTasks(options: JobsOptions): TaskList {
  const tasks: TaskList = {}
  for (const definition of options.definitions) {
    invariant(!(definition.name in tasks), `The job ${definition.name} is defined once`)
    const log = options.log.child({ job: definition.name })
    tasks[definition.name] = (payload, { abortSignal, job }) =>
      definition.handle(payload, { signal: abortSignal, log, attempt: job.attempts })
  }
  return tasks
}

function buildSchedule(definitions: readonly JobDefinition[]): ParsedCronItem[] {
  const items = definitions.flatMap(({ name, schedule }) =>
    schedule === undefined
      ? []
      : [{ task: name, match: schedule, identifier: name, options: { jobKey: `schedule:${name}` } }],
  )
  return parseCronItems(items)
}

// A pool of its own, with the driver's own decoding: the library expects 64-bit integers as text.
function createJobsPool(connectionString: string, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    application_name: 'inrange-jobs',
    max: limits.jobsPoolConnectionsMax,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    keepAlive: true,
  })
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle connection of the job queue was lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.debug({ reason: error.message }, 'a connection of the job queue was lost'))
  })
  return pool
}

// The library tells of every start and end of a job as information; for us that is detail.
const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

function queueLogger(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    const { taskIdentifier, jobId } = scope
    log[LEVELS[level]]({ from: 'jobs', ...(jobId === undefined ? {} : { job: taskIdentifier, jobId }) }, message)
  })
}
