import { expect, test } from 'vitest'
import { balance, linesOf, moneyParts, monthsBetween, periodOf, type Entry } from './statement.rules.ts'

const entry = (at: string, code: string, amountMicros: bigint): Entry => ({
  id: at,
  at: new Date(at),
  code,
  description: '',
  amountMicros,
})

test('earnings of one day are one line until something lies between them', () => {
  const entries = balance(
    [
      entry('2026-03-01T01:00:00Z', 'earning_matured', 1n),
      entry('2026-03-01T02:00:00Z', 'earning_matured', 2n),
      entry('2026-03-01T02:30:00Z', 'deposit', 10n),
      entry('2026-03-01T03:00:00Z', 'earning_matured', 3n),
      entry('2026-03-02T00:00:00Z', 'earning_matured', 4n),
    ],
    100n,
  )
  expect(linesOf(entries, 10).map((line) => `${line.label} ${line.amountMicros} ${line.balanceMicros}`)).toEqual([
    'Earnings 3 103',
    'Deposit 10 113',
    'Earnings 3 116',
    'Earnings 4 120',
  ])
})

test('lines beyond the bound are one, and all still add up', () => {
  const days = ['01', '02', '03', '04'].map((day) => entry(`2026-03-${day}T00:00:00Z`, 'deposit', 5n))
  const lines = linesOf(balance(days, 0n), 3)
  expect(lines.map((line) => `${line.label} ${line.amountMicros} ${line.balanceMicros}`)).toEqual([
    'Deposit 5 5',
    'Deposit 5 10',
    '2 more lines 10 20',
  ])
  expect(linesOf(balance(days, 0n), 4)).toHaveLength(4)
})

test('a month begins at midnight UTC and ends where the next begins', () => {
  expect(periodOf('2026-12')).toEqual({ from: new Date('2026-12-01'), until: new Date('2027-01-01') })
  const months = (first: string, last: string, most: number) => monthsBetween(new Date(first), new Date(last), most)
  expect(months('2025-11-30T23:59:59Z', '2026-02-01', 12)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  expect(months('2025-11-30', '2026-02-01', 2)).toEqual(['2026-02', '2026-01'])
})

test('amounts are split at the cent and keep their sign', () => {
  expect(moneyParts(1_234_567_890_123n, false)).toEqual({ dollars: '$1,234,567.89', rest: '0123' })
  expect(moneyParts(5n, true)).toEqual({ dollars: '+$0.00', rest: '0005' })
  expect(moneyParts(-5n, true)).toEqual({ dollars: '\u2212$0.00', rest: '0005' })
  expect(moneyParts(0n, true)).toEqual({ dollars: '$0.00', rest: '0000' })
})
