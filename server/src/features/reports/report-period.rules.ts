// Time words and own days as moments: a period is whole days of its time zone, whatever summer time makes of them.
// Pure: the present is given.
import { AppError } from '@inrange/contract/errors'
import { REPORT_DAYS_MAX, type ReportPeriod } from '@inrange/contract/reports'

export type PeriodWords = { period: ReportPeriod; from?: string | undefined; to?: string | undefined; zone: string }
export type Period = {
  /** Inclusive. */
  from: Date
  /** Exclusive. */
  until: Date
  /** First and last day in the time zone, both included: 2026-03-31. */
  firstDay: string
  lastDay: string
  days: number
}

/** @throws AppError invalid_request naming the field: a `custom` period without its days, backwards, or too long */
export function periodOf(words: PeriodWords, now: Date): Period {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(words.zone).toPlainDate()
  const [first, last] = words.period === 'custom' ? ownDays(words) : wordDays(words.period, today)
  const days = first.until(last, { largestUnit: 'day' }).days + 1
  if (days > REPORT_DAYS_MAX) throw refused('from', 'A report covers at most ten years. Choose a later first day.')
  return {
    from: startOf(first, words.zone),
    until: startOf(last.add({ days: 1 }), words.zone),
    firstDay: first.toString(),
    lastDay: last.toString(),
    days,
  }
}

/** Every day from the first to the last. */
export function daysOf(firstDay: string, lastDay: string): string[] {
  const last = Temporal.PlainDate.from(lastDay)
  const days: string[] = []
  for (let day = Temporal.PlainDate.from(firstDay); Temporal.PlainDate.compare(day, last) <= 0;) {
    days.push(day.toString())
    day = day.add({ days: 1 })
  }
  return days
}

export function refused(field: string, message: string): AppError {
  return new AppError('invalid_request', { fields: { [field]: message } })
}

type Days = [first: Temporal.PlainDate, last: Temporal.PlainDate]

function wordDays(period: Exclude<ReportPeriod, 'custom'>, today: Temporal.PlainDate): Days {
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  const thisMonth = today.with({ day: 1 })
  const thisYear = today.with({ month: 1, day: 1 })
  const before = (day: Temporal.PlainDate) => day.subtract({ days: 1 })
  switch (period) {
    case 'today':
      return [today, today]
    case 'yesterday':
      return [before(today), before(today)]
    case 'last_7_days':
      return [today.subtract({ days: 6 }), today]
    case 'last_30_days':
      return [today.subtract({ days: 29 }), today]
    case 'last_90_days':
      return [today.subtract({ days: 89 }), today]
    case 'this_week':
      return [monday, today]
    case 'last_week':
      return [monday.subtract({ days: 7 }), before(monday)]
    case 'this_month':
      return [thisMonth, today]
    case 'last_month':
      return [thisMonth.subtract({ months: 1 }), before(thisMonth)]
    case 'this_year':
      return [thisYear, today]
    case 'last_year':
      return [thisYear.subtract({ years: 1 }), before(thisYear)]
    case 'last_12_months':
      return [thisMonth.subtract({ months: 11 }), today]
    default:
      return period satisfies never
  }
}

function ownDays({ from, to }: PeriodWords): Days {
  if (from === undefined) throw refused('from', 'Give the first day.')
  if (to === undefined) throw refused('to', 'Give the last day.')
  const days: Days = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)]
  if (Temporal.PlainDate.compare(...days) > 0) throw refused('to', 'The last day is before the first one.')
  if (days[0].year < 2000 || days[1].year > 2200) throw refused('from', 'Choose days between 2000 and 2200.')
  return days
}

/** The first moment of a day: where summer time begins at midnight, there is no 00:00. */
function startOf(day: Temporal.PlainDate, zone: string): Date {
  return new Date(day.toZonedDateTime(zone).epochMilliseconds)
}
