// The pulse of the connections: their counters every ten seconds, in memory, for five minutes. A rate is the difference
// of two beats, so it is of all processes, and nothing is counted for it but what is counted anyway.
import { perSecond } from './minutes.rules.ts'

export const BEAT_MS = 10_000
const BEATS_MAX = 31
/** Rates are over so many beats, because counters are written down every two seconds and not on the beat. */
const RATE_BEATS = 3

type Beat = { atMs: number; counts: ReadonlyMap<string, number> }
export type Rate = { at: Date; perSecond: number }

export class Pulse {
  readonly #beats: Beat[] = []

  add(beat: Beat): void {
    this.#beats.push(beat)
    if (this.#beats.length > BEATS_MAX) this.#beats.shift()
  }

  /** Items a second over the last half minute; null before there are two beats. `null` stands for all connections. */
  rateOf(connectionId: string | null): number | null {
    const last = this.#beats.at(-1)
    const before = this.#beats.at(-1 - RATE_BEATS) ?? this.#beats[0]
    return last && before && last !== before ? rateBetween(before, last, connectionId) : null
  }

  /** From beat to beat, oldest first. */
  recent(connectionId: string | null): Rate[] {
    return this.#beats.slice(1).map((beat, index) => ({
      at: new Date(beat.atMs),
      perSecond: rateBetween(this.#beats[index] ?? beat, beat, connectionId),
    }))
  }
}

function rateBetween(from: Beat, until: Beat, connectionId: string | null): number {
  const ids = connectionId === null ? [...until.counts.keys()] : [connectionId]
  // A connection that was not there before has counted from nought; one that is gone counts no more.
  const count = ids.reduce((sum, id) => sum + (until.counts.get(id) ?? 0) - (from.counts.get(id) ?? 0), 0)
  return perSecond(Math.max(0, count), (until.atMs - from.atMs) / 1_000)
}
