import { expect, test } from 'vitest'
import { parseMsisdn } from './msisdn.ts'
import { rangeFault, rangeTotal } from './ranges.ts'

const sound = { prefix: '4477', startNumber: '00900000', endNumber: '00900999' }

test.each([
  ['as it is', {}, null],
  ['a prefix with a leading zero', { prefix: '0477' }, 'prefix'],
  ['a prefix with a letter', { prefix: '44a' }, 'prefix'],
  ['a start that is no number', { startNumber: '0090 000' }, 'startNumber'],
  ['an end that is no number', { endNumber: '' }, 'endNumber'],
  ['unequal widths', { endNumber: '0900999' }, 'endNumber'],
  ['15 digits', { prefix: '4477123' }, null],
  ['16 digits', { prefix: '44771234' }, 'startNumber'],
  ['an end before the start', { startNumber: '00900999', endNumber: '00900998' }, 'endNumber'],
  ['one number', { endNumber: '00900000' }, null],
] as const)('a range with %s: %s', (_case, change, field) => {
  expect(rangeFault({ ...sound, ...change })?.field ?? null).toBe(field)
})

test('the total counts both ends, also beyond what a double holds', () => {
  expect(rangeTotal(sound)).toBe(1_000n)
  expect(rangeTotal({ startNumber: '0', endNumber: '99999999999999999' })).toBe(100_000_000_000_000_000n)
})

test.each([
  ['+44 7700 900123', '447700900123'],
  ['00447700900123', '447700900123'],
  ['447700900123', '447700900123'],
  ['07700900123', null],
  ['44', null],
  ['1234567890123456', null],
  ['Northbank', null],
])('%s as E.164: %s', (text, digits) => {
  expect(parseMsisdn(text)).toBe(digits)
})
