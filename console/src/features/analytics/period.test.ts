import { describe, expect, it, test } from 'vitest'
import { isDay } from '../../lib/search.ts'
import { daysOfPoint, pointLabels, pointOf, spanLabel, zoneNote, zoomOf } from './period.figures.ts'
import { countDays, moveDay, parsePeriodSearch, periodPatch, withEnd } from './period.search.ts'

describe('a period in the address', () => {
  it.each([
    [{}, {}],
    [{ days: 7 }, { days: 7 }],
    [{ days: '90' }, { days: 90 }],
    [{ days: 30 }, {}],
    [{ days: 0 }, {}],
    [{ days: 3_661 }, {}],
    [{ days: 'all' }, {}],
    [
      { from: '2026-01-01', to: '2026-01-31' },
      { from: '2026-01-01', to: '2026-01-31' },
    ],
    [
      { from: '2026-01-01', to: '2026-01-31', days: 7 },
      { from: '2026-01-01', to: '2026-01-31' },
    ],
    [{ from: '2026-02-01', to: '2026-01-31', days: 7 }, { days: 7 }],
    [{ from: '2026-02-30', to: '2026-03-01' }, {}],
    [{ from: '2001-01-01', to: '2026-03-01' }, {}],
    [{ from: '2026-01-01' }, {}],
  ])('%j is read as %j', (raw, period) => {
    expect(parsePeriodSearch(raw)).toEqual(period)
  })

  it('takes the other kind out when one is chosen', () => {
    expect(periodPatch({ days: 90 })).toEqual({ days: 90, from: undefined, to: undefined })
    expect(periodPatch({ days: 30 })).toEqual({ days: undefined, from: undefined, to: undefined })
    expect(periodPatch({ from: '2026-01-01', to: '2026-01-02' })).toEqual({
      days: undefined,
      from: '2026-01-01',
      to: '2026-01-02',
    })
  })
})

describe('a period of one’s own', () => {
  const period = { from: '2026-03-10', to: '2026-03-20' }

  it('is never backwards', () => {
    expect(withEnd(period, 'from', '2026-03-12')).toEqual({ from: '2026-03-12', to: '2026-03-20' })
    expect(withEnd(period, 'from', '2026-03-22')).toEqual({ from: '2026-03-22', to: '2026-03-22' })
    expect(withEnd(period, 'to', '2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-01' })
  })

  it('is ten years at most', () => {
    const long = withEnd(period, 'from', '2010-01-01')
    expect(countDays(long.from ?? '', long.to ?? '')).toBe(3_660)
  })
})

test('days are days of the calendar', () => {
  expect(['2026-02-28', '2026-02-29', '1999-12-31', '26-1-1'].map(isDay)).toEqual([true, false, false, false])
  expect(moveDay('2026-03-01', -1)).toBe('2026-02-28')
})

test('a point is called after its day, its week, its month or its hour', () => {
  const label = (granularity: 'day' | 'week' | 'month' | 'hour', at: string, zone = 'UTC') =>
    pointLabels({ granularity, zone })(at)
  expect(label('day', '2026-11-01')).toEqual({ label: 'Nov 1', axis: 'Nov 1' })
  expect(label('week', '2026-11-02')).toEqual({ label: 'Week of Nov 2, 2026', axis: 'Nov 2' })
  expect(label('month', '2026-11-01').axis).toBe('Nov 2026')
  expect(label('hour', '2026-11-01T13:00:00Z', 'Europe/Berlin')).toEqual({ label: 'Nov 1, 14:00', axis: '14:00' })
  expect(label('hour', '2026-10-31T23:00:00Z', 'Europe/Berlin').axis).toBe('Nov 1')
  expect(spanLabel({ from: '2026-11-01', to: '2026-11-01' })).toBe('Nov 1, 2026')
})

test('a point stands for its days', () => {
  expect(daysOfPoint('2026-11-02', { granularity: 'week', zone: 'UTC' })).toEqual(['2026-11-02', '2026-11-08'])
  expect(daysOfPoint('2026-02-01', { granularity: 'month', zone: 'UTC' })).toEqual(['2026-02-01', '2026-02-28'])
  expect(daysOfPoint('2026-10-31T23:00:00Z', { granularity: 'hour', zone: 'Europe/Berlin' })).toEqual([
    '2026-11-01',
    '2026-11-01',
  ])
})

describe('a selection', () => {
  const period = { from: '2026-01-15', to: '2026-04-10', zone: 'UTC', granularity: 'month' } as const
  const places = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01']

  it('becomes the days of its points, inside the period', () => {
    expect(zoomOf(period, places, { first: 0, last: 1 })).toEqual({ from: '2026-01-15', to: '2026-02-28' })
    expect(zoomOf(period, places, { first: 2, last: 3 })).toEqual({ from: '2026-03-01', to: '2026-04-10' })
  })

  it('of everything changes nothing', () => {
    expect(zoomOf(period, places, { first: 0, last: 3 })).toBeNull()
  })
})

test('a moment lies in its point, and before the first in none', () => {
  const days = { from: '2026-03-01', to: '2026-03-03', zone: 'Europe/Berlin', granularity: 'day' } as const
  const places = ['2026-03-01', '2026-03-02', '2026-03-03']
  expect(pointOf('2026-03-01T23:30:00Z', days, places)).toBe(1)
  expect(pointOf('2026-02-27T12:00:00Z', days, places)).toBe(-1)
  const hours = { ...days, granularity: 'hour' } as const
  expect(pointOf('2026-03-01T00:30:00Z', hours, ['2026-03-01T00:00:00Z', '2026-03-01T01:00:00Z'])).toBe(0)
})

test('a running day is called so', () => {
  const nowMs = Date.parse('2026-03-03T12:00:00Z')
  expect(zoneNote({ to: '2026-03-03', zone: 'UTC' }, nowMs)).toBe('Days in UTC, today so far')
  expect(zoneNote({ to: '2026-03-02', zone: 'UTC' }, nowMs)).toBe('Days in UTC')
})
