// The sms-inbox section: messages as they are committed. The list holds still while somebody reads it and says how many
// wait. It searches what is loaded; everything older and everything else is the archive's.
import { getRouteApi, Link } from '@tanstack/react-router'
import { Inbox, SearchX } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useHotkeys } from '../../lib/hotkeys.ts'
import type { LiveMessage, LiveSnapshot } from '../../lib/live-store.ts'
import { pathOf, sections } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { findCode } from '../../ui/one-time-code.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { announce } from './inbox.alerts.ts'
import { useFeed, type Feed } from './inbox.feed.ts'
import { createMarker, type Marker } from './inbox.marking.ts'
import { indexOfMessage, rowsByNumber, rowsOf, type ListRows } from './inbox.rows.ts'
import type { InboxSearch } from './inbox.search.ts'
import { t } from './inbox.texts.ts'
import { InboxToolbar, type SearchPatch } from './inbox.toolbar.tsx'
import { MessageList } from './message-list.tsx'
import { MessagePane } from './message-pane.tsx'
import { useNarrow } from '../../lib/narrow.ts'

const route = getRouteApi(pathOf('sms-inbox'))
const copiedForMs = 1_600

function useSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const patch = useCallback(
    (change: SearchPatch, options: { replace: boolean } = { replace: true }) =>
      navigate({
        search: (former: InboxSearch) => withoutUndefined({ ...former, ...change }),
        replace: options.replace,
      }),
    [navigate],
  )
  return { search, patch }
}

function withoutUndefined(search: SearchPatch): InboxSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

/** Copies a code and says so on its row for a moment. */
function useCopy() {
  const [copied, setCopied] = useState<{ id: string; text: string } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = useCallback((message: LiveMessage) => {
    const code = message.content === null ? null : findCode(message.content)
    if (code === null) return
    navigator.clipboard.writeText(code.text).then(
      () => {
        setCopied({ id: message.id, text: code.text })
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setCopied(null), copiedForMs)
      },
      // Without a clipboard nothing was copied, and nothing is claimed.
      () => undefined,
    )
  }, [])
  return { copied, copy }
}

/** The message that is open, as long as the list has it; holds the list still meanwhile, and marks it as read. */
function useOpenMessage(feed: Feed, marker: Marker, id: string | undefined, { rows, length }: LiveSnapshot) {
  const found = useMemo(
    () => (id === undefined ? null : (rows.slice(0, length).findLast((row) => row.id === id) ?? null)),
    [id, rows, length],
  )
  useEffect(() => {
    if (id === undefined) feed.store.release('open')
    else feed.store.hold('open')
  }, [feed.store, id])
  useEffect(() => {
    if (found !== null) marker.open(found)
  }, [marker, found])
  return found
}

type KeysInput = {
  feed: Feed
  rows: ListRows
  openId: string | undefined
  open: (message: LiveMessage, replace: boolean) => void
  close: () => void
  toggleNumber: (number: string) => void
  copy: (message: LiveMessage) => void
}

/** j and k walk, Enter opens, c copies, Escape goes back one step. Walking with a message open opens the next. */
function useListKeys({ feed, rows, openId, open, close, toggleNumber, copy }: KeysInput) {
  const [chosen, setChosen] = useState<number | null>(null)
  const openIndex = useMemo(() => (openId === undefined ? -1 : indexOfMessage(rows, openId)), [rows, openId])
  const at = openIndex >= 0 ? openIndex : chosen
  useHotkeys(
    useMemo(() => {
      const row = at === null ? null : rows.at(at)
      const walk = (step: number) => {
        const next = Math.max(0, Math.min(rows.length - 1, at === null ? 0 : at + step))
        const target = rows.at(next)
        feed.store.hold('chosen')
        setChosen(next)
        if (openId !== undefined && target?.kind === 'message') open(target.message, true)
      }
      return {
        j: () => walk(1),
        k: () => walk(-1),
        ArrowDown: () => walk(1),
        ArrowUp: () => walk(-1),
        '/': () => document.getElementById('inbox-search')?.focus(),
        c: () => row?.kind === 'message' && copy(row.message),
        Enter: () => {
          if (row?.kind === 'message') open(row.message, false)
          else if (row?.kind === 'number') toggleNumber(row.number)
        },
        Escape: () => {
          if (openId !== undefined) return close()
          feed.store.release('chosen')
          setChosen(null)
        },
      }
    }, [feed.store, rows, at, openId, open, close, toggleNumber, copy]),
  )
  const forget = useCallback(() => {
    feed.store.release('chosen')
    setChosen(null)
  }, [feed.store])
  return { atIndex: chosen === null ? null : at, forget }
}

function Foot({ feed }: { feed: Feed }) {
  return (
    <div role="row" className="flex justify-center px-5 py-6">
      <span role="gridcell" className="flex flex-wrap items-center justify-center gap-3 text-sm text-ink-soft">
        {feed.loadOlder === null ? (
          <Link to="/inbox" className="font-medium text-accent-ink underline-offset-4 hover:underline">
            {t('archive')}
          </Link>
        ) : (
          <Button size="small" busy={feed.isLoadingOlder} onClick={feed.loadOlder}>
            {t('older')}
          </Button>
        )}
      </span>
    </div>
  )
}

