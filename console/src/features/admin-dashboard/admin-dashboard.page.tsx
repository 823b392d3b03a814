// What an administrator looks at first: the work that waits, what is wrong, what comes in and over which connections,
// and whom it changes for. It renews itself until it is paused; what is shown is the address.
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSignedInUser } from '../../lib/auth.ts'
import { read } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { maySee, pathOf, sections } from '../../paths.ts'
import { AccessDenied } from '../../ui/access-denied.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { KeptPlace } from '../../ui/kept-place.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { RefreshControl } from '../../ui/refresh-control.tsx'
import { alertsEveryMs, AlertsPanel, useOpenAlerts } from '../alerts/alerts.panel.tsx'
import {
  parseAdminDashboardSearch,
  type AdminDashboardPatch,
  type AdminDashboardSearch,
} from './admin-dashboard.search.ts'
import { t } from './admin-dashboard.texts.ts'
import { ConnectionsCard } from './connections.card.tsx'
import { NewestUsersCard, QuietRangesCard, UnusualCard } from './people.cards.tsx'
import { TrafficCard } from './traffic.card.tsx'
import { WorkCard } from './work.card.tsx'

const trafficEveryMs = 5_000
const workEveryMs = 10_000
const peopleEveryMs = 60_000

const route = getRouteApi(pathOf('admin-dashboard'))

function useAddress(): { search: AdminDashboardSearch; patch: (change: AdminDashboardPatch) => void } {
  const search = parseAdminDashboardSearch(route.useSearch())
  const navigate = route.useNavigate()
  const patch = useCallback(
    (change: AdminDashboardPatch) =>
      void navigate({
        search: (former: AdminDashboardSearch) => compact({ ...former, ...change }),
        resetScroll: false,
      }),
    [navigate],
  )
  return { search, patch }
}

/** Where a read failed: in its place before there is anything, and above what is old. */
function Failure({ of: { data, error, isFetching, refetch } }: { of: UseQueryResult }) {
  if (error === null) return null
  return (
    <ErrorBox onRetry={() => void refetch()} retrying={isFetching}>
      {data === undefined ? error.message : t('stale', { reason: error.message })}
    </ErrorBox>
  )
}

function Dashboard() {
  const { search, patch } = useAddress()
  const { role } = useSignedInUser()
  const isPaused = search.paused === true
  const every = (ms: number) => (isPaused ? false : ms)
  const work = useQuery({ ...read('overview.work', {}), refetchInterval: every(workEveryMs) })
  const traffic = useQuery({ ...read('overview.traffic', {}), refetchInterval: every(trafficEveryMs) })
  const people = useQuery({ ...read('overview.users', {}), refetchInterval: every(peopleEveryMs) })
  const open = useOpenAlerts(every(alertsEveryMs))
  const waiting = work.data?.items.filter(({ count }) => count > 0).length
  const isThere = (of: UseQueryResult) => of.data !== undefined || of.error === null
  return (
    <Page>
      <PageHeader
        title={sections['admin-dashboard'].title}
        description={t('description')}
        actions={
          <RefreshControl
            at={traffic.data?.asOf}
            isPaused={isPaused}
            isLate={traffic.isError}
            onToggle={() => patch({ paused: isPaused ? undefined : true })}
          />
        }
      />
      {/* Said when it changes, not with every look. */}
      <p role="status" className="sr-only">
        {waiting === undefined ? '' : t('announceWork', { count: waiting })}
      </p>
      <Failure of={work} />
      {isThere(work) && (
        <KeptPlace name="work" isPending={work.isPending}>
          <WorkCard work={work.data} />
        </KeptPlace>
      )}
      <AlertsPanel open={open} search={search} onPatch={patch} seesAll={role === 'super_admin'} />
      <Failure of={traffic} />
      {isThere(traffic) && (
        <>
          <KeptPlace name="traffic" isPending={traffic.isPending}>
            <TrafficCard
              traffic={traffic.data}
              span={search.traffic ?? 'hour'}
              onSpan={(span) => patch({ traffic: span === 'hour' ? undefined : span })}
            />
          </KeptPlace>
          <KeptPlace name="connections" isPending={traffic.isPending}>
            <ConnectionsCard connections={traffic.data?.connections} />
          </KeptPlace>
        </>
      )}
      <Failure of={people} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-3">
        {isThere(work) && <QuietRangesCard work={work.data} />}
        {isThere(people) && (
          <>
            <UnusualCard people={people.data} />
            <NewestUsersCard people={people.data} />
          </>
        )}
      </div>
    </Page>
  )
}

export function AdminDashboardPage() {
  const { role } = useSignedInUser()
  if (maySee(role, 'admin-dashboard')) return <Dashboard />
  return (
    <Page>
      <AccessDenied needed="admin" />
    </Page>
  )
}
