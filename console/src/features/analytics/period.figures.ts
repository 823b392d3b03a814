// A period as it is read: what its points are called, which moments it spans, what a selection of points makes of it.
// Pure.
import { locale } from '../../i18n/language.ts'
import type { CallOutput } from '../../lib/api.ts'
import type { Selection } from '../../ui/chart.scale.ts'
import { t } from './period.texts.ts'
import { moveDay, type PeriodSearch } from './period.search.ts'

export type Period = Pick<CallOutput<'analytics.read'>['period'], 'from' | 'to' | 'zone' | 'granularity'>

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, options)
}

// A day is a date and no moment: the reader's zone must not move it.
const utc = { timeZone: 'UTC' } as const
const shortDay = dateFormat({ month: 'short', day: 'numeric', ...utc })
const fullDay = dateFormat({ month: 'short', day: 'numeric', year: 'numeric', ...utc })
const monthName = dateFormat({ month: 'short', year: 'numeric', ...utc })

function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** 'Nov 20' from '2026-11-20'. */
export function dayLabel(day: string): string {
  return shortDay.format(dateOf(day))
}

/** 'Nov 20, 2026' */
export function fullDayLabel(day: string): string {
  return fullDay.format(dateOf(day))
}

/** 'Nov 1 – Nov 20, 2026' */
export function spanLabel({ from, to }: { from: string; to: string }): string {
  return from === to ? fullDayLabel(from) : fullDay.formatRange(dateOf(from), dateOf(to))
}

export type PointLabels = { label: string; axis: string }

/**
 * What a point is called, in full and below the chart. `at` is a day, or of an hour its beginning. `withYear` where the
 * same days of two years stand beside each other.
 */
export function pointLabels(
  period: Pick<Period, 'granularity' | 'zone'>,
  withYear = false,
): (at: string) => PointLabels {
  const { granularity, zone } = period
  if (granularity === 'hour') return hourLabels(zone, withYear)
  if (granularity === 'month') {
    return (at) => ({ label: monthName.format(dateOf(at)), axis: monthName.format(dateOf(at)) })
  }
  if (granularity === 'week') return (at) => ({ label: t('weekOf', { day: fullDayLabel(at) }), axis: dayLabel(at) })
  return (at) => ({ label: withYear ? fullDayLabel(at) : dayLabel(at), axis: dayLabel(at) })
}

function hourLabels(timeZone: string, withYear: boolean): (at: string) => PointLabels {
  const clock = dateFormat({ hour: '2-digit', minute: '2-digit', hour12: false, hourCycle: 'h23', timeZone })
  const day = dateFormat({ month: 'short', day: 'numeric', timeZone })
  const named = withYear ? dateFormat({ month: 'short', day: 'numeric', year: 'numeric', timeZone }) : day
  return (at) => {
    const [time, date] = [clock.format(new Date(at)), day.format(new Date(at))]
    return { label: t('hourOf', { day: named.format(new Date(at)), time }), axis: time === '00:00' ? date : time }
  }
}

/** The first and the last day that a point stands for. */
export function daysOfPoint(at: string, { granularity, zone }: Pick<Period, 'granularity' | 'zone'>): [string, string] {
  if (granularity === 'hour') {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date(at))
    return [day, day]
  }
  if (granularity === 'week') return [at, moveDay(at, 6)]
  if (granularity === 'month') {
    const next = new Date(dateOf(at))
    next.setUTCMonth(next.getUTCMonth() + 1)
    return [at, moveDay(next.toISOString().slice(0, 10), -1)]
  }
  return [at, at]
}

/** The days of a selection, inside the period; null when that is the whole of it already. */
export function zoomOf(period: Period, places: readonly string[], { first, last }: Selection): PeriodSearch | null {
  const [begin, end] = [places[first], places[last]]
  if (begin === undefined || end === undefined) return null
  const [from] = daysOfPoint(begin, period)
  const [, to] = daysOfPoint(end, period)
  const zoomed = { from: from < period.from ? period.from : from, to: to > period.to ? period.to : to }
  return zoomed.from === period.from && zoomed.to === period.to ? null : zoomed
}

/** The index of the point that a moment lies in; -1 for one before the first. */
export function pointOf(at: string, period: Period, places: readonly string[]): number {
  if (period.granularity === 'hour') return places.findLastIndex((place) => Date.parse(place) <= Date.parse(at))
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: period.zone, dateStyle: 'short' }).format(new Date(at))
  return places.findLastIndex((place) => place <= day)
}

/** The moments of a period, for filters that take moments. */
export function momentsOf({ from, to, zone }: Pick<Period, 'from' | 'to' | 'zone'>): { from: string; until: string } {
  const midnight = (day: string) => new Date(zone === 'UTC' ? `${day}T00:00:00Z` : `${day}T00:00:00`).toISOString()
  return { from: midnight(from), until: midnight(moveDay(to, 1)) }
}

/** In which zone days begin, and whether the last one is still running, in words. */
export function zoneNote({ to, zone }: Pick<Period, 'to' | 'zone'>, nowMs: number): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(nowMs)
  return to < today ? t('daysIn', { zone }) : t('daysInSoFar', { zone })
}
