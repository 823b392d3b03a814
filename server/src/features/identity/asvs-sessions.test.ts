// One test named after each requirement of OWASP ASVS 5.0 that sessions, cookies, tokens and keys answer, as in
// asvs.test.ts.
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { settingsByName } from '@inrange/contract/settings'
import { ACCESS_TOKEN_SECONDS } from './access-token.codec.ts'
import { addApp, showApp, signInAgain, signInPerson } from './factors/factors.fixture.ts'
import {
  connectClient,
  createCookieJar,
  makeTestUser,
  mountAuth,
  post,
  TEST_PASSWORD,
  withAuthServer,
} from './identity.fixture.ts'
import { readSessionEnds, readStoredTexts, setActive } from './identity-fixture.queries.ts'
import { announceUserChange, createIdentity, endSessions } from './identity.public.ts'
import { hashPassword } from './password.hasher.ts'
import { REFRESH_GRACE_MS } from './refresh-token.rules.ts'
import { rotateSigningKeys } from './rotate-signing-keys.ts'
import { createSigningKeyRing } from './signing-key.ring.ts'

const fixture = withAuthServer()
const kysely = () => fixture.db.database.kysely
const document = readFileSync(join(import.meta.dirname, '../../../../docs/sign-in.md'), 'utf8')
const DAY_MS = 86_400_000
const consoleHeader = { 'x-inrange-console': '1' }

async function signedIn() {
  const user = await makeTestUser(fixture)
  const client = connectClient(fixture)
  const { data } = await client.signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  const { access_token: token = '', refresh_token: refreshToken = '' } = data.session ?? {}
  return { user, client, token, refreshToken }
}
const isLive = async (token: string) => (await fixture.identity.authenticate(token, { address: '' })) !== null
const renew = (refreshToken: string) => connectClient(fixture).refreshSession({ refresh_token: refreshToken })

/** The cookie of a sign-in behind https, as the browser gets it. */
async function secureCookie(): Promise<string> {
  const user = await makeTestUser(fixture)
  const identity = createIdentity({ ...fixture.deps, publicUrl: 'https://console.example' })
  const response = await mountAuth(identity).request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { ...consoleHeader, origin: 'https://console.example' },
    body: JSON.stringify({ email: user.username, password: TEST_PASSWORD }),
  })
  await identity.close()
  expect(response.status).toBe(200)
  return response.headers.getSetCookie().join('\n')
}

test('ASVS 5.0 3.3.1, 3.3.3: behind https the cookie is Secure, and bound to the host by its name', async () => {
  const cookie = await secureCookie()
  expect(cookie).toMatch(/^__Host-inrange-refresh=/)
  expect(cookie).toMatch(/; Secure/)
  expect(cookie).toMatch(/; Path=\/(;|$)/)
  expect(cookie).not.toMatch(/; Domain/)
})

test('ASVS 5.0 3.3.2: no other site can have the cookie sent', async () => {
  expect(await secureCookie()).toMatch(/; SameSite=Strict/)
})

test('ASVS 5.0 3.3.4: no script can read the cookie, and no answer repeats it', async () => {
  expect(await secureCookie()).toMatch(/; HttpOnly/)
  const jar = createCookieJar(fixture.origin)
  const client = connectClient(fixture, { headers: consoleHeader, fetch: jar.fetch })
  const user = await makeTestUser(fixture)
  const { data } = await client.signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  expect(data.session?.refresh_token).toBe('cookie')
  expect(JSON.stringify(data)).not.toContain(jar.cookies.get('inrange-refresh'))
})

test('ASVS 5.0 3.5.1: a request that acts on the cookie must come from our own origin', async () => {
  const { user, client } = await signedIn()
  const cookie = `inrange-refresh=${(await client.getSession()).data.session?.refresh_token}`
  const send = (origin: string) =>
    post(fixture, '/token?grant_type=refresh_token', { refresh_token: 'cookie' }, { ...consoleHeader, cookie, origin })
  expect((await send('http://evil.example')).status).toBe(403)
  expect(await readSessionEnds(kysely(), user.id)).toEqual([null])
  expect((await send(fixture.origin)).status).toBe(200)
})

test('ASVS 5.0 3.5.2: without a header that needs a preflight the cookie counts for nothing, and no preflight is answered', async () => {
  const { client } = await signedIn()
  const cookie = `inrange-refresh=${(await client.getSession()).data.session?.refresh_token}`
  const body = { refresh_token: 'cookie' }
  const plain = await post(fixture, '/token?grant_type=refresh_token', body, { cookie, 'content-type': 'text/plain' })
  expect(plain.status).toBe(403)
  const asked = { origin: 'http://evil.example', 'access-control-request-headers': 'x-inrange-console' }
  const preflight = await fetch(`${fixture.origin}/auth/v1/token`, { method: 'OPTIONS', headers: asked })
  expect(preflight.ok).toBe(false)
  expect(preflight.headers.has('access-control-allow-origin')).toBe(false)
})

