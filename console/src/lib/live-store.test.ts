import { expect, test } from 'vitest'
import { everything } from './live-filter.ts'
import { LiveStore, type LiveFilter, type LiveMessage } from './live-store.ts'

function message(position: number, change: Partial<LiveMessage> = {}): LiveMessage {
  return {
    id: `msg_${position}`,
    from: 'Bank',
    to: '+447700900000',
    content: `Code ${position}`,
    masked: false,
    contentDropped: false,
    time: '2026-11-20T12:00:00.000Z',
    isRead: false,
    range: { id: 'rng_1', name: 'UK Mobile 01' },
    segments: 1,
    earned: '0.004000',
    flags: [],
    position: String(position),
    ...change,
  }
}
const messages = (from: number, until: number) =>
  Array.from({ length: until - from + 1 }, (_, index) => message(from + index))

const asking = (change: Partial<LiveFilter>): LiveFilter => ({ ...everything, ...change })

function openStore(capacity = 100) {
  let requests = 0
  const store = new LiveStore(capacity, () => (requests += 1))
  return { store, requests: () => requests, positions: () => positionsOf(store) }
}
function positionsOf(store: LiveStore): number[] {
  const { rows, length } = store.snapshot()
  return rows.slice(0, length).map((row) => Number(row.position))
}

test('arrivals wait in the buffer until they are let in', () => {
  const { store, requests, positions } = openStore()
  store.receive(messages(1, 3))
  expect([positions(), requests(), store.newestPosition()]).toEqual([[], 1, '3'])
  store.flush()
  expect(positions()).toEqual([1, 2, 3])
})

