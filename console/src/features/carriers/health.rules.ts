// What the health of a connection is in words and widths. Pure.
import type { CallOutput } from '../../lib/api.ts'
import { t } from './health.texts.ts'

export type Health = CallOutput<'connections.health'>
export type Stretch = Health['stretches'][number]

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** '3 days', '5 h', '12 min', '8 s': the largest unit that it fills. */
export function durationText(durationMs: number): string {
  if (durationMs >= 2 * DAY_MS) return t('days', { count: Math.floor(durationMs / DAY_MS) })
  if (durationMs >= 2 * HOUR_MS) return t('hours', { count: Math.floor(durationMs / HOUR_MS) })
  if (durationMs >= 2 * MINUTE_MS) return t('minutes', { count: Math.floor(durationMs / MINUTE_MS) })
  return t('secondsShort', { count: Math.max(1, Math.round(durationMs / 1_000)) })
}

export function lengthMs({ from, until }: { from: string; until: string }): number {
  return Date.parse(until) - Date.parse(from)
}

/** Percent of the whole, of each stretch; their sum is 100. */
export function widths(stretches: readonly Stretch[]): number[] {
  const wholeMs = stretches.reduce((sum, one) => sum + lengthMs(one), 0)
  return stretches.map((one) => (wholeMs > 0 ? (100 * lengthMs(one)) / wholeMs : 0))
}

/** How long it was in which state altogether, for who does not see the strip. */
export function stripSummary(stretches: readonly Stretch[]): string {
  const sums = new Map<Stretch['state'], number>()
  for (const one of stretches) sums.set(one.state, (sums.get(one.state) ?? 0) + lengthMs(one))
  return [...sums]
    .map(([state, durationMs]) => t('stripPart', { state: t(state), duration: durationText(durationMs) }))
    .join(', ')
}

/** Refused, malformed and throttled. */
export function faultsOf({ refused, malformed, throttled }: Health['hours'][number]): number {
  return refused + malformed + throttled
}
