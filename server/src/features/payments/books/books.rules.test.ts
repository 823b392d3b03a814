import { expect, test } from 'vitest'
import { compareBooks, coveragePercent, isAlarming, legOf } from './books.rules.ts'

const read = (micros: bigint, inFlightOutMicros = 0n, inFlightInMicros = 0n) =>
  ({ outcome: 'read', micros, inFlightOutMicros, inFlightInMicros, detail: '1 address.', block: 7n }) as const

test('what is on its way explains a difference, and what is left is missing or too much', () => {
  expect(compareBooks(read(90n, 20n, 10n), 100n)).toMatchObject({
    differenceMicros: 0n,
    detail: '1 address. They agree.',
  })
  expect(compareBooks(read(80_000_000n), 90_000_000n)).toMatchObject({ differenceMicros: -10_000_000n })
  expect(compareBooks(read(80_000_000n), 90_000_000n).detail).toMatch(/\$10\.00 is missing/)
  expect(compareBooks(read(91_000_000n), 90_000_000n).detail).toMatch(/\$1\.00 is there beyond/)
})

test('one micro-USD is an alarm, and so is what cannot be read; agreement is none', () => {
  expect(isAlarming(compareBooks(read(100n), 100n))).toBe(false)
  expect(isAlarming(compareBooks(read(101n), 100n))).toBe(true)
  const unread = compareBooks({ outcome: 'unread', detail: 'No node.' }, 100n)
  expect(unread).toMatchObject({ outsideMicros: null, differenceMicros: null, detail: 'No node.' })
  expect(isAlarming(unread)).toBe(true)
})

test('coverage is cut to two places, and there is none where nothing is owed', () => {
  expect(coveragePercent(2n, 3n)).toBe(66.66)
  expect(coveragePercent(3n, 2n)).toBe(150)
  expect(coveragePercent(-1n, 2n)).toBe(-50)
  expect(coveragePercent(5n, 0n)).toBeNull()
})

test('the ends of a transfer say what it is to us', () => {
  const legs = [
    ['treasury', null, 'withdrew'],
    ['given', null, 'withdrew'],
    ['given', 'treasury', 'swept'],
    ['treasury', 'given', 'swept'],
    [null, 'treasury', 'funded'],
    [null, 'given', 'deposit'],
    [null, null, 'foreign'],
  ] as const
  expect(legs.map(([fromRole, toRole]) => legOf({ fromRole, toRole }))).toEqual(legs.map(([, , leg]) => leg))
})
