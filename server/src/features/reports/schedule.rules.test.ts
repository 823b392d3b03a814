// When schedules are due, also where clocks are turned.
import { expect, test } from 'vitest'
import { latestDue, nextDueAfter, type Timing } from './schedule.rules.ts'

const daily: Timing = { every: 'day', weekday: 1, monthDay: 1, hour: 2, zone: 'Europe/Berlin' }
const next = (timing: Timing, after: string) => nextDueAfter(timing, new Date(after)).toISOString()

test('each day at its hour, whatever summer time does to it', () => {
  expect(next(daily, '2026-03-27T12:00:00Z')).toBe('2026-03-28T01:00:00.000Z')
  // 02:00 does not exist on 29 March: the next moment is 03:00, which is 01:00 UTC.
  expect(next(daily, '2026-03-28T01:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
  expect(next(daily, '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:00:00.000Z')
  // 02:00 comes twice on 25 October, and counts once.
  expect(next(daily, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:00:00.000Z')
  expect(next(daily, '2026-10-25T00:00:00Z')).toBe('2026-10-26T01:00:00.000Z')
})

test('each week on its day: today while the hour is to come, else in a week', () => {
  const weekly: Timing = { ...daily, every: 'week', weekday: 3, hour: 6, zone: 'UTC' }
  expect(next(weekly, '2026-04-01T05:59:59Z')).toBe('2026-04-01T06:00:00.000Z')
  expect(next(weekly, '2026-04-01T06:00:00Z')).toBe('2026-04-08T06:00:00.000Z')
  expect(next(weekly, '2026-04-03T00:00:00Z')).toBe('2026-04-08T06:00:00.000Z')
})

test('each month on its day, or on the last one it has', () => {
  const monthly: Timing = { ...daily, every: 'month', monthDay: 31, hour: 0, zone: 'UTC' }
  expect(next(monthly, '2026-01-31T00:00:00Z')).toBe('2026-02-28T00:00:00.000Z')
  expect(next(monthly, '2026-02-28T00:00:00Z')).toBe('2026-03-31T00:00:00.000Z')
  expect(next(monthly, '2026-12-31T00:00:00Z')).toBe('2027-01-31T00:00:00.000Z')
})

test('what was missed for weeks is made up once, for the last time it was due', () => {
  const due = new Date('2026-04-01T00:00:00Z')
  expect(latestDue(daily, due, new Date('2026-04-20T12:00:00Z')).toISOString()).toBe('2026-04-20T00:00:00.000Z')
  expect(latestDue(daily, due, due)).toEqual(due)
})
