// The wallet's figures: what a fall of the live figure means, sums to the micro, hours written once.
import { expect, test } from 'vitest'
import { exactParts, isNothing, openHourEnd, startsHour, sumLines, wasSettled } from './wallet.figures.ts'

test('nothing is every zero, and nothing but zero', () => {
  expect(['0', '0.000000', '-0.000000'].map(isNothing)).toEqual([true, true, true])
  expect(['0.000001', '-0.000001', '10.000000'].map(isNothing)).toEqual([false, false, false])
})

test.each([
  { former: '1.000000', next: '0.999999', settled: true, why: 'it fell by the least that exists' },
  { former: '10.000000', next: '9.000000', settled: true, why: 'it fell, although as text it grew' },
  { former: '1.000000', next: '1.000000', settled: false, why: 'nothing changed' },
  { former: '9.000000', next: '10.000000', settled: false, why: 'it rose, although as text it fell' },
])('$former → $next: $why', ({ former, next, settled }) => {
  expect(wasSettled(former, next)).toBe(settled)
})

test('the open hour ends at the next whole hour of UTC, also in its last and first moment', () => {
  expect(openHourEnd(Date.parse('2026-11-20T14:59:59.999Z'))).toBe('2026-11-20T15:00:00.000Z')
  expect(openHourEnd(Date.parse('2026-11-20T15:00:00.000Z'))).toBe('2026-11-20T16:00:00.000Z')
})

const line = (amount: string) => ({
  range: { id: 'rng_1', name: 'UK Mobile 01' },
  hour: '2026-11-20T14:00:00.000Z',
  amount,
  maturesAt: '2026-11-27T15:00:00.000Z',
  maturedTransferId: null,
  forfeitedTransferId: null,
})

test('lines that add up to the transfer agree, and a micro-USD more does not', () => {
  const lines = [line('0.100000'), line('0.200000'), line('9007199254.740993')]
  expect(sumLines({ amount: '9007199255.040993', lines })).toEqual({ sum: '9007199255.040993', agrees: true })
  expect(sumLines({ amount: '9007199255.040994', lines })).toEqual({ sum: '9007199255.040993', agrees: false })
})

test('an hour is written at its first line alone', () => {
  const lines = ['15', '15', '14', '13', '13'].map((hour) => ({ hour }))
  expect(lines.map((_, index) => startsHour(lines, index))).toEqual([true, false, true, true, false])
})

test('exact amounts keep what is below a cent, and are read in dollars and cents', () => {
  expect(exactParts('1234567.894300')).toEqual({ dollars: '$1,234,567.89', rest: '43' })
  expect(exactParts('-0.000001')).toEqual({ dollars: '\u2212$0.00', rest: '0001' })
  expect(exactParts('25.500000', true)).toEqual({ dollars: '+$25.50', rest: '' })
})
