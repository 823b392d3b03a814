import { describe, expect, it, test } from 'vitest'
import {
  comparedWith,
  granularityOf,
  growthPercent,
  periodOf,
  pointsOf,
  readingOf,
  type Figures,
} from './insights.rules.ts'
import { firstHourMs, hourOfWeek, zoneDay, zoneOf } from './zone.rules.ts'

const nowMs = Date.parse('2026-11-20T10:30:00Z')
const utc = zoneOf('UTC')
const berlin = zoneOf('Europe/Berlin')
const kolkata = zoneOf('Asia/Kolkata')
const iso = (atMs: number) => new Date(atMs).toISOString()
const spanOf = ({ span }: { span: { fromMs: number; untilMs: number } }) => [iso(span.fromMs), iso(span.untilMs)]

describe('a period', () => {
  it('of 7 days is today and the six days before it, up to the running hour', () => {
    const period = periodOf({ days: 7 }, utc, nowMs)
    expect([period.from, period.to]).toEqual(['2026-11-14', '2026-11-20'])
    expect(spanOf(period)).toEqual(['2026-11-14T00:00:00.000Z', '2026-11-20T11:00:00.000Z'])
  })

  it('is compared with as many days before it, up to the same hour', () => {
    const former = comparedWith(periodOf({ days: 7 }, utc, nowMs), 'previous')
    expect(spanOf(former)).toEqual(['2026-11-07T00:00:00.000Z', '2026-11-13T11:00:00.000Z'])
  })

  it('that is over is compared with whole days', () => {
    const period = periodOf({ days: 1, from: '2026-11-01', to: '2026-11-10' }, utc, nowMs)
    expect(spanOf(period)).toEqual(['2026-11-01T00:00:00.000Z', '2026-11-11T00:00:00.000Z'])
    expect(spanOf(comparedWith(period, 'previous'))).toEqual(['2026-10-22T00:00:00.000Z', '2026-11-01T00:00:00.000Z'])
    expect(spanOf(comparedWith(period, 'year'))).toEqual(['2025-11-01T00:00:00.000Z', '2025-11-11T00:00:00.000Z'])
  })

  it('begins with the day of the reader, and over a change of clocks is an hour longer', () => {
    const period = periodOf({ days: 1, from: '2026-10-25', to: '2026-10-25' }, berlin, nowMs)
    expect(spanOf(period)).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'])
    expect(periodOf({ days: 1 }, zoneOf('Pacific/Auckland'), nowMs).from).toBe('2026-11-20')
    expect(periodOf({ days: 1 }, zoneOf('America/Los_Angeles'), nowMs).from).toBe('2026-11-20')
    expect(periodOf({ days: 1 }, zoneOf('America/Los_Angeles'), Date.parse('2026-11-20T07:59:00Z')).from).toBe(
      '2026-11-19',
    )
  })

  it.each([
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['Asia/Amman', '2020-10-30', '2020-10-29T21:00:00.000Z'],
  ])('begins in %s on %s, when clocks change about midnight, with the first hour of that day', (name, day, first) => {
    const zone = zoneOf(name)
    expect(iso(firstHourMs(zone, day))).toBe(first)
    expect(zoneDay(zone, Date.parse(first))).toBe(day)
    expect(zoneDay(zone, Date.parse(first) - 3_600_000)).not.toBe(day)
  })

  it('leaves out what has not come yet', () => {
    const period = periodOf({ days: 1, from: '2026-11-19', to: '2027-01-01' }, utc, nowMs)
    expect([period.from, period.to]).toEqual(['2026-11-19', '2026-11-20'])
    const future = periodOf({ days: 1, from: '2027-01-01', to: '2027-01-05' }, utc, nowMs)
    expect([future.from, future.to]).toEqual(['2026-11-20', '2026-11-20'])
  })

  it('that is long has days of UTC, wherever the reader is', () => {
    expect(periodOf({ days: 92 }, berlin, nowMs)).toMatchObject({ isHourly: true, zone: { name: 'Europe/Berlin' } })
    expect(periodOf({ days: 93 }, berlin, nowMs)).toMatchObject({ isHourly: false, zone: { name: 'UTC' } })
  })

  it('of a leap day is compared with the day before March', () => {
    const period = periodOf({ days: 1, from: '2024-02-29', to: '2024-02-29' }, utc, nowMs)
    expect(comparedWith(period, 'year')).toMatchObject({ from: '2023-02-28', to: '2023-02-28' })
  })
})

