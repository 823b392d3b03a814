// The chart of Analytics: one figure over the period, with what it is compared with, and what happened to ranges and
// rates. A stretch that is dragged over, or selected by keys, becomes the period.
import { Link } from '@tanstack/react-router'
import { ChartNoAxesCombined } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { moneyTick } from '../../ui/chart.summary.ts'
import { AreaChart } from '../../ui/chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { chartMarks, chartPoints, isEmpty, type Analytics } from './analytics.figures.ts'
import { metrics, type Metric } from './analytics.search.ts'
import { t } from './analytics.texts.ts'
import { spanLabel, zoneNote, zoomOf } from './period.figures.ts'
import type { PeriodSearch } from './period.search.ts'

type OverTimeProps = {
  analytics: Analytics | undefined
  metric: Metric
  onMetric: (metric: Metric | undefined) => void
  onZoom: (period: PeriodSearch) => void
}

const granularityTexts = { hour: 'byHour', day: 'byDay', week: 'byWeek', month: 'byMonth' } as const
const chartHeightPx = 300

function Chart({ analytics, metric, onZoom }: Omit<OverTimeProps, 'onMetric'> & { analytics: Analytics }) {
  const { points, period, compared } = analytics
  const marks = chartMarks(analytics)
  return (
    <>
      <AreaChart
        anchor="over-time"
        label={t('overTime', { metric: t(metric) })}
        points={chartPoints(analytics, metric)}
        heightPx={chartHeightPx}
        {...(compared === null ? {} : { previousLabel: spanLabel(compared) })}
        {...(metric === 'earnings' ? { formatTick: moneyTick } : {})}
        marks={marks}
        onSelect={(selection) => {
          const zoomed = zoomOf(
            period,
            points.map(({ at }) => at),
            selection,
          )
          if (zoomed !== null) onZoom(zoomed)
        }}
      />
      {marks.length > 0 && <p className="mt-1 text-xs text-ink-soft">{t('marks')}</p>}
    </>
  )
}

function Legend({ analytics }: { analytics: Analytics }) {
  const { period, compared } = analytics
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-soft">
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="h-0.5 w-4 rounded bg-chart-1" />
        {spanLabel(period)}
      </span>
      {compared !== null && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="w-4 border-t-2 border-dashed border-line-strong" />
          {spanLabel(compared)}
        </span>
      )}
      <span>{t(granularityTexts[period.granularity])}</span>
      <span>{zoneNote(period, Date.parse(analytics.asOf))}</span>
    </p>
  )
}

export function OverTime({ analytics, metric, onMetric, onZoom }: OverTimeProps) {
  return (
    <Card
      title={t('overTime', { metric: t(metric) })}
      action={
        <Segments
          label={t('metric')}
          value={metric}
          options={metrics.map((value) => ({ value, label: t(value) }))}
          onChange={(value) => onMetric(value === 'messages' ? undefined : value)}
        />
      }
    >
      {analytics === undefined && <Skeleton className="h-88 w-full" />}
      {analytics !== undefined && isEmpty(analytics) && (
        <EmptyState
          icon={<ChartNoAxesCombined />}
          title={t('empty')}
          description={t('emptyHint')}
          action={
            <Link to="/number-ranges" className={buttonClass('secondary')}>
              {t('viewRanges')}
            </Link>
          }
        />
      )}
      {analytics !== undefined && !isEmpty(analytics) && (
        <div className="flex flex-col gap-3">
          <Legend analytics={analytics} />
          <Chart analytics={analytics} metric={metric} onZoom={onZoom} />
        </div>
      )}
    </Card>
  )
}
