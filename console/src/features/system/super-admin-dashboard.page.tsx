// The super admin's view of the platform: what is wrong, measured figures with their last day, the health of each part,
// and what admins did. It renews itself until it is paused; what is shown is the address.
import { useQuery } from '@tanstack/react-query'
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
import { AuditStream } from './audit-stream.card.tsx'
import { HealthList } from './health.list.tsx'
import { HistoryCard, useHistory } from './history.card.tsx'
import { QuickActions } from './quick-actions.card.tsx'
import { parseSystemSearch, type SystemPatch, type SystemSearch } from './system.search.ts'
import { t } from './system.texts.ts'
import { SystemTiles } from './system.tiles.tsx'
import { VersionsCard } from './versions.card.tsx'

const route = getRouteApi(pathOf('super-admin-dashboard'))

function useAddress(): { search: SystemSearch; patch: (change: SystemPatch) => void } {
  const search = parseSystemSearch(route.useSearch())
  const navigate = route.useNavigate()
  const patch = useCallback(
    (change: SystemPatch) =>
      void navigate({ search: (former: SystemSearch) => compact({ ...former, ...change }), resetScroll: false }),
    [navigate],
  )
  return { search, patch }
}

function Dashboard() {
  const { search, patch } = useAddress()
  const isPaused = search.paused === true
  const every = isPaused ? false : alertsEveryMs
  const facts = useQuery({ ...read('system.read', {}), refetchInterval: every })
  const open = useOpenAlerts(every)
  const day = useHistory('day', isPaused)
  const alerts = open.data?.items
  return (
    <Page>
      <PageHeader
        title={sections['super-admin-dashboard'].title}
        description={t('description')}
        actions={
          <RefreshControl
            at={facts.data?.measuredAt}
            isPaused={isPaused}
            isLate={facts.isError}
            onToggle={() => patch({ paused: isPaused ? undefined : true })}
          />
        }
      />
      {/* Said when it changes, not with every look. */}
      <p role="status" className="sr-only">
        {alerts === undefined ? '' : t('announce', { count: alerts.length })}
      </p>
      <AlertsPanel open={open} search={search} onPatch={patch} seesAll />
      {facts.error !== null && (
        <ErrorBox onRetry={() => void facts.refetch()} retrying={facts.isFetching}>
          {facts.data === undefined ? facts.error.message : t('stale', { reason: facts.error.message })}
        </ErrorBox>
      )}
      {(facts.data !== undefined || facts.error === null) && (
        <>
          <KeptPlace name="system-tiles" isPending={facts.isPending}>
            <SystemTiles facts={facts.data} history={day.data} />
          </KeptPlace>
          <HistoryCard
            metric={search.figure ?? 'rate'}
            period={search.period ?? 'day'}
            isPaused={isPaused}
            onPatch={patch}
          />
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
            <div className="flex min-w-0 flex-col gap-5">
              <HealthList facts={facts.data} alerts={alerts} />
              <QuickActions />
            </div>
            <div className="flex min-w-0 flex-col gap-5">
              <AuditStream refetchInterval={every} />
              <VersionsCard facts={facts.data} />
            </div>
          </div>
        </>
      )}
    </Page>
  )
}

export function SuperAdminDashboardPage() {
  const { role } = useSignedInUser()
  if (maySee(role, 'super-admin-dashboard')) return <Dashboard />
  return (
    <Page>
      <AccessDenied needed="super_admin" />
    </Page>
  )
}
