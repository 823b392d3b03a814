import { expect, test } from 'vitest'
import { everything } from '../../lib/live-filter.ts'
import { LiveStore, type LiveMessage } from '../../lib/live-store.ts'
import { InboxFeed, type FeedPage, type FeedQuery, type ReadPage } from './inbox.feed.ts'
import { rowsUnreadFirst } from './inbox.rows.ts'

const all: FeedQuery = { filter: everything, unreadFirst: false }
const fromBank: FeedQuery = { filter: { ...everything, sender: 'bank' }, unreadFirst: false }

function message(position: number, change: Partial<LiveMessage> = {}): LiveMessage {
  return {
    id: `msg_${position}`,
    from: position % 2 === 0 ? 'Bank' : 'Shop',
    to: '+447700900000',
    content: 'Hello',
    masked: false,
    contentDropped: false,
    time: new Date(position).toISOString(),
    isRead: true,
    range: { id: 'rng_1', name: 'UK Mobile 01' },
    segments: 1,
    earned: '0.004000',
    flags: [],
    position: String(position),
    ...change,
  }
}

/** An inbox of so many messages, read as the server reads it: newest first, 200 a page, the place as the cursor. */
function openInbox(count: number, { unread = [] as number[], capacity = 1_000, lookMax = Infinity } = {}) {
  let inbox = Array.from({ length: count }, (_, index) => message(index + 1))
  inbox = inbox.map((row) => (unread.includes(Number(row.position)) ? { ...row, isRead: false } : row))
  const asked: unknown[] = []
  const read: ReadPage = async (query) => {
    asked.push(query)
    const before = query.cursor === undefined ? Infinity : Number(query.cursor)
    const below = inbox.toReversed().filter(({ position }) => Number(position) < before)
    const looked = below.slice(0, lookMax)
    const matching = looked.filter(
      (row) =>
        (query.sender === undefined || row.from.toLowerCase().includes(query.sender)) &&
        (query.read === undefined || row.isRead === (query.read === 'read')),
    )
    const items = matching.slice(0, Number(query.limit))
    const isPart = items.length < matching.length
    const reached = isPart ? items.at(-1) : looked.at(-1)
    const nextCursor = isPart || looked.length < below.length ? (reached?.position ?? null) : null
    const searchedBackTo = nextCursor === null ? null : new Date(Math.floor(Number(nextCursor) / 1_000)).toISOString()
    return { items, nextCursor, searchedBackTo } satisfies FeedPage
  }
  const store: LiveStore = new LiveStore(capacity, () => store.flush())
  const feed = new InboxFeed(store, read, capacity)
  const shown = () => {
    const { rows, length } = store.snapshot()
    return rows.slice(0, length).map((row) => Number(row.position))
  }
  return { store, feed, shown, asked, read, land: (row: LiveMessage) => inbox.push(row) }
}

test('pages follow each other without a hole until there is nothing older', async () => {
  const { feed, shown } = openInbox(450)
  await feed.show(all)
  expect([shown().length, feed.state().older]).toEqual([200, 'more'])
  await feed.loadOlder()
  await feed.loadOlder()
  expect([shown().length, shown()[0], feed.state().older]).toEqual([450, 1, 'none'])
})

test('a filter finds what is not loaded, and loosening it shows no hole', async () => {
  const { feed, shown } = openInbox(1_000)
  await feed.show(all)
  await feed.show(fromBank)
  expect([shown().length, shown()[0]]).toEqual([200, 602])
  await feed.show(all)
  expect([shown().length, shown()[0]]).toEqual([200, 801])
})

test('a filter shows at once what is loaded of it', async () => {
  const { feed, shown } = openInbox(1_000)
  await feed.show(all)
  const reading = feed.show(fromBank)
  expect([shown().length, feed.state().isLoading]).toEqual([100, true])
  await reading
})

test('an answer to a question that is no longer asked is thrown away', async () => {
  const { feed, shown } = openInbox(1_000)
  const former = feed.show(fromBank)
  await feed.show(all)
  await former
  expect(shown()).toHaveLength(200)
})

test('what arrives is shown when it matches, also before anything has been read', async () => {
  const { feed, store, shown } = openInbox(0)
  const reading = feed.show(fromBank)
  store.receive([message(1), message(2)])
  await reading
  expect(shown()).toEqual([2])
})

test('a gap that a page closes leaves the list; a longer one starts it over', async () => {
  const { feed, shown, land } = openInbox(300)
  await feed.show(all)
  for (let position = 301; position <= 310; position++) land(message(position))
  await feed.refresh()
  expect([shown().length, shown().at(-1)]).toEqual([210, 310])
  for (let position = 311; position <= 900; position++) land(message(position))
  await feed.refresh()
  expect([shown().length, shown()[0], shown().at(-1)]).toEqual([200, 701, 900])
})

test('a search that finds little says how far it looked, and goes on when asked', async () => {
  const { feed, shown } = openInbox(1_000, { lookMax: 100 })
  await feed.show(fromBank)
  expect([shown().length, feed.state().older]).toEqual([50, 'ask'])
  expect(feed.state().searchedBackTo).not.toBe(null)
  await feed.loadOlder()
  expect(shown()).toHaveLength(100)
})

test('the list is as long as it may be, and not longer', async () => {
  const { feed } = openInbox(1_000, { capacity: 400 })
  await feed.show(all)
  await feed.loadOlder()
  expect(feed.state().older).toBe('full')
})

test('unread first reads the unread from the whole inbox, then everything, and shows each once', async () => {
  const { feed, store, asked } = openInbox(600, { unread: [3, 550] })
  await feed.show({ filter: everything, unreadFirst: true })
  const { unreadFloor, restFloor } = feed.state()
  const rows = rowsUnreadFirst(store.snapshot(), { readHere: store.readHere, unreadFloor, restFloor })
  const names = Array.from({ length: rows.length }, (_, index) => {
    const row = rows.at(index)
    return row?.kind === 'message' ? row.message.position : row?.kind
  })
  expect(names.slice(0, 6)).toEqual(['section', '550', '3', 'section', '600', '599'])
  expect(rows.length).toBe(1 + 2 + 1 + 199)
  expect(asked).toMatchObject([{ read: 'unread' }, { limit: 200 }])
})

test('a gap that could not be read is read by the retry, before anything older', async () => {
  const inbox = openInbox(500)
  let isDown = false
  const feed = new InboxFeed(
    inbox.store,
    async (query) => {
      if (isDown) throw new Error('The database cannot be reached.')
      return inbox.read(query)
    },
    1_000,
  )
  await feed.show(all)
  inbox.land(message(501))
  isDown = true
  await feed.refresh()
  expect(feed.state().failure).not.toBeNull()
  isDown = false
  await feed.retry()
  expect(feed.state().failure).toBeNull()
  expect(inbox.shown().at(-1)).toBe(501)
  expect(inbox.shown()).toHaveLength(201)
})