test.each([
  [7, 'hour', 'hour'],
  [7, 'day', 'day'],
  [8, 'hour', 'day'],
  [400, 'hour', 'day'],
  [401, 'hour', 'week'],
  [2_000, 'day', 'week'],
  [2_001, 'day', 'month'],
] as const)('%d days on a screen that shows the %s are drawn by the %s', (days, finest, granularity) => {
  expect(granularityOf(days, finest)).toBe(granularity)
})

test.each([7, 400, 2_000, 3_660])('%d days have at most 400 points', (days) => {
  const period = periodOf({ days }, utc, nowMs)
  expect(pointsOf(period, granularityOf(days, 'hour'), []).length).toBeLessThanOrEqual(400)
})

test.each([
  [112, 100, 12],
  [1_124, 1_000, 12.4],
  [50, 100, -50],
  [0, 100, -100],
  [5, 0, null],
])('%d after %d grew by %s percent', (messages, previous, growth) => {
  expect(growthPercent(messages, previous)).toBe(growth)
})

function figure(at: string, messages: number): Figures {
  return { atMs: Date.parse(at), messages, segments: messages, earnedMicros: BigInt(messages) }
}

test('a day without traffic is a zero, not a gap', () => {
  const period = periodOf({ days: 3 }, utc, nowMs)
  const points = pointsOf(period, 'day', [figure('2026-11-19T07:00:00Z', 4), figure('2026-11-19T08:00:00Z', 5)])
  expect(points.map(({ at, messages }) => [at, messages])).toEqual([
    ['2026-11-18', 0],
    ['2026-11-19', 9],
    ['2026-11-20', 0],
  ])
})

test('weeks begin on Monday and months on their first, and hold every day once', () => {
  const period = periodOf({ days: 1, from: '2026-09-30', to: '2026-10-06' }, utc, nowMs)
  const figures = [
    figure('2026-09-30T00:00:00Z', 1),
    figure('2026-10-04T00:00:00Z', 2),
    figure('2026-10-05T00:00:00Z', 4),
  ]
  const shown = (granularity: 'week' | 'month') =>
    pointsOf(period, granularity, figures).map(({ at, messages }) => [at, messages])
  expect(shown('week')).toEqual([
    ['2026-09-28', 3],
    ['2026-10-05', 4],
  ])
  expect(shown('month')).toEqual([
    ['2026-09-01', 1],
    ['2026-10-01', 6],
  ])
})

test('an hour belongs to the day in which it begins, also where days begin at half past', () => {
  expect(iso(firstHourMs(kolkata, '2026-11-20'))).toBe('2026-11-19T19:00:00.000Z')
  expect(zoneDay(kolkata, Date.parse('2026-11-19T18:00:00Z'))).toBe('2026-11-19')
  expect(zoneDay(kolkata, Date.parse('2026-11-19T19:00:00Z'))).toBe('2026-11-20')
})

test('the hours of a week begin with Monday midnight of the reader', () => {
  expect(hourOfWeek(utc, Date.parse('2026-11-16T00:00:00Z'))).toBe(0)
  expect(hourOfWeek(berlin, Date.parse('2026-11-15T23:00:00Z'))).toBe(0)
  expect(hourOfWeek(utc, Date.parse('2026-11-15T23:00:00Z'))).toBe(167)
})

describe('a span', () => {
  const span = (from: string, until: string) => ({ fromMs: Date.parse(from), untilMs: Date.parse(until) })

  it('is read by the day where days are whole and closed, and by the hour on both sides', () => {
    expect(readingOf(span('2026-11-01T22:00:00Z', '2026-11-20T11:00:00Z'), '2026-11-18')).toEqual({
      fromDay: '2026-11-02',
      untilDay: '2026-11-19',
      before: { from: new Date('2026-11-01T22:00:00Z'), until: new Date('2026-11-02T00:00:00Z') },
      after: { from: new Date('2026-11-19T00:00:00Z'), until: new Date('2026-11-20T11:00:00Z') },
    })
  })

  it('without a closed day is read by the hour alone', () => {
    const reading = readingOf(span('2026-11-19T22:00:00Z', '2026-11-20T11:00:00Z'), '2026-11-18')
    expect(reading.fromDay).toBe(reading.untilDay)
    expect(reading.before).toEqual({ from: new Date('2026-11-19T22:00:00Z'), until: new Date('2026-11-20T11:00:00Z') })
    expect(reading.after.from).toEqual(reading.after.until)
  })
})
