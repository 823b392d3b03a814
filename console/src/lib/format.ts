// How figures, money, times and numbers read in the language of the page. Everything goes through Intl; money stays
// text and bigint from the server to the screen, so no amount passes through a float. Amounts are floored to cents:
// a cent that is not there is never shown. Dollars are written in one way in every language, sign first and with a
// point, as they are typed: see docs/decisions/0028-one-sentence-is-the-key.md.
import { decimalToMicros, formatRate as formatRateOf, formatUsd } from '@inrange/contract/money'
import { locale } from '../i18n/language.ts'
import { isolated } from '../i18n/texts.ts'

const counts = new Intl.NumberFormat(locale)
const compactCounts = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
const shares = new Intl.NumberFormat(locale, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const signedShares = new Intl.NumberFormat(locale, {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})
const day = { month: 'short', day: 'numeric', year: 'numeric' } as const
const dayFormat = new Intl.DateTimeFormat(locale, day)
const dateTimeFormat = new Intl.DateTimeFormat(locale, {
  ...day,
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})
const clockFormat = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})
const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
const secondsFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' })
const durationUnits = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** '128,402' */
export function formatCount(count: number | bigint): string {
  return counts.format(count)
}

/** '1.2M', for axes and narrow tiles. */
export function formatCompact(count: number): string {
  return compactCounts.format(count)
}

/** '42.0%' from 0.42: one decimal, as utilization is shown everywhere. */
export function formatPercent(share: number): string {
  return shares.format(Number.isFinite(share) ? share : 0)
}

/** '+12.4%' from 0.124, '0%' from 0. */
export function formatGrowth(share: number): string {
  return signedShares.format(share)
}

/**
 * '$1,234.56' from the decimal text of the API, floored to cents (towards minus infinity). Unreadable text is
 * returned as it is.
 */
export function formatMoney(decimal: string): string {
  const micros = decimalToMicros(decimal)
  return micros === null ? decimal : formatUsd(micros)
}

/** '$0.0043': every decimal that counts, at least four. For rates and what one message earned. */
export function formatRate(decimal: string): string {
  const micros = decimalToMicros(decimal)
  return micros === null ? decimal : formatRateOf(micros)
}

/** '+447700900123' from '447700900123'; alphanumeric senders stay as they are. */
export function formatPhone(digits: string): string {
  return /^\d{7,15}$/.test(digits) ? `+${digits}` : digits
}

/** 'Nov 20, 2026' */
export function formatDay(iso: string): string {
  return dayFormat.format(new Date(iso))
}

/** 'Nov 20, 2026, 7:19:58 PM' in the reader's zone. */
export function formatDateTime(iso: string): string {
  return dateTimeFormat.format(new Date(iso))
}

/** '19:19:58' in the reader's zone. */
export function formatClock(iso: string): string {
  return clockFormat.format(new Date(iso))
}

/** '2026-11-20 19:19:58 UTC', for tooltips and evidence. */
export function formatUtc(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** 'Nov 20, 2026, 7:19:58 PM · 2026-11-20 19:19:58 UTC': when something was, exactly, in the reader's zone and in UTC. */
export function formatExact(iso: string): string {
  return `${formatDateTime(iso)} · ${isolated(formatUtc(iso))}`
}

/** 'now', '8s ago', '5 min. ago', 'yesterday', then the day itself after a week. */
export function formatRelative(iso: string, nowMs: number): string {
  const seconds = Math.round((new Date(iso).getTime() - nowMs) / 1000)
  const magnitude = Math.abs(seconds)
  if (magnitude < 60) return secondsFormat.format(seconds, 'second')
  if (magnitude >= 7 * 86_400) return formatDay(iso)
  for (const [unit, unitSeconds] of durationUnits) {
    if (magnitude >= unitSeconds) return relativeFormat.format(Math.trunc(seconds / unitSeconds), unit)
  }
  return dayFormat.format(new Date(iso))
}
