// Which numbers of a range a part of a number stands for, told from the range's first and last number: all of them,
// none, or those within stretches that have to be looked at. Pure. All numbers of a range have one width.
import type { MatchMode } from '@inrange/contract/messages'

/** Both inclusive. */
export type Stretch = { first: bigint; last: bigint }
/** Stretches are in order and none lies over another; numbers in them may still not fit. */
export type RangeFit = 'all' | 'none' | Stretch[]

/** @param stretchesMax what would be more stretches is the range as a whole */
export function fitOfRange(
  range: { first: string; last: string },
  digits: string,
  mode: MatchMode,
  stretchesMax: number,
): RangeFit {
  const { first, last } = range
  const places = first.length - digits.length
  if (places < 0 || (mode === 'is' && places > 0)) return 'none'
  const common = commonStart(first, last)
  if (mode === 'contains' && common.includes(digits)) return 'all'
  if (mode === 'starts' && common.startsWith(digits)) return 'all'
  const from = mode === 'ends' ? places : 0
  const until = mode === 'contains' || mode === 'ends' ? places : 0
  const stretches: Stretch[] = []
  for (let place = from; place <= until; place++) {
    const heads = headsOf(common, digits, place, stretchesMax - stretches.length)
    if (heads === null) return [{ first: BigInt(first), last: BigInt(last) }]
    for (const head of heads) {
      const stretch = stretchOf(range, head + digits)
      if (stretch !== null) stretches.push(stretch)
    }
  }
  return stretches.length === 0 ? 'none' : joined(stretches)
}

/** What may stand before the digits where they begin at a place; null when that is more than may be told apart. */
function headsOf(common: string, digits: string, place: number, headsMax: number): string[] | null {
  if (place <= common.length) {
    const agrees = digits.startsWith(common.slice(place, place + digits.length))
    return agrees ? [common.slice(0, place)] : []
  }
  const free = place - common.length
  const count = 10 ** free
  if (count > headsMax) return null
  return Array.from({ length: count }, (_, n) => common + n.toString().padStart(free, '0'))
}

function stretchOf({ first, last }: { first: string; last: string }, start: string): Stretch | null {
  const from = start.padEnd(first.length, '0')
  const to = start.padEnd(first.length, '9')
  if (to < first || from > last) return null
  return { first: BigInt(from > first ? from : first), last: BigInt(to < last ? to : last) }
}

/** The same numbers in order, each once. */
function joined(stretches: Stretch[]): Stretch[] {
  const found: Stretch[] = []
  for (const next of stretches.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = found.at(-1)
    if (before === undefined || next.first > before.last) found.push({ ...next })
    else if (next.last > before.last) before.last = next.last
  }
  return found
}

function commonStart(a: string, b: string): string {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return a.slice(0, length)
}
