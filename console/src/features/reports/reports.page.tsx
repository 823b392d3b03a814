// Reports: a CDR report that is built here, the files that were exported, what is made again by schedule, and monthly
// statements. All that is chosen is in the address.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { startTransition, useCallback } from 'react'
import { useSignedInUser } from '../../lib/auth.ts'
import { late } from '../../lib/late.ts'
import { read } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { pathOf, sections } from '../../paths.ts'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { ReportPanel } from './report.panel.tsx'
import { isUnderWay, tabOf } from './reports.rules.ts'
import { parseReportsSearch, type ReportsPatch, type ReportsSearch } from './reports.search.ts'
import { ReportTabs } from './reports.tabs.tsx'
import { t } from './reports.texts.ts'

const route = getRouteApi(pathOf('reports'))
const ExportsPanel = late(() => import('./exports.panel.tsx'), 'ExportsPanel')
const SchedulesPanel = late(() => import('./schedules.panel.tsx'), 'SchedulesPanel')
const StatementsPanel = late(() => import('./statements.panel.tsx'), 'StatementsPanel')
const ScheduleDialog = late(() => import('./schedule-form.dialog.tsx'), 'ScheduleDialog')

export type ReportsPlace = { search: ReportsSearch; patch: (change: ReportsPatch) => void; isAdmin: boolean }

const listedMax = 20
const lookEveryMs = 2_000

function usePlace(): ReportsPlace {
  const search = parseReportsSearch(route.useSearch())
  const navigate = route.useNavigate()
  const { role } = useSignedInUser()
  const patch = useCallback(
    (change: ReportsPatch) =>
      startTransition(() => {
        void navigate({ search: (former: ReportsSearch) => compact({ ...former, ...change }), resetScroll: false })
      }),
    [navigate],
  )
  return { search, patch, isAdmin: role !== 'user' }
}

/** Asked again only while something is being made. */
function useUnderWay(): number {
  const { data } = useQuery({
    ...read('exports.list', { query: { limit: listedMax } }),
    refetchInterval: (query) => (query.state.data?.items.some(isUnderWay) === true ? lookEveryMs : false),
  })
  return data?.items.filter(isUnderWay).length ?? 0
}

export function ReportsPage() {
  const place = usePlace()
  const { search, patch } = place
  const underWay = useUnderWay()
  const tab = tabOf(search)
  return (
    <Page>
      <PageHeader title={sections.reports.title} description={<span data-print="hide">{t('description')}</span>} />
      <ReportTabs current={tab} underWay={underWay} />
      {tab === 'report' && <ReportPanel place={place} />}
      {tab === 'exports' && <ExportsPanel place={place} />}
      {tab === 'schedules' && <SchedulesPanel place={place} />}
      {tab === 'statements' && <StatementsPanel />}
      {search.dialog === 'schedule' && (
        <ScheduleDialog place={place} onClose={() => patch({ dialog: undefined, schedule: undefined })} />
      )}
    </Page>
  )
}
