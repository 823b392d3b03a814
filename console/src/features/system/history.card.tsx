// One figure over a day, a week or a month, of which the address says both. What was not measured is left out and
// counted, never drawn as nought.
import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { locale } from '../../i18n/language.ts'
import { formatDateTime } from '../../lib/format.ts'
import { readKeeping } from '../../lib/query.ts'
import { Card } from '../../ui/card.tsx'
import { AreaChart } from '../../ui/chart.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Select } from '../../ui/input.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatOf, valueOf, type History } from './system.figures.ts'
import { hoursOf, metrics, periods, type Metric, type Period, type SystemPatch } from './system.search.ts'
import { t } from './system.texts.ts'

/** A minute is written a minute. */
export const historyEveryMs = 60_000

const axisFormats = {
  day: new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false }),
  week: new Intl.DateTimeFormat(locale, { weekday: 'short', hour: '2-digit', hour12: false }),
  month: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
} as const

export function useHistory(period: Period, isPaused: boolean) {
  return useQuery({
    ...readKeeping('system.history', { query: { hours: hoursOf[period] } }),
    refetchInterval: isPaused ? false : historyEveryMs,
  })
}

function Chart({ history, metric, period }: { history: History; metric: Metric; period: Period }) {
  const points = history.steps.flatMap((step) => {
    const value = valueOf(step, metric)
    const axis = axisFormats[period].format(new Date(step.at))
    return value === null ? [] : [{ label: formatDateTime(step.at), axis, value }]
  })
  if (points.length === 0) return <EmptyState icon={<ChartLine />} title={t('historyEmpty')} />
  const format = formatOf(metric)
  const missing = history.steps.length - points.length
  return (
    <>
      <AreaChart label={t(metric)} points={points} format={format} formatTick={format} heightPx={240} />
      {missing > 0 && (
        <p className="mt-2 text-xs text-ink-soft">{t('notMeasured', { count: missing, all: history.steps.length })}</p>
      )}
    </>
  )
}

type HistoryCardProps = {
  metric: Metric
  period: Period
  isPaused: boolean
  onPatch: (patch: SystemPatch) => void
}

export function HistoryCard({ metric, period, isPaused, onPatch }: HistoryCardProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useHistory(period, isPaused)
  return (
    <Card title={t('history')}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Select
          aria-label={t('figure')}
          value={metric}
          onChange={({ currentTarget }) => {
            const next = metrics.find((name) => name === currentTarget.value)
            onPatch({ figure: next === 'rate' ? undefined : next })
          }}
          options={metrics.map((name) => ({ value: name, label: t(name) }))}
        />
        <Segments
          label={t('period')}
          value={period}
          onChange={(next) => onPatch({ period: next === 'day' ? undefined : next })}
          options={periods.map((value) => ({ value, label: t(value) }))}
        />
      </div>
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching} className="mb-4">
          {error.message}
        </ErrorBox>
      )}
      {data === undefined ? (
        error === null && (
          <div role="status" aria-label={t('loading')}>
            <Skeleton className="h-68" />
          </div>
        )
      ) : (
        <div aria-busy={isPlaceholderData} className={cx(isPlaceholderData && 'opacity-60')}>
          <Chart history={data} metric={metric} period={period} />
        </div>
      )}
    </Card>
  )
}
