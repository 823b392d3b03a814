// The carriers section.
import { sections } from '../../paths.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'

export function CarriersPage() {
  return (
    <Page>
      <PageHeader title={sections.carriers.title} description="Who delivers messages, and how." />
    </Page>
  )
}
