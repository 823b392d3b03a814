// Marking what a filter matches, and what there is to filter by, through the served operations.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { markMatching } from './mark-matching.ts'
import { emptyInboxes, readUnread } from './messages-fixture.queries.ts'
import { openWorld, type World } from './messages.fixture.ts'
import { digestBehind } from './messages.jobs.ts'

const shared = useTestDatabase()
let world: World
beforeAll(async () => {
  world = await openWorld(shared)
})
afterAll(() => world.live.stop())
beforeEach(() => emptyInboxes(shared.owner))

const mark = (username: string, body: unknown) => world.api.call(username, 'POST', '/messages/mark-matching', body)
const unread = () => readUnread(shared.owner, world.uuidOf('ada'))

describe('marking what matches', () => {
  test('marks it and nothing else, and tells how many are unread', async () => {
    await world.land('ada', ['code 1', 'parcel', 'code 2'])
    const { body } = await mark('ada', { filter: { text: 'code' } })
    expect(body).toEqual({ marked: 2, unread: 1, nextCursor: null })
    expect(await unread()).toEqual({ counted: 1, kept: 1 })
    expect((await mark('ada', { filter: { text: 'code' }, isRead: false })).body).toMatchObject({
      marked: 2,
      unread: 3,
    })
    expect(await unread()).toEqual({ counted: 3, kept: 3 })
  })

  test('counts once what was marked before, by itself or with everything', async () => {
    const ids = await world.land('ada', ['code 1', 'code 2', 'code 3'])
    await world.api.call('ada', 'POST', '/messages/mark-read', { ids: [ids[0]] })
    expect((await mark('ada', { filter: { text: 'code' } })).body).toMatchObject({ marked: 2, unread: 0 })
    expect((await mark('ada', { filter: { text: 'code' } })).body).toMatchObject({ marked: 0, unread: 0 })
    expect(await unread()).toEqual({ counted: 0, kept: 0 })
  })

  test('takes a bounded part, and goes on from its cursor', async () => {
    await world.landMany('ada', 5_600)
    const first = await mark('ada', { filter: { sender: 'Bulk' } })
    expect(first.body).toMatchObject({ marked: 5_000, unread: 600 })
    expect(first.body.nextCursor).not.toBeNull()
    const second = await mark('ada', { filter: { sender: 'Bulk' }, cursor: first.body.nextCursor })
    expect(second.body).toEqual({ marked: 600, unread: 0, nextCursor: null })
    expect(await unread()).toEqual({ counted: 0, kept: 0 })
  })

  test('keeps the number right while others mark the same and more lands', async () => {
    await world.landMany('ada', 1_500)
    const task = { ownerId: world.uuidOf('ada'), filter: { text: 'many' }, isRead: true }
    const deps = { database: shared.database, clock: world.clock }
    await Promise.all([
      markMatching(deps, task),
      markMatching(deps, { ...task, isRead: false }),
      markMatching(deps, task),
      world.land('ada', ['late'], '2026-03-10T13:00:00Z'),
    ])
    const { counted, kept } = await unread()
    expect(kept).toBe(counted)
    expect((await mark('ada', { filter: { text: 'many' } })).body).toMatchObject({ unread: 1 })
  })

  test('means days as the reader’s clock shows them', async () => {
    await world.land('ada', ['last evening'], '2026-03-09T23:30:00Z')
    await world.land('ada', ['today'], '2026-03-10T11:00:00Z')
    const { body } = await mark('ada', { filter: { during: 'today', timeZone: 'Europe/Madrid' } })
    expect(body).toMatchObject({ marked: 2 })
  })

  test('is about one’s own: an owner cannot be named, nor a read state asked twice', async () => {
    for (const filter of [{ ownerId: world.idOf('ben') }, { read: 'unread' }]) {
      expect((await mark('root', { filter })).status).toBe(422)
    }
  })
})

test('there is to filter by what occurred: ranges, connections and languages, the most frequent first', async () => {
  expect((await world.api.call('ada', 'GET', '/message-filter-options')).body).toEqual({
    ranges: [],
    connections: [],
    languages: [],
    countedUpTo: null,
  })
  await world.land('ada', ['Your code is 4711', 'Tu código es 4711', 'Your parcel is here'])
  await digestBehind(shared.database)
  const { body } = await world.api.call('ada', 'GET', '/message-filter-options')
  expect(body).toMatchObject({
    ranges: [{ name: 'UK Mobile 01' }],
    connections: [{ name: 'main', carrier: { name: 'Acme' } }],
    languages: [
      { language: 'en', messages: 2 },
      { language: 'es', messages: 1 },
    ],
    countedUpTo: '2026-03-10T12:00:00.000Z',
  })
  const path = `/message-filter-options?ownerId=${world.idOf('ada')}`
  expect((await world.api.call('root', 'GET', path)).body).toEqual(body)
  expect((await world.api.call('ben', 'GET', path)).status).toBe(404)
})
