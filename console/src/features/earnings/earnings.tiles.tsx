// What was earned today, this week, this month and in the period, and the bars of the period.
import { Link } from '@tanstack/react-router'
import { CalendarDays, CalendarRange, Coins, Sun } from 'lucide-react'
import { formatMoney } from '../../lib/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card, StatCard, StatRow } from '../../ui/card.tsx'
import { moneyTick } from '../../ui/chart.summary.ts'
import { BarChart } from '../../ui/chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MoneyText } from '../../ui/figures.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { zoneNote, zoomOf } from '../analytics/period.figures.ts'
import type { PeriodSearch } from '../analytics/period.search.ts'
import { earningPoints, growthText, type Earnings } from './earnings.figures.ts'
import { t } from './earnings.texts.ts'

type EarningsProps = { earnings: Earnings | undefined }

function growthNote(earnings: Earnings): string {
  const growth = growthText(earnings)
  if (growth === null) return t('nothingBefore')
  return t('growthNote', { growth, former: formatMoney(earnings.previous.earnings) })
}

export function EarningTiles({ earnings }: EarningsProps) {
  const pending = earnings === undefined
  return (
    <StatRow>
      <StatCard
        label={t('today')}
        icon={<Sun />}
        pending={pending}
        value={<MoneyText value={earnings?.today ?? '0'} />}
        note={t('soFar')}
      />
      <StatCard
        label={t('thisWeek')}
        icon={<CalendarDays />}
        pending={pending}
        value={<MoneyText value={earnings?.week ?? '0'} />}
        note={t('sinceMonday')}
      />
      <StatCard
        label={t('thisMonth')}
        icon={<CalendarRange />}
        pending={pending}
        value={<MoneyText value={earnings?.month ?? '0'} />}
        note={t('sinceFirst')}
      />
      <StatCard
        label={t('inPeriod')}
        icon={<Coins />}
        pending={pending}
        value={<MoneyText value={earnings?.inPeriod.earnings ?? '0'} />}
        note={earnings === undefined ? '' : growthNote(earnings)}
      />
    </StatRow>
  )
}

const chartHeightPx = 260

export function EarningsOverTime({ earnings, onZoom }: EarningsProps & { onZoom: (period: PeriodSearch) => void }) {
  const hasAny = earnings !== undefined && earnings.inPeriod.messages > 0
  return (
    <Card title={t('overTime')}>
      {earnings === undefined && <Skeleton className="h-76 w-full" />}
      {earnings !== undefined && !hasAny && (
        <EmptyState
          icon={<Coins />}
          title={t('empty')}
          description={t('emptyHint')}
          action={
            <Link to="/number-ranges" className={buttonClass('secondary')}>
              {t('viewRanges')}
            </Link>
          }
        />
      )}
      {earnings !== undefined && hasAny && (
        <>
          <p className="mb-3 text-xs text-ink-faint">{zoneNote(earnings.period, Date.parse(earnings.asOf))}</p>
          <BarChart
            anchor="over-time"
            label={t('overTime')}
            points={earningPoints(earnings)}
            heightPx={chartHeightPx}
            formatTick={moneyTick}
            onSelect={(selection) => {
              const zoomed = zoomOf(
                earnings.period,
                earnings.points.map(({ at }) => at),
                selection,
              )
              if (zoomed !== null) onZoom(zoomed)
            }}
          />
        </>
      )}
    </Card>
  )
}
