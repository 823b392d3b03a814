// How often the ways out may be tried: a test costs what a real message costs, and reaches whoever has the number.
// Counted in this process alone; several processes allow as many times more.
import { AppError } from '@inrange/contract/errors'
import type { Clock } from '../../platform/clock.ts'

const HOUR_MS = 3_600_000

export type TrialLimit = {
  /** Counts one trial. @throws AppError too_many_requests once there were `perHourMax` within an hour */
  take(): void
}

export function createTrialLimit(clock: Clock, perHourMax: number): TrialLimit {
  let takenMs: number[] = []
  return {
    take: () => {
      const nowMs = clock.nowMs()
      takenMs = takenMs.filter((atMs) => atMs > nowMs - HOUR_MS)
      const [oldestMs = nowMs] = takenMs
      if (takenMs.length >= perHourMax) {
        throw new AppError('too_many_requests', {
          message: `At most ${perHourMax} tests an hour. Wait until some of them are past.`,
          retryAfterSeconds: Math.ceil((oldestMs + HOUR_MS - nowMs) / 1_000),
        })
      }
      takenMs.push(nowMs)
    },
  }
}
