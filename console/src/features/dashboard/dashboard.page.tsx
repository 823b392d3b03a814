// The dashboard section: what one's ranges received and earned, growing while one looks. The period is in the
// address; figures that could not be renewed stay on screen and say so.
import { getRouteApi } from '@tanstack/react-router'
import { useSignedInUser } from '../../lib/auth.ts'
import { formatMoney } from '../../lib/format.ts'
import { useListKeys } from '../../lib/list-keys.ts'
import { pathOf } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { AreaChart } from '../../ui/chart.tsx'
import { cx } from '../../ui/class-names.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Segments } from '../../ui/segments.tsx'
import { messagePoints, stepsDone, type Dashboard } from './dashboard.figures.ts'
import type { DashboardDays } from './dashboard.search.ts'
import { t } from './dashboard.texts.ts'
import { DashboardTiles } from './dashboard.tiles.tsx'
import { GettingStarted } from './getting-started.card.tsx'
import { QuickActions } from './quick-actions.card.tsx'
import { RecentActivity } from './recent-activity.card.tsx'
import { RecentMessages } from './recent-messages.card.tsx'
import { useDashboard } from './use-dashboard.ts'

const route = getRouteApi(pathOf('dashboard'))
const periods = ['7', '30', '90'] as const
const chartHeightPx = 280

function daysOf(period: (typeof periods)[number]): DashboardDays {
  return period === '7' ? 7 : period === '90' ? 90 : 30
}

function PeriodPicker({ days }: { days: DashboardDays }) {
  const navigate = route.useNavigate()
  return (
    <Segments
      label={t('period')}
      value={periods.find((period) => daysOf(period) === days) ?? '30'}
      options={periods.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
      onChange={(value) => {
        const chosen = daysOf(value)
        void navigate({ search: chosen === 30 ? {} : { days: chosen } })
      }}
    />
  )
}

function MessagesPerDay({ dashboard }: { dashboard: Dashboard | undefined }) {
  return (
    <Card
      title={t('messagesPerDay')}
      action={
        dashboard !== undefined && (
          <p className="text-end text-[0.8125rem] text-ink-soft">
            {t('messagesInPeriod', { count: dashboard.period.messages })}
            <span className="max-sm:hidden"> · {formatMoney(dashboard.period.earnings)}</span>
          </p>
        )
      }
    >
      {dashboard === undefined ? (
        <Skeleton className="h-[19.0625rem] w-full" />
      ) : (
        <div className="relative">
          <AreaChart label={t('messagesPerDay')} points={messagePoints(dashboard)} heightPx={chartHeightPx} />
          <p className="absolute end-0 bottom-0 text-xs text-ink-faint">{t('daysAreUtc')}</p>
        </div>
      )}
    </Card>
  )
}

function Body({ dashboard, days }: { dashboard: Dashboard | undefined; days: DashboardDays }) {
  const { role } = useSignedInUser()
  const steps = dashboard?.gettingStarted ?? null
  // The checklist takes a place in the narrow column; the activity then stands below the messages.
  const isSettingUp = stepsDone(steps) !== null
  const activity = <RecentActivity activities={dashboard?.recentActivity} />
  return (
    <>
      <DashboardTiles dashboard={dashboard} days={days} />
      <MessagesPerDay dashboard={dashboard} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-5">
          <RecentMessages messages={dashboard?.recentMessages} />
          {isSettingUp && activity}
        </div>
        <div className="grid grid-cols-1 gap-5 sm:max-xl:grid-cols-2 sm:max-xl:items-start">
          <GettingStarted steps={steps} />
          <QuickActions role={role} />
          {!isSettingUp && activity}
        </div>
      </div>
    </>
  )
}

export function DashboardPage() {
  const { username } = useSignedInUser()
  const days = route.useSearch().days ?? 30
  const { data, error, isFetching, isPlaceholderData, refetch } = useDashboard(days)
  useListKeys()
  const retry = () => void refetch()
  return (
    <Page>
      <PageHeader
        title={t('welcome', { name: username })}
        description={
          data === undefined ? (
            <Skeleton className={cx('my-1 h-3.5 w-36', error !== null && 'invisible')} />
          ) : (
            t('unreadLine', { count: data.unreadMessages })
          )
        }
        actions={<PeriodPicker days={days} />}
      />
      {error !== null && (
        <ErrorBox onRetry={retry} retrying={isFetching}>
          {data === undefined ? error.message : t('stale', { reason: error.message })}
        </ErrorBox>
      )}
      {(data !== undefined || error === null) && (
        <div className={cx('contents', isPlaceholderData && '[&>*]:opacity-60')} aria-busy={isPlaceholderData}>
          <Body dashboard={data} days={days} />
        </div>
      )}
    </Page>
  )
}
