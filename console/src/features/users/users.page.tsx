// The manage-users section.
import { sections } from '../../paths.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'

export function UsersPage() {
  return (
    <Page>
      <PageHeader title={sections['manage-users'].title} description="People of the platform." />
    </Page>
  )
}
