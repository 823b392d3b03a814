// Small decisions of the overview: hours of a day beside the day before, and who is unusual. Pure.

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export type HourFigures = { hour: Date; messages: number; segments: number; earnedMicros: bigint }
export type DayFigures = { messages: number; segments: number; earnedMicros: bigint }

export type Days = {
  today: DayFigures
  /** Up to the same hour as today, which counts whole, as the running one does on the other side. */
  yesterday: DayFigures
  /** By hour of the day, UTC. */
  hours: { hour: number; today: number | null; yesterday: number }[]
}

/** Today and yesterday by the hour, from hourly sums since yesterday's midnight, UTC. */
export function daysOf(figures: readonly HourFigures[], nowMs: number): Days {
  const todayMs = nowMs - (nowMs % DAY_MS)
  const runningHour = Math.floor((nowMs - todayMs) / HOUR_MS)
  const byMs = new Map(figures.map((one) => [one.hour.getTime(), one]))
  const at = (dayMs: number, hour: number) => byMs.get(dayMs + hour * HOUR_MS)
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const upToNow = hours.filter((hour) => hour <= runningHour)
  return {
    today: sum(upToNow.map((hour) => at(todayMs, hour))),
    yesterday: sum(upToNow.map((hour) => at(todayMs - DAY_MS, hour))),
    hours: hours.map((hour) => ({
      hour,
      today: hour <= runningHour ? (at(todayMs, hour)?.messages ?? 0) : null,
      yesterday: at(todayMs - DAY_MS, hour)?.messages ?? 0,
    })),
  }
}

function sum(figures: readonly (HourFigures | undefined)[]): DayFigures {
  return figures.reduce<DayFigures>(
    (total, one) => ({
      messages: total.messages + (one?.messages ?? 0),
      segments: total.segments + (one?.segments ?? 0),
      earnedMicros: total.earnedMicros + (one?.earnedMicros ?? 0n),
    }),
    { messages: 0, segments: 0, earnedMicros: 0n },
  )
}

export type Growth = { userId: string; username: string; messages: number; messagesBefore: number; openCases: number }

/** Fewer messages a day are too few to have grown. */
const GROWN_MESSAGES_MIN = 100
/** Traffic has grown when it is at least half again what it was. */
const GROWN_FACTOR = 1.5

/** Whoever has an open case, and whose traffic has grown; cases first, then the most messages more than before. */
export function unusualOf(users: readonly Growth[], most: number): Growth[] {
  const hasGrown = ({ messages, messagesBefore }: Growth) =>
    messages >= GROWN_MESSAGES_MIN && messages >= messagesBefore * GROWN_FACTOR
  return users
    .filter((user) => user.openCases > 0 || hasGrown(user))
    .toSorted(
      (one, other) =>
        other.openCases - one.openCases || other.messages - other.messagesBefore - (one.messages - one.messagesBefore),
    )
    .slice(0, most)
}
