// The dispatcher: the only file of the pipeline with control flow, batching and back-pressure. It takes what has
// queued up (whatever waits, up to a bound; never a timer when idle), runs the stages, a few batches in flight, and
// answers after the commit. A batch that failed is tried again under the same id until it is known to be durable or
// to be refused by PostgreSQL itself; then it is split, so that one item cannot hold up others.
import { randomUUID } from 'node:crypto'
import { isDatabaseUnavailable, isRetryable, violatedConstraint } from '../platform/database-fault.ts'
import { limits } from '../limits.ts'
import type { IntakeItem, Outcome } from '../features/carriers/carriers.public.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { acknowledge } from './6-acknowledge.ts'
import type { BatchMeasures } from './batch.measures.ts'
import { digestOf } from './1-decode.ts'
import type { Redelivery } from './redelivery.ts'
import type { RoutingSource } from './routing-source.ts'
import { laneOf, sortItems, type Sorted } from './sort-items.ts'
import { writeBatch, type WriteDeps, type Written } from './write-batch.ts'
import type { Notifier } from './7-notify.ts'

export type DispatcherDeps = WriteDeps & {
  routing: RoutingSource
  redelivery: Redelivery
  notifier: Notifier
  measures: BatchMeasures
  clock: Clock
  log: Log
}
export type Dispatcher = {
  submit: (item: IntakeItem) => void
  isFull: () => boolean
  drained: () => Promise<void>
  /** Resolves when every batch that is in flight now has been answered. */
  settled: () => Promise<void>
  /** Answers what has waited too long while nothing can be written; called once a second. */
  relieve: () => void
  stats: () => { queued: number; inFlight: number; batches: number; items: number }
}

/**
 * What waits, apart by owner: batches of different owners touch no common row, so PostgreSQL writes them at once;
 * those of one owner wait for its inbox's lock anyway. Which lane an item takes decides nothing else, so a change of
 * owner in between is harmless.
 */
