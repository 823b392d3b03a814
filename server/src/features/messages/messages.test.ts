// What callers may do with messages, through the served operations on a real database: pages and their bounds, filters,
// traces and reveals.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toApiId } from '@inrange/contract/ids'
import type { Json } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { matureEarnings, settleEarnings } from '../ledger/ledger.public.ts'
import { emptyInboxes, readReveals } from './messages-fixture.queries.ts'
import { NOON, openWorld, type World } from './messages.fixture.ts'
import { recentMessages } from './messages.public.ts'

const test = useTestDatabase()
let world: World
beforeAll(async () => {
  world = await openWorld(test)
})
afterAll(() => world.live.stop())
beforeEach(async () => {
  await emptyInboxes(test.owner)
  world.clock.setTo(NOON)
})

const texts = (page: { items: { content: string }[] }) => page.items.map(({ content }) => content)
const get = (username: string | null, path: string) => world.api.call(username, 'GET', path)

async function page(username: string, query: Record<string, string> = {}): Promise<Json> {
  const { status, body } = await get(username, `/messages?${new URLSearchParams(query).toString()}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}

describe('a page', () => {
  it('shows the newest first and goes on where it ended, without a gap and without a repeat', async () => {
    await world.land('ada', ['1', '2', '3', '4', '5'])
    const first = await page('ada', { limit: '2' })
    const second = await page('ada', { limit: '2', cursor: first.nextCursor })
    await world.land('ada', ['6'])
    const third = await page('ada', { limit: '2', cursor: second.nextCursor })
    expect([texts(first), texts(second), texts(third)]).toEqual([['5', '4'], ['3', '2'], ['1']])
    expect([third.nextCursor, third.searchedBackTo]).toEqual([null, null])
  })

  it('says that nothing is older exactly when nothing is', async () => {
    await world.land('ada', ['1', '2'])
    expect((await page('ada', { limit: '2' })).nextCursor).toBe(null)
    expect((await page('ada', { limit: '1' })).nextCursor).not.toBe(null)
  })

  it('reaches over weeks, months and years without messages', async () => {
    for (const [text, at] of [
      ['years ago', '2023-05-01T00:00:00Z'],
      ['months ago', '2025-11-20T00:00:00Z'],
      ['weeks ago', '2026-02-20T00:00:00Z'],
      ['today', NOON],
    ] as const) {
      await world.land('ada', [text], at)
    }
    expect(texts(await page('ada'))).toEqual(['today', 'weeks ago', 'months ago', 'years ago'])
    const first = await page('ada', { limit: '3' })
    expect(texts(await page('ada', { limit: '3', cursor: first.nextCursor }))).toEqual(['years ago'])
  })

  it('shows each message whole', async () => {
    const [id] = await world.land('ada', [
      { content: 'Hi', sender: 'Bank', segments: 2, flags: 3, earnedMicros: 8_600 },
    ])
    expect((await page('ada')).items).toEqual([
      {
        id,
        from: 'Bank',
        to: '+447700000001',
        content: 'Hi',
        masked: false,
        contentDropped: false,
        time: NOON,
        isRead: false,
        range: { id: toApiId('range', world.rangeId), name: 'UK Mobile 01' },
        segments: 2,
        earned: '0.008600',
        flags: ['partial', 'test'],
        position: String(BigInt(Date.parse(NOON)) * 1_000n + 1n),
      },
    ])
    expect(await recentMessages(test.database.kysely, world.uuidOf('ada'), 6)).toEqual((await page('ada')).items)
  })

  it.each(['nonsense', Buffer.from('["x"]').toString('base64url'), Buffer.from('[1,2]').toString('base64url')])(
    'refuses the cursor %s, which is none of ours',
    async (cursor) => {
      const { status, body } = await get('ada', `/messages?cursor=${cursor}`)
      expect([status, Object.keys(body.error.fields)]).toEqual([422, ['cursor']])
    },
  )

  it('takes a cursor that lies after the end of time as the newest page', async () => {
    await world.land('ada', ['1'])
    const cursor = Buffer.from('["999999999999999999"]').toString('base64url')
    expect(texts(await page('ada', { cursor }))).toEqual(['1'])
  })
})

describe('filters', () => {
  beforeEach(async () => {
    await world.land('ada', [{ content: 'Your code is 100%', sender: 'Bank' }], '2026-03-01T00:00:00Z')
    await world.land('ada', [{ content: 'Your CODE is 1000', sender: 'bankers' }], '2026-03-02T00:00:00Z')
    const other = [{ content: 'Hello', sender: 'Mum', recipient: '447700001555' }]
    await world.land('ada', other, '2026-03-03T00:00:00Z', world.otherRangeId)
  })

  it.each([
    ['a text, whatever its case', { text: 'code' }, [2, 1]],
    ['a text whose wildcard means itself', { text: '100%' }, [1]],
    ['a text that is nowhere', { text: 'cod_' }, []],
    ['a sender', { sender: 'bank' }, [2, 1]],
    ['a part of a recipient, as people write it', { recipient: '+44 7700 001-5' }, [3]],
    ['a recipient that is no part of any', { recipient: '001556' }, []],
    ['a day from its first moment', { from: '2026-03-02T00:00:00Z' }, [3, 2]],
    ['a day up to its end', { until: '2026-03-03T00:00:00Z' }, [2, 1]],
    ['both bounds', { from: '2026-03-02T00:00:00Z', until: '2026-03-03T00:00:00Z' }, [2]],
    ['what is unread', { read: 'unread' }, [3, 2, 1]],
    ['what is read', { read: 'read' }, []],
    ['several at once', { text: 'code', sender: 'bankers' }, [2]],
  ])('find %s', async (_case, query, days) => {
    const { items } = await page('ada', query)
    expect(items.map(({ time }: { time: string }) => new Date(time).getUTCDate())).toEqual(days)
  })

  it('find an hour by when its messages were received, as traffic counts them, also one that landed after it', async () => {
    await world.land('ada', ['of the next hour'], '2026-03-05T11:00:05Z')
    await world.land('ada', ['last of its hour'], '2026-03-05T10:59:59Z')
    const { items } = await page('ada', { from: '2026-03-05T10:00:00Z', until: '2026-03-05T11:00:00Z' })
    expect(texts({ items })).toEqual(['last of its hour'])
  })

  it('find a range', async () => {
    const { items } = await page('ada', { rangeId: toApiId('range', world.otherRangeId) })
    expect(texts({ items })).toEqual(['Hello'])
  })

  it('refuse a recipient that is no number', async () => {
    const { status, body } = await get('ada', '/messages?recipient=Bank')
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['recipient']])
  })

  it.each(['sender=%00', 'text=%22a%00b%22'])('refuse %s, which no database stores', async (query) => {
    expect(await get('ada', `/messages?${query}`)).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_request' } },
    })
  })

  it('give full pages that go on', async () => {
    const first = await page('ada', { text: 'code', limit: '1' })
    const second = await page('ada', { text: 'code', limit: '1', cursor: first.nextCursor })
    expect([texts(first), texts(second)]).toEqual([['Your CODE is 1000'], ['Your code is 100%']])
    expect(second.nextCursor).toBe(null)
  })
})

describe('a search', () => {
  it('looks at 20,000 messages a page, says how far it got, and goes on from there', async () => {
    await world.land('ada', ['The needle'], '2026-03-09T00:00:00Z')
    await world.landMany('ada', 20_000)
    const first = await page('ada', { text: 'needle' })
    expect([first.items, first.searchedBackTo]).toEqual([[], NOON])
    const second = await page('ada', { text: 'needle', cursor: first.nextCursor })
    expect([texts(second), second.nextCursor, second.searchedBackTo]).toEqual([['The needle'], null, null])
  })

  it('finds in its first page what lies within the bound', async () => {
    await world.land('ada', ['The needle'], '2026-03-09T00:00:00Z')
    await world.landMany('ada', 19_999)
    expect(texts(await page('ada', { text: 'needle' }))).toEqual(['The needle'])
  })
})

describe('messages of somebody else', () => {
  it('do not exist for a user, exactly like those of nobody', async () => {
    const [id] = await world.land('ben', ['Secret'])
    const nobody = toApiId('user', '00000000-0000-7000-8000-000000000000')
    for (const path of [`/messages/${id}`, `/messages?ownerId=${world.idOf('ben')}`, `/messages?ownerId=${nobody}`]) {
      const { status, body } = await get('ada', path)
      expect([status, body.error.code, body.error.message]).toEqual([
        404,
        'not_found',
        'There is nothing here, or you may not see it.',
      ])
    }
    expect((await page('ada')).items).toEqual([])
  })

  it('come to an admin masked, with their shape and without their words', async () => {
    const [id] = await world.land('ben', ['Código 123-456, ok?'])
    const { items } = await page('root', { ownerId: world.idOf('ben') })
    expect(items).toMatchObject([{ content: '•••••• •••-•••, ••?', masked: true }])
    const { body } = await get('root', `/messages/${id}`)
    expect(body).toMatchObject({ content: '•••••• •••-•••, ••?', masked: true, received: { parts: [] } })
    expect(JSON.stringify(body)).not.toContain('123')
  })

  it('cannot be searched by their text, which would unmask them', async () => {
    await world.land('ben', ['Secret'])
    const { status, body } = await get('root', `/messages?ownerId=${world.idOf('ben')}&text=secret`)
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['text']])
    expect(texts(await page('ben', { text: 'secret' }))).toEqual(['Secret'])
  })

  it('are not found for an owner who does not exist', async () => {
    const nobody = toApiId('user', '00000000-0000-7000-8000-000000000000')
    expect((await get('root', `/messages?ownerId=${nobody}`)).status).toBe(404)
  })
})

describe('a reveal', () => {
  it('shows the message and is in the audit log', async () => {
    const [id] = await world.land('ben', ['Secret'])
    const { status, body } = await world.api.call('root', 'POST', `/messages/${id}/reveal`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      content: 'Secret',
      masked: false,
      received: { parts: [{ octets: 5, hex: '48656c6c6f' }] },
    })
    const after = { ownerId: world.uuidOf('ben') }
    expect(await readReveals(test.owner)).toEqual([{ actorId: world.uuidOf('root'), subjectId: id, after }])
  })

  it('is not for users, and leaves nothing in the log when there is nothing to reveal', async () => {
    const [id] = await world.land('ada', ['Mine'])
    expect((await world.api.call('ada', 'POST', `/messages/${id}/reveal`)).status).toBe(403)
    const missing = world.messageId('ada', 5n)
    expect((await world.api.call('root', 'POST', `/messages/${missing}/reveal`)).status).toBe(404)
    expect(await readReveals(test.owner)).toEqual([])
  })
})

describe('a trace', () => {
  it('explains a message from its octets to its rate', async () => {
    const [id] = await world.land('ada', [
      {
        content: 'Hi 😀',
        coding: 5,
        segments: 2,
        earnedMicros: 8_600,
        partsHex: ['0501', '0502ff'],
        providerId: 'p-1',
      },
    ])
    const { body } = await get('ada', `/messages/${id}`)
    expect(body).toMatchObject({
      id,
      owner: { id: world.idOf('ada'), username: 'ada' },
      received: {
        carrier: 'Acme',
        connection: 'main',
        connectionKind: 'http',
        at: NOON,
        providerId: 'p-1',
        parts: [
          { octets: 2, hex: '0501' },
          { octets: 3, hex: '0502ff' },
        ],
      },
      decoded: { alphabet: 'UCS-2', segments: 2, characters: 4, joined: true },
      rated: {
        rangeName: 'UK Mobile 01',
        rangeText: '447700000000 - 447700000999',
        rate: '0.004300',
        earned: '0.008600',
        hour: '2026-03-10T12:00:00.000Z',
      },
    })
  })

  it('follows the money: hour open, waiting, settled, matured', async () => {
    const [id] = await world.land('ada', ['1'])
    const settlement = async () => (await get('ada', `/messages/${id}`)).body.settlement
    const deps = { database: test.database, clock: world.clock }
    expect(await settlement()).toEqual({
      state: 'hour_open',
      hourEarned: '0.004300',
      hourSettled: '0.000000',
      lines: [],
    })
    world.clock.setTo('2026-03-10T13:00:00Z')
    expect((await settlement()).state).toBe('waiting')
    await settleEarnings(deps, { maturityDays: 1 })
    const settled = await settlement()
    expect(settled).toMatchObject({ state: 'settled', hourSettled: '0.004300' })
    expect(settled.lines).toMatchObject([{ amount: '0.004300', maturedTransferId: null, maturedAt: null }])
    expect([settled.lines[0].settlementId.slice(0, 4), settled.lines[0].transferId.slice(0, 4)]).toEqual([
      'stl_',
      'trf_',
    ])
    world.clock.setTo('2026-03-12T00:00:00Z')
    await matureEarnings(deps)
    const matured = await settlement()
    expect(matured.state).toBe('matured')
    expect(matured.lines[0].maturedTransferId).toMatch(/^trf_/)
  })

  it('says of a message that earned nothing that there is no money to follow', async () => {
    const [id] = await world.land('ada', [{ earnedMicros: 0, flags: 2 }])
    expect((await get('ada', `/messages/${id}`)).body.settlement.state).toBe('nothing_earned')
  })

  it('shows binary content as octets, not as text', async () => {
    const [id] = await world.land('ada', [{ content: null, coding: 4, flags: 4, partsHex: ['00ff'] }])
    const { body } = await get('ada', `/messages/${id}`)
    expect(body).toMatchObject({ content: null, flags: ['binary'], decoded: { alphabet: 'Binary', characters: null } })
  })

  it.each(['msg_1', 'rng_01h455vb4pex5vsknk084sn02q'])('is not found under %s, which is no message id', async (id) => {
    expect((await get('ada', `/messages/${id}`)).status).toBe(404)
  })

  it('is not found for a place without a message, however far away', async () => {
    for (const micros of [0n, BigInt(Date.parse(NOON)) * 1_000n, (1n << 63n) - 1n]) {
      expect((await get('ada', `/messages/${world.messageId('ada', micros)}`)).status).toBe(404)
    }
  })
})
