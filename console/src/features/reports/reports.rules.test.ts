// What an address of Reports means, and what is not offered because no figures are kept for it.
import { expect, test } from 'vitest'
import { EXPORT_ROWS_MAX, exportFormats } from '@inrange/contract/exports'
import { CDR_GROUPS_MAX, cdrFigures, cdrGroups, reportPeriods } from '@inrange/contract/reports'
import {
  figures,
  filtersOf,
  formats,
  groupsOf,
  linesMax,
  periods,
  requestOf,
  rowsMax,
  searchOf,
  shareOf,
  sizeIn,
  tabOf,
  type ExportJob,
} from './reports.rules.ts'

const user = { isAdmin: false, zone: 'Europe/Berlin' }
const admin = { isAdmin: true, zone: 'UTC' }

test('an empty address is the last thirty days by day in the zone of the reader', () => {
  expect(requestOf({}, user)).toEqual({ period: 'last_30_days', zone: 'Europe/Berlin', groupBy: 'day' })
})

test('what an address says is asked; days count for a period of one’s own alone', () => {
  const days = { from: '2026-03-01', to: '2026-03-02' }
  expect(requestOf({ period: 'custom', ...days, group: 'range', zone: 'UTC', columns: 'earned' }, user)).toEqual({
    period: 'custom',
    ...days,
    zone: 'UTC',
    groupBy: 'range',
    figures: ['earned'],
  })
  expect(requestOf({ period: 'today', ...days }, user)).not.toHaveProperty('from')
})

test('what is unusable, or not for this reader, gives way to the default', () => {
  expect(requestOf({ period: 'soon', group: 'carrier', user: 'usr_1', columns: 'none' }, user)).toEqual(
    requestOf({}, user),
  )
  expect(requestOf({ group: 'carrier', user: 'usr_1', range: 'rng_1' }, admin)).toEqual({
    period: 'last_30_days',
    zone: 'UTC',
    groupBy: 'carrier',
  })
  expect(requestOf({ group: 'sender', range: 'rng_1', sender: 'Acme' }, admin)).not.toHaveProperty('rangeId')
})

test('only those who run the platform choose users, carriers and by user', () => {
  expect(groupsOf(false)).not.toContain('carrier')
  expect(groupsOf(true)).toContain('carrier')
  expect(filtersOf('day', false)).toEqual(['range', 'sender'])
  expect(filtersOf('day', true)).toEqual(['range', 'user', 'sender'])
})

test('the request of a file leads to an address that asks the same', () => {
  const request = {
    ...requestOf({ group: 'range', range: 'rng_1', columns: 'messages,earned' }, user),
    period: 'last_month' as const,
  }
  const address = searchOf({ kind: 'cdr', format: 'csv', ...request })
  expect(requestOf(address, user)).toEqual(request)
})

test('a link that names an export or a schedule leads to it', () => {
  expect([tabOf({}), tabOf({ tab: 'nowhere' }), tabOf({ tab: 'statements' })]).toEqual([
    'report',
    'report',
    'statements',
  ])
  expect(tabOf({ export: 'exp_1' })).toBe('exports')
  expect(tabOf({ schedule: 'sch_1' })).toBe('schedules')
  expect(tabOf({ schedule: 'exp_1', dialog: 'schedule' })).toBe('report')
})

test('what runs is never shown as done, and what nobody knows has no share', () => {
  const job = (facts: Partial<ExportJob>) => facts as ExportJob
  expect(shareOf(job({ state: 'running', rows: 120, estimatedRows: 100 }))).toBe(0.99)
  expect(shareOf(job({ state: 'running', rows: 25, estimatedRows: 100 }))).toBe(0.25)
  expect(shareOf(job({ state: 'running', rows: 25, estimatedRows: null }))).toBeNull()
  expect(shareOf(job({ state: 'queued', rows: 0, estimatedRows: null }))).toBe(0)
  expect(shareOf(job({ state: 'done', rows: 0, estimatedRows: null }))).toBe(1)
})

test('sizes are read in the largest unit of which there is one', () => {
  expect(sizeIn(999)).toEqual({ value: 999, unit: 'byte' })
  expect(sizeIn(1_500_000)).toEqual({ value: 1.5, unit: 'megabyte' })
  expect(sizeIn(5e12)).toEqual({ value: 5_000, unit: 'gigabyte' })
})

test('what is offered is what the contract knows', () => {
  expect([rowsMax, linesMax]).toEqual([EXPORT_ROWS_MAX, CDR_GROUPS_MAX])
  expect([periods, groupsOf(true), figures, formats]).toEqual([reportPeriods, cdrGroups, cdrFigures, exportFormats])
})

test('days that are none are left out of what is asked', () => {
  const context = { isAdmin: false, zone: 'UTC' }
  const request = requestOf({ period: 'custom', from: 'abc', to: '2026-02-30' }, context)
  expect([request.from, request.to]).toEqual([undefined, undefined])
  expect(requestOf({ period: 'custom', from: '2026-02-01', to: '2026-02-28' }, context)).toMatchObject({
    from: '2026-02-01',
    to: '2026-02-28',
  })
})
