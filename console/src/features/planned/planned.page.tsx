// A section that the specification gives a title and a description and nothing else. It promises nothing and
// offers no button.
import { sections } from '../../paths.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { t } from './planned.texts.ts'

type PlannedSection = Parameters<typeof t>[0]

function PlannedPage({ section }: { section: PlannedSection }) {
  return (
    <Page>
      <PageHeader title={sections[section].title} description={t(section)} />
    </Page>
  )
}

export function ReportsPage() {
  return <PlannedPage section="reports" />
}
