import { verify } from '@node-rs/bcrypt'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError, type ErrorCode, type FieldErrors } from '@inrange/contract/errors'
import { fromApiId, type IdNoun } from '@inrange/contract/ids'
import { operations } from '@inrange/contract/operations'
import { systemClock } from '../../platform/clock.ts'
import type { RequestContext } from '../../platform/http.ts'
import { createSilentLog } from '../../platform/log.ts'
import { createWebApp, listen } from '../../platform/web.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { newName, secrets, startHarness, type Harness } from './carriers.fixture.ts'
import { carriersRoutes } from './carriers.routes.ts'
import { secretPlace } from './connection-secrets.ts'
import { ingressRoutes } from './http-ingress.ts'
import { createSelfMark } from './self-request.ts'

const db = useTestDatabase()
const userId = randomUUID()
const context: RequestContext = {
  caller: { userId, username: 'admin', role: 'admin', sessionId: randomUUID(), duty: null, actor: null },
  scope: 'any',
  requestId: 'req-1',
  address: '198.51.100.4',
  signal: new AbortController().signal,
}

let harness: Harness
let stopListening: () => Promise<void>
let routes: ReturnType<typeof carriersRoutes>
beforeAll(async () => {
  harness = await startHarness(db.database)
  const publicUrl = 'https://sms.example'
  const { runtime } = harness
  const self = createSelfMark()
  const log = createSilentLog()
  const findHttpConnection = (id: string) => runtime.findHttpConnection(id)
  const { journal } = runtime
  const ingress = { findHttpConnection, intake: harness.intake, journal, clock: systemClock, log, self }
  const web = createWebApp({ consoleDir: '/nowhere', trustedProxies: [], isHttps: false, log }, (root) =>
    root.route('/', ingressRoutes(ingress)),
  )
  const server = await listen(web, { host: '127.0.0.1', port: 0 })
  stopListening = () => server.stop()
  const own = { clock: systemClock, self, ownOrigin: () => `http://127.0.0.1:${server.port}` }
  routes = carriersRoutes({ ...own, database: db.database, log, secrets, runtime, publicUrl })
})
afterAll(async () => {
  await stopListening()
  await harness.runtime.stop()
})

const none = { params: undefined, query: undefined, body: undefined }

function uuidOf(noun: IdNoun, id: string): string {
  return fromApiId(noun, id) ?? ''
}

async function createCarrier(name = newName('Carrier')) {
  const carrier = await routes['carriers.create']({ ...none, body: { name, notes: 'by hand' } }, context)
  return { ...carrier, uuid: uuidOf('carrier', carrier.id) }
}

type CreateBody = Parameters<(typeof routes)['connections.create']>[0]['body']

/** Parsed by the contract first, as the HTTP layer does. */
async function createConnection(body: object, carrierUuid?: string) {
  const parsed: CreateBody = operations['connections.create'].body.parse(body)
  const carrierId = carrierUuid ?? (await createCarrier()).uuid
  const connection = await routes['connections.create']({ ...none, params: { carrierId }, body: parsed }, context)
  return { ...connection, uuid: uuidOf('connection', connection.id) }
}

const serverBody = (systemId = randomUUID().slice(0, 12)) => ({
  kind: 'smpp_server',
  name: newName('Server'),
  systemId,
  password: 'secret12',
})

async function update(connectionId: string, body: object) {
  const parsed = operations['connections.update'].body.parse(body)
  return routes['connections.update']({ ...none, params: { connectionId }, body: parsed }, context)
}

async function faultOf(work: Promise<unknown>): Promise<{ code: ErrorCode; fields: FieldErrors | undefined }> {
  try {
    await work
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, fields: error.fields }
    throw error
  }
  throw new Error('It was expected to fail')
}

async function lastAudit(subjectId: string) {
  const { rows } = await db.owner.query<Record<string, unknown>>(
    `select action, actor_id, host(address) as address, request_id, before, after from audit_log
     where subject_id = $1 order by id desc limit 1`,
    [subjectId],
  )
  return rows[0]
}

test('a carrier is created, read, listed and audited', async () => {
  const carrier = await createCarrier()
  expect(carrier).toMatchObject({ isActive: true, notes: 'by hand', connections: 0, connectionsUp: 0, messages24h: 0 })
  expect(await routes['carriers.read']({ ...none, params: { carrierId: carrier.uuid } }, context)).toMatchObject({
    id: carrier.id,
    items: [],
  })
  expect(await lastAudit(carrier.uuid)).toMatchObject({
    action: 'carrier_created',
    actor_id: userId,
    address: '198.51.100.4',
    request_id: 'req-1',
    after: { name: carrier.name, notes: 'by hand' },
  })
})

