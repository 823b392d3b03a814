// What requests to the API cost: counted in memory, taken once a minute by whoever writes it down. One addition and
// one step of a histogram a request. It knows no noun and keeps nothing about who asked for what.
import { countDuration, emptyCounts, type StepCounts } from './histogram.rules.ts'

export type RequestCounts = {
  requests: number
  /** Answered with 500 or above: ours, not the caller's. */
  faults: number
  /** By how long they took until the answer began. */
  durations: StepCounts
}

export type RequestMeter = {
  note(durationMs: number, status: number): void
  /** What was counted since it was last taken. */
  read(): RequestCounts
  /** The same, and begins anew. */
  take(): RequestCounts
}

export function createRequestMeter(): RequestMeter {
  let counts: RequestCounts = { requests: 0, faults: 0, durations: emptyCounts() }
  return {
    note(durationMs, status) {
      counts.requests += 1
      if (status >= 500) counts.faults += 1
      countDuration(counts.durations, durationMs)
    },
    read: () => counts,
    take() {
      const taken = counts
      counts = { requests: 0, faults: 0, durations: emptyCounts() }
      return taken
    },
  }
}
