// The stretch of days that figures are asked for, and the zone in which a day begins.
import { z } from 'zod'
import { zoneSchema } from './zone.ts'

/** Ten years and a few days. */
export const PERIOD_DAYS_MAX = 3_660

const dayInput = z.iso.date('Give a day such as 2026-03-31.')

export const periodQuery = {
  /** The last so many days, today included; `from` and `to` take its place. */
  days: z.coerce.number().int().min(1).max(PERIOD_DAYS_MAX).default(30),
  /** The first and the last day, both included; what lies after today is left out. */
  from: dayInput.optional(),
  to: dayInput.optional(),
  /** Where the reader is; a long period is counted in days of UTC all the same, and the answer says so. */
  zone: zoneSchema,
}

type Span = { from?: string | undefined; to?: string | undefined }

/** What is wrong with the two days of a period, on its field; null when nothing is. */
export function periodFault({ from, to }: Span): { path: 'from' | 'to'; message: string } | null {
  if (from === undefined && to === undefined) return null
  if (from === undefined) return { path: 'from', message: 'Give the first day too.' }
  if (to === undefined) return { path: 'to', message: 'Give the last day too.' }
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (days < 1) return { path: 'to', message: 'The last day is before the first.' }
  if (days > PERIOD_DAYS_MAX) return { path: 'from', message: 'A period is ten years at most.' }
  if (from < '2000-01-01') return { path: 'from', message: 'Nothing was received before 2000.' }
  return null
}

/** For `superRefine` of a query that holds a period. */
export function refinePeriod(span: Span, context: z.RefinementCtx): void {
  const fault = periodFault(span)
  if (fault !== null) context.addIssue({ code: 'custom', path: [fault.path], message: fault.message, input: undefined })
}

export const granularities = ['hour', 'day', 'week', 'month'] as const
export type Granularity = (typeof granularities)[number]

/** What a period turned out to be. */
export const periodSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  /** In which its days begin: the reader's, or UTC. */
  zone: z.string(),
  granularity: z.enum(granularities),
})
