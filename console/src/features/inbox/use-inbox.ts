// The live inbox as one state: what the address asks for, what the feed has, which message is open, and what a person
// does with them.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { LiveMessage } from '../../lib/live-store.ts'
import { read } from '../../lib/query.ts'
import { pathOf } from '../../paths.ts'
import { findCode } from '../../lib/one-time-code.ts'
import { announce, useAnnouncer } from './inbox.alerts.ts'
import type { FeedQuery, FeedState, InboxFeed } from './inbox.feed.ts'
import { useInboxKeys } from './inbox.keys.ts'
import { createMarker, type Marker } from './inbox.marking.ts'
import { rowsByNumber, rowsOf, rowsUnreadFirst } from './inbox.rows.ts'
import { parseInboxSearch, type InboxSearch, type SearchPatch } from './inbox.search.ts'
import { useFeed } from './use-feed.ts'

const route = getRouteApi(pathOf('sms-inbox'))
const copiedForMs = 1_600

function withoutUndefined(search: SearchPatch): InboxSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

function useSearch() {
  const raw = route.useSearch()
  const search = useMemo(() => parseInboxSearch(raw), [raw])
  const navigate = route.useNavigate()
  const patch = useCallback(
    (change: SearchPatch, options: { replace: boolean } = { replace: true }) =>
      void navigate({
        search: (former: InboxSearch) => withoutUndefined({ ...former, ...change }),
        replace: options.replace,
      }),
    [navigate],
  )
  return { search, patch }
}

/** Unread first means nothing among messages that are all read, or all unread. */
function isUnreadFirst({ order, read: status }: InboxSearch): boolean {
  return order === 'unread' && status === undefined
}

function useFeedQuery(search: InboxSearch): FeedQuery {
  const { text = '', sender = '', number = '', range, read: status } = search
  const unreadFirst = isUnreadFirst(search)
  return useMemo(
    () => ({ filter: { text, sender, number, rangeId: range ?? null, read: status ?? null }, unreadFirst }),
    [text, sender, number, range, status, unreadFirst],
  )
}

function useRows(feed: InboxFeed, state: FeedState, search: InboxSearch) {
  const snapshot = useSyncExternalStore(feed.store.subscribe, feed.store.snapshot)
  const { readHere } = feed.store
  const { unreadFloor, restFloor } = state
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const unreadFirst = isUnreadFirst(search)
  const rows = useMemo(() => {
    if (search.group === 'number') return rowsByNumber(snapshot, expanded, unreadFirst ? readHere : undefined)
    return unreadFirst ? rowsUnreadFirst(snapshot, { readHere, unreadFloor, restFloor }) : rowsOf(snapshot)
  }, [snapshot, expanded, search.group, unreadFirst, readHere, unreadFloor, restFloor])
  const toggleNumber = useCallback((number: string) => {
    setExpanded((former) => {
      const next = new Set(former)
      if (!next.delete(number)) next.add(number)
      return next
    })
  }, [])
  return { snapshot, rows, toggleNumber }
}

/** The open message: the list's, or one that is read; marked as read once, and the list holds still meanwhile. */
function useOpenMessage(feed: InboxFeed, marker: Marker, id: string | undefined) {
  const known = id === undefined ? null : feed.store.find(id)
  const reading = useQuery({
    ...read('messages.read', { params: { messageId: id ?? '' } }),
    enabled: id !== undefined && known === null,
  })
  const message = known ?? (reading.data?.id === id ? reading.data : null) ?? null
  useEffect(() => {
    if (id === undefined) feed.store.release('open')
    else feed.store.hold('open')
  }, [feed.store, id])
  const marked = useRef<string>(undefined)
  useEffect(() => {
    if (marked.current === message?.id) return
    marked.current = message?.id
    if (message !== null) marker.open(message)
  }, [marker, message])
  return { message, reading }
}

/** Copies a code and says so for a moment. */
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

function usePause(feed: InboxFeed) {
  const [isPaused, setPaused] = useState(false)
  const toggle = useCallback(() => setPaused((was) => !was), [])
  useEffect(() => {
    if (isPaused) feed.store.hold('paused')
    else feed.store.release('paused')
  }, [feed.store, isPaused])
  return { isPaused, toggle }
}

export function useInbox() {
  const { search, patch } = useSearch()
  const { feed, state, total } = useFeed(useFeedQuery(search), announce)
  useAnnouncer()
  const [marker] = useState(() => createMarker(feed.store))
  const pause = usePause(feed)
  const { copied, copy } = useCopy()
  const { snapshot, rows, toggleNumber } = useRows(feed, state, search)
  const opened = useOpenMessage(feed, marker, search.message)
  const open = useCallback(
    (message: LiveMessage, replace: boolean) => patch({ message: message.id }, { replace }),
    [patch],
  )
  const close = useCallback(() => patch({ message: undefined }), [patch])
  const { atIndex, forget } = useInboxKeys({
    store: feed.store,
    rows,
    openId: search.message,
    openMessage: opened.message,
    open,
    close,
    toggleNumber,
    togglePause: pause.toggle,
    toggleRead: marker.toggle,
    copy,
  })
  return {
    search,
    patch,
    feed,
    state,
    total,
    marker,
    pause,
    copied,
    copy,
    snapshot,
    rows,
    toggleNumber,
    opened,
    open,
    close,
    atIndex,
    forget,
  }
}

export type Inbox = ReturnType<typeof useInbox>
