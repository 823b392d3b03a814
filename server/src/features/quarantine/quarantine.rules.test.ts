import { expect, test } from 'vitest'
import { readTable } from '../../testing/table.ts'
import { numberInRange, recipientPattern, sumPlan, type Planned } from './quarantine.rules.ts'

const range = { start: 447_700_900_000, end: 447_700_900_999 }
const numbers = readTable(`
  recipient      | e164         | means
  +447700900123  | 447700900123 | 447700900123
  447700901123   | 447700901123 |
  07700900123    |              | 447700900123
  7700900123     | 7700900123   | 447700900123
  7700901123     | 7700901123   |
  0 7700 900-123 |              | 447700900123
  900123         | 900123       | 447700900123
  0123           |              |
  123            | 123          |
  Bank           |              |
  07700900123x   |              |
`)
test.each(numbers)('in the range, $recipient means "$means"', ({ recipient, e164, means }) => {
  const given = { text: recipient ?? '', number: e164 === '' ? Number.NaN : Number(e164) }
  expect(numberInRange(given, range)).toBe(means === '' ? null : Number(means))
})

test('digits are put before a national form only where every number of the range has them', () => {
  const wide = { start: 447_700_900_000, end: 447_799_999_999 }
  expect(numberInRange({ text: '900123', number: 900_123 }, wide)).toBeNull()
  expect(numberInRange({ text: '07700900123', number: Number.NaN }, wide)).toBe(447_700_900_123)
})

const patterns = readTable(`
  text         | match    | pattern
  +44 7700     | starts   | 447700%
  0044 7700    | starts   | 447700%
  07700        | starts   | 7700%
  0123         | ends     | %0123
  77-00        | contains | %7700%
  AcmeBank     | contains | %AcmeBank%
  100%_a       | contains | %100\\%\\_a%
`)
test.each(patterns)('$text, $match, is looked for as $pattern', ({ text, match, pattern }) => {
  expect(recipientPattern(text ?? '', match as 'starts')).toBe(pattern?.replaceAll('\\\\', '\\'))
})

test('a plan is summed by range and owner, dearest first, and says why the others stay', () => {
  const landing = { kind: 'lands', isTest: false, segments: 2 } as const
  const planned: Planned[] = [
    { ...landing, rangeId: 'uk', ownerId: 'ayse', rateMicros: 10n, earnedMicros: 20n },
    { ...landing, rangeId: 'fr', ownerId: 'bob', rateMicros: 100n, earnedMicros: 200n },
    { ...landing, rangeId: 'uk', ownerId: 'ayse', rateMicros: 30n, earnedMicros: 60n },
    { kind: 'stays', reason: 'no_range' },
    { kind: 'stays', reason: 'decided' },
    { kind: 'stays', reason: 'no_range' },
  ]
  const uk = { rangeId: 'uk', ownerId: 'ayse', isTest: false, messages: 2, segments: 4, rateMicros: null }
  const fr = { rangeId: 'fr', ownerId: 'bob', isTest: false, messages: 1, segments: 2, rateMicros: 100n }
  expect(sumPlan(planned)).toEqual({
    messages: 3,
    segments: 6,
    earnedMicros: 280n,
    targets: [
      { ...fr, earnedMicros: 200n },
      { ...uk, earnedMicros: 80n },
    ],
    stays: [
      { reason: 'no_range', messages: 2 },
      { reason: 'decided', messages: 1 },
    ],
  })
})
