import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ErrorBody } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import { createManualClock } from '../../platform/clock.ts'
import type { Env } from '../../platform/http.ts'
import { createSilentLog } from '../../platform/log.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { startHarness, storeConnection, type Harness } from './carriers.fixture.ts'
import { ingressRoutes } from './http-ingress.ts'
import { createSelfMark } from './self-request.ts'

const db = useTestDatabase()
const NOW_SECONDS = 1_767_225_600
const clock = createManualClock(new Date(NOW_SECONDS * 1_000))

let harness: Harness
let app: Hono<Env>
beforeAll(async () => {
  harness = await startHarness(db.database, { clock, smpp: null })
  app = createApp({})
})

function createApp(options: { commitWaitMs?: number }): Hono<Env> {
  const { intake, runtime } = harness
  const made = new Hono<Env>()
  made.use((c, next) => {
    c.set('requestId', 'req-1')
    c.set('address', c.req.header('x-test-address') ?? '198.51.100.4')
    return next()
  })
  const findHttpConnection = (connectionId: string) => runtime.findHttpConnection(connectionId)
  const self = createSelfMark()
  const deps = { findHttpConnection, intake, journal: runtime.journal, clock, log: createSilentLog(), self }
  made.route('/', ingressRoutes({ ...deps, ...options }))
  return made
}
afterAll(() => harness.runtime.stop())
beforeEach(() => {
  harness.intake.outcome = 'accepted'
  harness.intake.items.splice(0)
})

type Http = { connectionId: string; secret: string; path: string }

async function storeHttp(settings: object = {}): Promise<Http> {
  const { connectionId, secret } = await storeConnection(db.database, { kind: 'http', settings })
  await harness.runtime.refresh()
  return { connectionId, secret, path: `/in/http/${toApiId('connection', connectionId)}` }
}

const MESSAGE = { id: 'm1', from: 'Bank', to: '+31612345678', text: 'Your code is 123 😀' }

type Sent = {
  body?: string
  headers?: Record<string, string>
  secret?: string
  timestamp?: number
  path?: string
  to?: Hono<Env>
}

function send(http: Http, sent: Sent = {}): Promise<Response> {
  const body = sent.body ?? JSON.stringify(MESSAGE)
  const timestamp = String(sent.timestamp ?? NOW_SECONDS)
  // Made by hand, as a carrier does from the documentation: HMAC-SHA256(secret, timestamp + '.' + body), in hex.
  const signature = createHmac('sha256', sent.secret ?? http.secret)
    .update(`${timestamp}.${body}`)
    .digest('hex')
  return Promise.resolve(
    (sent.to ?? app).request(sent.path ?? http.path, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-inrange-timestamp': timestamp,
        'x-inrange-signature': signature,
        ...sent.headers,
      },
    }),
  )
}

async function errorOf(response: Response): Promise<ErrorBody['error']> {
  const { error } = (await response.json()) as ErrorBody
  return error
}

async function lastEvent(connectionId: string) {
  await harness.runtime.journal.flush()
  const { rows } = await db.owner.query<{ kind: string; detail: string; remote_address: string }>(
    'select kind, detail, remote_address from connection_events where connection_id = $1 order by id desc limit 1',
    [connectionId],
  )
  return rows[0]
}

test('a signed message reaches the pipeline and is answered with the id of the carrier', async () => {
  const http = await storeHttp()
  const response = await send(http)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ accepted: true, id: 'm1' })
  const [item] = harness.intake.items
  expect(item?.content).toMatchObject({ sender: 'Bank', recipient: '+31612345678', providerId: 'm1', dataCoding: 8 })
  expect(
    Buffer.from(item?.content.userData ?? '')
      .swap16()
      .toString('utf16le'),
  ).toBe(MESSAGE.text)
  expect(item?.content.raw.toString()).toBe(JSON.stringify(MESSAGE))
  expect(item?.port.connection).toMatchObject({ connectionId: http.connectionId, dedupePolicy: 'provider-id' })
  expect(item?.port.sessionId).toBeNull()
  expect(item?.receivedAtMs).toBe(NOW_SECONDS * 1_000)
})

