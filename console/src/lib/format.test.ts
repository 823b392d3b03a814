import { expect, test } from 'vitest'
import {
  formatGrowth,
  formatMoney,
  formatPercent,
  formatPhone,
  formatRate,
  formatRelative,
  formatExact,
  formatUtc,
} from './format.ts'
import { formatRole, initialOf } from './person.ts'

test('money is floored to cents and never passes through a float', () => {
  expect(formatMoney('4182.379999')).toBe('$4,182.37')
  expect(formatMoney('9007199254740993.015000')).toBe('$9,007,199,254,740,993.01')
  expect(formatMoney('0.000000')).toBe('$0.00')
  expect(formatMoney('12')).toBe('$12.00')
})

test('a debt is never shown smaller than it is', () => {
  expect(formatMoney('-1.230000')).toBe('-$1.23')
  expect(formatMoney('-1.230001')).toBe('-$1.24')
  expect(formatMoney('-0.000000')).toBe('$0.00')
})

test('text that is no amount is shown as it came', () => {
  expect(formatMoney('soon')).toBe('soon')
})

test('a rate keeps every decimal that counts and at least four', () => {
  expect(formatRate('0.004300')).toBe('$0.0043')
  expect(formatRate('0.004301')).toBe('$0.004301')
  expect(formatRate('1.000000')).toBe('$1.0000')
})

test('utilization has one decimal, growth has its sign', () => {
  expect(formatPercent(0.4)).toBe('40.0%')
  expect(formatPercent(Number.NaN)).toBe('0.0%')
  expect(formatGrowth(0.124)).toBe('+12.4%')
  expect(formatGrowth(-0.05)).toBe('-5%')
  expect(formatGrowth(0)).toBe('0%')
})

test('numbers get their plus, alphanumeric senders and short codes do not', () => {
  expect(formatPhone('447700900123')).toBe('+447700900123')
  expect(formatPhone('WhatsApp')).toBe('WhatsApp')
  expect(formatPhone('72975')).toBe('72975')
})

test('relative times grow coarser with distance', () => {
  const nowMs = Date.parse('2026-11-20T19:20:00Z')
  expect(formatRelative('2026-11-20T19:20:00Z', nowMs)).toBe('now')
  expect(formatRelative('2026-11-20T19:19:52Z', nowMs)).toBe('8s ago')
  expect(formatRelative('2026-11-20T19:15:01Z', nowMs)).toBe('4 min. ago')
  expect(formatRelative('2026-11-20T16:20:00Z', nowMs)).toBe('3 hr. ago')
  expect(formatRelative('2026-11-19T10:00:00Z', nowMs)).toBe('yesterday')
  expect(formatRelative('2026-11-13T19:20:01Z', nowMs)).toBe('6 days ago')
  expect(formatRelative('2026-11-13T12:00:00Z', nowMs)).toBe('Nov 13, 2026')
})

test('evidence is in UTC whatever the zone of the reader', () => {
  expect(formatUtc('2026-11-20T21:19:58+02:00')).toBe('2026-11-20 19:19:58 UTC')
  expect(formatExact('2026-11-20T21:19:58+02:00')).toMatch(/^Nov \d+, 2026, .* · 2026-11-20 19:19:58 UTC$/)
})

test('role and avatar read as the side menu shows them', () => {
  expect(formatRole('super_admin')).toBe('super admin')
  expect(initialOf('ayşe')).toBe('A')
  expect(initialOf('👩‍💻 dev')).toBe('👩‍💻')
  expect(initialOf('  ')).toBe('?')
})
