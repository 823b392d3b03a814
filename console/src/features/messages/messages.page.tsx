// The inbox section: the archive of messages, or one message's trace when the address names it. A filtered page may
// end before it is full, because a read looks back over a bounded number of messages; the page then says how far it
// got and offers to go on.
import { Download } from 'lucide-react'
import { lazy, startTransition, Suspense, useMemo, useState, type ReactNode } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { useListKeys, useReturnToItem } from '../../lib/list-keys.ts'
import { useNarrow } from '../../lib/narrow.ts'
import { sections } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox, NoticeBox } from '../../ui/error-box.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { PagePending } from '../../ui/page-pending.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { MessagesFilters } from './messages.filters.tsx'
import { withoutAll } from './messages.rules.ts'
import { Nothing, SearchedBack } from './messages.nothing.tsx'
import { MessagesTable, type Message } from './messages.table.tsx'
import { t } from './messages.texts.ts'
import { SelectionBar } from './selection.bar.tsx'
import { ViewsMenu } from './views.menu.tsx'
import { isUnfinished, useArchive, useMessagesSearch, type Archive } from './use-archive.ts'
import { useMarking } from './use-marking.ts'

const loadExport = () => import('./export.dialog.tsx')
const loadReveal = () => import('./reveal.dialog.tsx')
const loadMarkMatching = () => import('./mark-matching.dialog.tsx')
const TracePage = lazy(async () => ({ default: (await import('./trace.page.tsx')).TracePage }))
const ExportDialog = lazy(async () => ({ default: (await loadExport()).ExportDialog }))
const MarkMatchingDialog = lazy(async () => ({ default: (await loadMarkMatching()).MarkMatchingDialog }))
const RevealDialog = lazy(async () => ({ default: (await loadReveal()).RevealDialog }))

/** The row that has the focus, or a part of it. */
function focusedMessage(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-message]')?.dataset['message']
}

/** What is done with rows by single keys, beside walking them. */
function useRowKeys(archive: Archive, mark: (ids: readonly string[], isRead: boolean) => void): void {
  const { selection, trail } = archive
  useHotkeys(
    useMemo(() => {
      const focused = focusedMessage
      const markThem = (isRead: boolean) => {
        if (selection === null) return
        const id = focused()
        mark(selection.count > 0 ? selection.ids : id === undefined ? [] : [id], isRead)
        selection.clear()
      }
      return {
        x: () => {
          const id = focused()
          if (id !== undefined) selection?.toggle(id, false)
        },
        X: () => {
          const id = focused()
          if (id !== undefined) selection?.toggle(id, true)
        },
        R: () => markThem(true),
        U: () => markThem(false),
        '[': () => trail.back?.(),
        ']': () => trail.onward?.(),
        Escape: () => selection?.clear(),
      }
    }, [selection, trail, mark]),
  )
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

function List({ archive, onReveal }: { archive: Archive; onReveal: (message: Message) => void }) {
  const { search, page, messages, selection } = archive
  const isNarrow = useNarrow()
  let content: ReactNode = null
  if (page.data === undefined)
    content = page.isError ? null : (
      <SkeletonRows rows={12} label={t('loading')} className={isNarrow ? 'h-18' : 'h-12'} />
    )
  else if (messages.length === 0) content = <Nothing archive={archive} />
  else
    content = (
      <MessagesTable
        messages={messages}
        search={search}
        selection={selection}
        isNarrow={isNarrow}
        isStale={page.isPlaceholderData}
        onReveal={onReveal}
      />
    )
  return (
    <>
      {page.isError && (
        <ErrorBox
          requestId={page.error instanceof ApiError ? page.error.requestId : null}
          onRetry={() => void page.refetch()}
          retrying={page.isFetching}
        >
          {page.error.message}
        </ErrorBox>
      )}
      {messages.some(({ masked }) => masked) && <NoticeBox tone="info">{t('masked')}</NoticeBox>}
      {content !== null && <Card flush>{content}</Card>}
      <Foot archive={archive} />
    </>
  )
}

function Dialogs({ archive }: { archive: Archive }) {
  const { search, go, filter } = archive
  const close = () => go({ dialog: undefined }, { replace: true })
  return (
    <Suspense>
      {search.dialog === 'export' && <ExportDialog search={search} filter={filter} onClose={close} />}
      {search.dialog === 'mark-matching' && <MarkMatchingDialog filter={filter} onClose={close} />}
    </Suspense>
  )
}

function ArchivePage() {
  const archive = useArchive()
  const { search, go, selection } = archive
  const mark = useMarking()
  const [asked, setAsked] = useState<Message | null>(null)
  useListKeys()
  useRowKeys(archive, (ids, isRead) => void mark(ids, isRead))
  return (
    <Page>
      <PageHeader title={sections.inbox.title} description={t('description')} />
      <MessagesFilters search={search} onChange={(patch) => go(patch)}>
        <ViewsMenu search={search} onOpen={(view) => go({ ...withoutAll, owner: undefined, ...view })} />
        <Button
          icon={<Download aria-hidden="true" />}
          onPointerEnter={() => void loadExport()}
          onFocus={() => void loadExport()}
          onClick={() => go({ dialog: 'export' })}
        >
          {t('export')}
        </Button>
      </MessagesFilters>
      <List archive={archive} onReveal={(message) => startTransition(() => setAsked(message))} />
      {selection !== null && (
        <SelectionBar
          selection={selection}
          onMark={(ids, isRead) => void mark(ids, isRead)}
          onMarkMatching={() => go({ dialog: 'mark-matching' })}
        />
      )}
      <Dialogs archive={archive} />
      {asked !== null && (
        <Suspense>
          <RevealDialog message={asked} onReveal={archive.reveal} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </Page>
  )
}

export function MessagesPage() {
  const { search } = useMessagesSearch()
  const { message, ...rest } = search
  useReturnToItem(message)
  if (message === undefined) return <ArchivePage />
  return (
    <Suspense fallback={<PagePending />}>
      <TracePage id={message} back={rest} />
    </Suspense>
  )
}
