// What a reader of the live view can rely on, over real notifications of a real database: nothing missed and nothing
// twice whatever the order of commits, resumption, bounds, and an end with the session.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import pg from 'pg'
import { clientSettings } from '../../platform/database.ts'
import { listen } from '../../platform/web.ts'
import type { Json, SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { countWaiting, emptyInboxes, landMessages, readUnread } from './messages-fixture.queries.ts'
import { NOON, openWorld, type World } from './messages.fixture.ts'

const test = useTestDatabase()
// Heartbeats and checks come when a test asks for them, not by themselves.
const pace = { coalesceMs: 5, heartbeatMs: 600_000, recheckMs: 600_000 }
let world: World
const readers: Reader[] = []
beforeAll(async () => {
  world = await openWorld(test, pace)
})
afterAll(() => world.live.stop())
beforeEach(() => emptyInboxes(test.owner))
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.leave()
})

type Event = { id: string | null; event: string; data: Json }
type Reader = {
  response: Response
  /** The next event, or null when the stream has ended. */
  next(): Promise<Event | null>
  /** Events until `count` messages have come, as their texts. */
  texts(count: number): Promise<string[]>
  leave(): Promise<void>
}

async function open(username: string, since?: string, api = world.api): Promise<Reader> {
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${username}`, ...(since === undefined ? {} : { 'last-event-id': since }) }
  const response = await api.app.request('/live', { headers, signal: leaving.signal })
  const body = response.body!.getReader()
  const decoder = new TextDecoder()
  let text = ''
  async function next(): Promise<Event | null> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const lines = text.slice(0, end).split('\n')
        text = text.slice(end + 2)
        const field = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null
        // Notifications come beside; their own test reads them.
        if (field('event') === 'notifications') continue
        return { id: field('id'), event: field('event') ?? '', data: JSON.parse(field('data') ?? 'null') }
      }
      const { done, value } = await body.read()
      if (done) return null
      text += decoder.decode(value, { stream: true })
    }
  }
  const reader: Reader = {
    response,
    next,
    async texts(count) {
      const found: string[] = []
      while (found.length < count) {
        const event = await next()
        if (event === null) throw new Error(`the stream ended after ${JSON.stringify(found)}`)
        if (event.event === 'messages') found.push(...event.data.items.map((item: Json) => item.content))
      }
      return found
    },
    async leave() {
      await body.cancel().catch(() => undefined)
      leaving.abort()
    },
  }
  readers.push(reader)
  return reader
}

const notify = (username: string, client = test.owner) =>
  client.query(`select pg_notify('inbox', $1)`, [world.uuidOf(username)])
async function land(username: string, texts: string[]): Promise<void> {
  await world.land(username, texts)
  await notify(username)
}
async function landMany(username: string, count: number): Promise<void> {
  await world.landMany(username, count)
  await notify(username)
}

describe('a live view', () => {
  it('begins with where the inbox stands', async () => {
    await world.land('ada', ['1', '2'])
    const reader = await open('ada')
    expect(Object.fromEntries(reader.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    })
    const position = String(BigInt(Date.parse(NOON)) * 1_000n + 2n)
    expect(await reader.next()).toEqual({
      id: position,
      event: 'messages',
      data: { items: [], position, unread: 2, total: 2, earnedNotSettled: '0.008600' },
    })
  })

  it('shows what lands, in order, to its owner alone', async () => {
    const [ada, ben] = [await open('ada'), await open('ben')]
    await land('ada', ['1', '2'])
    await land('ben', ["ben's"])
    await land('ada', ['3'])
    expect(await ada.texts(3)).toEqual(['1', '2', '3'])
    expect(await ben.texts(1)).toEqual(["ben's"])
  })

  it('goes on after the last event that was seen', async () => {
    const first = await open('ada')
    await first.next()
    await land('ada', ['1'])
    const seen = await first.next()
    await first.leave()
    await land('ada', ['2', '3'])
    const second = await open('ada', seen!.id!)
    await land('ada', ['4'])
    expect([seen!.data.items[0].content, await second.texts(3)]).toEqual(['1', ['2', '3', '4']])
  })

  it('looks by itself when it is told to, whoever the notification names', async () => {
    const reader = await open('ada')
    await reader.next()
    await world.land('ada', ['1'])
    await test.owner.query(`select pg_notify('inbox', '*')`)
    expect(await reader.texts(1)).toEqual(['1'])
  })

  it('tells the number of unread messages when they are marked elsewhere', async () => {
    const [id] = await world.land('ada', ['1', '2'])
    const reader = await open('ada')
    expect((await reader.next())!.data.unread).toBe(2)
    await world.api.call('ada', 'POST', '/messages/mark-read', { ids: [id] })
    expect((await reader.next())!.data).toMatchObject({ items: [], unread: 1 })
  })

  it('refuses a place that is none', async () => {
    const response = await world.api.app.request('/live', {
      headers: { authorization: 'Bearer ada', 'last-event-id': 'yesterday' },
    })
    expect(response.status).toBe(422)
  })
})

describe('the cursor of an inbox', () => {
  it('is not moved past a transaction that began earlier and commits later', async () => {
    const reader = await open('ada')
    await reader.next()
    const place = { ownerId: world.uuidOf('ada'), rangeId: world.rangeId, connectionId: world.connectionId, at: NOON }
    const [slow, quick] = [await connect(), await connect()]
    try {
      await slow.query('begin')
      await landMessages(slow, place, [{ content: 'slow' }])
      const landing = landMessages(quick, place, [{ content: 'quick' }])
      // The quick one waits for its place, so nobody can have seen it while the slow one is still to come.
      while ((await countWaiting(test.owner)) === 0) await notify('ada')
      await slow.query('commit')
      await landing
    } finally {
      await Promise.all([slow.end(), quick.end()])
    }
    await notify('ada')
    expect(await reader.texts(2)).toEqual(['slow', 'quick'])
  })

  it('gives every message once while many writers land at the same time', async () => {
    const reader = await open('ada')
    const writers = await Promise.all(Array.from({ length: 6 }, () => connect()))
    const place = { ownerId: world.uuidOf('ada'), rangeId: world.rangeId, connectionId: world.connectionId, at: NOON }
    const expected: string[] = []
    const writing = writers.map(async (writer, index) => {
      for (let batch = 0; batch < 10; batch++) {
        const texts = [`${index}/${batch}/a`, `${index}/${batch}/b`]
        expected.push(...texts)
        await landMessages(
          writer,
          place,
          texts.map((content) => ({ content })),
        )
        await notify('ada', writer)
      }
    })
    const shown = reader.texts(120)
    await Promise.all(writing)
    await Promise.all(writers.map((writer) => writer.end()))
    expect((await shown).toSorted()).toEqual(expected.toSorted())
  })
})

function connect(): Promise<pg.Client> {
  const client = new pg.Client(clientSettings(test.connectionString, 'test-writer'))
  return client.connect().then(() => client)
}

describe('a gap', () => {
  it('of 1,000 messages is replayed', async () => {
    await world.landMany('ada', 1_000)
    expect(await (await open('ada', '1')).texts(1_000)).toHaveLength(1_000)
  })

  it('of more is not: the reader is told to read again, and goes on from the newest', async () => {
    await world.landMany('ada', 1_001)
    const reader = await open('ada', '1')
    const position = String(BigInt(Date.parse(NOON)) * 1_000n + 1_001n)
    expect(await reader.next()).toEqual({ id: position, event: 'reset', data: { position } })
    await land('ada', ['next'])
    expect(await reader.texts(1)).toEqual(['next'])
  })

  it('after a place that this inbox never gave cannot be known', async () => {
    await world.land('ada', ['1'])
    expect(await (await open('ada', '999999999999999999')).next()).toMatchObject({ event: 'reset' })
  })

  it('of a reader that is slower than 5,000 messages ends in a reset, and holds no messages meanwhile', async () => {
    const reader = await open('ada')
    await reader.next()
    await landMany('ada', 5_001)
    expect(await reader.next()).toMatchObject({ event: 'reset' })
  })

  it('of 5,000 messages while it watches is shown whole', async () => {
    const reader = await open('ada')
    await reader.next()
    await landMany('ada', 5_000)
    expect(await reader.texts(5_000)).toHaveLength(5_000)
    expect((await readUnread(test.owner, world.uuidOf('ada'))).kept).toBe(5_000)
  })
})

describe('a session', () => {
  it('that ends takes its live views with it, at once', async () => {
    const [ada, ben] = [await open('ada'), await open('ben')]
    await Promise.all([ada.next(), ben.next()])
    const caller = world.callers.get('ada')!
    world.callers.delete('ada')
    await test.owner.query(`select pg_notify('identity', $1)`, [caller.userId])
    expect(await ada.next()).toBe(null)
    world.callers.set('ada', caller)
    await land('ben', ['still there'])
    expect(await ben.texts(1)).toEqual(['still there'])
  })

  it('that goes on keeps them when something else of the user changes', async () => {
    const reader = await open('ada')
    await reader.next()
    await test.owner.query(`select pg_notify('identity', $1)`, [world.uuidOf('ada')])
    await land('ada', ['1'])
    expect(await reader.texts(1)).toEqual(['1'])
  })

  it('has room for ten live views, and for another once one is closed', async () => {
    const opened: Reader[] = []
    for (let count = 0; count < 10; count++) opened.push(await open('ada'))
    await Promise.all(opened.map((reader) => reader.next()))
    expect((await world.api.call('ada', 'GET', '/live')).status).toBe(429)
    await opened[0]!.leave()
    const last = await open('ada')
    expect(last.response.status).toBe(200)
  })
})

describe('time', () => {
  /** The slice at a fast pace of which nothing but time wakes a view, and the end of its first view. */
  function serveDeaf(pace: { heartbeatMs: number; recheckMs: number }): { api: SliceClient; ended: Promise<void> } {
    const { promise, resolve } = Promise.withResolvers<void>()
    const deaf = { subscribe: () => () => resolve(), isConnected: () => true, stop: () => Promise.resolve() }
    return { api: world.serve(deaf, { coalesceMs: 1, ...pace }), ended: promise }
  }

  it('brings heartbeats, and what landed without a notification', async () => {
    const { api } = serveDeaf({ heartbeatMs: 10, recheckMs: 600_000 })
    const reader = await open('ada', undefined, api)
    await reader.next()
    await world.land('ada', ['unheard'])
    expect(await reader.next()).toMatchObject({ id: null, event: 'heartbeat', data: {} })
    expect(await reader.texts(1)).toEqual(['unheard'])
  })

  it('ends a view whose session ended without a notification', async () => {
    const { api } = serveDeaf({ heartbeatMs: 600_000, recheckMs: 10 })
    const reader = await open('ada', undefined, api)
    await reader.next()
    const caller = world.callers.get('ada')!
    world.callers.delete('ada')
    expect(await reader.next()).toBe(null)
    world.callers.set('ada', caller)
  })

  it('ends a view whose reader takes nothing', async () => {
    const { api, ended } = serveDeaf({ heartbeatMs: 10, recheckMs: 600_000 })
    await open('ada', undefined, api)
    await ended
  })

  it('ends a view whose reader has left, over a real socket too', async () => {
    const { api, ended } = serveDeaf({ heartbeatMs: 600_000, recheckMs: 600_000 })
    const server = await listen(api.app, { host: '127.0.0.1', port: 0 })
    const leaving = new AbortController()
    const headers = { authorization: 'Bearer ada' }
    const response = await fetch(`http://127.0.0.1:${server.port}/live`, { headers, signal: leaving.signal })
    const { value } = await response.body!.getReader().read()
    expect(new TextDecoder().decode(value)).toContain('event: messages')
    leaving.abort()
    await ended
    await server.stop()
  })

  it('ends a view whose reader has left', async () => {
    const { api, ended } = serveDeaf({ heartbeatMs: 600_000, recheckMs: 600_000 })
    const reader = await open('ada', undefined, api)
    await reader.next()
    await reader.leave()
    await ended
  })
})
