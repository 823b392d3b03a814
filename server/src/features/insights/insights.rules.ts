// Periods, what they are compared with, growth, and the points of a chart. Pure.
import type { Granularity } from '@inrange/contract/period'
import { addDays, countDaysBetween, dayStart, daysBetween, HOUR_MS, utcDayOf } from './days.rules.ts'
import { firstHourMs, firstOfMonth, mondayOf, zoneDay, zoneOf, type Zone } from './zone.rules.ts'

/** Longer periods are counted in days of UTC, which are rolled up; shorter ones hour by hour, in any zone. */
export const HOURLY_DAYS_MAX = 92
const BY_HOUR_DAYS_MAX = 7
const BY_DAY_DAYS_MAX = 400
const BY_WEEK_DAYS_MAX = 2_000

/** Hours from (included) until (not included). */
export type Span = { fromMs: number; untilMs: number }
export type Period = {
  from: string
  to: string
  zone: Zone
  /** Ends with the running hour when the last day is today. */
  span: Span
  /** Short enough to be read by the hour; otherwise its days are those of UTC. */
  isHourly: boolean
}
export type Wish = { days: number; from?: string | undefined; to?: string | undefined }

/** The period that is asked for, without days that have not come. */
export function periodOf(wish: Wish, wished: Zone, nowMs: number): Period {
  const days = wish.from !== undefined && wish.to !== undefined ? countDaysBetween(wish.from, wish.to) : wish.days
  const isHourly = days <= HOURLY_DAYS_MAX
  const zone = isHourly ? wished : zoneOf('UTC')
  const today = zoneDay(zone, nowMs)
  const to = wish.to !== undefined && wish.to < today ? wish.to : today
  const asked = wish.from ?? addDays(to, 1 - days)
  const from = asked < to ? asked : to
  return { from, to, zone, isHourly, span: { fromMs: firstHourMs(zone, from), untilMs: endMs(zone, to, nowMs) } }
}

function endMs(zone: Zone, to: string, nowMs: number): number {
  return Math.min(firstHourMs(zone, addDays(to, 1)), nowMs - (nowMs % HOUR_MS) + HOUR_MS)
}

export function daysOf({ from, to }: { from: string; to: string }): number {
  return countDaysBetween(from, to)
}

/** As many days right before it, or the same days a year ago; as far into its last day as the period is. */
export function comparedWith(period: Period, compare: 'previous' | 'year'): Period {
  const { zone } = period
  const days = daysOf(period)
  const to = compare === 'year' ? yearBefore(period.to) : addDays(period.from, -1)
  const from = addDays(to, 1 - days)
  const intoLastMs = period.span.untilMs - firstHourMs(zone, period.to)
  const wholeMs = firstHourMs(zone, addDays(to, 1))
  const isWhole = period.span.untilMs >= firstHourMs(zone, addDays(period.to, 1))
  const untilMs = isWhole ? wholeMs : Math.min(wholeMs, firstHourMs(zone, to) + intoLastMs)
  return { from, to, zone, isHourly: period.isHourly, span: { fromMs: firstHourMs(zone, from), untilMs } }
}

/** February 29 becomes the 28th. */
function yearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return before.replace(/-02-29$/, '-02-28')
}

/** So that a chart has at most about 400 points. `finest` is what the screen has room for. */
export function granularityOf(days: number, finest: 'hour' | 'day'): Granularity {
  if (finest === 'hour' && days <= BY_HOUR_DAYS_MAX) return 'hour'
  if (days <= BY_DAY_DAYS_MAX) return 'day'
  return days <= BY_WEEK_DAYS_MAX ? 'week' : 'month'
}

export type Sums = { messages: number; segments: number; earnedMicros: bigint }
/** What was received in one hour, or in one day of UTC, that begins at `atMs`. */
export type Figures = Sums & { atMs: number }

export const nothing: Sums = { messages: 0, segments: 0, earnedMicros: 0n }

export function add(a: Sums, b: Sums): Sums {
  return {
    messages: a.messages + b.messages,
    segments: a.segments + b.segments,
    earnedMicros: a.earnedMicros + b.earnedMicros,
  }
}

export function sum(figures: readonly Sums[]): Sums {
  return figures.reduce(add, nothing)
}

/** What a point of the chart is called: its first day, or of an hour its beginning. */
function placeOf(granularity: Granularity, zone: Zone, atMs: number): string {
  if (granularity === 'hour') return new Date(atMs).toISOString()
  const day = zoneDay(zone, atMs)
  if (granularity === 'week') return mondayOf(day)
  return granularity === 'month' ? firstOfMonth(day) : day
}

function placesOf({ from, to, zone, span }: Period, granularity: Granularity): string[] {
  if (granularity === 'hour') {
    const hours = Math.max(0, Math.round((span.untilMs - span.fromMs) / HOUR_MS))
    return Array.from({ length: hours }, (_, index) => placeOf('hour', zone, span.fromMs + index * HOUR_MS))
  }
  const days = daysBetween(from, to)
  if (granularity === 'day') return days
  const first = granularity === 'week' ? mondayOf : firstOfMonth
  return [...new Set(days.map(first))]
}

export type Point = Sums & { at: string }

/** Every point of the period in order; one without traffic is zero, so that a chart has no gap. */
export function pointsOf(period: Period, granularity: Granularity, figures: readonly Figures[]): Point[] {
  const sums = new Map<string, Sums>()
  for (const figure of figures) {
    const place = placeOf(granularity, period.zone, figure.atMs)
    sums.set(place, add(sums.get(place) ?? nothing, figure))
  }
  return placesOf(period, granularity).map((at) => ({ at, ...(sums.get(at) ?? nothing) }))
}

/** Percent with one decimal; null when there was nothing to grow from. */
export function growthPercent(messages: number, previousMessages: number): number | null {
  if (previousMessages === 0) return null
  return Math.round(((messages - previousMessages) / previousMessages) * 1_000) / 10
}

/**
 * How a span is read: whole days of UTC that are closed by the day, and what is left on either side by the hour. Each
 * part may be empty; together they are the span, and no hour is in two.
 */
export function readingOf({ fromMs, untilMs }: Span, closedThrough: string) {
  const dayMs = 24 * HOUR_MS
  const firstDayMs = Math.ceil(fromMs / dayMs) * dayMs
  const lastMs = Math.min(Math.floor(untilMs / dayMs) * dayMs, dayStart(addDays(closedThrough, 1)).getTime())
  const daysUntilMs = Math.max(firstDayMs, lastMs)
  const hasDays = lastMs > firstDayMs
  return {
    fromDay: utcDayOf(new Date(firstDayMs)),
    /** Not included. */
    untilDay: utcDayOf(new Date(hasDays ? daysUntilMs : firstDayMs)),
    before: { from: new Date(fromMs), until: new Date(hasDays ? firstDayMs : untilMs) },
    after: { from: new Date(hasDays ? daysUntilMs : untilMs), until: new Date(untilMs) },
  }
}
export type Reading = ReturnType<typeof readingOf>
