// Which numbers of a range a part of a number stands for, told from the range's first and last number: all of them,
// none, or those within a stretch that have to be looked at. Pure. All numbers of a range have one width.
import type { MatchMode } from '@inrange/contract/messages'

export type RangeFit = 'all' | 'none' | { first: bigint; last: bigint }

export function fitOfRange(range: { first: string; last: string }, digits: string, mode: MatchMode): RangeFit {
  const { first, last } = range
  const common = commonStart(first, last)
  if (digits.length > first.length) return 'none'
  if (mode === 'contains' && common.includes(digits)) return 'all'
  if (mode === 'starts' || mode === 'is') {
    if (mode === 'is' && digits.length !== first.length) return 'none'
    if (common.startsWith(digits) && mode === 'starts') return 'all'
    const from = digits.padEnd(first.length, '0')
    const to = digits.padEnd(first.length, '9')
    if (to < first || from > last) return 'none'
    return { first: BigInt(from > first ? from : first), last: BigInt(to < last ? to : last) }
  }
  return { first: BigInt(first), last: BigInt(last) }
}

function commonStart(a: string, b: string): string {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return a.slice(0, length)
}
