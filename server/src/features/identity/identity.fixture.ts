// A real listening server with nothing but the auth service, and a fetch that keeps cookies as a browser does. Imported
// by tests only.
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { GoTrueClient } from '@supabase/auth-js'
import { Hono } from 'hono'
import { afterAll, beforeAll } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import type { Env } from '../../platform/http.ts'
import { createSilentLog } from '../../platform/log.ts'
import { createSecrets, parseKeyRing } from '../../platform/secrets.ts'
import { useTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createNotices, findSmsGateway } from '../notices/notices.public.ts'
import { insertTestUser } from './identity-fixture.queries.ts'
import { createIdentity, type Identity, type IdentityDeps } from './identity.public.ts'
import { hashPassword } from './password.hasher.ts'

export const TEST_PASSWORD = 'correct horse'
/** Tests say with it which address a request comes from. */
export const ADDRESS_HEADER = 'x-test-address'

export type AuthFixture = {
  readonly db: TestDatabase
  readonly clock: ManualClock
  readonly deps: IdentityDeps
  readonly identity: Identity
  /** http://127.0.0.1:<port> */
  readonly origin: string
}

export function newTestSecrets(): IdentityDeps['secrets'] {
  return createSecrets(parseKeyRing(randomBytes(32).toString('base64')))
}

/** Serves the auth service to the calling test file. */
export function withAuthServer(
  options: Pick<Partial<IdentityDeps>, 'publicUrl' | 'captchaVerifyUrls'> = {},
): AuthFixture {
  const db = useTestDatabase()
  const clock = createManualClock(new Date())
  let deps: IdentityDeps
  let identity: Identity
  let origin = ''
  let server: ReturnType<typeof serve>
  beforeAll(async () => {
    const { publicUrl = 'http://console.example', ...given } = options
    const [secrets, { database }] = [newTestSecrets(), db]
    const ways = {
      notices: createNotices({ clock, secrets }),
      findSmsGateway: () => findSmsGateway({ database, secrets }),
    }
    deps = { database, clock, log: createSilentLog(), secrets, publicUrl, ...ways, ...given }
    identity = createIdentity(deps)
    const app = mountAuth(identity)
    await new Promise<void>((resolve) => {
      server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, (info: AddressInfo) => {
        origin = `http://127.0.0.1:${info.port}`
        resolve()
      })
    })
  })
  afterAll(async () => {
    await identity.close()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    db,
    clock,
    get deps() {
      return deps
    },
    get identity() {
      return identity
    },
    get origin() {
      return origin
    },
  }
}

/** The auth service at its place, with what the program puts before every request. */
export function mountAuth(identity: Identity): Hono<Env> {
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    c.set('requestId', 'test-request')
    c.set('address', c.req.header(ADDRESS_HEADER) ?? '127.0.0.1')
    await next()
  })
  app.route('/auth/v1', identity.routes)
  return app
}

let userNumber = 0
let testHash: Promise<string> | undefined

/** Hashing is slow on purpose; the one password that nearly every test user has is hashed once. */
function hashOf(password: string): Promise<string> {
  if (password !== TEST_PASSWORD) return hashPassword(password)
  testHash ??= hashPassword(password)
  return testHash
}

/** A user of the given kind, with TEST_PASSWORD unless told otherwise. */
export async function makeTestUser(
  fixture: AuthFixture,
  facts: { password?: string | null; role?: string; mustChange?: boolean; isActive?: boolean } = {},
): Promise<{ id: string; username: string; email: string }> {
  userNumber += 1
  const username = `person${userNumber}`
  const hash = facts.password === null ? null : await hashOf(facts.password ?? TEST_PASSWORD)
  const id = await insertTestUser(fixture.db.database.kysely, {
    username,
    role: facts.role ?? 'user',
    hash,
    mustChange: facts.mustChange ?? false,
    isActive: facts.isActive ?? true,
  })
  return { id, username, email: `${username}@example.com` }
}

/** The unmodified client, with its session in memory. */
export function connectClient(
  fixture: AuthFixture,
  options: { headers?: Record<string, string>; fetch?: typeof fetch; flowType?: 'pkce' } = {},
): GoTrueClient {
  const memory = new Map<string, string>()
  return new GoTrueClient({
    url: `${fixture.origin}/auth/v1`,
    headers: options.headers ?? {},
    storageKey: `test-${Math.random()}`,
    storage: {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    },
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    ...(options.flowType ? { flowType: options.flowType } : {}),
    // Recovery codes are behind this in the library; what it calls is served all the same.
    experimental: { recoveryCodes: true },
    ...(options.fetch ? { fetch: options.fetch } : {}),
  })
}

export type CookieJar = { fetch: typeof fetch; cookies: Map<string, string>; lastSetCookie: string | null }

/** A fetch that keeps cookies and names its origin, as a page of `pageOrigin` would; null for none. */
export function createCookieJar(pageOrigin: string | null): CookieJar {
  const jar: CookieJar = { cookies: new Map(), lastSetCookie: null, fetch: keepCookies }
  async function keepCookies(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
    const headers = new Headers(init?.headers)
    if (pageOrigin !== null) headers.set('origin', pageOrigin)
    if (jar.cookies.size > 0)
      headers.set('cookie', [...jar.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(input, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      jar.lastSetCookie = line
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) jar.cookies.delete(name)
      else jar.cookies.set(name, value)
    }
    return response
  }
  return jar
}

/** A bare request, for what the client would never send. */
export function post(
  fixture: AuthFixture,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${fixture.origin}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}
