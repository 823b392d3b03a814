// How a range reads: its numbers, its usage, its country. Pure.
import { locale } from '../../i18n/language.ts'
import type { CallOutput } from '../../lib/api.ts'
import { formatPercent, formatPhone } from '../../lib/format.ts'

export type Range = CallOutput<'ranges.list'>['items'][number]
export type RangesPage = CallOutput<'ranges.list'>

type Block = { prefix: string; startNumber: string; endNumber: string }

const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })

/** '+447700900000 - +447700900999' */
export function rangeText({ prefix, startNumber, endNumber }: Block): string {
  return `${formatPhone(prefix + startNumber)} - ${formatPhone(prefix + endNumber)}`
}

/** From 0 to 1; a range of nothing is not used. */
export function usedShare({ usedNumbers, totalNumbers }: { usedNumbers: number; totalNumbers: number }): number {
  return totalNumbers === 0 ? 0 : usedNumbers / totalNumbers
}

/** '42.0%' */
export function usedPercent(range: { usedNumbers: number; totalNumbers: number }): string {
  return formatPercent(usedShare(range))
}

/** The name of an ISO 3166-1 code; null for what is no country's. */
export function countryName(code: string | null): string | null {
  return code !== null && /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? null) : null
}
