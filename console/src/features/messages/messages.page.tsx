// The inbox section.
import { sections } from '../../paths.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'

export function MessagesPage() {
  return (
    <Page>
      <PageHeader title={sections.inbox.title} description="Every message of your ranges." />
    </Page>
  )
}
