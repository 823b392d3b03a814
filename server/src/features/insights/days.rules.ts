// Days of UTC as text, 'YYYY-MM-DD', which sorts as the days do. Pure.
export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000

export function utcDayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/** The first moment of a day. */
export function dayStart(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

export function addDays(day: string, days: number): string {
  return utcDayOf(new Date(dayStart(day).getTime() + days * DAY_MS))
}

/** How many days lie from one to the other, both counted. */
export function countDaysBetween(from: string, through: string): number {
  return Math.round((dayStart(through).getTime() - dayStart(from).getTime()) / DAY_MS) + 1
}

/** Every day from one to the other, both included; none when they are the wrong way round. */
export function daysBetween(from: string, through: string): string[] {
  return Array.from({ length: Math.max(0, countDaysBetween(from, through)) }, (_, index) => addDays(from, index))
}
