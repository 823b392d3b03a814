// The sms-inbox section.
import { sections } from '../../paths.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'

export function InboxPage() {
  return (
    <Page>
      <PageHeader title={sections['sms-inbox'].title} description="Messages as they arrive." />
    </Page>
  )
}
