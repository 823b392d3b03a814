// Chance that can be repeated: the same seed gives the same sequence on every machine. Mulberry32, a generator of 32
// bits of state: short, fast and even enough for traffic. Deliberately not for anything that must not be guessed.

export interface SeededRandom {
  /** From 0, inclusive, to 1, exclusive. */
  next(): number
  /** A whole number from 0 to `bound - 1`. */
  below(bound: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  /** One of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item
  /** The items in another order. */
  shuffle<Item>(items: readonly Item[]): Item[]
}

export function createRandom(seed: number): SeededRandom {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (bound: number): number => Math.floor(next() * bound)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('there is nothing to pick from')
      return items[below(items.length)] as (typeof items)[number]
    },
    shuffle: (items) => {
      const shuffled = [...items]
      for (let i = shuffled.length - 1; i > 0; i -= 1) {
        const j = below(i + 1)
        const item = shuffled[i] as (typeof items)[number]
        shuffled[i] = shuffled[j] as (typeof items)[number]
        shuffled[j] = item
      }
      return shuffled
    },
  }
}