test('a second carrier of the same name, in any case of letters, is refused; another name is not', async () => {
  const { name } = await createCarrier()
  const again = await faultOf(createCarrier(name.toUpperCase()))
  expect(again).toEqual({ code: 'carrier_name_taken', fields: { name: 'Another carrier has this name.' } })
  await createCarrier(`${name} too`)
})

test('carriers are listed by name, page by page, each once', async () => {
  const names = await Promise.all(['b', 'A', 'c'].map(async (letter) => (await createCarrier(`~${letter}`)).name))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await routes['carriers.list']({ ...none, query: { limit: 2, cursor } }, context)
    expect(page.items.length).toBeLessThanOrEqual(2)
    seen.push(...page.items.map((item) => item.name))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(seen.filter((name) => names.includes(name))).toEqual(['~A', '~b', '~c'])
  expect(new Set(seen).size).toBe(seen.length)
  const bad = await faultOf(routes['carriers.list']({ ...none, query: { limit: 2, cursor: 'x' } }, context))
  expect(bad.code).toBe('invalid_request')
})

test('messages of the last 24 hours and the last message come from what was counted', async () => {
  const { uuid, carrierId } = await createConnection(serverBody())
  await db.owner.query(
    `insert into traffic_connection_hourly (connection_id, hour, messages, segments, earned_micros)
     select $1, date_trunc('hour', now(), 'UTC') - make_interval(hours => h), 5, 6, 7 from unnest(array[0, 3, 30]) h`,
    [uuid],
  )
  const at = new Date('2026-01-02T03:04:05Z')
  await db.owner.query(
    'insert into connection_counters (connection_id, received, last_message_at) values ($1, 9, $2)',
    [uuid, at],
  )
  const params = { carrierId: uuidOf('carrier', carrierId) }
  const carrier = await routes['carriers.read']({ ...none, params }, context)
  expect(carrier).toMatchObject({ messages24h: 10, lastMessageAt: at.toISOString(), connections: 1 })
  expect(carrier.items[0]?.counters).toMatchObject({ received: 9, malformed: 0 })
})

test('a password that carriers give us is stored as a bcrypt hash of cost 10, one that we give as a seal', async () => {
  const server = await createConnection(serverBody())
  const client = await createConnection({
    kind: 'smpp_client',
    name: newName('Client'),
    systemId: 'us',
    password: 'their1',
    settings: { host: '127.0.0.1', port: 1 },
  })
  await update(client.uuid, { isActive: false })
  const { rows } = await db.owner.query<{ id: string; password_hash: string; secret_sealed: string }>(
    'select id, password_hash, secret_sealed from connections where id = any($1)',
    [[server.uuid, client.uuid]],
  )
  const hash = rows.find((row) => row.id === server.uuid)?.password_hash ?? ''
  expect(hash).toMatch(/^\$2[aby]\$10\$/)
  expect(await verify('secret12', hash)).toBe(true)
  const sealed = rows.find((row) => row.id === client.uuid)?.secret_sealed ?? ''
  expect(sealed).not.toContain('their1')
  expect(secrets.open(sealed, secretPlace(client.uuid))).toBe('their1')
  expect(server.secret).toBeNull()
  expect(client.secret).toBeNull()
})

test('no answer and no audit entry holds a password', async () => {
  const { uuid, ...shown } = await createConnection(serverBody())
  expect(shown).toMatchObject({ secretSet: true, state: 'idle', kind: 'smpp_server' })
  await update(uuid, { password: 'secret99' })
  const { rows } = await db.owner.query('select * from audit_log where subject_id = $1', [uuid])
  expect(rows).toHaveLength(2)
  expect(JSON.stringify([rows, shown])).not.toMatch(/secret12|secret99|\$2[aby]\$/)
  expect(await lastAudit(uuid)).toMatchObject({ action: 'connection_updated', after: { passwordChanged: true } })
})