test('the same id again gets the same answer', async () => {
  const http = await storeHttp()
  const first = await (await send(http)).text()
  harness.intake.outcome = 'duplicate'
  const second = await send(http)
  expect(second.status).toBe(200)
  expect(await second.text()).toBe(first)
})

test.each(['accepted', 'held', 'quarantined', 'duplicate'] as const)(
  'what was stored (%s) is a success',
  async (outcome) => {
    const http = await storeHttp()
    harness.intake.outcome = outcome
    expect((await send(http)).status).toBe(200)
  },
)

test.each(['throttled', 'unavailable'] as const)('what was not taken (%s) is to be sent again', async (outcome) => {
  const http = await storeHttp()
  harness.intake.outcome = outcome
  const response = await send(http)
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(await errorOf(response)).toMatchObject({ code: 'unavailable', requestId: 'req-1' })
  expect(await lastEvent(http.connectionId)).toMatchObject({ kind: 'throttled' })
})

test('what can never be accepted is refused for good', async () => {
  const http = await storeHttp()
  harness.intake.outcome = 'refused'
  const response = await send(http)
  expect(response.status).toBe(422)
  expect(response.headers.get('retry-after')).toBeNull()
})

test('the answer waits for the commit', async () => {
  const http = await storeHttp()
  harness.intake.outcome = null
  let isAnswered = false
  const pending = send(http).then((response) => {
    isAnswered = true
    return response
  })
  await harness.intake.until(({ items }) => items.length === 1)
  expect(isAnswered).toBe(false)
  harness.intake.answerAll('accepted')
  expect((await pending).status).toBe(200)
})

test('a commit that takes too long closes the port, so that what is queued is dropped unwritten', async () => {
  const http = await storeHttp()
  harness.intake.outcome = null
  const pending = send(http, { to: createApp({ commitWaitMs: 50 }) })
  await harness.intake.until(({ items }) => items.length === 1)
  const [item] = harness.intake.items
  expect((await pending).status).toBe(503)
  expect(item?.port.isOpen()).toBe(false)
})

test('a bad signature is a 401, nothing is stored, and the log says so', async () => {
  const http = await storeHttp()
  const response = await send(http, { secret: `${http.secret}x` })
  expect(response.status).toBe(401)
  expect(await errorOf(response)).toMatchObject({ code: 'bad_signature' })
  expect(harness.intake.items).toEqual([])
  const event = { kind: 'bad_signature', detail: 'The signature is wrong.', remote_address: '198.51.100.4' }
  expect(await lastEvent(http.connectionId)).toEqual(event)
})

test.each([
  [
    'the body was changed',
    { body: JSON.stringify({ ...MESSAGE, text: 'x' }), headers: { 'x-inrange-signature': 'a'.repeat(64) } },
    401,
  ],
  ['the signature is in capitals', {}, 200],
  ['no signature', { headers: { 'x-inrange-signature': '' } }, 401],
  ['a timestamp that is no number', { headers: { 'x-inrange-timestamp': 'now' } }, 401],
  ['a clock 300 s behind', { timestamp: NOW_SECONDS - 300 }, 200],
  ['a clock 301 s behind', { timestamp: NOW_SECONDS - 301 }, 401],
  ['a clock 300 s ahead', { timestamp: NOW_SECONDS + 300 }, 200],
  ['a clock 301 s ahead', { timestamp: NOW_SECONDS + 301 }, 401],
])('%s', async (what, sent: Sent, status) => {
  const http = await storeHttp()
  if (what === 'the signature is in capitals') {
    const text = `${NOW_SECONDS}.${JSON.stringify(MESSAGE)}`
    const signature = createHmac('sha256', http.secret).update(text).digest('hex').toUpperCase()
    sent = { headers: { 'x-inrange-signature': signature } }
  }
  expect((await send(http, sent)).status).toBe(status)
  expect(harness.intake.items).toHaveLength(status === 200 ? 1 : 0)
})

