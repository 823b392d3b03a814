// When a schedule is due. Pure. An hour that summer time skips is the next moment there is; one that comes twice counts
// the first time; a month that is too short takes its last day.
import type { ScheduleRhythm } from '@inrange/contract/schedules'

export type Timing = { every: ScheduleRhythm; weekday: number; monthDay: number; hour: number; zone: string }

/** The first moment after `after` at which it is due. */
export function nextDueAfter(timing: Timing, after: Date): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timing.zone).toPlainDate()
  for (let steps = 0; ; steps += 1) {
    const due = momentOf(dayOf(timing, today, steps), timing)
    if (due.getTime() > after.getTime()) return due
  }
}

/**
 * The last moment at or before `now` at which it was due, from `due` on, which is one: what a pause of weeks missed.
 */
export function latestDue(timing: Timing, due: Date, now: Date): Date {
  let latest = due
  for (;;) {
    const next = nextDueAfter(timing, latest)
    if (next.getTime() > now.getTime()) return latest
    latest = next
  }
}

/** The day of the rhythm that is `steps` after the one of `from`, which may itself be over. */
function dayOf({ every, weekday, monthDay }: Timing, from: Temporal.PlainDate, steps: number): Temporal.PlainDate {
  if (every === 'day') return from.add({ days: steps })
  if (every === 'week') return from.add({ days: weekday - from.dayOfWeek + 7 * steps })
  const month = from.with({ day: 1 }).add({ months: steps })
  return month.with({ day: Math.min(monthDay, month.daysInMonth) })
}

function momentOf(day: Temporal.PlainDate, { hour, zone }: Timing): Date {
  const moment = day.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(hour) })
  return new Date(moment.epochMilliseconds)
}