test('the secret of HTTP is made here, shown once, and replaced on request', async () => {
  const made = await createConnection({ kind: 'http', name: newName('HTTP') })
  expect(made.secret).toMatch(/^inr_[\w-]{43}$/)
  expect(made.ingressPath).toBe(`/in/http/${made.id}`)
  const params = { connectionId: made.uuid }
  expect(await routes['connections.read']({ ...none, params }, context)).not.toHaveProperty('secret')
  expect(harness.runtime.findHttpConnection(made.uuid)?.secret).toBe(made.secret)
  const rotated = await routes['connections.rotate-secret']({ ...none, params }, context)
  expect(rotated.secret).not.toBe(made.secret)
  expect(harness.runtime.findHttpConnection(made.uuid)?.secret).toBe(rotated.secret)
  expect(await lastAudit(made.uuid)).toMatchObject({ action: 'connection_secret_rotated', before: null, after: null })
})

test('only an HTTP connection has a secret to rotate', async () => {
  const { uuid } = await createConnection(serverBody())
  const rotating = routes['connections.rotate-secret']({ ...none, params: { connectionId: uuid } }, context)
  expect(await faultOf(rotating)).toMatchObject({ code: 'not_found' })
})

test('a system_id belongs to one connection that carriers bind to; our own at carriers may repeat', async () => {
  const first = await createConnection(serverBody('taken'))
  const refusal = { code: 'system_id_taken', fields: { systemId: 'Another connection uses this system_id.' } }
  expect(await faultOf(createConnection(serverBody('taken')))).toEqual(refusal)
  const second = await createConnection(serverBody('free'))
  expect(await faultOf(update(second.uuid, { systemId: 'taken' }))).toEqual(refusal)
  expect(await update(first.uuid, { systemId: 'taken' })).toMatchObject({ systemId: 'taken' })
  const client = {
    kind: 'smpp_client',
    name: 'c',
    systemId: 'taken',
    password: 'x',
    settings: { host: '127.0.0.1', port: 1 },
  }
  const made = await createConnection(client)
  await update(made.uuid, { isActive: false })
})

test('an edit changes what it names and leaves the rest', async () => {
  const { uuid } = await createConnection({ ...serverBody(), settings: { bindsMax: 7, allowList: ['127.0.0.1'] } })
  const edited = await update(uuid, { name: 'Edited', settings: { inactivitySeconds: 60 } })
  expect(edited).toMatchObject({
    name: 'Edited',
    settings: { bindsMax: 7, allowList: ['127.0.0.1'], inactivitySeconds: 60 },
  })
  expect(await faultOf(update(uuid, { settings: { bindsMax: 65 } }))).toMatchObject({
    code: 'invalid_request',
    fields: { 'settings.bindsMax': expect.any(String) },
  })
  expect(await faultOf(update(uuid, { settings: { allowList: ['999.1.1.1'] } }))).toMatchObject({
    fields: { 'settings.allowList.0': expect.any(String) },
  })
})

test('an HTTP connection has no system_id and no password to change', async () => {
  const { uuid } = await createConnection({ kind: 'http', name: newName('HTTP') })
  expect(await faultOf(update(uuid, { password: 'x' }))).toMatchObject({ fields: { password: expect.any(String) } })
  expect(await faultOf(update(uuid, { systemId: 'x' }))).toMatchObject({ fields: { systemId: expect.any(String) } })
  expect(await update(uuid, { name: 'Other' })).toMatchObject({ name: 'Other' })
})

test('an edit holds at once: an inactive connection and one of an inactive carrier serve nobody', async () => {
  const made = await createConnection({ kind: 'http', name: newName('HTTP') })
  expect(await update(made.uuid, { isActive: false })).toMatchObject({ isActive: false, state: 'disabled' })
  expect(harness.runtime.findHttpConnection(made.uuid)).toBeNull()
  await update(made.uuid, { isActive: true })
  expect(harness.runtime.findHttpConnection(made.uuid)).not.toBeNull()
  const carrierId = uuidOf('carrier', made.carrierId)
  const carrier = await routes['carriers.update'](
    { ...none, params: { carrierId }, body: { isActive: false } },
    context,
  )
  expect(carrier).toMatchObject({ isActive: false })
  expect(harness.runtime.findHttpConnection(made.uuid)).toBeNull()
  expect(await lastAudit(carrierId)).toMatchObject({ before: { status: 'active' }, after: { status: 'inactive' } })
})