test('a connection with a token takes the token and no signature', async () => {
  const http = await storeHttp({ authentication: 'token' })
  expect((await send(http)).status).toBe(401)
  expect((await send(http, { headers: { authorization: `Bearer ${http.secret}x` } })).status).toBe(401)
  expect((await send(http, { headers: { authorization: `Bearer ${http.secret}` } })).status).toBe(200)
  const signed = await storeHttp()
  const onlyToken = { 'x-inrange-signature': '', authorization: `Bearer ${signed.secret}` }
  expect((await send(signed, { headers: onlyToken })).status).toBe(401)
})

test('an address outside of the allow-list is answered like a connection that does not exist', async () => {
  const http = await storeHttp({ allowList: ['203.0.113.0/24'] })
  const outside = await send(http)
  const unknown = await send(http, {
    path: `/in/http/${toApiId('connection', '00000000-0000-7000-8000-000000000000')}`,
  })
  expect(outside.status).toBe(404)
  expect(await outside.text()).toBe(await unknown.text())
  expect((await send(http, { path: '/in/http/nonsense' })).status).toBe(404)
  expect((await send(http, { headers: { 'x-test-address': '::ffff:203.0.113.5' } })).status).toBe(200)
  expect(await lastEvent(http.connectionId)).toMatchObject({ kind: 'refused', remote_address: '198.51.100.4' })
})

test('an SMPP connection has no way in over HTTP', async () => {
  const stored = await storeConnection(db.database, { kind: 'smpp_server', systemId: 'x', password: 'y', settings: {} })
  await harness.runtime.refresh()
  const http = { ...stored, path: `/in/http/${toApiId('connection', stored.connectionId)}` }
  expect((await send(http)).status).toBe(404)
})

test.each([
  ['a missing sender', { id: 'm1', to: '316', text: 'x' }, 'from'],
  ['an empty id', { ...MESSAGE, id: ' ' }, 'id'],
  ['a recipient that is an object', { ...MESSAGE, to: {} }, 'to'],
  ['a missing text', { id: 'm1', from: 'a', to: '316' }, 'text'],
  ['a text that is null', { ...MESSAGE, text: null }, 'text'],
  ['a number beyond what JSON keeps exactly', { ...MESSAGE, id: 2 ** 53 }, 'id'],
  ['an id that is too long', { ...MESSAGE, id: 'x'.repeat(129) }, 'id'],
  ['a sender with a NUL', { ...MESSAGE, from: 'a\u0000b' }, 'from'],
])('%s is named and stored nowhere', async (_what, message, field) => {
  const http = await storeHttp()
  const response = await send(http, { body: JSON.stringify(message) })
  expect(response.status).toBe(422)
  expect(Object.keys((await errorOf(response)).fields ?? {})).toEqual([field])
  expect(harness.intake.items).toEqual([])
})

test.each([
  ['an empty text', { ...MESSAGE, text: '' }],
  ['numbers as JSON numbers', { ...MESSAGE, id: 17, to: 31612345678 }],
  ['an id as long as may be', { ...MESSAGE, id: 'x'.repeat(128) }],
  ['fields that we do not know', { ...MESSAGE, network: 'KPN' }],
])('%s is taken', async (_what, message) => {
  const http = await storeHttp()
  const response = await send(http, { body: JSON.stringify(message) })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ accepted: true, id: String(message.id) })
})

test('a form is read like JSON, by the names that the connection gives to its fields', async () => {
  const http = await storeHttp({ fields: { id: 'MessageSid', sender: 'From', recipient: 'To', text: 'Body' } })
  const body = new URLSearchParams({ MessageSid: 'SM1', From: '+31600000001', To: '+31612345678', Body: 'é & 😀' })
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
  const response = await send(http, { body: body.toString(), headers })
  expect(await response.json()).toEqual({ accepted: true, id: 'SM1' })
  expect(harness.intake.items[0]?.content).toMatchObject({ sender: '+31600000001', recipient: '+31612345678' })
  const missing = await send(http, { body: 'MessageSid=SM1&From=1&To=2', headers })
  expect((await errorOf(missing)).fields).toEqual({ Body: 'This field is missing.' })
})

