// The dashboard section: what one's ranges received and earned, growing while one looks. The period is in the
// address; figures that could not be renewed stay on screen and say so.
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import { useSignedInUser } from '../../lib/auth.ts'
import { formatMoney } from '../../lib/format.ts'
import { chunk, late } from '../../lib/late.ts'
import { useListKeys } from '../../lib/list-keys.ts'
import { pathOf } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { moneyTick } from '../../ui/chart.summary.ts'
import { cx } from '../../ui/class-names.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { spanLabel, zoneNote } from '../analytics/period.figures.ts'
import { PeriodPicker } from '../analytics/period-picker.tsx'
import { parsePeriodSearch, periodPatch, type PeriodSearch } from '../analytics/period.search.ts'
import { compact } from '../../lib/search.ts'
import { dayPoints, type Dashboard, type DashboardFigure } from './dashboard.figures.ts'
import { t } from './dashboard.texts.ts'
import { DashboardTiles } from './dashboard.tiles.tsx'
import { GettingStarted } from './getting-started.card.tsx'
import { QuickActions } from './quick-actions.card.tsx'
import { RecentActivity } from './recent-activity.card.tsx'
import { RecentMessages } from './recent-messages.card.tsx'
import { useDashboard } from './use-dashboard.ts'
import { WaitingList } from './waiting.list.tsx'

// Not what anybody reads first: its code comes after all that is, and its place is kept.
const loadChart = chunk(() => import('../../ui/chart.tsx'))
void loadChart().catch(() => undefined)
const AreaChart = late(loadChart, 'AreaChart', <Skeleton className="h-[19.4375rem] w-full" />)

const route = getRouteApi(pathOf('dashboard'))
const chartHeightPx = 280
const figures = ['messages', 'earnings'] as const
const perDay = { messages: 'messagesPerDay', earnings: 'earningsPerDay' } as const
/** Of a period so long that its points are weeks or months. */
const overTime = { messages: 'messagesOverTime', earnings: 'earningsOverTime' } as const

function PeriodSums({ dashboard }: { dashboard: Dashboard }) {
  const { period } = dashboard
  return (
    <p className="text-[0.8125rem] text-ink-soft">
      {t('messagesInPeriod', { count: period.messages })} · <bdi>{formatMoney(period.earnings)}</bdi>
    </p>
  )
}

function OverPeriod({ dashboard }: { dashboard: Dashboard | undefined }) {
  const [figure, setFigure] = useState<DashboardFigure>('messages')
  const isDaily = dashboard === undefined || dashboard.period.granularity === 'day'
  const label = t(isDaily ? perDay[figure] : overTime[figure])
  return (
    <Card
      title={label}
      action={
        <Segments
          label={t('figure')}
          value={figure}
          options={figures.map((value) => ({ value, label: t(value) }))}
          onChange={setFigure}
        />
      }
    >
      {dashboard === undefined ? (
        <Skeleton className="h-[21.4375rem] w-full" />
      ) : (
        <>
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <PeriodSums dashboard={dashboard} />
            <p className="text-xs text-ink-faint">{zoneNote(dashboard.period, Date.parse(dashboard.asOf))}</p>
          </div>
          <AreaChart
            anchor="over-period"
            label={label}
            points={dayPoints(dashboard, figure)}
            heightPx={chartHeightPx}
            {...(figure === 'earnings' ? { formatTick: moneyTick } : {})}
          />
        </>
      )}
    </Card>
  )
}

/** Since this window was opened. */
let hasBeenShown = false

function Body({ dashboard }: { dashboard: Dashboard | undefined }) {
  const { role } = useSignedInUser()
  // The chart is the most there is to draw, and not what anybody reads first.
  const charted = useDeferredValue(dashboard, undefined)
  // For who comes back everything is known at once: what stands below the chart comes with it, in the next frame.
  const isWhole = useDeferredValue(true, !hasBeenShown)
  useEffect(() => {
    hasBeenShown = true
  }, [])
  return (
    <>
      <WaitingList dashboard={dashboard} />
      <GettingStarted dashboard={dashboard} />
      <DashboardTiles dashboard={dashboard} />
      <OverPeriod dashboard={charted} />
      {isWhole && (
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
          <RecentMessages messages={dashboard?.recentMessages} />
          <div className="grid grid-cols-1 gap-5 sm:max-xl:grid-cols-2 sm:max-xl:items-start">
            <QuickActions role={role} />
            <RecentActivity activities={dashboard?.recentActivity} />
          </div>
        </div>
      )}
    </>
  )
}

export function DashboardPage() {
  const { username } = useSignedInUser()
  const search = parsePeriodSearch(route.useSearch())
  const navigate = route.useNavigate()
  const { data, error, isFetching, isPlaceholderData, refetch } = useDashboard(search)
  useListKeys()
  const retry = () => void refetch()
  const choose = (period: PeriodSearch) => void navigate({ search: compact(periodPatch(period)), resetScroll: false })
  return (
    <Page>
      <PageHeader
        title={t('welcome', { name: username })}
        description={
          data === undefined ? (
            <Skeleton className={cx('my-1 h-3.5 w-36', error !== null && 'invisible')} />
          ) : (
            <Link to="/analytics" search={search} className="rounded underline-offset-4 hover:underline">
              {spanLabel(data.period)}
            </Link>
          )
        }
        actions={<PeriodPicker presets={[7, 30, 90]} search={search} shown={data?.period} onChange={choose} />}
      />
      {error !== null && (
        <ErrorBox onRetry={retry} retrying={isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {(data !== undefined || error === null) && (
        <div className={cx('contents', isPlaceholderData && '[&>*]:opacity-60')} aria-busy={isPlaceholderData}>
          <Body dashboard={data} />
        </div>
      )}
    </Page>
  )
}
