// The sms-inbox section: messages as they are committed. The list holds still while somebody reads it and says how
// many wait. Filters apply to the whole inbox; what is older than the list can hold is the archive's.
import { Link } from '@tanstack/react-router'
import { Inbox as InboxIcon, SearchX } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { forgetTyped } from '../../lib/typed-text.ts'
import { sections } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { focusSearchField } from '../../ui/focus-return.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { isFiltered, noFilters } from './inbox.search.ts'
import { t } from './inbox.texts.ts'
import { InboxToolbar } from './inbox.toolbar.tsx'
import { MessageList } from './message-list.tsx'
import { MessagePane } from './message-pane.tsx'
import { useInbox, type Inbox } from './use-inbox.ts'

const link = 'font-medium text-accent-ink underline-offset-4 hover:underline'
/** Below it a row is a card of two lines. */
const narrowPx = 600
const sheetQuery = '(max-width: 1023px)'

/** Whether the list itself is narrow: on a phone, and beside an open message. */
function useNarrowList() {
  const [isNarrow, setNarrow] = useState(() => matchMedia(`(max-width: ${narrowPx}px)`).matches)
  const observer = useRef<ResizeObserver>(undefined)
  const ref = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect()
    if (element === null) return
    observer.current = new ResizeObserver(([entry]) => setNarrow((entry?.contentRect.width ?? 0) < narrowPx))
    observer.current.observe(element)
  }, [])
  useEffect(() => () => observer.current?.disconnect(), [])
  return { isNarrow, ref }
}