test('other content is refused for what it is', async () => {
  const http = await storeHttp()
  expect((await send(http, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  expect((await send(http, { body: '{' })).status).toBe(400)
  expect((await send(http, { body: '[]' })).status).toBe(400)
  expect((await send(http, { body: JSON.stringify({ ...MESSAGE, text: 'x'.repeat(64 * 1024) }) })).status).toBe(413)
  const fits = JSON.stringify({ ...MESSAGE, text: '' }).length
  expect((await send(http, { body: JSON.stringify({ ...MESSAGE, text: 'x'.repeat(64 * 1024 - fits) }) })).status).toBe(
    200,
  )
})

test('requests are counted as what became of them', async () => {
  const http = await storeHttp()
  await send(http)
  await send(http, { body: '{' })
  await send(http, { secret: 'wrong' })
  harness.intake.outcome = 'throttled'
  await send(http)
  await harness.runtime.journal.flush()
  const { rows } = await db.owner.query('select * from connection_counters where connection_id = $1', [
    http.connectionId,
  ])
  expect(rows[0]).toMatchObject({ received: 2n, acknowledged: 1n, malformed: 1n, throttled: 1n })
  expect(rows[0]).toMatchObject({ last_message_at: clock.now(), last_error: 'The signature is wrong.' })
})

test('a dry run is proven and read like a message, and not taken', async () => {
  const http = await storeHttp()
  const answer = await send(http, { headers: { 'x-inrange-dry-run': 'true' } })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ accepted: false, dryRun: true, id: 'm1' })
  expect(harness.intake.items).toEqual([])
  expect((await send(http, { headers: { 'x-inrange-dry-run': 'true' }, secret: 'wrong' })).status).toBe(401)
  const wrong = await send(http, { headers: { 'x-inrange-dry-run': 'true' }, body: '{}' })
  expect(wrong.status).toBe(422)
})

test('a mark that is not of this process opens no allow-list', async () => {
  const http = await storeHttp({ allowList: ['203.0.113.0/24'] })
  for (const mark of ['a'.repeat(64), 'é'.repeat(64), 'é'.repeat(32)]) {
    expect((await send(http, { headers: { 'x-inrange-self': mark } })).status).toBe(404)
  }
  expect((await send(http, { headers: { 'x-test-address': '203.0.113.9' } })).status).toBe(200)
})

test('whoever watches sees requests and answers without text, secret and signature', async () => {
  const http = await storeHttp()
  const watch = harness.runtime.watch(http.connectionId)
  await send(http)
  await send(http, { secret: 'wrong' })
  const lines = watch?.take().lines ?? []
  watch?.end()
  expect(lines.map(({ command, status }) => [command, status])).toEqual([
    ['POST', null],
    ['answer', 200],
    ['POST', null],
    ['answer', 401],
  ])
  const text = JSON.stringify(lines)
  expect(text).toContain('+31612345678')
  expect(text).not.toContain('123 ')
  expect(text).not.toContain(http.secret)
  await send(http)
  expect(harness.runtime.findHttpConnection(http.connectionId)?.trace).toBeNull()
})

test('three may watch at once, and the place of one who leaves is free', async () => {
  const http = await storeHttp()
  const watches = [1, 2, 3].map(() => harness.runtime.watch(http.connectionId))
  expect(watches.every((watch) => watch !== null)).toBe(true)
  expect(harness.runtime.watch(http.connectionId)).toBeNull()
  watches[0]?.end()
  watches[0]?.end()
  const again = harness.runtime.watch(http.connectionId)
  expect(again).not.toBeNull()
  for (const watch of [...watches, again]) watch?.end()
})
