// Decides which denials become entries, so that nobody can fill the log by asking for what they may not have.
// Guarantees at most a few entries a minute for each who asks, and a bound for all together; what is left out is
// counted, and told with the next entry. Bounded itself: the key that was used longest ago is forgotten first, its
// count kept.
import type { Clock } from '../../platform/clock.ts'

export const DENIALS_PER_KEY_AND_MINUTE = 5
export const DENIALS_PER_MINUTE = 60
const KEYS_MAX = 10_000
const MINUTE_MS = 60_000

type Window = { minute: number; recorded: number; leftOut: number }
/** Counted since the last entry: of the same key, and of keys that were forgotten meanwhile. */
export type Admission = { leftOut: number; leftOutOfOthers: number }

export class DenialsMemory {
  readonly #clock: Clock
  readonly #windows = new Map<string, Window>()
  readonly #all: Window = { minute: 0, recorded: 0, leftOut: 0 }

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Whether a denial becomes an entry, and what that entry has to tell of those that did not; null when it is one of
   * them.
   * @param key who asks: a user, or an address
   */
  admit(key: string): Admission | null {
    const minute = Math.floor(this.#clock.nowMs() / MINUTE_MS)
    const window = this.#windowOf(key)
    for (const each of [window, this.#all]) {
      if (each.minute !== minute) Object.assign(each, { minute, recorded: 0 })
    }
    if (window.recorded >= DENIALS_PER_KEY_AND_MINUTE || this.#all.recorded >= DENIALS_PER_MINUTE) {
      window.leftOut += 1
      return null
    }
    const admission = { leftOut: window.leftOut, leftOutOfOthers: this.#all.leftOut }
    window.recorded += 1
    window.leftOut = 0
    this.#all.recorded += 1
    this.#all.leftOut = 0
    return admission
  }

  #windowOf(key: string): Window {
    const window = this.#windows.get(key) ?? { minute: 0, recorded: 0, leftOut: 0 }
    // Deleting first moves the key to the end: a Map keeps the order of insertion.
    this.#windows.delete(key)
    this.#windows.set(key, window)
    if (this.#windows.size > KEYS_MAX) this.#forgetOldest()
    return window
  }

  #forgetOldest(): void {
    const [oldest] = this.#windows
    if (!oldest) return
    this.#all.leftOut += oldest[1].leftOut
    this.#windows.delete(oldest[0])
  }
}
