// What My Earnings draws, from what the server says. Pure. Amounts become numbers only for the height of a bar.
import type { CallOutput } from '../../lib/api.ts'
import { formatGrowth, formatMoney, formatRate } from '../../lib/format.ts'
import type { ChartPoint } from '../../ui/chart.scale.ts'
import { fullDayLabel, pointLabels } from '../analytics/period.figures.ts'
import { countDays, moveDay } from '../analytics/period.search.ts'
import { t } from './earnings.texts.ts'

export type Earnings = CallOutput<'earnings.read'>
export type Maturity = CallOutput<'earnings.maturity'>
export type RateCard = CallOutput<'earnings.rates'>

export function moneyFigure(amount: string): { value: number; text: string; exact: string } {
  return { value: Number(amount), text: formatMoney(amount), exact: amount }
}

export function earningPoints({ points, period }: Pick<Earnings, 'points' | 'period'>): ChartPoint[] {
  const labels = pointLabels(period)
  return points.map(({ at, earnings }) => ({ ...labels(at), ...moneyFigure(earnings) }))
}

/** For a percentage of one decimal a float is enough; null where there was nothing before. */
export function growthText({ inPeriod, previous }: Pick<Earnings, 'inPeriod' | 'previous'>): string | null {
  const former = Number(previous.earnings)
  return former === 0 ? null : formatGrowth((Number(inPeriod.earnings) - former) / former)
}

/** A bar for every day from the first on which something matures to the last, so that the bars tell the distance. */
export function maturityPoints({ days }: Pick<Maturity, 'days'>): ChartPoint[] {
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return []
  const amounts = new Map(days.map(({ day, amount }) => [day, amount]))
  const labels = pointLabels({ granularity: 'day', zone: 'UTC' })
  return Array.from({ length: countDays(first.day, last.day) }, (_, index) => {
    const day = moveDay(first.day, index)
    return { label: fullDayLabel(day), axis: labels(day).axis, ...moneyFigure(amounts.get(day) ?? '0.000000') }
  })
}

/** '$0.0043, Nov 1 – Nov 20, 2026' */
export function formerRateText(
  { rate, from, until }: RateCard['items'][number]['former'][number],
  span: (from: string, until: string) => string,
): string {
  return t('former', { rate: formatRate(rate), span: span(from, until) })
}
