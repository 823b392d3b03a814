// The period in an address: the last so many days, or a first and a last day. Pure and forgiving.
import { compact, isDay, textOf, type RawSearch } from '../../lib/search.ts'
import { readerZone } from '../../lib/zones.ts'

export type PeriodSearch = { days?: number; from?: string; to?: string }

/** Days that are chosen by one click. */
export type Preset = 7 | 30 | 90 | 365
export const defaultDays = 30
/** The contract's bound of a period; its file would bring the schemas along. */
const daysMax = 3_660
const dayMs = 86_400_000

export function moveDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** How many days lie between two, both counted. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
}

export function parsePeriodSearch(raw: RawSearch): PeriodSearch {
  const [from, to] = [textOf(raw, 'from'), textOf(raw, 'to')]
  if (isDay(from) && isDay(to) && from <= to && countDays(from, to) <= daysMax) return { from, to }
  const days = Number(raw['days'])
  const isGiven = Number.isInteger(days) && days >= 1 && days <= daysMax && days !== defaultDays
  return compact({ days: isGiven ? days : undefined })
}

/** What takes a former period out of the address and puts this one in. */
export function periodPatch(period: PeriodSearch): {
  [K in keyof Required<PeriodSearch>]: PeriodSearch[K] | undefined
} {
  const { days, from, to } = period
  return { days: days === defaultDays ? undefined : days, from, to }
}

/** A period of one's own after one of its ends was changed: never backwards, never longer than can be asked for. */
export function withEnd(period: { from: string; to: string }, end: 'from' | 'to', day: string): PeriodSearch {
  const next = { ...period, [end]: day }
  if (next.from > next.to) return { from: day, to: day }
  if (countDays(next.from, next.to) <= daysMax) return next
  return end === 'from' ? { from: day, to: moveDay(day, daysMax - 1) } : { from: moveDay(day, 1 - daysMax), to: day }
}

/** The period as the query of a read. */
export function periodQueryOf(search: PeriodSearch): { days?: number; from?: string; to?: string; zone: string } {
  const { days, from, to } = search
  return { zone: readerZone, ...compact({ days, from, to }) }
}
