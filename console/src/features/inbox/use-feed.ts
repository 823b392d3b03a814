// The feed of one mounted inbox: its store, its pace, and the stream that fills it.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { call } from '../../lib/api.ts'
import { newsOf } from '../../lib/live-event.ts'
import { createPace } from '../../lib/live-pace.ts'
import { LiveStore, type LiveMessage } from '../../lib/live-store.ts'
import { hearUnread } from '../../lib/live-unread.ts'
import { subscribeLive } from '../../lib/live.ts'
import { InboxFeed, type FeedQuery, type FeedState } from './inbox.feed.ts'

/** Some days of a busy owner, in some 60 MB; everything before that is the archive's. */
const capacity = 120_000

/** @param onDraw what else is to be drawn with what has arrived: a page that is drawn twice costs twice as much */
function openFeed(onDraw: () => void): InboxFeed {
  const store: LiveStore = new LiveStore(capacity, () => pace.request())
  const pace = createPace(() => {
    store.flush()
    onDraw()
  })
  return new InboxFeed(store, (query) => call('messages.list', { query }), capacity)
}

/** `query` and `onArrival`, which hears of every batch that arrives, must be stable. */
export function useFeed(
  query: FeedQuery,
  onArrival: (messages: readonly LiveMessage[]) => void,
): { feed: InboxFeed; state: FeedState; total: number | null } {
  const [total, setTotal] = useState<number | null>(null)
  const heardTotal = useRef<number | null>(null)
  const [feed] = useState(() => openFeed(() => setTotal(heardTotal.current)))
  const state = useSyncExternalStore(feed.subscribe, feed.state)
  useEffect(
    () =>
      subscribeLive({
        onEvent: (event) => {
          const news = newsOf(event)
          if (news === null) return
          heardTotal.current = news.total
          feed.store.receive(news.items)
          hearUnread(news.unread)
          if (news.items.length === 0) setTotal(news.total)
          // Another tab or another device has read them all.
          if (news.unread === 0 && news.items.length === 0) feed.store.markAllRead(news.position)
          onArrival(news.items)
        },
        onGap: () => void feed.refresh(),
      }),
    [feed, onArrival],
  )
  // After the subscription, so that nothing lands between the page and the first arrival.
  useEffect(() => void feed.show(query), [feed, query])
  return { feed, state, total }
}
