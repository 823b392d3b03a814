// The console's mode: the refresh token in a cookie that no script reads, for pages of our own only.
import { expect, test } from 'vitest'
import {
  connectClient,
  createCookieJar,
  makeTestUser,
  post,
  TEST_PASSWORD,
  withAuthServer,
} from './identity.fixture.ts'
import { readSessionEnds } from './identity-fixture.queries.ts'

const fixture = withAuthServer()
const secure = withAuthServer({ publicUrl: 'https://console.example' })
const consoleHeader = { 'x-inrange-console': '1' }

async function signedIn(server: typeof fixture, pageOrigin: string) {
  const user = await makeTestUser(server)
  const jar = createCookieJar(pageOrigin)
  const client = connectClient(server, { headers: consoleHeader, fetch: jar.fetch })
  const { data, error } = await client.signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  expect(error).toBeNull()
  return { user, jar, client, session: data.session }
}

test('sign-in puts the token into an HttpOnly cookie and a word in its place', async () => {
  const { jar, session } = await signedIn(fixture, fixture.origin)
  expect(session?.refresh_token).toBe('cookie')
  expect(jar.cookies.get('inrange-refresh')).toMatch(/^[\w-]{43}$/)
  expect(jar.lastSetCookie).toMatch(/; HttpOnly/)
  expect(jar.lastSetCookie).toMatch(/; SameSite=Strict/)
  expect(jar.lastSetCookie).toMatch(/; Path=\//)
  expect(jar.lastSetCookie).toMatch(/Max-Age=2592000/)
  expect(jar.lastSetCookie).not.toMatch(/; Secure/)
})

test('behind https the cookie is Secure and bound to the host', async () => {
  const { jar } = await signedIn(secure, 'https://console.example')
  expect([...jar.cookies.keys()]).toEqual(['__Host-inrange-refresh'])
  expect(jar.lastSetCookie).toMatch(/; Secure/)
  expect(jar.lastSetCookie).not.toMatch(/; Domain/)
})

test('a reload restores the session from the cookie alone, and each time the cookie is a new one', async () => {
  const { user, jar } = await signedIn(fixture, fixture.origin)
  const before = jar.cookies.get('inrange-refresh')
  const reloaded = connectClient(fixture, { headers: consoleHeader, fetch: jar.fetch })
  const { data, error } = await reloaded.refreshSession({ refresh_token: 'cookie' })
  expect(error).toBeNull()
  expect(data.user?.id).toBe(user.id)
  expect(data.session?.refresh_token).toBe('cookie')
  expect(jar.cookies.get('inrange-refresh')).not.toBe(before)
})

test('without a cookie there is no session, and the client is told so with a 4xx', async () => {
  const jar = createCookieJar(fixture.origin)
  const client = connectClient(fixture, { headers: consoleHeader, fetch: jar.fetch })
  const { error } = await client.refreshSession({ refresh_token: 'cookie' })
  expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
})

const foreign = [
  { what: 'another host', headers: { ...consoleHeader, origin: 'http://evil.example' } },
  { what: 'another port', headers: { ...consoleHeader, origin: 'http://127.0.0.1:1' } },
  { what: 'a sandboxed page', headers: { ...consoleHeader, origin: 'null' } },
  { what: 'no origin and no word of the browser', headers: consoleHeader },
  { what: 'a cross-site request', headers: { ...consoleHeader, 'sec-fetch-site': 'cross-site' } },
  { what: 'no console header', headers: {} },
]
test.each(foreign)('$what gets 403 and the session goes on', async ({ headers }) => {
  const { user, jar } = await signedIn(fixture, fixture.origin)
  const cookie = `inrange-refresh=${jar.cookies.get('inrange-refresh')}`
  const sent: Record<string, string> = { ...headers, cookie }
  const refresh = await post(fixture, '/token?grant_type=refresh_token', { refresh_token: 'cookie' }, sent)
  expect(refresh.status).toBe(403)
  expect(await refresh.json()).toMatchObject({ code: 'foreign_origin' })
  expect(refresh.headers.getSetCookie()).toEqual([])
  const leave = await post(fixture, '/logout?scope=local', {}, sent)
  expect(leave.status).toBeGreaterThanOrEqual(400)
  expect(await readSessionEnds(fixture.db.database.kysely, user.id)).toEqual([null])
})

test('no origin is fine when the browser itself says same-origin', async () => {
  const { jar } = await signedIn(fixture, fixture.origin)
  const cookie = `inrange-refresh=${jar.cookies.get('inrange-refresh')}`
  const headers = { ...consoleHeader, cookie, 'sec-fetch-site': 'same-origin' }
  const response = await post(fixture, '/token?grant_type=refresh_token', { refresh_token: 'cookie' }, headers)
  expect(response.status).toBe(200)
})

test('sign-out ends the session and clears the cookie', async () => {
  const { user, jar, client } = await signedIn(fixture, fixture.origin)
  expect((await client.signOut({ scope: 'local' })).error).toBeNull()
  expect(jar.cookies.size).toBe(0)
  expect(await readSessionEnds(fixture.db.database.kysely, user.id)).toEqual(['signed_out'])
})

test('a console whose access token is gone leaves by its cookie', async () => {
  const { user, jar } = await signedIn(fixture, fixture.origin)
  const response = await jar.fetch(`${fixture.origin}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: consoleHeader,
  })
  expect(response.status).toBe(204)
  expect(jar.cookies.size).toBe(0)
  expect(await readSessionEnds(fixture.db.database.kysely, user.id)).toEqual(['signed_out'])
})

test('a cookie whose session has ended is refused and cleared', async () => {
  const { jar, client } = await signedIn(fixture, fixture.origin)
  const cookie = jar.cookies.get('inrange-refresh') ?? ''
  await client.signOut({ scope: 'global' })
  jar.cookies.set('inrange-refresh', cookie)
  const { error } = await client.refreshSession({ refresh_token: 'cookie' })
  expect(error?.code).toBe('session_expired')
  expect(jar.cookies.size).toBe(0)
})
