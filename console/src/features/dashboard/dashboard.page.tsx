// The dashboard section.
import { sections } from '../../paths.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'

export function DashboardPage() {
  return (
    <Page>
      <PageHeader title={sections.dashboard.title} description="What your ranges received and earned." />
    </Page>
  )
}
