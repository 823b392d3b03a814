// What comes in: the rate right now and over the last minutes, the last hour by the minute, or today beside yesterday.
import type { OperationOutput } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { ReactNode } from 'react'
import { formatClock, formatCount, formatGrowth } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { Sparkline } from '../../ui/chart.sparkline.tsx'
import { AreaChart, BarChart } from '../../ui/chart.tsx'
import { CountText, MoneyText } from '../../ui/figures.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { spans, type Span } from './admin-dashboard.search.ts'
import { t } from './admin-dashboard.texts.ts'

export type Traffic = OperationOutput<Operations['overview.traffic']>

const heightPx = 200

function Figure({ label, value, note }: { label: string; value: ReactNode; note: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd>
        <span className="block text-lg font-semibold tracking-tight">{value}</span>
        <span className="block text-xs text-ink-soft">{note}</span>
      </dd>
    </div>
  )
}

/** '+12% on yesterday at this time' */
function comparedText(today: number, yesterday: number): string {
  if (yesterday === 0) return t('comparedNone')
  return t('compared', { growth: formatGrowth((today - yesterday) / yesterday) })
}

function Now({ traffic }: { traffic: Traffic }) {
  const { perSecond, recent } = traffic
  return (
    <div className="flex items-end gap-4">
      <div>
        <p className="text-3xl leading-9 font-semibold tracking-tight">
          {perSecond === null ? <span className="text-ink-faint">–</span> : <CountText value={perSecond} />}
        </p>
        <p className="text-xs text-ink-soft">{perSecond === null ? t('rateUnknown') : t('perSecond')}</p>
      </div>
      {recent.length > 1 && (
        <Sparkline label={t('lastMinutes')} values={recent.map(({ perSecond: rate }) => rate)} className="mb-1 w-32" />
      )}
    </div>
  )
}

function Today({ today, yesterday }: Traffic) {
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-3 sm:grid-cols-3">
      <Figure
        label={t('messages')}
        value={<CountText value={today.messages} />}
        note={comparedText(today.messages, yesterday.messages)}
      />
      <Figure
        label={t('segments')}
        value={<CountText value={today.segments} />}
        note={comparedText(today.segments, yesterday.segments)}
      />
      <Figure
        label={t('earned')}
        value={<MoneyText value={today.earned} />}
        note={comparedText(Number(today.earned), Number(yesterday.earned))}
      />
    </dl>
  )
}

function HourChart({ minutes }: { minutes: Traffic['minutes'] }) {
  const points = minutes.map(({ at, perSecond }) => ({ label: formatClock(at).slice(0, 5), value: perSecond }))
  return <AreaChart label={t('perMinute')} points={points} heightPx={heightPx} />
}

function DayChart({ hours }: { hours: Traffic['hours'] }) {
  const points = hours.map(({ hour, today, yesterday }) => {
    const label = `${String(hour).padStart(2, '0')}:00`
    return { label, value: today ?? 0, previous: { label, value: yesterday } }
  })
  return (
    <BarChart
      label={t('perHour')}
      points={points}
      format={formatCount}
      heightPx={heightPx}
      seriesLabel={t('today')}
      previousLabel={t('yesterday')}
    />
  )
}

type TrafficCardProps = { traffic: Traffic | undefined; span: Span; onSpan: (span: Span) => void }

export function TrafficCard({ traffic, span, onSpan }: TrafficCardProps) {
  return (
    <Card
      title={t('traffic')}
      action={
        <Segments
          label={t('span')}
          value={span}
          onChange={onSpan}
          options={spans.map((value) => ({ value, label: t(value) }))}
        />
      }
    >
      {traffic === undefined ? (
        <div role="status" aria-label={t('loading')} className="flex flex-col gap-4">
          <Skeleton className="h-15 w-2/3" />
          <Skeleton className="h-57" />
        </div>
      ) : (
        <div className="flex flex-col gap-5">
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
            <Now traffic={traffic} />
            <Today {...traffic} />
          </div>
          {span === 'hour' ? <HourChart minutes={traffic.minutes} /> : <DayChart hours={traffic.hours} />}
        </div>
      )}
    </Card>
  )
}
