// The super admin's view of the platform. Only what was asked of the server is shown: it says that all is normal
// when the program and its database have just answered, and what is wrong when they have not.
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { read } from '../../lib/query.ts'
import { sections } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

const askAgainAfterMs = 15_000

function Alerts() {
  const health = useQuery({ ...read('system.health', {}), refetchInterval: askAgainAfterMs })
  const retry = () => void health.refetch()
  if (health.isPending) return <SkeletonRows rows={1} label="Loading..." className="h-36" />
  if (health.isError) {
    return (
      <ErrorBox onRetry={retry} retrying={health.isFetching} className="m-4">
        {health.error.message}
      </ErrorBox>
    )
  }
  if (health.data.status === 'ok') return <EmptyState icon={<ShieldCheck />} title="All Systems Normal" />
  return (
    <ErrorBox onRetry={retry} retrying={health.isFetching} className="m-4">
      {health.data.database === 'down' ? 'The database does not answer.' : 'The platform works with limits.'}
    </ErrorBox>
  )
}

export function SuperAdminDashboardPage() {
  return (
    <Page>
      <PageHeader
        title={sections['super-admin-dashboard'].title}
        description="Health of the platform, alerts and what admins did."
      />
      <Card title="Alerts" flush>
        <Alerts />
      </Card>
    </Page>
  )
}