test('ASVS 5.0 3.5.3: nothing is changed by a method that browsers send for a link or an image', async () => {
  const { token, user } = await signedIn()
  for (const path of ['/logout', '/token?grant_type=password', '/recover', '/factors']) {
    const response = await fetch(`${fixture.origin}/auth/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect(response.status, path).toBe(404)
  }
  expect(await readSessionEnds(kysely(), user.id)).toEqual([null])
})

test('ASVS 5.0 7.1.1, 7.1.2: ends of sessions, and having several, are written down', () => {
  for (const name of ['sessionAbsoluteDays', 'sessionIdleDays'] as const) {
    expect(document).toContain(name)
    expect(settingsByName[name].default).toBeGreaterThan(0)
  }
  expect(document).toContain('several at a time')
})

test('ASVS 5.0 7.2.1: whether a session lives is asked of the server, whatever its token says', async () => {
  const { user, token } = await signedIn()
  expect(await isLive(token)).toBe(true)
  await fixture.db.database.transaction((transaction) =>
    endSessions(transaction, user.id, 'signed_out_by_admin', { now: fixture.clock.now() }),
  )
  expect(await isLive(token)).toBe(false)
})

test('ASVS 5.0 7.2.2, 7.2.3: tokens are made anew for each session, from 256 random bits, and stored as hashes', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, signedIn))
  expect(new Set(made.map(({ refreshToken }) => refreshToken)).size).toBe(5)
  const stored = await readStoredTexts(kysely())
  for (const { refreshToken } of made) {
    expect(Buffer.from(refreshToken, 'base64url')).toHaveLength(32)
    expect(stored).not.toContain(refreshToken)
  }
})

test('ASVS 5.0 7.2.4: who signs in gets a new session, and a second factor replaces the former one', async () => {
  const person = await signInPerson(fixture)
  const app = await addApp(fixture, person.client)
  const client = await signInAgain(fixture, person)
  const former = (await client.getSession()).data.session?.access_token ?? ''
  await showApp(fixture, client, app)
  const present = (await client.getSession()).data.session?.access_token ?? ''
  expect([await isLive(former), await isLive(present)]).toEqual([false, true])
})

test('ASVS 5.0 7.3.1: a session that is not used ends', async () => {
  const { refreshToken } = await signedIn()
  fixture.clock.advanceMs(settingsByName.sessionIdleDays.default * DAY_MS)
  expect((await renew(refreshToken)).error?.code).toBe('session_expired')
})

test('ASVS 5.0 7.3.2, 10.4.8: a session ends at its time, however busy it is', async () => {
  let { refreshToken } = await signedIn()
  const step = DAY_MS
  for (let day = 1; day < settingsByName.sessionAbsoluteDays.default; day += 1) {
    fixture.clock.advanceMs(step)
    const { data } = await renew(refreshToken)
    refreshToken = data.session?.refresh_token ?? ''
    expect(refreshToken).not.toBe('')
  }
  fixture.clock.advanceMs(step)
  expect((await renew(refreshToken)).error?.code).toBe('session_expired')
})

test('ASVS 5.0 7.4.1: after signing out neither token opens anything', async () => {
  const { client, token, refreshToken } = await signedIn()
  await client.signOut({ scope: 'local' })
  expect(await isLive(token)).toBe(false)
  expect((await renew(refreshToken)).error).not.toBeNull()
})

test('ASVS 5.0 7.4.2: a disabled account has no live session', async () => {
  const { user, token, refreshToken } = await signedIn()
  await fixture.db.database.transaction(async (transaction) => {
    await setActive(transaction, user.id, false)
    await announceUserChange(transaction, user.id)
  })
  expect(await isLive(token)).toBe(false)
  expect((await renew(refreshToken)).error).not.toBeNull()
})

/** A token with the given changes, signed as ours are. */
async function forge(
  token: string,
  changes: { header?: Record<string, unknown>; claims?: Record<string, unknown> },
): Promise<string> {
  const [header, claims] = token.split('.').map((part) => JSON.parse(decode(part)) as Record<string, unknown>)
  const { privateKey } = await createSigningKeyRing(fixture.deps).signer()
  return new SignJWT({ ...claims, ...changes.claims })
    .setProtectedHeader({ ...header, ...changes.header, alg: 'ES256' })
    .sign(privateKey)
}
function decode(part: string): string {
  return part.startsWith('ey') ? Buffer.from(part, 'base64url').toString() : '{}'
}
function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

test('ASVS 5.0 9.1.1: a token whose signature does not fit is refused', async () => {
  const { token } = await signedIn()
  const [header = '', claims = '', signature = ''] = token.split('.')
  const changed = encode({ ...(JSON.parse(decode(claims)) as object), email: 'somebody@else.example' })
  expect(await isLive(`${header}.${changed}.${signature}`)).toBe(false)
  expect(await isLive(`${header}.${claims}.`)).toBe(false)
  expect(await isLive(await forge(token, {}))).toBe(true)
})

test('ASVS 5.0 9.1.2: no algorithm but ours is taken, none and a shared secret least of all', async () => {
  const { token } = await signedIn()
  const [header = '', claims = ''] = token.split('.')
  const named = (alg: string) => encode({ ...(JSON.parse(decode(header)) as object), alg })
  expect(await isLive(`${named('none')}.${claims}.`)).toBe(false)
  const jwks = await (await fetch(`${fixture.origin}/auth/v1/.well-known/jwks.json`)).text()
  const content = `${named('HS256')}.${claims}`
  expect(await isLive(`${content}.${createHmac('sha256', jwks).update(content).digest('base64url')}`)).toBe(false)
})

test('ASVS 5.0 9.1.3: a key that the token brings along is not looked at', async () => {
  const { token } = await signedIn()
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [header, claims] = token.split('.').map((part) => JSON.parse(decode(part)) as Record<string, unknown>)
  const own = await new SignJWT(claims)
    .setProtectedHeader({ ...header, alg: 'ES256', jwk: publicKey.export({ format: 'jwk' }) })
    .sign(privateKey)
  expect(await isLive(own)).toBe(false)
  const elsewhere = { kid: 'theirs', jku: 'http://evil.example/jwks.json' }
  expect(await isLive(await forge(token, { header: elsewhere }))).toBe(false)
})

test('ASVS 5.0 9.2.1: a token counts within its ten minutes', async () => {
  const { token } = await signedIn()
  fixture.clock.advanceMs((ACCESS_TOKEN_SECONDS - 1) * 1_000)
  expect(await isLive(token)).toBe(true)
  fixture.clock.advanceMs(1_000)
  expect(await isLive(token)).toBe(false)
})

test('ASVS 5.0 9.2.2: a token of another type is no access token, whoever signed it', async () => {
  const { token } = await signedIn()
  expect(await isLive(await forge(token, { header: { typ: 'JWT' } }))).toBe(false)
  expect(await isLive(await forge(token, { header: { typ: 'at+jwt' } }))).toBe(true)
})

test('ASVS 5.0 9.2.3, 9.2.4: a token for somebody else, or of another issuer, is refused', async () => {
  const { token } = await signedIn()
  expect(await isLive(await forge(token, { claims: { aud: 'another service' } }))).toBe(false)
  expect(await isLive(await forge(token, { claims: { iss: 'https://evil.example/auth/v1' } }))).toBe(false)
})

test('ASVS 5.0 10.4.4: the password grant serves our own console alone, which is written down; no other grant is served', async () => {
  expect(document).toContain('**Password grant (10.4.4).**')
  for (const grant of ['client_credentials', 'authorization_code', 'token', 'implicit']) {
    const response = await post(fixture, `/token?grant_type=${grant}`, { email: 'a', password: 'b' })
    expect(await response.json()).toMatchObject({ code: 'unsupported_grant_type' })
  }
})

test('ASVS 5.0 10.4.5: a refresh token is replaced at every use, and the use of an old one ends the session', async () => {
  const { user, client, refreshToken } = await signedIn()
  await client.refreshSession()
  fixture.clock.advanceMs(REFRESH_GRACE_MS + 1)
  expect((await renew(refreshToken)).error?.code).toBe('refresh_token_already_used')
  expect(await readSessionEnds(kysely(), user.id)).toEqual(['refresh_token_reused'])
})

test('ASVS 5.0 10.4.9: whoever owns a session can revoke its tokens', async () => {
  const { user, client } = await signedIn()
  const other = connectClient(fixture)
  const { data } = await other.signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  expect((await client.signOut({ scope: 'others' })).error).toBeNull()
  expect((await renew(data.session?.refresh_token ?? '')).error?.code).toBe('session_expired')
})

test('ASVS 5.0 11.1.1, 11.1.2: how keys are made, sealed, replaced and retired is written down, and so it is done', async () => {
  for (const words of ['every 90 days', '15 minutes before it signs', 'AES-256-GCM', 'SECRET_KEY']) {
    expect(document).toContain(words)
  }
  const { signsFrom, formerRetiresAt } = await rotateSigningKeys(fixture.deps, null)
  expect(signsFrom.getTime() - fixture.clock.nowMs()).toBe(15 * 60_000)
  expect(formerRetiresAt.getTime() - signsFrom.getTime()).toBe(15 * 60_000)
})

test('ASVS 5.0 11.3.2: private keys are sealed where they lie', async () => {
  const stored = await readStoredTexts(kysely())
  expect(stored).toContain('private_sealed')
  expect(stored).not.toMatch(/"d\\*":/)
})

test('ASVS 5.0 11.4.2: passwords are stored as slow, salted hashes', async () => {
  const hashes = await Promise.all([hashPassword(TEST_PASSWORD), hashPassword(TEST_PASSWORD)])
  expect(hashes).toEqual([expect.stringMatching(/^\$2[aby]\$10\$/), expect.stringMatching(/^\$2[aby]\$10\$/)])
  expect(hashes[0]).not.toBe(hashes[1])
  const user = await makeTestUser(fixture, { password: 'a horse of its own' })
  const { rows } = await fixture.db.owner.query<{ hash: string }>('select hash from passwords where user_id = $1', [
    user.id,
  ])
  expect(rows).toEqual([{ hash: expect.stringMatching(/^\$2[aby]\$10\$/) }])
})
