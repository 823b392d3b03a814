// One test named after each requirement of OWASP ASVS 5.0 that is about the platform as a whole: what every answer says
// to the browser, what is written down, and that each way in asks for the same. The requirements about signing in stand
// with identity, those about who may do what with users; what a person sees of a password stands with the browser tests.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSilentLog } from './platform/log.ts'
import { createWebApp } from './platform/web.ts'
import { startTestPlatform, TEST_PLATFORM_PASSWORD, type TestPlatform } from './testing/test-platform.ts'
import { useTestDatabase } from './testing/test-database.ts'

const db = useTestDatabase()
let platform: TestPlatform
let token: string
beforeAll(async () => {
  platform = await startTestPlatform(db)
  await platform.addUser('ayse', 'user')
  await platform.addUser('oya', 'admin')
  token = await platform.signIn('ayse')
})
afterAll(() => platform.stop())

type Ask = { method?: string; bearer?: string; body?: unknown; headers?: Record<string, string> }

function ask(path: string, { method = 'GET', bearer, body, headers = {} }: Ask = {}): Promise<Response> {
  return fetch(`${platform.url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

type Entry = { action: string; outcome: string; actor: string | null; address: string | null; text: string }

/** The audit log since the given entry, oldest first. */
async function entriesAfter(mark: string): Promise<Entry[]> {
  const { rows } = await db.owner.query<Entry>(
    `select action, outcome, actor_id as actor, host(address) as address, row_to_json(a)::text as text
     from audit_log a where id > $1 order by id`,
    [mark],
  )
  return rows
}

async function markLog(): Promise<string> {
  const { rows } = await db.owner.query<{ id: string }>('select id from audit_log order by id desc limit 1')
  return rows[0]?.id ?? '00000000-0000-0000-0000-000000000000'
}

test('ASVS 5.0 3.4.1: browsers are told to come over https only, where the console is served so', async () => {
  const headersOf = async (isHttps: boolean) => {
    const options = { consoleDir: import.meta.dirname, trustedProxies: [], isHttps, log: createSilentLog() }
    const app = createWebApp(options, (root) => root.get('/here', (c) => c.text('here')))
    return (await app.request('/here')).headers
  }
  const maxAge = /max-age=(\d+)/.exec((await headersOf(true)).get('strict-transport-security') ?? '')?.[1]
  expect(Number(maxAge)).toBeGreaterThanOrEqual(31_536_000)
  expect((await headersOf(false)).get('strict-transport-security')).toBeNull()
})

test('ASVS 5.0 3.4.2: no answer allows another origin to read it', async () => {
  for (const path of ['/api/v1/health', '/auth/v1/.well-known/jwks.json', '/api/v1/dashboard']) {
    const response = await ask(path, { headers: { origin: 'https://elsewhere.example' } })
    expect(response.headers.get('access-control-allow-origin'), path).toBeNull()
  }
})

test('ASVS 5.0 3.4.3, 3.4.6: scripts come from us alone, plugins and other bases from nowhere, and nobody frames us', async () => {
  const answer = await ask('/api/v1/health')
  const { headers } = await ask('/dashboard')
  const policy = headers.get('content-security-policy') ?? ''
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("object-src 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
})

test('ASVS 5.0 3.4.4, 3.4.5, 3.4.8: no sniffing, no address handed to others, no window of others', async () => {
  const { headers } = await ask('/api/v1/health')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
})

test('ASVS 5.0 14.3.2: what only a signed-in person may see is stored by no cache, refusals included', async () => {
  const paths = ['/api/v1/dashboard', '/api/v1/account', '/api/v1/messages', '/auth/v1/user']
  for (const path of paths) {
    for (const bearer of [token, 'nonsense']) {
      const response = await ask(path, { bearer })
      expect(response.headers.get('cache-control'), `${path}, ${response.status}`).toBe('no-store')
    }
  }
})

test('ASVS 5.0 6.1.3, 6.3.4: the ways in are documented, and the API knows none besides', async () => {
  const credentials = Buffer.from(`ayse:${TEST_PLATFORM_PASSWORD}`).toString('base64')
  const others: Ask[] = [
    { headers: { authorization: `Basic ${credentials}` } },
    { headers: { cookie: `inrange-refresh=${token}; access_token=${token}` } },
    { headers: { 'x-api-key': token, apikey: token } },
  ]
  for (const other of others) expect((await ask('/api/v1/dashboard', other)).status).toBe(401)
  expect((await ask(`/api/v1/dashboard?access_token=${token}`)).status).toBe(401)
  expect((await ask('/api/v1/dashboard', { bearer: token })).status).toBe(200)
})

test('ASVS 5.0 6.2.2, 6.2.3: a person changes their password, and the present one is asked for', async () => {
  const change = (body: object) => ask('/auth/v1/user', { method: 'PUT', bearer: token, body })
  const password = 'another horse 8'
  expect((await change({ password })).status).toBe(400)
  expect((await change({ password, current_password: 'a guess' })).status).toBe(400)
  expect((await change({ password, current_password: TEST_PLATFORM_PASSWORD })).status).toBe(200)
  expect((await change({ password: TEST_PLATFORM_PASSWORD, current_password: password })).status).toBe(200)
})

test('ASVS 5.0 16.2.5: no password, token or code is in any entry of the log', async () => {
  const mark = await markLog()
  const secret = 'hunter2-in-the-wrong-field'
  await ask('/auth/v1/token?grant_type=password', { method: 'POST', body: { email: secret, password: secret } })
  const other = await platform.signIn('ayse')
  await ask('/auth/v1/user', {
    method: 'PUT',
    bearer: other,
    body: { password: secret, current_password: TEST_PLATFORM_PASSWORD },
  })
  await ask('/auth/v1/user', {
    method: 'PUT',
    bearer: other,
    body: { password: TEST_PLATFORM_PASSWORD, current_password: secret },
  })
  const entries = await entriesAfter(mark)
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['signed_in', 'password_changed']))
  const { rows } = await db.owner.query<{ hash: string }>('select hash from passwords')
  for (const { text } of entries) {
    for (const kept of [secret, TEST_PLATFORM_PASSWORD, other, ...rows.map(({ hash }) => hash)]) {
      expect(text).not.toContain(kept)
    }
  }
  token = other
})

test('ASVS 5.0 16.3.1: every sign-in is written down, also the refused, with where it came from', async () => {
  const mark = await markLog()
  await platform.signIn('oya')
  await ask('/auth/v1/token?grant_type=password', { method: 'POST', body: { email: 'oya', password: 'wrong' } })
  const entries = (await entriesAfter(mark)).filter(({ action }) => action.startsWith('sign'))
  expect(entries).toMatchObject([
    { action: 'signed_in', outcome: 'done', address: '127.0.0.1' },
    { action: 'sign_in_refused', outcome: 'refused', address: '127.0.0.1' },
  ])
})

test('ASVS 5.0 16.3.2: an operation that the role does not allow is written down', async () => {
  const mark = await markLog()
  expect((await ask('/api/v1/users', { bearer: token })).status).toBe(403)
  const entries = await entriesAfter(mark)
  expect(entries).toMatchObject([{ outcome: 'refused', actor: expect.any(String) }])
  expect(entries[0]?.text).toContain('GET /api/v1/users')
})

test('ASVS 5.0 16.3.3: an attempt to pass by a control is written down: a foreign origin, a body over its bound', async () => {
  const mark = await markLog()
  const body = { email: 'oya', password: 'wrong' }
  const headers = { origin: 'https://elsewhere.example', 'x-inrange-console': '1' }
  expect((await ask('/auth/v1/token?grant_type=password', { method: 'POST', body, headers })).status).toBe(403)
  const large = { email: 'x'.repeat(20_000), password: 'wrong' }
  expect((await ask('/auth/v1/token?grant_type=password', { method: 'POST', body: large })).status).toBe(413)
  const entries = await entriesAfter(mark)
  expect(entries.map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
  expect(entries.map(({ text }) => text).join()).toMatch(/foreign_origin.*body_too_large/)
})
