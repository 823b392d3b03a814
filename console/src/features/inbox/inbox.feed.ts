// Feeds the live list: arrivals from the stream, the newest page at the start, and another read whenever something may
// have been missed (a stream that was not open yet, a reconnect, a sleeping tab). Merging is by position, so nothing
// shows twice.
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { newsOf } from '../../lib/live-event.ts'
import { createPace } from '../../lib/live-pace.ts'
import { LiveStore, type LiveMessage } from '../../lib/live-store.ts'
import { setUnread } from '../../lib/live-unread.ts'
import { subscribeLive } from '../../lib/live.ts'

const capacity = 20_000
const pageSize = 200

export type Feed = {
  store: LiveStore
  isLoading: boolean
  failure: ApiError | null
  retry: () => void
  /** Reads the next older page; null when there is none, or when the list is as long as it may be. */
  loadOlder: (() => void) | null
  isLoadingOlder: boolean
}

function openStore(): { store: LiveStore; stop: () => void } {
  const store: LiveStore = new LiveStore(capacity, () => pace.request())
  const pace = createPace(() => store.flush())
  return { store, stop: pace.stop }
}

function failureOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError({ code: 'internal', status: 0, message: error instanceof Error ? error.message : String(error) })
}

/** True when the page reaches back to what the list has, so that nothing between them is missing. */
function reaches(store: LiveStore, items: readonly LiveMessage[], hasOlder: boolean): boolean {
  const newest = store.newestPosition()
  const oldestRead = items.at(-1)
  return newest === null || oldestRead === undefined || !hasOlder || Number(oldestRead.position) <= Number(newest)
}

/** `onArrival` hears of every batch that arrives live; it must be stable. */
export function useFeed(onArrival: (messages: readonly LiveMessage[]) => void): Feed {
  const [{ store }] = useState(openStore)
  const [isLoading, setLoading] = useState(true)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [isLoadingOlder, setLoadingOlder] = useState(false)
  const [olderCursor, setOlderCursor] = useState<string | null>(null)
  const isFirst = useRef(true)

  const readNewest = useCallback(async () => {
    try {
      const page = await call('messages.list', { query: { limit: pageSize } })
      const isWhole = reaches(store, page.items, page.nextCursor !== null)
      if (isWhole) store.merge(page.items)
      else store.replace(page.items)
      if (isFirst.current || !isWhole) setOlderCursor(page.nextCursor)
      isFirst.current = false
      setFailure(null)
    } catch (error) {
      setFailure(failureOf(error))
    }
    setLoading(false)
  }, [store])

  useEffect(
    () =>
      subscribeLive({
        onEvent: (event) => {
          const news = newsOf(event)
          if (news === null) return
          store.receive(news.items)
          setUnread(news.unread)
          onArrival(news.items)
        },
        onGap: () => void readNewest(),
      }),
    [store, readNewest, onArrival],
  )
  // After the subscription, so that nothing lands between the page and the first arrival. State changes when the answer
  // comes.
  // oxlint-disable-next-line react/set-state-in-effect -- not in the effect, but after the read
  useEffect(() => void readNewest(), [readNewest])

  async function readOlder(cursor: string): Promise<void> {
    setLoadingOlder(true)
    try {
      const page = await call('messages.list', { query: { limit: pageSize, cursor } })
      store.merge(page.items)
      setOlderCursor(page.nextCursor)
    } catch (error) {
      setFailure(failureOf(error))
    }
    setLoadingOlder(false)
  }

  const isFull = store.snapshot().length >= capacity
  return {
    store,
    isLoading,
    failure,
    isLoadingOlder,
    retry: () => void readNewest(),
    loadOlder: olderCursor === null || isFull ? null : () => void readOlder(olderCursor),
  }
}
