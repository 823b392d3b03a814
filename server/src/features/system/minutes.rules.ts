// How stretches of measuring add up: of several processes, and of several minutes to a quarter of an hour. Pure.
import { addCounts, emptyCounts, percentileMs, type StepCounts } from '../../platform/histogram.rules.ts'

/** What was done in a stretch of time, by one process or by all. */
export type Work = {
  requests: number
  faults: number
  requestCounts: StepCounts
  received: number
  acknowledged: number
  commitCounts: StepCounts
  lagCounts: StepCounts
  queuedPeak: number
  streamsPeak: number
  memoryBytes: number
}
export type Minute = Work & { fromAt: Date; processId: string; seconds: number }

/** Stands for all processes together, in stretches that are kept for long. */
export const ALL_PROCESSES = '00000000-0000-0000-0000-000000000000'
export const QUARTER_SECONDS = 900

export function noWork(): Work {
  return {
    requests: 0,
    faults: 0,
    requestCounts: emptyCounts(),
    received: 0,
    acknowledged: 0,
    commitCounts: emptyCounts(),
    lagCounts: emptyCounts(),
    queuedPeak: 0,
    streamsPeak: 0,
    memoryBytes: 0,
  }
}

/** Counts add up; of peaks and of memory the largest is kept. */
export function addWork(many: readonly Work[]): Work {
  const sum = (of: (work: Work) => number) => many.reduce((total, work) => total + of(work), 0)
  const most = (of: (work: Work) => number) => many.reduce((top, work) => Math.max(top, of(work)), 0)
  return {
    requests: sum((work) => work.requests),
    faults: sum((work) => work.faults),
    requestCounts: addCounts(many.map((work) => work.requestCounts)),
    received: sum((work) => work.received),
    acknowledged: sum((work) => work.acknowledged),
    commitCounts: addCounts(many.map((work) => work.commitCounts)),
    lagCounts: addCounts(many.map((work) => work.lagCounts)),
    queuedPeak: most((work) => work.queuedPeak),
    streamsPeak: most((work) => work.streamsPeak),
    memoryBytes: most((work) => work.memoryBytes),
  }
}

/** The minutes of each quarter of an hour as one of all processes, in order. */
export function thin(minutes: readonly Minute[]): Minute[] {
  const quarters = Map.groupBy(minutes, ({ fromAt }) => {
    const atMs = fromAt.getTime()
    return atMs - (atMs % (QUARTER_SECONDS * 1_000))
  })
  return [...quarters]
    .toSorted(([one], [other]) => one - other)
    .map(([atMs, many]) => ({
      ...addWork(many),
      fromAt: new Date(atMs),
      processId: ALL_PROCESSES,
      seconds: QUARTER_SECONDS,
    }))
}

/** One decimal below ten, so that a trickle does not read as nothing. */
export function perSecond(count: number, seconds: number): number {
  if (seconds <= 0) return 0
  const rate = count / seconds
  return rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate)
}

/** A percentile as it is shown: whole milliseconds. */
export function shownMs(counts: StepCounts, share: number): number | null {
  const durationMs = percentileMs(counts, share)
  return durationMs === null ? null : Math.round(durationMs)
}
