// What Analytics draws, from what the server says. Pure. Amounts become numbers only for the height of a line; what is
// read and written is the server's own text.
import { locale } from '../../i18n/language.ts'
import type { CallOutput } from '../../lib/api.ts'
import { formatCount, formatMoney, formatRate } from '../../lib/format.ts'
import type { ChartMark } from '../../ui/chart.frame.tsx'
import type { ChartPoint } from '../../ui/chart.scale.ts'
import type { Metric } from './analytics.search.ts'
import { t } from './analytics.texts.ts'
import { pointLabels, pointOf } from './period.figures.ts'

export type Analytics = CallOutput<'analytics.read'>
export type Sums = { messages: number; segments: number; earnings: string }

/** One figure of several: its height, how it is read, how it is written. */
export function figureOf(sums: Sums, metric: Metric): { value: number; text: string; exact: string } {
  if (metric === 'earnings') {
    return { value: Number(sums.earnings), text: formatMoney(sums.earnings), exact: sums.earnings }
  }
  return { value: sums[metric], text: formatCount(sums[metric]), exact: String(sums[metric]) }
}

/** Points of the chart with those of the period that it is compared with, each under its own name. */
export function chartPoints({ points, period }: Pick<Analytics, 'points' | 'period'>, metric: Metric): ChartPoint[] {
  const yearOf = (at: string) => at.slice(0, 4)
  const isOfOtherYear = points.some(({ at, previous }) => previous !== null && yearOf(previous.at) !== yearOf(at))
  const labels = pointLabels(period, isOfOtherYear)
  return points.map(({ at, previous, ...sums }) => ({
    ...labels(at),
    ...figureOf(sums, metric),
    previous: previous === null ? null : { label: labels(previous.at).label, ...figureOf(previous, metric) },
  }))
}

/** What happened to ranges and rates, each at its point; several at one point one after the other. */
export function chartMarks({ marks, period, points }: Pick<Analytics, 'marks' | 'period' | 'points'>): ChartMark[] {
  const places = points.map(({ at }) => at)
  return marks
    .map((mark) => ({ at: pointOf(mark.at, period, places), label: markText(mark) }))
    .filter(({ at }) => at >= 0)
}

function markText({ kind, range, rate }: Analytics['marks'][number]): string {
  if (kind === 'range_assigned') return t('rangeAssigned', { range: range.name })
  if (kind === 'range_withdrawn') return t('rangeWithdrawn', { range: range.name })
  return t('rateChanged', { range: range.name, rate: rate === null ? '' : formatRate(rate) })
}

/** From 0 to 1; null where nothing was counted. */
export function codeShare({ messages, codes }: { messages: number; codes: number }): number | null {
  return messages === 0 ? null : codes / messages
}

const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
const languages = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' })

export function countryText(code: string | null): string {
  return (code !== null && /^[A-Z]{2}$/.test(code) ? countries.of(code) : undefined) ?? t('noCountry')
}

export function languageText(code: string): string {
  return (code !== 'und' && /^[a-z]{2,3}$/.test(code) ? languages.of(code) : undefined) ?? t('noLanguage')
}

export function senderText(sender: string): string {
  return sender === '' ? t('otherSenders') : sender
}

/** Whether there is anything to draw. */
export function isEmpty({ totals, previous }: Pick<Analytics, 'totals' | 'previous'>): boolean {
  return totals.messages === 0 && (previous === null || previous.messages === 0)
}
