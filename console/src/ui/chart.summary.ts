// What of a chart is words: the sentence that a screen reader gets, and amounts beside the lines.
import { locale } from '../i18n/language.ts'
import { formatCompact, formatCount } from '../lib/format.ts'
import { extremesOf, type ChartPoint } from './chart.scale.ts'
import { t } from './chart.texts.ts'

/** '30 points from Oct 22 to Nov 20. Lowest 1,986 (Nov 5), highest 5,499 (Oct 27), latest 3,452.' */
export function summarize(points: readonly ChartPoint[], format: (value: number) => string = formatCount): string {
  const extremes = extremesOf(points)
  if (extremes === null) return t('noData')
  const { first, last, lowest, highest } = extremes
  const read = ({ text, value }: ChartPoint) => text ?? format(value)
  if (points.length === 1) return t('onePoint', { label: first.label, value: read(first) })
  return t('summary', {
    points: points.length,
    first: first.label,
    last: last.label,
    lowest: read(lowest),
    lowestLabel: lowest.label,
    highest: read(highest),
    highestLabel: highest.label,
    latest: read(last),
  })
}

const smallAmounts = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })

/** '$1.2K' beside the lines of a chart of money, '$0.05' where they lie close: no two lines read alike. */
export function moneyTick(value: number): string {
  const size = Math.abs(value)
  return `${value < 0 ? '-' : ''}$${size < 1_000 ? smallAmounts.format(size) : formatCompact(size)}`
}
