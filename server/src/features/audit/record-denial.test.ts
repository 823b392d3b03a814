// Denied requests as entries: what becomes one, what does not, and that nobody can fill the log with them.
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import { createManualClock } from '../../platform/clock.ts'
import { answerError, serveOperations, type Caller, type Env, type Handlers } from '../../platform/http.ts'
import { createSilentLog } from '../../platform/log.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { countDenials, readDenials, throughOwner } from './audit-fixture.queries.ts'
import { createDenials, type RecordDenial } from './audit.public.ts'
import { DENIALS_PER_KEY_AND_MINUTE, DENIALS_PER_MINUTE } from './denials.memory.ts'
import { denialKey, denialSubject } from './denials.rules.ts'

const db = useTestDatabase()
const log = createSilentLog()
const clock = createManualClock('2026-03-10T12:00:00Z')
let record: RecordDenial
let mark: string
beforeEach(() => {
  record = createDenials({ database: db.database, clock, log })
  mark = randomUUID()
})

const userId = randomUUID()
const actor = { userId: randomUUID(), username: 'oya', isReadOnly: true, reason: 'Help', expiresAt: new Date() }
const caller: Caller = { userId, username: 'ayse', role: 'user', sessionId: userId, duty: null, actor: null }
const callersByToken: Record<string, Caller> = {
  ayse: caller,
  acted: { ...caller, actor },
  unready: { ...caller, role: 'admin', duty: 'second_factor' },
  oya: { ...caller, role: 'admin' },
}

/** Everything that can be refused, behind the real HTTP layer. */
async function ask(token: string | null, method: string, path: string, body?: string): Promise<number> {
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    c.set('requestId', mark)
    c.set('address', '192.0.2.1')
    await next()
  })
  app.onError((error, c) => answerError(c, error, log))
  const handlers = {
    'users.read': () => Promise.reject(new AppError('not_found')),
    'users.update': () => Promise.reject(new AppError('forbidden')),
    'users.create': () => Promise.reject(new AppError('username_taken')),
  } as unknown as Handlers
  const authenticate = (bearer: string) => Promise.resolve(callersByToken[bearer] ?? null)
  app.route('/', serveOperations(handlers, { authenticate, log, noteDenial: record }))
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
  return (await app.request(path, { method, headers, ...(body === undefined ? {} : { body }) })).status
}
const denials = () => readDenials(db.database.kysely, mark)
const subjectId = randomUUID()
const onSubject = `/users/${toApiId('user', subjectId)}`

test('what the policy refuses is recorded: who, what, to whom, from where', async () => {
  expect(await ask('ayse', 'PATCH', onSubject, '{}')).toBe(403)
  expect(await denials()).toEqual([
    {
      actorId: userId,
      onBehalfOf: null,
      action: 'request_denied',
      outcome: 'refused',
      subjectType: 'user',
      subjectId,
      address: '192.0.2.1',
      after: { code: 'forbidden', request: `PATCH ${onSubject}` },
    },
  ])
})

test('what a rule about people refuses is recorded, and so are a body over its bound and an unknown field', async () => {
  expect(await ask('oya', 'PATCH', onSubject, '{"isActive":false}')).toBe(403)
  expect(await ask('oya', 'PATCH', onSubject, JSON.stringify({ username: 'x'.repeat(70_000) }))).toBe(413)
  expect(await ask('oya', 'PATCH', onSubject, '{"isActive":false,"isAdmin":true}')).toBe(422)
  const codes = (await denials()).map(({ after }) => after.code)
  expect(codes).toEqual(['forbidden', 'body_too_large', 'invalid_request'])
})

test('what is denied to somebody who acts for another is recorded under both names', async () => {
  expect(await ask('acted', 'PATCH', onSubject, '{}')).toBe(403)
  expect(await denials()).toMatchObject([{ actorId: actor.userId, onBehalfOf: userId }])
})

