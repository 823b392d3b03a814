// Who is let in by an access token, and how soon somebody is not any more.
import { generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { Kysely, PostgresDialect } from 'kysely'
import { createSilentLog } from '../../platform/log.ts'
import type { Database } from '../../platform/database.ts'
import type { DB } from '../../platform/schema.types.ts'
import { clientSettings } from '../../platform/database.ts'
import { announceUserChange, createIdentity, endSessions } from './identity.public.ts'
import { makeTestUser, mountAuth, newTestSecrets, TEST_PASSWORD, withAuthServer } from './identity.fixture.ts'
import { retireKeys, setActive } from './identity-fixture.queries.ts'
import { openSession } from './open-session.ts'
import type { OpenedSession } from './start-session.ts'
import { issueAccessToken } from './access-token.codec.ts'
import { refreshSession } from './refresh-session.ts'
import { createSigningKeyRing } from './signing-key.ring.ts'

const fixture = withAuthServer()
const seen = { address: '127.0.0.1' }
const origin = { address: '127.0.0.1', userAgent: 'test', requestId: 'r' }
const DAY_MS = 86_400_000

async function signedIn(): Promise<{ userId: string; opened: OpenedSession; token: string }> {
  const user = await makeTestUser(fixture)
  const opened = await openSession(fixture.deps, { login: user.username, password: TEST_PASSWORD, origin })
  if (opened.kind !== 'signed_in') throw new Error(`Not signed in: ${opened.kind}`)
  return { userId: user.id, opened, token: await tokenOf(opened) }
}

async function tokenOf(opened: OpenedSession): Promise<string> {
  const deps = { ...fixture.deps, keys: createSigningKeyRing(fixture.deps) }
  return (await issueAccessToken(deps, opened.account, opened.session, { mustEnrolFactor: false })).token
}

async function isLetIn(token: string): Promise<boolean> {
  return (await fixture.identity.authenticate(token, seen)) !== null
}

test('a token names its caller', async () => {
  const { userId, opened, token } = await signedIn()
  expect(await fixture.identity.authenticate(token, seen)).toEqual({
    userId,
    username: opened.account.username,
    role: 'user',
    sessionId: opened.session.id,
    duty: null,
    actor: null,
  })
})

test('a token is good for ten minutes and not a second longer', async () => {
  const { token } = await signedIn()
  fixture.clock.advanceMs(599_000)
  expect(await isLetIn(token)).toBe(true)
  fixture.clock.advanceMs(1_001)
  expect(await isLetIn(token)).toBe(false)
})

test('what is not signed by us, for this use, for us, is refused', async () => {
  const { userId, opened, token } = await signedIn()
  const { kid, privateKey } = await createSigningKeyRing(fixture.deps).signer()
  const foreign = (await generateKeyPair('ES256')).privateKey
  const sign = (key: CryptoKey, change: { typ?: string; iss?: string; aud?: string; kid?: string; sub?: string }) =>
    new SignJWT({ session_id: opened.session.id })
      .setProtectedHeader({ alg: 'ES256', kid: change.kid ?? kid, typ: change.typ ?? 'at+jwt' })
      .setSubject(change.sub ?? userId)
      .setIssuer(change.iss ?? 'http://console.example/auth/v1')
      .setAudience(change.aud ?? 'authenticated')
      .setExpirationTime(Math.floor(fixture.clock.nowMs() / 1000) + 60)
      .sign(key)
  expect(await isLetIn(await sign(privateKey, {}))).toBe(true)
  const refused = [
    await sign(foreign, {}),
    await sign(privateKey, { kid: 'unknown' }),
    await sign(privateKey, { typ: 'JWT' }),
    await sign(privateKey, { iss: 'http://evil.example/auth/v1' }),
    await sign(privateKey, { aud: 'another' }),
    await sign(privateKey, { sub: '00000000-0000-7000-8000-000000000000' }),
    new UnsecuredJWT({ session_id: opened.session.id }).setSubject(userId).encode(),
    `${token.slice(0, -4)}AAAA`,
    'x',
    'x'.repeat(5_000),
  ]
  for (const bad of refused) expect(await isLetIn(bad)).toBe(false)
})

test('a session that ends is refused at once, although it was read a moment ago', async () => {
  const { userId, token } = await signedIn()
  expect(await isLetIn(token)).toBe(true)
  await fixture.db.database.transaction((transaction) =>
    endSessions(transaction, userId, 'signed_out_by_admin', { now: fixture.clock.now() }),
  )
  expect(await isLetIn(token)).toBe(false)
})

test('what is read while the ending has not committed is not remembered', async () => {
  const { userId, token } = await signedIn()
  await fixture.db.database.transaction(async (transaction) => {
    await endSessions(transaction, userId, 'signed_out_by_admin', { now: fixture.clock.now() })
    expect(await isLetIn(token)).toBe(true)
  })
  expect(await isLetIn(token)).toBe(false)
})

test('another process learns it from the notification, whose payload is the user', async () => {
  const { userId, token } = await signedIn()
  const elsewhere = createIdentity(fixture.deps)
  // As another process has it: it hears nothing but notifications.
  await elsewhere.close()
  const listener = new pg.Client(clientSettings(fixture.db.connectionString, 'test-listener'))
  await listener.connect()
  await listener.query('listen identity')
  const heard = new Promise<string>((resolve) => listener.on('notification', ({ payload }) => resolve(payload ?? '')))
  expect(await elsewhere.authenticate(token, seen)).not.toBeNull()
  await fixture.db.database.transaction((transaction) =>
    endSessions(transaction, userId, 'signed_out', { now: fixture.clock.now() }),
  )
  // Within seconds the copy still answers; the notification is what drops it.
  expect(await elsewhere.authenticate(token, seen)).not.toBeNull()
  elsewhere.forget(await heard)
  expect(await elsewhere.authenticate(token, seen)).toBeNull()
  await listener.end()
})

test('a disabled user is refused, and let in again when active', async () => {
  const { userId, token } = await signedIn()
  expect(await isLetIn(token)).toBe(true)
  const change = (isActive: boolean) =>
    fixture.db.database.transaction(async (transaction) => {
      await setActive(transaction, userId, isActive)
      await announceUserChange(transaction, userId)
    })
  await change(false)
  expect(await isLetIn(token)).toBe(false)
  await change(true)
  expect(await isLetIn(token)).toBe(true)
})

test('a session idle for 14 days is over, and one that is renewed lives until its 30th day', async () => {
  const idle = await signedIn()
  const busy = await signedIn()
  const renew = async (refreshToken: string) => refreshSession(fixture.deps, { refreshToken, origin })
  fixture.clock.advanceMs(13 * DAY_MS)
  const first = await renew(busy.opened.refreshToken)
  fixture.clock.advanceMs(DAY_MS)
  expect(await renew(idle.opened.refreshToken)).toEqual({ kind: 'session_over' })
  fixture.clock.advanceMs(12 * DAY_MS)
  const second = first.kind === 'refreshed' ? await renew(first.refreshToken) : first
  expect(second.kind).toBe('refreshed')
  const token = second.kind === 'refreshed' ? await tokenOf(second) : ''
  fixture.clock.advanceMs(4 * DAY_MS - 1)
  expect(second.kind === 'refreshed' && (await renew(second.refreshToken)).kind).toBe('refreshed')
  fixture.clock.advanceMs(1)
  expect(await isLetIn(token)).toBe(false)
})

test('a retired key neither signs nor verifies, and a new one is made', async () => {
  const { opened, token } = await signedIn()
  await retireKeys(fixture.db.database.kysely)
  // A process that starts now finds no key, makes one, and does not know the retired one.
  const restarted = createIdentity(fixture.deps)
  const fresh = await tokenOf(opened)
  expect(await restarted.authenticate(fresh, seen)).not.toBeNull()
  expect(await restarted.authenticate(token, seen)).toBeNull()
  await restarted.close()
})

test('two processes that start at once make one key between them', async () => {
  await retireKeys(fixture.db.database.kysely)
  const signers = await Promise.all(Array.from({ length: 4 }, () => createSigningKeyRing(fixture.deps).signer()))
  expect(new Set(signers.map(({ kid }) => kid)).size).toBe(1)
})

test('with another secret key a new signing key is made, and old tokens still verify', async () => {
  const { opened, token } = await signedIn()
  const deps = { ...fixture.deps, secrets: newTestSecrets() }
  const restarted = createIdentity(deps)
  const keys = createSigningKeyRing(deps)
  const { token: fresh } = await issueAccessToken({ ...deps, keys }, opened.account, opened.session, {
    mustEnrolFactor: false,
  })
  expect(await restarted.authenticate(fresh, seen)).not.toBeNull()
  expect(await restarted.authenticate(token, seen)).not.toBeNull()
  await restarted.close()
})

const unreachable = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 1_000 })
afterAll(() => unreachable.end())

test('an outage of the database is a 503, so that no client drops its session', async () => {
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool: unreachable }) })
  const database: Database = {
    kysely,
    hot: unreachable,
    transaction: (work) => kysely.transaction().execute(work),
    pool: () => ({ open: 0, idle: 0, waiting: 0, max: 1 }),
    close: () => Promise.resolve(),
  }
  const identity = createIdentity({ ...fixture.deps, database, log: createSilentLog() })
  const app = mountAuth(identity)
  const send = (path: string, body: object) =>
    app.request(`/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body) })
  const answers = [
    await send('/token?grant_type=password', { email: 'a', password: 'b' }),
    await send('/token?grant_type=refresh_token', { refresh_token: 'A'.repeat(43) }),
    await app.request('/auth/v1/user', { headers: { authorization: `Bearer ${(await signedIn()).token}` } }),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  }
  await expect(identity.authenticate((await signedIn()).token, seen)).rejects.toThrow(/ECONNREFUSED/)
  await identity.close()
})