function Nothing({ search, onClear }: { search: InboxSearch; onClear: () => void }) {
  const isFiltered = search.search !== undefined || search.read !== undefined
  if (!isFiltered) {
    const action = (
      <Link to="/number-ranges" className={buttonClass()}>
        {t('viewRanges')}
      </Link>
    )
    return (
      <EmptyState size="page" icon={<Inbox />} title={t('emptyTitle')} description={t('emptyHint')} action={action} />
    )
  }
  const filter = { ...(search.search ? { text: search.search } : {}), ...(search.read ? { read: search.read } : {}) }
  const action = (
    <div className="flex flex-wrap justify-center gap-2">
      <Button onClick={onClear}>{t('clear')}</Button>
      <Link to="/inbox" search={filter} className={buttonClass('primary')}>
        {t('searchArchive')}
      </Link>
    </div>
  )
  return (
    <EmptyState
      size="page"
      icon={<SearchX />}
      title={t('nothingMatches')}
      description={t('nothingMatchesHint')}
      action={action}
    />
  )
}

function useRows(feed: Feed, search: InboxSearch) {
  const snapshot = useSyncExternalStore(feed.store.subscribe, feed.store.snapshot)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(
    () => (search.group === 'number' ? rowsByNumber(snapshot, expanded) : rowsOf(snapshot)),
    [snapshot, expanded, search.group],
  )
  const toggleNumber = useCallback((number: string) => {
    setExpanded((former) => {
      const next = new Set(former)
      if (!next.delete(number)) next.add(number)
      return next
    })
  }, [])
  useEffect(() => {
    feed.store.setFilter({ text: search.search ?? '', read: search.read ?? null })
  }, [feed.store, search.search, search.read])
  return { snapshot, rows, toggleNumber }
}

function useInbox() {
  const { search, patch } = useSearch()
  const feed = useFeed(announce)
  const [marker] = useState(() => createMarker(feed.store))
  const [isPaused, setPaused] = useState(false)
  const { copied, copy } = useCopy()
  const { snapshot, rows, toggleNumber } = useRows(feed, search)
  const open = useCallback(
    (message: LiveMessage, replace: boolean) => void patch({ message: message.id }, { replace }),
    [patch],
  )
  const close = useCallback(() => void patch({ message: undefined }), [patch])
  const openMessage = useOpenMessage(feed, marker, search.message, snapshot)
  const { atIndex, forget } = useListKeys({ feed, rows, openId: search.message, open, close, toggleNumber, copy })
  function pause(next: boolean): void {
    setPaused(next)
    if (next) feed.store.hold('paused')
    else feed.store.release('paused')
  }
  return {
    search,
    patch,
    feed,
    marker,
    isPaused,
    pause,
    copied,
    copy,
    snapshot,
    rows,
    toggleNumber,
    open,
    close,
    openMessage,
    atIndex,
    forget,
  }
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-[calc(100dvh-3.75rem-var(--bar))] min-h-80 flex-col">
      <h1 className="sr-only">{sections['sms-inbox'].title}</h1>
      {children}
    </div>
  )
}

export function InboxPage() {
  const inbox = useInbox()
  const { search, patch, feed, rows, snapshot, copied } = inbox
  const isNarrow = useNarrow()
  const [clearings, setClearings] = useState(0)
  function clear(): void {
    // The field reads the address when it is made, so it is made anew once the address has changed.
    void patch({ search: undefined, read: undefined }).then(() => setClearings((count) => count + 1))
  }
  return (
    <Frame>
      <InboxToolbar
        key={clearings}
        search={search}
        onSearch={(change) => void patch(change)}
        loaded={snapshot.length}
        isPaused={inbox.isPaused}
        onPause={inbox.pause}
        onMarkAllRead={() => void inbox.marker.all()}
      />
      {feed.failure !== null && (
        <ErrorBox className="mx-4 my-3 sm:mx-5" requestId={feed.failure.requestId} onRetry={feed.retry}>
          {feed.failure.message}
        </ErrorBox>
      )}
      <div className="flex min-h-0 flex-1">
        {rows.length > 0 ? (
          <MessageList
            store={feed.store}
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
            foot={<Foot feed={feed} />}
          />
        ) : (
          <div className="min-w-0 flex-1 overflow-y-auto">
            {feed.isLoading && <SkeletonRows rows={12} label={t('loading')} className={isNarrow ? 'h-18' : 'h-11'} />}
            {!feed.isLoading && feed.failure === null && <Nothing search={search} onClear={clear} />}
          </div>
        )}
        {search.message !== undefined && (
          <MessagePane id={search.message} known={inbox.openMessage} onClose={inbox.close} />
        )}
      </div>
      <span role="status" className="sr-only">
        {copied === null ? '' : t('copied', { text: copied.text })}
      </span>
    </Frame>
  )
}
