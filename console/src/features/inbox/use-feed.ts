// The feed of one mounted inbox: its store, its pace, and the stream that fills it.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../lib/api.ts'
import { newsOf } from '../../lib/live-event.ts'
import { createPace } from '../../lib/live-pace.ts'
import { LiveStore, type LiveMessage } from '../../lib/live-store.ts'
import { hearUnread } from '../../lib/live-unread.ts'
import { subscribeLive } from '../../lib/live.ts'
import { InboxFeed, type FeedQuery, type FeedState } from './inbox.feed.ts'

/** Some days of a busy owner, in some 60 MB; everything before that is the archive's. */
const capacity = 120_000

/** What arrives is drawn with the total that came with it: a page that is drawn twice costs twice as much. */
function openFeed(onTotal: (total: number) => void) {
  let total: number | null = null
  const store: LiveStore = new LiveStore(capacity, () => pace.request())
  const pace = createPace(() => {
    store.flush()
    if (total !== null) onTotal(total)
  })
  const hearTotal = (heard: number) => {
    total = heard
    pace.request()
  }
  return { feed: new InboxFeed(store, (query) => call('messages.list', { query }), capacity), hearTotal }
}

/** `query` and `onArrival`, which hears of every batch that arrives, must be stable. */
export function useFeed(
  query: FeedQuery,
  onArrival: (messages: readonly LiveMessage[]) => void,
): { feed: InboxFeed; state: FeedState; total: number | null } {
  const [total, setTotal] = useState<number | null>(null)
  const [{ feed, hearTotal }] = useState(() => openFeed(setTotal))
  const state = useSyncExternalStore(feed.subscribe, feed.state)
  useEffect(
    () =>
      subscribeLive({
        onEvent: (event) => {
          const news = newsOf(event)
          if (news === null) return
          hearTotal(news.total)
          feed.store.receive(news.items)
          hearUnread(news.unread)
          // Another tab or another device has read them all.
          if (news.unread === 0 && news.items.length === 0) feed.store.markAllRead(news.position)
          onArrival(news.items)
        },
        onGap: () => void feed.refresh(),
      }),
    [feed, hearTotal, onArrival],
  )
  // After the subscription, so that nothing lands between the page and the first arrival.
  useEffect(() => void feed.show(query), [feed, query])
  return { feed, state, total }
}