test('a page that crosses arrivals, and a replay, leave each message once and in order', () => {
  const { store, positions } = openStore()
  store.receive(messages(4, 6))
  store.flush()
  store.merge([5, 4, 3, 2].map((position) => message(position)))
  store.receive([message(1), ...messages(5, 7)])
  store.flush()
  expect(positions()).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('the oldest fall off beyond the capacity', () => {
  const { store, positions } = openStore(10)
  store.receive(messages(1, 30))
  store.flush()
  expect(positions()).toEqual(messages(21, 30).map(({ position }) => Number(position)))
})

test('the buffer of a page that never draws stays bounded and keeps the newest', () => {
  const { store, positions } = openStore(10)
  for (let position = 1; position <= 1_000; position++) store.receive([message(position)])
  store.flush()
  expect([positions().length <= 11, positions().at(-1)]).toEqual([true, 1_000])
})

test('a held list keeps its rows while more arrive than the list can hold, and counts them', () => {
  const { store, positions } = openStore(10)
  store.receive(messages(1, 5))
  store.flush()
  store.hold('hovered')
  for (let first = 6; first <= 96; first += 10) {
    store.receive(messages(first, first + 9))
    store.flush()
  }
  expect([positions(), store.snapshot().waiting]).toEqual([[1, 2, 3, 4, 5], 100])
  store.release('hovered')
  expect([positions().at(-1), positions().length, store.snapshot().waiting]).toEqual([105, 10, 0])
})

test('a hold lasts until its last reason is gone', () => {
  const { store, positions } = openStore()
  store.hold('hovered')
  store.hold('open')
  store.receive([message(1)])
  store.flush()
  store.release('hovered')
  expect(positions()).toEqual([])
  store.release('open')
  expect(positions()).toEqual([1])
})

test('the newest can be shown without ending the hold', () => {
  const { store, positions } = openStore()
  store.hold('paused')
  store.receive([message(1)])
  store.showNewest()
  store.receive([message(2)])
  store.flush()
  expect([positions(), store.snapshot().waiting]).toEqual([[1], 1])
})

test('older rows that are read while held join below; newer ones wait', () => {
  const { store, positions } = openStore()
  store.receive(messages(5, 6))
  store.flush()
  store.hold('scrolled')
  store.merge([message(3), message(4), message(9)])
  expect([positions(), store.snapshot().waiting]).toEqual([[3, 4, 5, 6], 1])
})

test('a filter applies to what is there and to what arrives', () => {
  const { store, positions } = openStore()
  store.receive([message(1, { content: 'For Google' }), message(2)])
  store.flush()
  store.setFilter(asking({ text: ' gOOgle ' }))
  store.receive([message(3), message(4, { content: 'Google again' })])
  store.flush()
  expect(positions()).toEqual([1, 4])
  store.setFilter(everything)
  expect(positions()).toEqual([1, 2, 3, 4])
})

test('rows that the filter leaves out are not counted as waiting', () => {
  const { store } = openStore()
  store.setFilter(asking({ sender: 'google' }))
  store.hold('paused')
  store.receive([message(1), message(2, { from: 'Google' })])
  store.flush()
  expect(store.snapshot().waiting).toBe(1)
})

test('a message read under the filter "unread" stays in place; a filter set anew leaves it out', () => {
  const { store, positions } = openStore()
  store.receive(messages(1, 2))
  store.flush()
  store.setFilter(asking({ read: 'unread' }))
  store.markRead([message(1)], true)
  expect([positions(), store.snapshot().rows[0]?.isRead]).toEqual([[1, 2], true])
  store.setFilter(asking({ read: 'unread' }))
  expect(positions()).toEqual([2])
})

test('marking all read stops at its position', () => {
  const { store } = openStore()
  store.receive(messages(1, 3))
  store.flush()
  store.hold('open')
  store.markAllRead('2')
  expect(store.snapshot().rows.map((row) => row.isRead)).toEqual([true, true, false])
})

test('a replacement keeps a held list and says how much newer there is', () => {
  const { store, positions } = openStore()
  store.receive(messages(1, 2))
  store.flush()
  store.hold('open')
  store.replace(messages(50, 59))
  expect([positions(), store.snapshot().waiting]).toEqual([[1, 2], 10])
  store.release('open')
  expect(positions()).toEqual(messages(50, 59).map(({ position }) => Number(position)))
})

test('what lies below the floor shows only once the floor is lowered to it', () => {
  const { store, positions } = openStore()
  store.receive(messages(5, 6))
  store.flush()
  store.setFilter(everything, 5)
  store.merge([message(2), message(3)])
  expect(positions()).toEqual([5, 6])
  store.lowerFloor(3)
  store.merge([message(4)])
  expect(positions()).toEqual([3, 4, 5, 6])
})

test('what was read here is remembered until the filter is set again', () => {
  const { store } = openStore()
  store.receive(messages(1, 3))
  store.flush()
  store.markRead([message(1), message(2)], true)
  store.markRead([message(2)], false)
  expect([...store.readHere]).toEqual(['msg_1'])
  store.setFilter(everything)
  expect(store.readHere.size).toBe(0)
})

test('a hundred thousand messages, and each that follows, cost no more than a moment', () => {
  const { store } = openStore(100_000)
  store.receive(messages(1, 100_000))
  store.flush()
  store.hold('scrolled')
  const startedMs = performance.now()
  for (let batch = 0; batch < 100; batch++) {
    store.receive(messages(100_001 + batch * 50, 100_050 + batch * 50))
    store.flush()
  }
  expect(store.snapshot().waiting).toBe(5_000)
  expect(performance.now() - startedMs).toBeLessThan(500)
  expect(store.find('msg_1')?.position).toBe('1')
})

test('a message marked under a filter by status stays when an older page joins, until the filter is set anew', () => {
  const { store, positions } = openStore()
  store.merge(messages(3, 4))
  store.setFilter(asking({ read: 'unread' }))
  store.markRead([message(4)], true)
  store.merge(messages(1, 2))
  expect(positions()).toEqual([1, 2, 3, 4])
  store.setFilter(asking({ read: 'unread' }))
  expect(positions()).toEqual([1, 2, 3])
})
