// The audit section, for admins: who did what to whom. Filters, page and the open entry are in the address; whether the
// log itself is whole stands above it.
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Download, ScrollText, SearchX } from 'lucide-react'
import { useSignedInUser } from '../../lib/auth.ts'
import { useNowMs } from '../../lib/clock.ts'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { download } from '../../lib/download.ts'
import { chunk, late } from '../../lib/late.ts'
import { useListKeys } from '../../lib/list-keys.ts'
import { useNarrow } from '../../lib/narrow.ts'
import { readKeeping } from '../../lib/query.ts'
import { compact } from '../../lib/search.ts'
import { forgetTyped } from '../../lib/typed-text.ts'
import { maySee, pathOf, sections } from '../../paths.ts'
import { AccessDenied } from '../../ui/access-denied.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { AuditFilters, firstFilterId } from './audit.filters.tsx'
import { filtersOf, isFiltered, noFilters } from './audit.rules.ts'
import { parseAuditSearch, type AuditPatch, type AuditSearch } from './audit.search.ts'
import { AuditTable } from './audit.table.tsx'
import { t } from './audit.texts.ts'
import { ChainStrip } from './chain.strip.tsx'

const route = getRouteApi(pathOf('audit'))
const loadDetails = chunk(() => import('./entry-details.dialog.tsx'))
const EntryDetailsDialog = late(loadDetails, 'EntryDetailsDialog')
const pageSize = 50

function useLog() {
  const search = parseAuditSearch(route.useSearch())
  const navigate = route.useNavigate()
  // The time of a quick period moves by minutes, so that the read is not another one each second.
  const nowMs = Math.floor(useNowMs() / 60_000) * 60_000
  const filters = filtersOf(search, nowMs)
  const query = compact({ limit: pageSize, ...filters, cursor: search.cursor })
  const page = useQuery(readKeeping('audit.list', { query }))
  const go = (patch: AuditPatch) =>
    void navigate({
      search: (former: AuditSearch) => compact({ ...former, ...patch }),
      resetScroll: false,
    })
  const trail = useCursorTrail(search.cursor, page.data?.nextCursor, (cursor) => go({ cursor }))
  const filter = (patch: AuditPatch) => go({ ...patch, cursor: undefined, entry: undefined })
  return { search, filters, page, trail, go, filter }
}

type Log = ReturnType<typeof useLog>

function ExportButton({ filters }: Pick<Log, 'filters'>) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download('audit.export', { query: filters }),
    onSuccess: () => notify(t('exported')),
    onError: (error) => notify(t('exportFailed'), { tone: 'bad', description: error.message }),
  })
  return (
    <Tooltip label={t('exportHint')} describes>
      <Button icon={<Download aria-hidden="true" />} busy={isPending} onClick={() => mutate()}>
        {t('export')}
      </Button>
    </Tooltip>
  )
}

function Nothing({ log: { search, filter } }: { log: Log }) {
  if (!isFiltered(search)) {
    return <EmptyState size="page" icon={<ScrollText />} title={t('emptyTitle')} description={t('emptyHint')} />
  }
  const clear = () => {
    forgetTyped()
    filter(noFilters)
    document.getElementById(firstFilterId)?.focus()
  }
  return (
    <EmptyState
      size="page"
      icon={<SearchX />}
      title={t('nothing')}
      action={<Button onClick={clear}>{t('clear')}</Button>}
    />
  )
}

function Entries({ log, isNarrow }: { log: Log; isNarrow: boolean }) {
  const { data, isPlaceholderData } = log.page
  if (data === undefined) {
    return <SkeletonRows rows={12} label={t('loading')} className={isNarrow ? 'h-16' : 'h-11'} />
  }
  if (data.items.length === 0) return <Nothing log={log} />
  return (
    <AuditTable
      entries={data.items}
      search={log.search}
      isNarrow={isNarrow}
      isStale={isPlaceholderData}
      onWarm={() => void loadDetails()}
    />
  )
}

function List({ log }: { log: Log }) {
  const isNarrow = useNarrow()
  const { page, trail } = log
  const count = page.data?.items.length ?? 0
  return (
    <>
      {page.isError && (
        <ErrorBox onRetry={() => void page.refetch()} retrying={page.isFetching}>
          {page.data === undefined ? page.error.message : t('stale', { reason: page.error.message })}
        </ErrorBox>
      )}
      {(page.data !== undefined || !page.isError) && (
        <Card flush>
          <Entries log={log} isNarrow={isNarrow} />
        </Card>
      )}
      {(count > 0 || trail.back !== undefined) && (
        <Pagination onNewer={trail.back} onOlder={trail.onward} busy={page.isPlaceholderData}>
          {t('shown', { count })}
        </Pagination>
      )}
    </>
  )
}

function LogPage() {
  const log = useLog()
  useListKeys()
  const { entry } = log.search
  return (
    <Page>
      <PageHeader
        title={sections.audit.title}
        description={t('subtitle')}
        actions={<ExportButton filters={log.filters} />}
      />
      <ChainStrip />
      <AuditFilters search={log.search} onChange={log.filter} />
      <List log={log} />
      {entry !== undefined && (
        <EntryDetailsDialog
          key={entry}
          entryId={entry}
          listed={log.page.data?.items.find(({ id }) => id === entry)}
          onFilter={(patch) => log.filter({ ...noFilters, ...patch })}
          onClose={() => log.go({ entry: undefined })}
        />
      )}
    </Page>
  )
}

export function AuditPage() {
  const { role } = useSignedInUser()
  if (maySee(role, 'audit')) return <LogPage />
  return (
    <Page>
      <AccessDenied needed="admin" />
    </Page>
  )
}
