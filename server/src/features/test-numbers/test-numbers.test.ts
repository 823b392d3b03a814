// Test numbers on the whole platform, over real sockets: what every user may see and what nobody may, and a message
// through the way in of a real connection.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toApiId } from '@inrange/contract/ids'
import { TEST_INJECTIONS_PER_HOUR_MAX } from '@inrange/contract/test-numbers'
import { startTestPlatform, type TestPlatform } from '../../testing/test-platform.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { ASKS_PER_MINUTE_MAX } from './asks.memory.ts'

const db = useTestDatabase()
let platform: TestPlatform
let connectionId: string
let ownerId: string
type Answer = { status: number; body: Record<string, never> & { items: Record<string, unknown>[] } }

beforeAll(async () => {
  platform = await startTestPlatform(db)
  await platform.addUser('ayse', 'user')
  await platform.addUser('bob', 'user')
  ownerId = await platform.addUser('oya', 'admin')
  const { body: carrier } = await call('oya', 'POST', '/carriers', { name: 'Northwire' })
  // An allow-list that holds nobody here: what the platform sends to itself passes all the same.
  const settings = { allowList: ['203.0.113.0/24'], authentication: 'token', fields: { recipient: 'msisdn' } }
  const added = { kind: 'http', name: 'Main', settings }
  const { body: made } = await call('oya', 'POST', `/carriers/${String(carrier['id'])}/connections`, added)
  connectionId = String(made['id'])
  const range = { startNumber: '000', endNumber: '099', rate: '0.01', ownerId: toApiId('user', ownerId) }
  await call('oya', 'POST', '/ranges', { ...range, name: 'Tests', prefix: '4670100', isTest: true })
  await call('oya', 'POST', '/ranges', { ...range, name: 'Paid', prefix: '4670200' })
})
afterAll(() => platform.stop())

const tokens = new Map<string, string>()
async function call(who: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const token = tokens.get(who) ?? (await platform.signIn(who))
  tokens.set(who, token)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const response = await fetch(`${platform.url}/api/v1${path}`, init)
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const inject = (number: string, text: string) =>
  call('oya', 'POST', `/test-numbers/${number}/inject`, { connectionId, sender: 'Inrange', text })

test('every user finds the numbers of test ranges, by their beginning and by the name of the range, and no other', async () => {
  const { body } = await call('ayse', 'GET', '/test-numbers?limit=60')
  expect(body.items).toHaveLength(60)
  expect(body.items[0]).toMatchObject({ number: '+4670100000', range: { name: 'Tests', numbers: 100 }, isActive: true })
  const { body: next } = await call('ayse', 'GET', `/test-numbers?limit=60&cursor=${String(body['nextCursor'])}`)
  expect(next.items).toHaveLength(40)
  expect(next['nextCursor']).toBeNull()
  const found = async (search: string) =>
    (await call('ayse', 'GET', `/test-numbers?limit=200&search=${search}`)).body.items
  expect((await found('%2B46 70 10001')).map(({ number }) => number)).toEqual(
    Array.from({ length: 10 }, (_, index) => `+467010001${index}`),
  )
  expect(await found('tests')).toHaveLength(100)
  expect(await found('4670200')).toEqual([])
  expect(await found('%25')).toEqual([])
})

test('a message goes through the way in of a connection, its steps are told, and everybody sees it', async () => {
  const { body: before } = await call('ayse', 'GET', '/test-numbers/4670100007/messages')
  const { status, body } = await inject('4670100007', 'Your code is 135790')
  expect(status).toBe(200)
  expect(body).toMatchObject({ ok: true, left: TEST_INJECTIONS_PER_HOUR_MAX - 1, message: { to: '+4670100007' } })
  const steps = body['steps'] as unknown as { step: string; afterMs: number | null }[]
  expect(steps.map(({ step }) => step)).toEqual(['sent', 'committed', 'accepted', 'visible'])
  expect(steps.every(({ afterMs }) => afterMs !== null && afterMs >= 0)).toBe(true)
  const since = String(before['position'])
  for (const who of ['ayse', 'bob']) {
    const { body: news } = await call(who, 'GET', `/test-numbers/4670100007/messages?since=${since}`)
    expect(news.items).toMatchObject([{ content: 'Your code is 135790', flags: ['test'] }])
    const { body: none } = await call(who, 'GET', `/test-numbers/4670100007/messages?since=${String(news['position'])}`)
    expect(none.items).toEqual([])
  }
  const { body: elsewhere } = await call('ayse', 'GET', '/test-numbers/4670100008/messages')
  expect(elsewhere.items).toEqual([])
  const { rows } = await db.owner.query('select earned_micros::int as earned from messages where owner_id = $1', [
    ownerId,
  ])
  expect(rows).toEqual([{ earned: 0 }])
})

test('it is recorded without its text, and only admins may send', async () => {
  const { rows } = await db.owner.query<{ after: object }>(
    `select after from audit_log where action = 'test_message_sent'`,
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('135790')
  const refused = await call('ayse', 'POST', '/test-numbers/4670100007/inject', {
    connectionId,
    sender: 'a',
    text: 'b',
  })
  expect(refused.status).toBe(403)
})

test('what is no test number is not there, and what landed before a range became one stays its owner’s', async () => {
  for (const path of ['', '/messages']) {
    expect((await call('ayse', 'GET', `/test-numbers/4670200001${path}`)).status).toBe(404)
  }
  expect((await inject('4670200001', 'no')).status).toBe(404)
  await db.owner.query(
    `insert into messages (owner_id, landed_at, received_at, range_id, connection_id, sender, recipient, content, coding,
       segments, flags, rate_micros, earned_micros, raw)
     select $1, now(), now(), r.id, (select id from connections limit 1), 'Bank', 4670200002, 'private', 0, 1, 0, 0, 0, ''
     from ranges r where r.name = 'Paid'`,
    [ownerId],
  )
  await db.owner.query(
    `insert into inboxes as i (owner_id, last_landed_at, messages) values ($1, now(), 1)
    on conflict (owner_id) do update set last_landed_at = now()`,
    [ownerId],
  )
  await db.owner.query(`update ranges set is_test = true where name = 'Paid'`)
  const since = String((BigInt(Date.now()) - 60_000n) * 1_000n)
  for (const query of ['', `?since=${since}`]) {
    const { status, body } = await call('ayse', 'GET', `/test-numbers/4670200002/messages${query}`)
    expect(status).toBe(200)
    expect(body.items).toEqual([])
  }
})

test('who sends more than an hour allows, or asks more often than a minute does, is told to wait', async () => {
  await db.owner.query(`update test_injections set messages = $1`, [TEST_INJECTIONS_PER_HOUR_MAX])
  expect((await inject('4670100007', 'one too many')).status).toBe(429)
  const { body } = await call('oya', 'GET', '/test-number-ways')
  expect(body).toMatchObject({ left: 0, items: [{ id: connectionId, carrier: { name: 'Northwire' } }] })
  const asks = Array.from({ length: ASKS_PER_MINUTE_MAX + 1 }, () => 'ask')
  const statuses = new Set<number>()
  for (const _ask of asks) statuses.add((await call('bob', 'GET', '/test-numbers/4670100009/messages')).status)
  expect([...statuses]).toEqual([200, 429])
})