test.each([
  ['a request without a sign-in', null, 'GET', onSubject, 401],
  ['a sign-in that is none', 'scanner', 'GET', onSubject, 401],
  ['a second factor that was not shown yet', 'unready', 'GET', onSubject, 403],
  ['what does not exist', 'ayse', 'GET', onSubject, 404],
  ['an address that is none', 'ayse', 'GET', '/wp-login.php', 404],
  ['a field that needs attention', 'oya', 'POST', '/users', 422],
] as const)('%s is no denial', async (_what, token, method, path, status) => {
  expect(await ask(token, method, path, method === 'POST' ? '{"username":""}' : undefined)).toBe(status)
  expect(await denials()).toEqual([])
})

test('a conflict is no denial', async () => {
  const body = '{"username":"x","email":"x@example.com","password":"long enough 1"}'
  expect(await ask('oya', 'POST', '/users', body)).toBe(409)
  expect(await denials()).toEqual([])
})

const anonymous = { code: 'foreign_origin', caller: null, method: 'POST', path: '/auth/v1/token' }

test('each who asks has a few entries a minute; the rest is counted in the next one', async () => {
  const send = (address: string) => record({ ...anonymous, requestId: mark, address })
  for (let n = 0; n < DENIALS_PER_KEY_AND_MINUTE + 7; n++) await send('192.0.2.5')
  expect(await denials()).toHaveLength(DENIALS_PER_KEY_AND_MINUTE)
  await send('192.0.2.6')
  expect(await denials()).toHaveLength(DENIALS_PER_KEY_AND_MINUTE + 1)
  clock.advanceMs(60_000)
  await send('192.0.2.5')
  await send('192.0.2.5')
  const told = (await denials()).slice(-2).map(({ after }) => after.leftOut)
  expect(told).toEqual([7, undefined])
})

test('all together have a bound too, and so has what is kept of them', async () => {
  for (let n = 0; n < 300; n++) {
    await record({ ...anonymous, requestId: mark, address: `198.51.${Math.floor(n / 250)}.${n % 250}` })
  }
  expect(await countDenials(db.database.kysely, mark)).toBe(DENIALS_PER_MINUTE)
})

test('a denial that cannot be recorded changes no answer', async () => {
  const errors: unknown[] = []
  const loud = createSilentLog()
  loud.error = (fields: unknown) => errors.push(fields)
  await throughOwner(db.owner, async (database) => {
    await expect(db.owner.query('select 1 / 0')).rejects.toThrow()
    const recordBroken = createDenials({ database, clock, log: loud })
    await recordBroken({ ...anonymous, requestId: mark, address: '192.0.2.1' })
  })
  expect(errors).toMatchObject([{ requestId: mark, code: 'foreign_origin' }])
})

test.each([
  [null, '192.0.2.1', 'address 192.0.2.1'],
  [null, '2001:db8:1:2:3::9', 'address 2001:db8:1:2'],
  [null, '2001:0db8:0001:0002::8', 'address 2001:db8:1:2'],
  [null, '2001:db8::1', 'address 2001:db8:0:0'],
  [null, '::1', 'address 0:0:0:0'],
  [null, 'unknown', 'address unknown'],
  ['u', '192.0.2.1', 'user u'],
])('the bound of %s at %s is that of %s', (user, address, key) => {
  expect(denialKey(user, address)).toBe(key)
})

test.each([
  ['/api/v1/ranges/x', 'request', 'GET /api/v1/ranges/x'],
  [`/api/v1/ranges/${toApiId('range', subjectId)}`, 'range', subjectId],
  [`/api/v1/carriers/${toApiId('carrier', subjectId)}/connections`, 'carrier', subjectId],
  [`/${'x'.repeat(500)}`, 'request', `GET /${'x'.repeat(195)}`],
])('a request for %s is about a %s', (path, type, id) => {
  expect(denialSubject('GET', path)).toEqual({ subjectType: type, subjectId: id })
})
