// Periods as people mean them, in their own time zone.
import { expect, test } from 'vitest'
import { AppError } from '@inrange/contract/errors'
import type { ReportPeriod } from '@inrange/contract/reports'
import { readTable } from '../../testing/table.ts'
import { daysOf, periodOf } from './report-period.rules.ts'

// A Wednesday; in Auckland it is Thursday already.
const now = new Date('2026-04-01T18:30:00Z')

test('a time word is whole days of its zone', () => {
  const table = readTable(`
    | period         | zone             | from                     | until                    | days |
    | today          | UTC              | 2026-04-01T00:00:00.000Z | 2026-04-02T00:00:00.000Z | 1    |
    | today          | Pacific/Auckland | 2026-04-01T11:00:00.000Z | 2026-04-02T11:00:00.000Z | 1    |
    | yesterday      | UTC              | 2026-03-31T00:00:00.000Z | 2026-04-01T00:00:00.000Z | 1    |
    | last_7_days    | UTC              | 2026-03-26T00:00:00.000Z | 2026-04-02T00:00:00.000Z | 7    |
    | last_30_days   | UTC              | 2026-03-03T00:00:00.000Z | 2026-04-02T00:00:00.000Z | 30   |
    | this_week      | UTC              | 2026-03-30T00:00:00.000Z | 2026-04-02T00:00:00.000Z | 3    |
    | last_week      | UTC              | 2026-03-23T00:00:00.000Z | 2026-03-30T00:00:00.000Z | 7    |
    | this_month     | UTC              | 2026-04-01T00:00:00.000Z | 2026-04-02T00:00:00.000Z | 1    |
    | last_month     | Europe/Berlin    | 2026-02-28T23:00:00.000Z | 2026-03-31T22:00:00.000Z | 31   |
    | last_month     | Asia/Kolkata     | 2026-02-28T18:30:00.000Z | 2026-03-31T18:30:00.000Z | 31   |
    | this_year      | UTC              | 2026-01-01T00:00:00.000Z | 2026-04-02T00:00:00.000Z | 91   |
    | last_year      | UTC              | 2025-01-01T00:00:00.000Z | 2026-01-01T00:00:00.000Z | 365  |
    | last_12_months | UTC              | 2025-05-01T00:00:00.000Z | 2026-04-02T00:00:00.000Z | 336  |
  `)
  for (const row of table) {
    const { period, zone } = row as { period: ReportPeriod; zone: string }
    const found = periodOf({ period, zone }, now)
    expect([found.from.toISOString(), found.until.toISOString(), String(found.days)], `${period} ${zone}`).toEqual([
      row['from'],
      row['until'],
      row['days'],
    ])
  }
})

test('own days are both included; the day on which summer time begins has 23 hours', () => {
  const day = periodOf({ period: 'custom', from: '2026-03-29', to: '2026-03-29', zone: 'Europe/Berlin' }, now)
  expect((day.until.getTime() - day.from.getTime()) / 3_600_000).toBe(23)
})

test('where a day has no midnight, it begins with its first moment', () => {
  // In 2018 summer time began in Brazil at 00:00 on 4 November.
  const day = periodOf({ period: 'custom', from: '2018-11-04', to: '2018-11-04', zone: 'America/Sao_Paulo' }, now)
  expect(day.from.toISOString()).toBe('2018-11-04T03:00:00.000Z')
})

test('ten years are a period, and a day more is refused with its field', () => {
  expect(periodOf({ period: 'custom', from: '2016-04-01', to: '2026-04-01', zone: 'UTC' }, now).days).toBe(3_653)
  const fieldOf = (from?: string, to?: string) => {
    try {
      periodOf({ period: 'custom', from, to, zone: 'UTC' }, now)
      return null
    } catch (error) {
      return error instanceof AppError ? Object.keys(error.fields ?? {}).join() : 'defect'
    }
  }
  expect(fieldOf('2016-03-30', '2026-04-01')).toBe('from')
  expect(fieldOf('2026-04-02', '2026-04-01')).toBe('to')
  expect(fieldOf(undefined, '2026-04-01')).toBe('from')
  expect(fieldOf('2026-04-01')).toBe('to')
  expect(fieldOf('2026-04-01', '2026-04-01')).toBeNull()
})

test('days are listed without a gap', () => {
  expect(daysOf('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
})
