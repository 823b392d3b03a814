// The inbox section: the archive of messages, or one message's trace when the address names it. A filtered page may end
// before it is full, because a read looks back over a bounded number of messages; the page then says how far it got and
// offers to go on.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Inbox, SearchX } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { useCursorTrail } from '../../lib/cursor-trail.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useListKeys } from '../../lib/list-keys.ts'
import { useNowMs } from '../../lib/clock.ts'
import { readKeeping } from '../../lib/query.ts'
import { useNarrow } from '../../lib/narrow.ts'
import { pathOf, sections } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { PagePending } from '../../ui/page-pending.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { MessagesFilters, type SearchPatch } from './messages.filters.tsx'
import { isFiltered, queryOf } from './messages.rules.ts'
import { parseMessagesSearch, type MessagesSearch } from './messages.search.ts'
import { MessagesTable } from './messages.table.tsx'
import { t } from './messages.texts.ts'

const route = getRouteApi(pathOf('inbox'))
const pageSize = 50
const TracePage = lazy(async () => ({ default: (await import('./trace.page.tsx')).TracePage }))

function withoutUndefined(search: SearchPatch): MessagesSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

function useArchive() {
  const search = parseMessagesSearch(route.useSearch())
  const navigate = route.useNavigate()
  const nowMs = useNowMs()
  // The time of a quick period moves by minutes, so that the read is not another one each second.
  const query = queryOf(search, Math.floor(nowMs / 60_000) * 60_000)
  const page = useQuery(readKeeping('messages.list', { query: { limit: pageSize, ...query } }))
  const go = (patch: SearchPatch) =>
    void navigate({ search: (former: MessagesSearch) => withoutUndefined({ ...former, ...patch }) })
  const trail = useCursorTrail(search.cursor, page.data?.nextCursor, (cursor) => go({ cursor }))
  return { search, page, trail, filter: (patch: SearchPatch) => go({ ...patch, cursor: undefined }) }
}

type Archive = ReturnType<typeof useArchive>

/** True when the read stopped at its bound and not at the end: there may be more. */
function isUnfinished({ search, page }: Archive): boolean {
  const { data } = page
  return data !== undefined && isFiltered(search) && data.nextCursor !== null && data.items.length < pageSize
}

function SearchedBack({ archive }: { archive: Archive }) {
  const until = archive.page.data?.searchedBackTo
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-ink-soft">
        {until !== null && until !== undefined && t('searchedBackTo', { time: formatDateTime(until) })}
      </p>
      <Button size="small" busy={archive.page.isPlaceholderData} onClick={archive.trail.onward}>
        {t('searchFurther')}
      </Button>
    </div>
  )
}

function Nothing({ archive }: { archive: Archive }) {
  if (isUnfinished(archive)) {
    return (
      <EmptyState
        size="page"
        icon={<SearchX />}
        title={t('nothingSoFar')}
        action={<SearchedBack archive={archive} />}
      />
    )
  }
  if (isFiltered(archive.search)) {
    const clear = () =>
      archive.filter({
        text: undefined,
        sender: undefined,
        recipient: undefined,
        range: undefined,
        read: undefined,
        period: undefined,
        from: undefined,
        until: undefined,
      })
    return (
      <EmptyState
        size="page"
        icon={<SearchX />}
        title={t('nothing')}
        action={<Button onClick={clear}>{t('clear')}</Button>}
      />
    )
  }
  const live = (
    <Link to="/sms-inbox" className={buttonClass('primary')}>
      {t('openLive')}
    </Link>
  )
  return <EmptyState size="page" icon={<Inbox />} title={t('emptyTitle')} description={t('emptyHint')} action={live} />
}

function Foot({ archive }: { archive: Archive }) {
  const { page, trail } = archive
  const count = page.data?.items.length ?? 0
  if (count === 0) return trail.back === undefined ? null : <Pagination onNewer={trail.back} />
  return (
    <div className="flex flex-col gap-3">
      {isUnfinished(archive) && <SearchedBack archive={archive} />}
      <Pagination onNewer={trail.back} onOlder={trail.onward} busy={page.isPlaceholderData}>
        {t('shown', { count })}
      </Pagination>
    </div>
  )
}

function List({ archive, isNarrow }: { archive: Archive; isNarrow: boolean }) {
  const { search, page } = archive
  let content: ReactNode = null
  if (page.data === undefined)
    content = page.isError ? null : (
      <SkeletonRows rows={12} label={t('loading')} className={isNarrow ? 'h-18' : 'h-12'} />
    )
  else if (page.data.items.length === 0) content = <Nothing archive={archive} />
  else
    content = (
      <MessagesTable messages={page.data.items} search={search} isNarrow={isNarrow} isStale={page.isPlaceholderData} />
    )
  const isMasked = page.data?.items.some(({ masked }) => masked) === true
  return (
    <>
      {page.isError && (
        <ErrorBox onRetry={() => void page.refetch()} retrying={page.isFetching}>
          {page.error.message}
        </ErrorBox>
      )}
      {isMasked && <NoticeBox tone="info">{t('masked')}</NoticeBox>}
      {content !== null && <Card flush>{content}</Card>}
      <Foot archive={archive} />
    </>
  )
}

function ArchivePage() {
  const archive = useArchive()
  const isNarrow = useNarrow()
  useListKeys('messages-search')
  return (
    <Page>
      <PageHeader title={sections.inbox.title} description={t('description')} />
      <MessagesFilters search={archive.search} onChange={archive.filter} />
      <List archive={archive} isNarrow={isNarrow} />
    </Page>
  )
}

export function MessagesPage() {
  const { message, ...rest } = parseMessagesSearch(route.useSearch())
  if (message === undefined) return <ArchivePage />
  return (
    <Suspense fallback={<PagePending />}>
      <TracePage id={message} back={rest} />
    </Suspense>
  )
}
