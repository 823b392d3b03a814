// When messages come: at random moments (a Poisson process) around a rate, which may follow the day. Deliberately
// without catching up: what a sleeping machine or a full outbox has missed is not sent in one burst afterwards.
import type { SeededRandom } from './seeded-random.ts'
import { messagesPerMinute } from './traffic.ts'

export interface SourceOptions {
  readonly random: SeededRandom
  /** The mean; 0 for nothing at all. */
  readonly ratePerSecond: number
  /** Whether the rate follows the hours of the day (UTC) around that mean. */
  readonly dayCurve: boolean
  /** Ends after so many; null for ever. */
  readonly messagesMax: number | null
  /** While true nothing comes. */
  readonly isFull: () => boolean
  readonly emit: (atMs: number) => void
}

const TICK_MS = 10
const FULL_RETRY_MS = 200
const BEHIND_MS_MAX = 1_000
const DAY_MINUTES = 24 * 60

export class TrafficSource {
  /** Resolves after the last message, or when stopped. */
  readonly finished: Promise<void>
  readonly #options: SourceOptions
  readonly #done = Promise.withResolvers<void>()
  #nextAtMs: number
  #left: number
  #timer: NodeJS.Timeout | undefined

  constructor(options: SourceOptions) {
    this.#options = options
    this.finished = this.#done.promise
    this.#left = options.messagesMax ?? Number.POSITIVE_INFINITY
    this.#nextAtMs = Date.now()
    if (options.ratePerSecond > 0 && this.#left > 0) this.#wait(0)
    else this.#done.resolve()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#done.resolve()
  }

  #wait(delayMs: number): void {
    this.#timer = setTimeout(() => this.#tick(), delayMs)
  }

  #tick(): void {
    const nowMs = Date.now()
    this.#nextAtMs = Math.max(this.#nextAtMs, nowMs - BEHIND_MS_MAX)
    while (this.#nextAtMs <= nowMs) {
      if (this.#options.isFull()) return this.#wait(FULL_RETRY_MS)
      this.#options.emit(nowMs)
      this.#left -= 1
      if (this.#left <= 0) return this.#done.resolve()
      this.#nextAtMs += this.#pauseMs(nowMs)
    }
    this.#wait(Math.max(TICK_MS, this.#nextAtMs - nowMs))
  }

  // The time to the next event of a Poisson process is exponentially distributed.
  #pauseMs(nowMs: number): number {
    const { random, ratePerSecond, dayCurve } = this.#options
    const factor = dayCurve ? messagesPerMinute(nowMs, DAY_MINUTES) : 1
    return (-Math.log(1 - random.next()) * 1_000) / (ratePerSecond * factor)
  }
}
