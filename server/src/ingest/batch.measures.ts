// What the pipeline costs, counted once a batch and never once a message: how long a commit took, how long the oldest
// item of the batch had waited for it, and how long the queue was. Taken once a minute by whoever writes it down.
import type { IntakeItem } from '../features/carriers/carriers.public.ts'
import { countDuration, emptyCounts, type StepCounts } from '../platform/histogram.rules.ts'

export type BatchCounts = {
  /** Items taken into batches, and items answered after their commit. */
  received: number
  acknowledged: number
  /** Batches by how long it took until they were durable, waiting for PostgreSQL included. */
  commits: StepCounts
  /** Batches by the age of their oldest item when they were durable. */
  lags: StepCounts
  queuedPeak: number
}

/** The newest batch of a connection: when it was durable, and how old its oldest item was then. */
export type SeenLag = { atMs: number; lagMs: number }

export type BatchMeasures = {
  noteTaken(items: number): void
  noteQueue(queued: number): void
  noteDurable(items: readonly IntakeItem[], commitMs: number, nowMs: number): void
  /** What was counted since it was last taken. */
  read(): BatchCounts
  take(): BatchCounts
  /** By connection; of a batch of several only the one of its oldest item, so that a batch costs one entry. */
  lagsByConnection(): ReadonlyMap<string, SeenLag>
}

export function createBatchMeasures(): BatchMeasures {
  const seen = new Map<string, SeenLag>()
  let counts = noCounts()
  return {
    noteTaken(items) {
      counts.received += items
    },
    noteQueue(queued) {
      if (queued > counts.queuedPeak) counts.queuedPeak = queued
    },
    noteDurable(items, commitMs, nowMs) {
      counts.acknowledged += items.length
      countDuration(counts.commits, commitMs)
      const [oldest] = items
      if (!oldest) return
      const lagMs = Math.max(0, nowMs - oldest.receivedAtMs)
      countDuration(counts.lags, lagMs)
      seen.set(oldest.port.connection.connectionId, { atMs: nowMs, lagMs })
    },
    read: () => counts,
    take() {
      const taken = counts
      counts = noCounts()
      return taken
    },
    lagsByConnection: () => seen,
  }
}

function noCounts(): BatchCounts {
  return { received: 0, acknowledged: 0, commits: emptyCounts(), lags: emptyCounts(), queuedPeak: 0 }
}
