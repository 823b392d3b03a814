// How often one user asks whether something has arrived. Guarantees a bound for each, in memory of this process: a user
// who waits with many screens at once is told to wait a moment, and nobody else notices.
import { AppError } from '@inrange/contract/errors'
import type { Clock } from '../../platform/clock.ts'

/** Three screens that ask every two seconds, and some clicks. */
export const ASKS_PER_MINUTE_MAX = 120
const WINDOW_MS = 60_000
const USERS_REMEMBERED_MAX = 10_000

export class AsksMemory {
  readonly #clock: Clock
  readonly #windows = new Map<string, { startedMs: number; asks: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @throws AppError too_many_requests */
  count(userId: string): void {
    const nowMs = this.#clock.nowMs()
    const known = this.#windows.get(userId)
    if (!known || nowMs - known.startedMs >= WINDOW_MS) {
      if (this.#windows.size >= USERS_REMEMBERED_MAX) this.#windows.clear()
      this.#windows.set(userId, { startedMs: nowMs, asks: 1 })
      return
    }
    known.asks += 1
    if (known.asks <= ASKS_PER_MINUTE_MAX) return
    const retryAfterSeconds = Math.max(1, Math.ceil((known.startedMs + WINDOW_MS - nowMs) / 1_000))
    throw new AppError('too_many_requests', { retryAfterSeconds })
  }
}
