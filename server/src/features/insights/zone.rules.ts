// Days in the reader's zone. An hour of the rollups is one of UTC and belongs to the day in which it begins, so in a
// zone that is half an hour off a day begins with the first full hour. Pure: the zone's rules come with the runtime.
import { addDays, DAY_MS, dayStart, HOUR_MS, utcDayOf } from './days.rules.ts'

export type Zone = {
  name: string
  /** What has to be added to UTC at this moment. */
  offsetMs(atMs: number): number
}

/** @param name one that `isTimeZone` of the contract knows */
export function zoneOf(name: string): Zone {
  if (name === 'UTC') return { name, offsetMs: () => 0 }
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const exact = (atMs: number) => {
    const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
    const shownMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
    return shownMs - atMs
  }
  return { name, offsetMs: byDay(exact) }
}

/** Formatting takes microseconds, and a period has thousands of hours: nearly every day has one offset. */
function byDay(exact: (atMs: number) => number): (atMs: number) => number {
  const known = new Map<number, number | null>()
  return (atMs) => {
    const startMs = atMs - (atMs % DAY_MS)
    let offset = known.get(startMs)
    if (offset === undefined) {
      const first = exact(startMs)
      offset = first === exact(startMs + DAY_MS) ? first : null
      known.set(startMs, offset)
    }
    return offset ?? exact(atMs)
  }
}

/** The day in the zone, 'YYYY-MM-DD'. */
export function zoneDay(zone: Zone, atMs: number): string {
  return utcDayOf(new Date(atMs + zone.offsetMs(atMs)))
}

/** The first hour that belongs to the day: after midnight, or where clocks skip midnight, after the hour they skip. */
export function firstHourMs(zone: Zone, day: string): number {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(zone.name)
  return Math.ceil(start.epochMilliseconds / HOUR_MS) * HOUR_MS
}

/** 0 for the hour after Monday's midnight, 167 for Sunday's last. */
export function hourOfWeek(zone: Zone, atMs: number): number {
  const shown = new Date(atMs + zone.offsetMs(atMs))
  return ((shown.getUTCDay() + 6) % 7) * 24 + shown.getUTCHours()
}

/** The Monday of the day's week. */
export function mondayOf(day: string): string {
  return addDays(day, -((dayStart(day).getUTCDay() + 6) % 7))
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}
