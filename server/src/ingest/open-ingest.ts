// Puts the pipeline together: dispatcher, routing, redelivery, notifier and the housekeeping of its tables, behind
// the door that connections use.
import type { ConnectionFacts, Intake } from '../features/carriers/carriers.public.ts'
import { limits } from '../limits.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { createNotifier } from './7-notify.ts'
import { createBatchMeasures, type BatchMeasures } from './batch.measures.ts'
import { deliverDue } from './deliver-due.ts'
import { createDispatcher } from './ingest.ts'
import { ENSURE_PARTITIONS, PRUNE_ASSEMBLIES, PRUNE_COMMITS, PRUNE_KEYS } from './ingest.queries.ts'
import { createRedelivery, MEMORY_MS } from './redelivery.ts'
import { openRoutingSource } from './routing-source.ts'
import { KnownNumbers } from './sort-items.ts'

export type IngestDeps = {
  database: Database
  /** For the one connection that shows other processes that this one lives. */
  connectionString: string
  clock: Clock
  log: Log
  /** Facts of a connection whose held parts are due; null while the connection is not known here. */
  factsOf: (connectionId: string) => ConnectionFacts | null
}
export type Ingest = Intake & {
  /** The routing facts have changed: load them before the next message is located. */
  refreshRouting(): Promise<void>
  /** Delivers long messages whose time is over; runs by itself every second. @returns how many */
  deliverDue(): Promise<number>
  stats(): { queued: number; inFlight: number; batches: number; items: number }
  readonly measures: BatchMeasures
  stop(): Promise<void>
}

const WEEK_MS = 7 * 24 * 3_600_000

/** Opens the pipeline. Needs a migrated database; makes the partitions of this week and the next. */
export async function openIngest(deps: IngestDeps): Promise<Ingest> {
  const { database, clock, log } = deps
  const { hot } = database
  const known = new KnownNumbers()
  await ensurePartitions()
  const routing = await openRoutingSource({ kysely: database.kysely, clock }, () => known.clear())
  const redelivery = createRedelivery({ hot, connectionString: deps.connectionString, clock, log })
  await redelivery.start()
  const notifier = createNotifier({ hot, log })
  const measures = createBatchMeasures()
  const dispatcher = createDispatcher({ hot, known, routing, redelivery, notifier, measures, clock, log })

  async function ensurePartitions(): Promise<void> {
    const nowMs = clock.nowMs()
    await hot.query(ENSURE_PARTITIONS, [new Date(nowMs), new Date(nowMs + 2 * WEEK_MS)])
  }
  async function prune(): Promise<void> {
    await hot.query(PRUNE_COMMITS, [new Date(clock.nowMs() - MEMORY_MS)])
    await hot.query(PRUNE_KEYS, [clock.now()])
    await hot.query(PRUNE_ASSEMBLIES, [clock.now()])
  }
  const deliver = () => deliverDue({ hot, known, routing, notifier, clock, factsOf: deps.factsOf })
  const timers = [
    setInterval(() => dispatcher.relieve(), limits.ingestRelieveEveryMs),
    every(limits.ingestDueEveryMs, 'parts past their time', deliver),
    every(limits.ingestPruneEveryMs, 'pruning', prune),
    every(limits.ingestPartitionsEveryMs, 'partitions', ensurePartitions),
  ]

  /**
   * Runs work now and then, never twice at once; a failure waits for the next turn, because all of it is repeatable.
   */
  function every(intervalMs: number, what: string, work: () => Promise<unknown>): NodeJS.Timeout {
    let isRunning = false
    return setInterval(() => {
      if (isRunning) return
      isRunning = true
      work()
        .catch((error: unknown) => log.warn({ err: error, what }, 'housekeeping of the pipeline is tried again'))
        .finally(() => {
          isRunning = false
        })
    }, intervalMs)
  }

  return {
    submit: dispatcher.submit,
    isFull: dispatcher.isFull,
    drained: dispatcher.drained,
    async openSession(session) {
      await dispatcher.settled()
      await redelivery.open(session)
    },
    closeSession(sessionId, end) {
      // What the session has in flight commits first: it belongs to what the carrier may send again.
      void dispatcher.settled().then(() => redelivery.close(sessionId, end))
    },
    refreshRouting: routing.refresh,
    deliverDue: deliver,
    stats: dispatcher.stats,
    measures,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await dispatcher.settled()
      await notifier.stop()
      await redelivery.stop()
    },
  }
}
