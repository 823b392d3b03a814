// Remembers wrong passwords by address and by system_id, so that each further one waits longer for its answer.
// Bounded: the key that was used longest ago is forgotten first. It deliberately never locks anybody out: the right
// password is taken at once, always.
import type { Clock } from '../../platform/clock.ts'
import { refusalDelayMs } from './back-off.rules.ts'

const KEYS_MAX = 10_000
/** A key is forgotten after so long without a failure, in milliseconds. */
const FORGET_AFTER_MS = 15 * 60_000

type Failures = { count: number; lastMs: number }

export class RefusalsMemory {
  readonly #clock: Clock
  readonly #failures = new Map<string, Failures>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts a wrong password and returns how many milliseconds its answer has to wait. */
  countFailure(remoteAddress: string, systemId: string): number {
    const counts = [this.#count(`address ${remoteAddress}`), this.#count(`system_id ${systemId}`)]
    return refusalDelayMs(Math.max(...counts))
  }

  #count(key: string): number {
    const nowMs = this.#clock.nowMs()
    const known = this.#failures.get(key)
    const isFresh = known !== undefined && nowMs - known.lastMs < FORGET_AFTER_MS
    const count = (isFresh ? known.count : 0) + 1
    // Deleting first moves the key to the end: a Map keeps the order of insertion.
    this.#failures.delete(key)
    this.#failures.set(key, { count, lastMs: nowMs })
    if (this.#failures.size > KEYS_MAX) {
      const [oldest] = this.#failures.keys()
      if (oldest !== undefined) this.#failures.delete(oldest)
    }
    return count
  }
}
