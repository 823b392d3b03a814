// What `today` and its like mean: from the midnight that began a day to the midnight that ends one, as clocks show them
// in a time zone, so that a day on which clocks change is as long as it was. Pure; whoever asks gives the moment.
import type { MessageFilterParsed, TimeWord } from '@inrange/contract/messages'

/** Days from today on which a stretch begins and ends, the end being the day after its last. */
const DAYS: Partial<Record<TimeWord, readonly [from: number, until: number]>> = {
  today: [0, 1],
  yesterday: [-1, 0],
  last_7_days: [-6, 1],
  last_30_days: [-29, 1],
}

/** From inclusive, until exclusive. */
export function stretchOf(word: TimeWord, timeZone: string, now: Date): { from: Date; until: Date } {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  const days = DAYS[word]
  if (days !== undefined) {
    const [from, until] = days
    return { from: midnight(today.add({ days: from })), until: midnight(today.add({ days: until })) }
  }
  const month = today.with({ day: 1 }).subtract({ months: word === 'last_month' ? 1 : 0 })
  return { from: midnight(month), until: midnight(month.add({ months: 1 })) }

  /** The first moment of a day; where clocks skip midnight, it begins later. */
  function midnight(day: Temporal.PlainDate): Date {
    return new Date(day.toZonedDateTime(timeZone).epochMilliseconds)
  }
}

/** The same filter with `during` said as moments, for work that goes on after its day has ended. */
export function fixDuring<Filter extends Partial<MessageFilterParsed>>(
  filter: Filter,
  now: Date,
): Omit<Filter, 'during' | 'timeZone'> {
  const { during, timeZone, ...fixed } = filter
  if (during === undefined) return fixed
  const { from, until } = stretchOf(during, timeZone ?? 'UTC', now)
  return { ...fixed, from: from.toISOString(), until: until.toISOString() }
}