test('what does not exist is not found, whatever is asked of it', async () => {
  const params = { connectionId: randomUUID(), carrierId: randomUUID() }
  const asked = [
    () => routes['carriers.read']({ ...none, params }, context),
    () => routes['carriers.update']({ ...none, params, body: { notes: '' } }, context),
    () =>
      routes['connections.create'](
        { ...none, params, body: operations['connections.create'].body.parse({ kind: 'http', name: 'x' }) },
        context,
      ),
    () => routes['connections.read']({ ...none, params }, context),
    () => update(params.connectionId, { name: 'x' }),
    () => routes['connections.rotate-secret']({ ...none, params }, context),
    () => routes['connections.test']({ ...none, params }, context),
    () => routes['connections.events']({ ...none, params, query: { limit: 10 } }, context),
  ]
  for (const ask of asked) expect(await faultOf(ask())).toMatchObject({ code: 'not_found' })
})

test('the log is listed newest first, page by page', async () => {
  const { uuid } = await createConnection(serverBody())
  for (let index = 1; index <= 5; index += 1) {
    harness.runtime.journal.record(uuid, { kind: 'refused', detail: `line ${index}`, remoteAddress: '203.0.113.7' })
  }
  await harness.runtime.journal.flush()
  const params = { connectionId: uuid }
  const first = await routes['connections.events']({ ...none, params, query: { limit: 3 } }, context)
  expect(first.items.map((item) => item.detail)).toEqual(['line 5', 'line 4', 'line 3'])
  const cursor = first.nextCursor ?? undefined
  const second = await routes['connections.events']({ ...none, params, query: { limit: 3, cursor } }, context)
  expect(second.items.map((item) => item.detail)).toEqual(['line 2', 'line 1'])
  expect(second.nextCursor).toBeNull()
  const bad = routes['connections.events']({ ...none, params, query: { limit: 3, cursor: 'WyJ4Il0' } }, context)
  expect(await faultOf(bad)).toMatchObject({ code: 'invalid_request' })
  expect(await routes['connections.read']({ ...none, params }, context)).toMatchObject({ lastError: 'line 5' })
})

test('a test of HTTP sends a dry run to the connection itself, and gives a request that only needs the secret', async () => {
  const settings = { allowList: ['203.0.113.0/24'], fields: { recipient: 'msisdn' } }
  const made = await createConnection({ kind: 'http', name: newName('HTTP'), settings })
  harness.intake.items.splice(0)
  const result = await routes['connections.test']({ ...none, params: { connectionId: made.uuid } }, context)
  expect(result.ok).toBe(true)
  expect(result.detail).toContain(`https://sms.example/in/http/${made.id}`)
  expect(result.detail).not.toContain(made.secret)
  expect(result.detail).toContain('The allow-list was left out')
  // Proven and read, and not taken.
  expect(harness.intake.items).toEqual([])
  await update(made.uuid, { isActive: false })
  const inactive = await routes['connections.test']({ ...none, params: { connectionId: made.uuid } }, context)
  expect(inactive.ok).toBe(false)
})

test('every answer passes the schema of its operation', async () => {
  const made = await createConnection(serverBody())
  const params = { carrierId: uuidOf('carrier', made.carrierId) }
  operations['connections.create'].response.parse(made)
  operations['carriers.read'].response.parse(await routes['carriers.read']({ ...none, params }, context))
  operations['carriers.list'].response.parse(
    await routes['carriers.list']({ ...none, query: { limit: 200, cursor: undefined } }, context),
  )
  for (const period of ['24h', '7d'] as const) {
    const connectionParams = { connectionId: uuidOf('connection', made.id) }
    const health = await routes['connections.health']({ ...none, params: connectionParams, query: { period } }, context)
    expect(operations['connections.health'].response.parse(health).hours).toHaveLength(period === '24h' ? 24 : 168)
  }
})

test('the list knows the state of every carrier, and shows those of a state or that a search finds', async () => {
  const list = (query: { search?: string; state?: 'up' | 'without' | 'idle' | 'inactive' }) =>
    routes['carriers.list']({ ...none, query: { limit: 200, cursor: undefined, ...query } }, context)
  const without = await createCarrier(newName('Findable'))
  const idle = await createConnection(serverBody())
  const mark = without.name.split(' ').at(-1) ?? ''
  expect((await list({ search: mark.toUpperCase() })).items).toMatchObject([{ id: without.id, state: 'without' }])
  expect((await list({ search: mark, state: 'idle' })).items).toEqual([])
  expect((await list({ search: '%' })).items).toEqual([])
  const idles = (await list({ state: 'idle' })).items
  expect(idles.map(({ id }) => id)).toContain(idle.carrierId)
  expect(idles.every(({ state, hours }) => state === 'idle' && hours.length === 24)).toBe(true)
})