function subscribeToSheet(listener: () => void): () => void {
  const media = matchMedia(sheetQuery)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether there is no room for details beside the list. */
function useSheet(): boolean {
  return useSyncExternalStore(subscribeToSheet, () => matchMedia(sheetQuery).matches)
}

function SearchedBack({ inbox }: { inbox: Inbox }) {
  const { state, feed } = inbox
  return (
    <>
      {state.searchedBackTo !== null && (
        <span>{t('searchedBackTo', { time: formatDateTime(state.searchedBackTo) })}</span>
      )}
      <Button size="small" busy={state.isLoadingOlder} onClick={() => void feed.loadOlder()}>
        {t('searchFurther')}
      </Button>
    </>
  )
}

function FootText({ inbox }: { inbox: Inbox }): ReactNode {
  const { state, feed, search } = inbox
  if (state.isLoadingOlder || state.isLoading) {
    return (
      <span role="status" className="inline-flex items-center gap-2">
        <span className="spinner" aria-hidden="true" />
        {t('loadingOlder')}
      </span>
    )
  }
  if (state.older === 'ask') return <SearchedBack inbox={inbox} />
  if (state.older === 'none') return <span>{t(isFiltered(search) ? 'endMatching' : 'end')}</span>
  if (state.older === 'full') {
    return (
      <Link to="/inbox" className={link}>
        {t('full')}
      </Link>
    )
  }
  return (
    <Button size="small" onClick={() => void feed.loadOlder()}>
      {t('older')}
    </Button>
  )
}

function Foot({ inbox }: { inbox: Inbox }) {
  return (
    <div role="row" className="flex justify-center px-5 py-6">
      <span role="gridcell" className="flex flex-wrap items-center justify-center gap-3 text-sm text-ink-soft">
        <FootText inbox={inbox} />
      </span>
    </div>
  )
}

function Nothing({ inbox }: { inbox: Inbox }) {
  const { search, state, patch } = inbox
  if (!isFiltered(search)) {
    const action = (
      <Link to="/number-ranges" className={buttonClass()}>
        {t('viewRanges')}
      </Link>
    )
    return (
      <EmptyState
        size="page"
        icon={<InboxIcon />}
        title={t('emptyTitle')}
        description={t('emptyHint')}
        action={action}
      />
    )
  }
  const onClear = () => {
    forgetTyped()
    patch(noFilters)
    focusSearchField()
  }
  const clear = <Button onClick={onClear}>{t('clear')}</Button>
  if (state.older !== 'ask') {
    return (
      <EmptyState
        size="page"
        icon={<SearchX />}
        title={t('nothingMatches')}
        description={t('nothingMatchesHint')}
        action={clear}
      />
    )
  }
  const further = (
    <span className="flex flex-wrap items-center justify-center gap-3 text-sm text-ink-soft">
      <SearchedBack inbox={inbox} />
      {clear}
    </span>
  )
  return <EmptyState size="page" icon={<SearchX />} title={t('nothingSoFar')} action={further} />
}

function List({ inbox, isNarrow }: { inbox: Inbox; isNarrow: boolean }) {
  const { search, feed, state, rows, snapshot, copied } = inbox
  const { loadOlder } = feed
  const canLoad = state.older === 'more' && state.failure === null
  const onNearEnd = useCallback(() => {
    if (canLoad) void loadOlder()
  }, [canLoad, loadOlder])
  if (rows.length === 0) {
    return (
      <div className="min-w-0 flex-1 overflow-y-auto">
        {state.isLoading && <SkeletonRows rows={12} label={t('loading')} className={isNarrow ? 'h-18' : 'h-11'} />}
        {!state.isLoading && state.failure === null && <Nothing inbox={inbox} />}
      </div>
    )
  }
  return (
    <MessageList
      store={feed.store}
      label={search.order === 'unread' ? t('listUnread') : t('list')}
      rows={rows}
      waiting={snapshot.waiting}
      isNarrow={isNarrow}
      openId={search.message ?? null}
      atIndex={inbox.atIndex}
      copiedId={copied?.id ?? null}
      onOpen={(message) => inbox.open(message, search.message !== undefined)}
      onToggleNumber={inbox.toggleNumber}
      onCopy={inbox.copy}
      onShowNewest={inbox.forget}
      onNearEnd={onNearEnd}
      foot={<Foot inbox={inbox} />}
    />
  )
}

function Details({ inbox }: { inbox: Inbox }) {
  const isSheet = useSheet()
  const { opened, copied, search } = inbox
  if (search.message === undefined) return null
  return (
    <MessagePane
      isSheet={isSheet}
      message={opened.message}
      failure={opened.reading.error}
      isCopied={copied !== null && copied.id === opened.message?.id}
      onRetry={() => void opened.reading.refetch()}
      onCopy={inbox.copy}
      onToggleRead={inbox.marker.toggle}
      onSearch={inbox.patch}
      onClose={inbox.close}
    />
  )
}

export function InboxPage() {
  const inbox = useInbox()
  const { search, feed, state, rows, total, copied } = inbox
  const { isNarrow, ref } = useNarrowList()
  return (
    <div className="flex h-[calc(100dvh-3.75rem-var(--bar))] min-h-80 flex-col">
      <h1 className="sr-only">{sections['sms-inbox'].title}</h1>
      <InboxToolbar
        search={search}
        onSearch={inbox.patch}
        count={isFiltered(search) || total === null ? rows.length : total}
        isPaused={inbox.pause.isPaused}
        onPause={inbox.pause.toggle}
        onMarkAllRead={() => void inbox.marker.all()}
      />
      {state.failure !== null && (
        <ErrorBox className="mx-4 my-3 sm:mx-5" requestId={state.failure.requestId} onRetry={() => void feed.retry()}>
          {state.failure.message}
        </ErrorBox>
      )}
      <div className="flex min-h-0 flex-1">
        <div ref={ref} className="flex min-h-0 min-w-0 flex-1">
          <List inbox={inbox} isNarrow={isNarrow} />
        </div>
        <Details inbox={inbox} />
      </div>
      <span role="status" className="sr-only">
        {copied === null ? '' : t('copied', { text: copied.text })}
      </span>
    </div>
  )
}
