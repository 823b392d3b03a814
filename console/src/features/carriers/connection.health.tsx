// How a connection was over the last day or week: a strip of its sessions, how much of the time it was bound, what
// ended it each time, its messages and its faults by the hour.
import type { HealthPeriod } from '@inrange/contract/carriers'
import { useQuery } from '@tanstack/react-query'
import { formatClock, formatDateTime, formatDay, formatPercent } from '../../lib/format.ts'
import { readKeeping } from '../../lib/query.ts'
import { BarChart } from '../../ui/chart.tsx'
import { cx } from '../../ui/class-names.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { Connection } from './connections.rules.ts'
import { durationText, faultsOf, lengthMs, stripSummary, widths, type Health as Facts } from './health.rules.ts'
import { t } from './health.texts.ts'

const renewEveryMs = 30_000
const stripColours = { up: 'bg-good', partial: 'bg-warn', down: 'bg-bad', before: 'bg-line' } as const
const chartPx = 140

function Strip({ health }: { health: Facts }) {
  const percents = widths(health.stretches)
  return (
    <div>
      <div
        role="img"
        aria-label={t('strip', { summary: stripSummary(health.stretches) })}
        className="flex h-6 overflow-hidden rounded-md"
        dir="ltr"
      >
        {health.stretches.map((one, index) => (
          <span
            key={one.from}
            title={`${t(one.state)} · ${durationText(lengthMs(one))}`}
            className={cx('h-full min-w-px', stripColours[one.state])}
            style={{ width: `${percents[index]}%` }}
          />
        ))}
      </div>
      <div dir="ltr" className="mt-1 flex justify-between text-xs text-ink-soft">
        <bdi>{formatDateTime(health.from)}</bdi>
        <span>{t('now')}</span>
      </div>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
        {(['up', 'partial', 'down'] as const).map((state) => (
          <li key={state} className="inline-flex items-center gap-1.5">
            <span className={cx('size-2.5 rounded-sm', stripColours[state])} aria-hidden="true" />
            {t(state)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Outages({ health }: { health: Facts }) {
  return (
    <div>
      <h4 className="mb-1.5 text-xs font-medium text-ink-soft">{t('outages')}</h4>
      {health.outages.length === 0 ? (
        <p className="text-sm">{t('noOutages')}</p>
      ) : (
        <ol className="divide-y divide-line rounded-lg border border-line text-[0.8125rem]">
          {health.outages.map(({ from, until, reason }) => (
            <li key={from} className="px-3 py-2">
              <span className="flex flex-wrap items-center justify-between gap-x-3">
                <span className={cx('font-medium', until === null && 'text-bad')}>
                  {until === null
                    ? t('since', { time: formatDateTime(from) })
                    : t('lasted', { time: formatDateTime(from), duration: durationText(lengthMs({ from, until })) })}
                </span>
                <RelativeTime iso={from} className="text-xs text-ink-soft" />
              </span>
              <bdi dir="auto" className="block break-words text-ink-soft">
                {reason ?? t('unknownReason')}
              </bdi>
            </li>
          ))}
        </ol>
      )}
      {health.isCut && <p className="mt-1.5 text-xs text-ink-soft">{t('isCut')}</p>}
    </div>
  )
}

/** '19:00', in the reader's zone. */
function hourOf(iso: string): string {
  return formatClock(iso).slice(0, 5)
}

type HourChartProps = {
  health: Facts
  period: HealthPeriod
  label: string
  empty: string
  valueOf: (hour: Facts['hours'][number]) => number
}

function HourChart({ health, period, label, empty, valueOf }: HourChartProps) {
  const points = health.hours.map((hour) => ({
    label: `${formatDay(hour.hour)} ${hourOf(hour.hour)}`,
    axis: period === '24h' ? hourOf(hour.hour) : formatDay(hour.hour),
    value: valueOf(hour),
  }))
  const isEmpty = points.every(({ value }) => value === 0)
  return (
    <div>
      <h4 className="mb-1.5 text-xs font-medium text-ink-soft">{label}</h4>
      {isEmpty ? <p className="text-sm">{empty}</p> : <BarChart label={label} points={points} heightPx={chartPx} />}
    </div>
  )
}

type HealthProps = { connection: Connection; period: HealthPeriod; onPeriod: (period: HealthPeriod) => void }

export function Health({ connection, period, onPeriod }: HealthProps) {
  const stored = useQuery({
    ...readKeeping('connections.health', { params: { connectionId: connection.id }, query: { period } }),
    refetchInterval: renewEveryMs,
  })
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = stored
  return (
    <section aria-labelledby="health-title">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h3 id="health-title" className="text-[0.8125rem] font-semibold">
          {t('health')}
          {data !== undefined && data.uptime !== null && (
            <span className="ms-2 font-normal text-ink-soft">
              {t('uptime', { percent: formatPercent(data.uptime) })}
            </span>
          )}
        </h3>
        <Segments
          label={t('period')}
          value={period}
          options={(['24h', '7d'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={onPeriod}
        />
      </div>
      {error !== null && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {t('failed', { reason: error.message })}
        </ErrorBox>
      )}
      {isPending && <SkeletonRows rows={5} label={t('loading')} />}
      {data !== undefined && (
        <div aria-busy={isPlaceholderData} className={cx('flex flex-col gap-5', isPlaceholderData && 'opacity-60')}>
          {data.uptime === null ? (
            <p className="text-[0.8125rem] text-ink-soft">{t('httpNote')}</p>
          ) : (
            <>
              <Strip health={data} />
              <Outages health={data} />
            </>
          )}
          <HourChart
            health={data}
            period={period}
            label={t('messagesByHour')}
            empty={t('noTraffic')}
            valueOf={({ messages }) => messages}
          />
          <HourChart health={data} period={period} label={t('faultsByHour')} empty={t('noFaults')} valueOf={faultsOf} />
        </div>
      )}
    </section>
  )
}