type Lane = { queue: IntakeItem[]; inFlight: number }

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { clock, log } = deps
  const lanes: Lane[] = Array.from({ length: limits.ingestLanes }, () => ({ queue: [], inFlight: 0 }))
  const inFlight = new Set<Promise<void>>()
  let queued = 0
  let isScheduled = false
  let saidAtMs = 0
  let waiters: (() => void)[] = []
  const totals = { batches: 0, items: 0 }

  function schedule(): void {
    if (isScheduled || queued === 0) return
    isScheduled = true
    // After the sockets of this turn have been read, so that what arrived together travels together.
    setImmediate(takeAll)
  }

  function takeAll(): void {
    isScheduled = false
    deps.measures.noteQueue(queued)
    // Idle lanes before busy ones, the longest waiting first: no owner waits behind another's flood.
    for (let busy = 0; busy < limits.ingestBatchesPerLaneMax; busy++) {
      const ready = lanes.filter((lane) => lane.inFlight === busy && lane.queue.length > 0)
      for (const lane of ready.toSorted(byAge)) if (inFlight.size < limits.ingestBatchesInFlightMax) take(lane)
    }
    if (queued > limits.ingestQueueLowWater) return
    for (const wake of waiters) wake()
    waiters = []
  }

  function take(lane: Lane): void {
    const batch = lane.queue.splice(0, limits.ingestBatchItemsMax)
    queued -= batch.length
    // What a closed session sent and nobody acknowledged it will send again: dropping it unwritten loses nothing.
    const taken = batch.filter((item) => item.port.isOpen())
    if (taken.length === 0) return
    totals.batches += 1
    totals.items += taken.length
    deps.measures.noteTaken(taken.length)
    lane.inFlight += 1
    const done = process(sortItems(taken, deps.redelivery.isRedelivery)).finally(() => {
      inFlight.delete(done)
      lane.inFlight -= 1
      schedule()
    })
    inFlight.add(done)
  }

  async function process(sorted: Sorted): Promise<void> {
    const startedMs = performance.now()
    const written = await writeUntilKnown(sorted)
    if (written === 'refused') return processHalves(sorted)
    deps.measures.noteDurable(sorted.items, performance.now() - startedMs, clock.nowMs())
    acknowledge(sorted.items.map((item, index) => ({ item, outcome: written.outcomes[index] ?? 'accepted' })))
    expectLateRedeliveries(sorted.items, written.outcomes)
    deps.notifier.add(new Set(written.landings.map(({ owner }) => owner.id)))
    for (const { message, isNewNumber } of written.landings) if (isNewNumber) deps.known.add(message.recipient)
  }

  /** Tries until the batch is durable; an outage is waited for. 'refused': PostgreSQL will never take it as it is. */
  async function writeUntilKnown(sorted: Sorted): Promise<Written | 'refused'> {
    const batchId = randomUUID()
    for (let attempt = 0; ; attempt++) {
      try {
        const written = await writeBatch(deps, batchId, sorted, deps.routing.current(), clock.nowMs())
        if (written !== 'stale') return written
        await deps.routing.refresh()
      } catch (error) {
        // Our own id: an attempt whose answer was lost had committed after all.
        if (violatedConstraint(error) === 'ingest_commits_pkey')
          return { outcomes: sorted.decided.map((o) => o ?? 'accepted'), landings: [] }
        if (!isDatabaseUnavailable(error) && !isRetryable(error)) {
          log.error(
            { err: error, items: sorted.items.length },
            'PostgreSQL refused a batch; it is split to find the item',
          )
          return 'refused'
        }
        sayWaiting(error)
        await new Promise((resolve) => setTimeout(resolve, Math.min(50 * 2 ** attempt, 1_000)))
      }
    }
  }

  /** One line every few seconds of an outage, whatever the number of batches that wait. */
  function sayWaiting(error: unknown): void {
    const nowMs = clock.nowMs()
    if (nowMs - saidAtMs < limits.ingestWaitingLogEveryMs) return
    saidAtMs = nowMs
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ reason, queued, inFlight: inFlight.size }, 'batches wait for PostgreSQL and are tried again')
  }

  async function processHalves(sorted: Sorted): Promise<void> {
    const { items } = sorted
    const [only] = items
    if (items.length === 1 && only) return only.port.answer(only, 'unavailable')
    const middle = items.length >> 1
    // Suspicions were used up when the batch was sorted, so what was decided then stays decided.
    for (const half of [items.slice(0, middle), items.slice(middle)]) {
      const decided = new Map(half.map((item) => [item, sorted.decided[items.indexOf(item)]]))
      const again = sortItems(
        half.filter((item) => decided.get(item) === undefined),
        () => false,
      )
      acknowledge(half.flatMap((item) => answerOf(item, decided.get(item))))
      if (again.items.length > 0) await process(again)
    }
  }

  /**
   * A carrier that waited too long for an answer may have given up on it and send the same again on the same session.
   */
  function expectLateRedeliveries(items: readonly IntakeItem[], outcomes: readonly Outcome[]): void {
    const lateMs = clock.nowMs() - limits.ingestLateAnswerMs
    for (const [index, item] of items.entries()) {
      if (item.receivedAtMs > lateMs || item.port.connection.dedupePolicy !== 'redelivery-aware') continue
      if (outcomes[index] === 'receipt' || item.port.sessionId === null) continue
      deps.redelivery.expect(item.port.connection.connectionId, digestOf(item.commandId, item.content.raw))
    }
  }

  return {
    submit(item) {
      if (queued >= limits.ingestQueueMax) return item.port.answer(item, 'throttled')
      lanes[laneOf(deps.routing.current(), item, lanes.length)]?.queue.push(item)
      queued += 1
      schedule()
    },
    isFull: () => queued >= limits.ingestQueueHighWater,
    drained: () =>
      queued < limits.ingestQueueHighWater ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve)),
    settled: () => Promise.all(inFlight).then(() => undefined),
    relieve() {
      const oldestMs = clock.nowMs() - limits.ingestAnswerWithinMs
      for (const lane of lanes) {
        if ((lane.queue[0]?.receivedAtMs ?? Infinity) >= oldestMs) continue
        const late = lane.queue.filter((item) => item.receivedAtMs < oldestMs)
        lane.queue = lane.queue.filter((item) => item.receivedAtMs >= oldestMs)
        queued -= late.length
        for (const item of late) if (item.port.isOpen()) item.port.answer(item, 'unavailable')
      }
    },
    stats: () => ({ queued, inFlight: inFlight.size, ...totals }),
  }
}

function byAge(a: Lane, b: Lane): number {
  return (a.queue[0]?.receivedAtMs ?? 0) - (b.queue[0]?.receivedAtMs ?? 0)
}

function answerOf(item: IntakeItem, outcome: Outcome | undefined) {
  return outcome === undefined ? [] : [{ item, outcome }]
}
