// Chance with a seed: the same seed makes the same choices for ever, so that a failure can be run again. It deliberately
// is of no use for secrets.

export type Random = {
  /** 0 to n - 1. */
  below(n: number): number
  between(least: number, most: number): number
  chance(percent: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** `length` digits of base 16. */
  hex(length: number): string
}

/** mulberry32: 32 bits of state, which is enough to choose steps by. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (n: number): number => next() % n
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (percent) => below(100) < percent,
    pick: <Item>(items: readonly Item[]): Item => {
      if (items.length === 0) throw new RangeError('Nothing to pick from')
      // The index lies within the list.
      return items[below(items.length)] as Item
    },
    hex: (length) => Array.from({ length }, () => below(16).toString(16)).join(''),
  }
}
