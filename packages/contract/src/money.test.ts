import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalToMicros, formatRate, formatUsd, microsToDecimal } from './money.ts'
import { rateInputSchema } from './money.schema.ts'

test('decimal text and micro-USD are each other, exactly', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), (micros) => {
      expect(decimalToMicros(microsToDecimal(micros))).toBe(micros)
    }),
  )
})

test.each(['', '.5', '1.', '1.1234567', '1e3', '0x1', '1,5', ' 1'])('%j is no amount', (text) => {
  expect(decimalToMicros(text)).toBeNull()
})

test.each([
  [0n, '$0.00'],
  [9_999n, '$0.00'],
  [10_000n, '$0.01'],
  [1_234_567_890_000n, '$1,234,567.89'],
  [1_999_999n, '$1.99'],
  [-1n, '-$0.01'],
  [-10_000n, '-$0.01'],
])('%d micro-USD read %s: floored, so a cent that is not there is never shown', (micros, text) => {
  expect(formatUsd(micros)).toBe(text)
})

test.each([
  [4_300n, '$0.0043'],
  [4_310n, '$0.00431'],
  [1n, '$0.000001'],
  [1_000_000n, '$1.0000'],
])('a rate of %d micro-USD reads %s', (micros, text) => {
  expect(formatRate(micros)).toBe(text)
})

test.each([
  ['0.0043', 4_300n],
  ['10', 10_000_000n],
  ['0', 0n],
])('a rate typed as %s is %d', (text, micros) => {
  expect(rateInputSchema.parse(text)).toBe(micros)
})

test.each(['10.000001', '-1', '0.0000001', 'free'])('a rate typed as %s is refused', (text) => {
  expect(rateInputSchema.safeParse(text).success).toBe(false)
})
