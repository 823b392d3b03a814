import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RoutingRow } from '../features/ranges/ranges.public.ts'
import { readTable } from '../testing/table.ts'
import { buildRoutingTable, findRange, locate } from './3-locate.ts'

const ANNA = '0198c0de-0000-7000-8000-00000000000a'
const BEN = '0198c0de-0000-7000-8000-00000000000b'
const open = { fromMs: 1_000, untilMs: Infinity }

function row(start: number, end: number, change: Partial<RoutingRow> = {}): RoutingRow {
  const rangeId = `0198c0de-0000-7000-8000-${String(start).padStart(12, '0')}`
  const owners = [{ ...open, ownerId: ANNA }]
  const rates = [{ ...open, rateMicros: 4_300n }]
  return { rangeId, start, end, isActive: true, isTest: false, owners, rates, ...change }
}

const handedOver = [
  { fromMs: 1_000, untilMs: 5_000, ownerId: ANNA },
  { fromMs: 5_000, untilMs: Infinity, ownerId: BEN },
]
const dearer = [
  { fromMs: 1_000, untilMs: 7_000, rateMicros: 4_300n },
  { fromMs: 7_000, untilMs: Infinity, rateMicros: 9_000n },
]
const world = buildRoutingTable(1n, [
  row(100, 199),
  row(200, 299, { isActive: false }),
  row(400, 499, { owners: handedOver }),
  row(500, 599, { rates: dearer }),
  row(600, 699, { owners: [] }),
  row(700, 799, { isTest: true }),
  row(800, 899, { rates: [] }),
])

const cases = readTable(`
  number | at   | result         | owner | rate
  99     | 2000 | no_range       |       |
  100    | 2000 |                | anna  | 4300
  199    | 2000 |                | anna  | 4300
  200    | 2000 | inactive_range |       |
  300    | 2000 | no_range       |       |
  150    | 999  | no_owner       |       |
  150    | 1000 |                | anna  | 4300
  450    | 4999 |                | anna  | 4300
  450    | 5000 |                | ben   | 4300
  450    | 999  | no_owner       |       |
  550    | 6999 |                | anna  | 4300
  550    | 7000 |                | anna  | 9000
  650    | 2000 | no_owner       |       |
  750    | 2000 |                | anna  | 4300
  850    | 2000 |                | anna  | 0
  900    | 2000 | no_range       |       |
`)

test.each(cases)('number $number at $at: $result$owner $rate', ({ number, at, result, owner, rate }) => {
  const located = locate(world, Number(number), Number(at))
  if (typeof located === 'string') return expect(located).toBe(result)
  expect(result).toBe('')
  expect(located.owner.id).toBe(owner === 'anna' ? ANNA : BEN)
  expect(located.rateMicros).toBe(BigInt(rate ?? 0))
})

test('a test number says so', () => {
  expect(locate(world, 750, 2_000)).toMatchObject({ isTest: true })
  expect(locate(world, 150, 2_000)).toMatchObject({ isTest: false })
})

test('the binary search finds what a look at every range finds', () => {
  const widths = fc.array(fc.record({ gap: fc.nat({ max: 5 }), width: fc.integer({ min: 1, max: 9 }) }), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(widths, fc.nat({ max: 1_000 }), (blocks, number) => {
      let next = 10
      const rows = blocks.map(({ gap, width }) => {
        const start = next + gap
        next = start + width
        return row(start, next - 1)
      })
      const expected = rows.findIndex(({ start, end }) => start <= number && number <= end)
      expect(findRange(buildRoutingTable(1n, rows), number)).toBe(expected)
    }),
  )
})
