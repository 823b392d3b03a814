import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MatchMode } from '@inrange/contract/messages'
import { liesIn } from './message-filter.rules.ts'
import { fitOfRange } from './numbers.rules.ts'

const range = { first: '44700000', last: '44700499' }
const fit = (digits: string, mode: MatchMode, stretchesMax = 1_000) => {
  const found = fitOfRange(range, digits, mode, stretchesMax)
  return typeof found === 'string' ? found : found.map(({ first, last }) => `${first}-${last}`)
}

test.each<[string, MatchMode, string | string[]]>([
  ['470', 'contains', 'all'],
  ['4470', 'starts', 'all'],
  ['4480', 'starts', 'none'],
  ['447003', 'starts', ['44700300-44700399']],
  ['447005', 'starts', 'none'],
  ['44700123', 'is', ['44700123-44700123']],
  ['4470012', 'is', 'none'],
  ['447001234', 'contains', 'none'],
  // Over the end of what all numbers have in common.
  ['7004', 'contains', ['44700400-44700499']],
  ['7009', 'contains', 'none'],
  // 44700[0-4]77, and 4470077x, which begins beyond the last number.
  [
    '77',
    'contains',
    ['44700077-44700077', '44700177-44700177', '44700277-44700277', '44700377-44700377', '44700477-44700477'],
  ],
  [
    '11',
    'contains',
    ['44700011-44700011', '44700110-44700119', '44700211-44700211', '44700311-44700311', '44700411-44700411'],
  ],
  ['123', 'ends', ['44700123-44700123']],
  ['523', 'ends', 'none'],
])('%s, %s', (digits, mode, expected) => {
  expect(fit(digits, mode)).toEqual(expected)
})

test('what would be too many stretches is the range as a whole', () => {
  expect(fit('77', 'contains', 9)).toEqual([`${range.first}-${range.last}`])
  expect(fit('77', 'contains', 10)).toHaveLength(5)
})

test('no number that fits lies outside, and of exact stretches every number fits', () => {
  const modes = fc.constantFrom<MatchMode>('contains', 'starts', 'ends', 'is')
  const bounds = fc.tuple(fc.integer({ min: 100_000, max: 999_999 }), fc.nat({ max: 3_000 }))
  const digits = fc.stringMatching(/^[0-9]{1,7}$/)
  // Numbers of six digits that share none have at most 111,110 beginnings before one of them: a million is never reached.
  const most = fc.constantFrom(5, 1_000_000)
  fc.assert(
    fc.property(bounds, digits, modes, most, ([first, width], part, mode, stretchesMax) => {
      const last = Math.min(999_999, first + width)
      const found = fitOfRange({ first: `${first}`, last: `${last}` }, part, mode, stretchesMax)
      const isWithin = (number: bigint) => {
        if (typeof found === 'string') return found === 'all'
        return found.some((stretch) => stretch.first <= number && number <= stretch.last)
      }
      for (let number = first; number <= last; number++) {
        const fits = liesIn(part, `${number}`, mode)
        if (fits) expect(isWithin(BigInt(number))).toBe(true)
        else if (stretchesMax > 5) expect(isWithin(BigInt(number))).toBe(false)
      }
      if (typeof found === 'string') return
      for (const [index, stretch] of found.entries()) {
        expect(stretch.first >= BigInt(first) && stretch.last <= BigInt(last)).toBe(true)
        expect(stretch.first > (found[index - 1]?.last ?? -1n)).toBe(true)
      }
    }),
    // Found once: the range as a whole, because its stretches were just too many.
    { numRuns: 200, examples: [[[198_106, 1_894], '0', 'contains', 1_000_000]] },
  )
})
