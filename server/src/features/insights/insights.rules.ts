// Periods, growth and the days of a chart. Pure.

const DAY_MS = 86_400_000

export type Period = { fromMs: number; previousFromMs: number; previousUntilMs: number }

/** The last `days` days of UTC with today, and the same stretch before it, ending at the same time of day. */
export function periodOf(nowMs: number, days: number): Period {
  const todayMs = nowMs - (nowMs % DAY_MS)
  const fromMs = todayMs - (days - 1) * DAY_MS
  return { fromMs, previousFromMs: fromMs - days * DAY_MS, previousUntilMs: nowMs - days * DAY_MS }
}

/** Percent with one decimal; null when there was nothing to grow from. */
export function growthPercent(messages: number, previousMessages: number): number | null {
  if (previousMessages === 0) return null
  return Math.round(((messages - previousMessages) / previousMessages) * 1_000) / 10
}

export type DayFigures = { day: string; messages: number; earnedMicros: bigint }

/** Every day of the period in order; one without traffic is zero, so that a chart has no gap. */
export function fillDays(fromMs: number, days: number, figures: readonly DayFigures[]): DayFigures[] {
  const known = new Map(figures.map((figure) => [figure.day, figure]))
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(fromMs + index * DAY_MS).toISOString().slice(0, 10)
    return known.get(day) ?? { day, messages: 0, earnedMicros: 0n }
  })
}
