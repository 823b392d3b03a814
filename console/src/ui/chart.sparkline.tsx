// The shape of a series beside its figure, apart from the charts: tiles are there before a chart is.
import { linePath } from './chart.path.ts'
import { pointX } from './chart.scale.ts'
import { summarize } from './chart.summary.ts'
import { t } from './chart.texts.ts'
import { cx } from './class-names.ts'

/** Its summary is read out; it has no axes and takes no cursor. */
export function Sparkline({
  label,
  values,
  className,
}: {
  label: string
  values: readonly number[]
  className?: string
}) {
  const width = 96
  const height = 28
  const points = values.map((value, index) => ({ label: String(index + 1), value }))
  const largest = Math.max(1, ...values)
  const places = values.map(
    (value, index) => [pointX(index, values.length, width), height - 2 - (value / largest) * (height - 4)] as const,
  )
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={cx('h-7 w-24 shrink-0 max-sm:hidden', className)}
      role="img"
      aria-label={t('labelled', { label, summary: summarize(points) })}
    >
      <path
        d={linePath(places)}
        fill="none"
        className="stroke-chart-1"
        strokeWidth={1.75}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
