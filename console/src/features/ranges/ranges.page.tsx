// The number-ranges section.
import { sections } from '../../paths.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'

export function RangesPage() {
  return (
    <Page>
      <PageHeader title={sections['number-ranges'].title} description="Manage SMS number ranges and assignments" />
    </Page>
  )
}
