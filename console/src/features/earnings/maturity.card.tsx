// The calendar of what matures: one bar a day for the next weeks, then what comes later, and what a review keeps.
import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { decimalToMicros } from '@inrange/contract/money'
import { formatClock, formatMoney } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { Card } from '../../ui/card.tsx'
import { moneyTick } from '../../ui/chart.summary.ts'
import { BarChart } from '../../ui/chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { readerZone } from '../../lib/zones.ts'
import { maturityPoints, type Maturity } from './earnings.figures.ts'
import { t } from './earnings.texts.ts'

const chartHeightPx = 200

function isSome(amount: string): boolean {
  return (decimalToMicros(amount) ?? 0n) > 0n
}

function Calendar({ maturity }: { maturity: Maturity }) {
  const { days, later, frozen } = maturity
  if (days.length === 0 && !isSome(later) && !isSome(frozen)) {
    return <EmptyState icon={<CalendarClock />} title={t('nothingMatures')} description={t('nothingMaturesHint')} />
  }
  return (
    <>
      {days.length > 0 && (
        <BarChart
          anchor="maturity"
          label={t('calendar')}
          points={maturityPoints(maturity)}
          heightPx={chartHeightPx}
          formatTick={moneyTick}
        />
      )}
      {isSome(later) && <p className="mt-2 text-xs text-ink-soft">{t('later', { amount: formatMoney(later) })}</p>}
      {isSome(frozen) && (
        <p className="mt-2 text-xs text-ink-soft">{t('frozenNote', { amount: formatMoney(frozen) })}</p>
      )}
    </>
  )
}

export function MaturityCard() {
  const { data, error, isFetching, refetch } = useQuery(read('earnings.maturity', { query: { zone: readerZone } }))
  return (
    <Card
      title={t('calendar')}
      action={
        data !== undefined && <p className="text-xs text-ink-soft">{t('asOf', { time: formatClock(data.asOf) })}</p>
      }
    >
      {error !== null && data === undefined && (
        <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorBox>
      )}
      {data === undefined && error === null && <Skeleton className="h-58 w-full" />}
      {data !== undefined && <Calendar maturity={data} />}
    </Card>
  )
}
