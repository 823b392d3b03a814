// The operations users.* behind the real HTTP layer, called as somebody. Imported by tests only.
import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll, beforeAll } from 'vitest'
import { toApiId } from '@inrange/contract/ids'
import type { Role } from '@inrange/contract/roles'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { answerError, serveOperations, type Authenticate, type Env, type Handlers } from '../../platform/http.ts'
import { createSilentLog } from '../../platform/log.ts'
import { createSecrets, parseKeyRing } from '../../platform/secrets.ts'
import { useTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { announceUserChange, createIdentity, hashPassword, type Identity } from '../identity/identity.public.ts'
import { createNotices } from '../notices/notices.public.ts'
import { insertPassword, insertPerson } from './users-fixture.queries.ts'
import { usersRoutes } from './users.routes.ts'

export type Person = { id: string; apiId: string; username: string; role: Role }
export const PERSON_PASSWORD = 'correct horse 7'
/** Tests say with it which address a request comes from. */
export const ADDRESS_HEADER = 'x-test-address'
export type Answer = { status: number; body: Record<string, unknown> }

export type UsersFixture = {
  readonly db: TestDatabase
  readonly clock: ManualClock
  readonly identity: Identity
  readonly app: Hono<Env>
  /** Calls an operation as the person; `path` is below /api/v1. */
  call: (
    as: Person | string,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>
  /** A real session of the person, with PERSON_PASSWORD; answers its access token. */
  signIn: (person: Person, headers?: Record<string, string>) => Promise<string>
  /** What was changed behind the program's back is seen by the next request. */
  refreshGuard: (person: Person) => Promise<void>
  person: (role: Role, facts?: { username?: string; isActive?: boolean; createdAt?: Date | string }) => Promise<Person>
}

/** A bearer that is a person's uuid speaks as them; any other goes to the real identity slice. */
export function withUsers(): UsersFixture {
  const db = useTestDatabase()
  const clock = createManualClock('2026-03-10T12:00:00Z')
  const people = new Map<string, Person>()
  const app = new Hono<Env>()
  let identity: Identity | undefined
  let made = 0
  let personHash: string | undefined
  beforeAll(() => {
    identity = mountUsers(app, { database: db.database, clock, people })
  })
  afterAll(() => identity?.close())
  return {
    db,
    clock,
    app,
    get identity() {
      if (!identity) throw new Error('The identity slice is there once tests run')
      return identity
    },
    signIn: async (person, headers = {}) => {
      personHash ??= await hashPassword(PERSON_PASSWORD)
      await insertPassword(db.database.kysely, person.id, personHash)
      const response = await app.request('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers,
        body: JSON.stringify({ email: person.username, password: PERSON_PASSWORD }),
      })
      const { access_token: token } = (await response.json()) as { access_token?: string }
      if (token === undefined) throw new Error(`${person.username} cannot sign in: ${response.status}`)
      return token
    },
    call: async (as, method, path, body, headers = {}) => {
      const authorization = `Bearer ${typeof as === 'string' ? as : as.id}`
      const init = { method, headers: { authorization, 'content-type': 'application/json', ...headers } }
      const sent = body === undefined ? init : { ...init, body: JSON.stringify(body) }
      const response = await app.request(`/api/v1${path}`, sent)
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    refreshGuard: (person) => announceUserChange(db.database.kysely, person.id),
    person: async (role, facts = {}) => {
      made += 1
      const username = facts.username ?? `${role}${made}`
      const id = await insertPerson(db.database.kysely, { ...facts, username, role })
      const person = { id, apiId: toApiId('user', id), username, role }
      people.set(id, person)
      return person
    },
  }
}

/** The auth service and the operations of this slice, with what the program puts before every request. */
function mountUsers(
  app: Hono<Env>,
  world: { database: Database; clock: ManualClock; people: ReadonlyMap<string, Person> },
): Identity {
  const { database, clock, people } = world
  const log = createSilentLog()
  const publicUrl = 'http://console.example'
  const secrets = createSecrets(parseKeyRing(randomBytes(32).toString('base64')))
  const notices = createNotices({ clock, secrets })
  const identity = createIdentity({ database, clock, log, secrets, notices, publicUrl })
  app.use(async (c, next) => {
    c.set('requestId', 'test-request')
    c.set('address', c.req.header(ADDRESS_HEADER) ?? '192.0.2.1')
    await next()
  })
  app.route('/auth/v1', identity.routes)
  // Only the operations of this slice are called here.
  const places = { placeOf: () => 'NL' }
  const handlers = usersRoutes({ database, clock, notices, publicUrl, places }) as Partial<Handlers> as Handlers
  const authenticate: Authenticate = (bearer, seen) => {
    const person = people.get(bearer)
    if (!person) return identity.authenticate(bearer, seen)
    const { id: userId, username, role } = person
    return Promise.resolve({ userId, username, role, sessionId: userId, duty: null, actor: null })
  }
  app.route('/api/v1', serveOperations(handlers, { log, authenticate }))
  app.onError((error, c) => answerError(c, error, log))
  return identity
}

export function ids(body: Record<string, unknown>): string[] {
  return (body['items'] as { id: string }[]).map((item) => item.id)
}

export function errorOf(answer: Answer): { code: string; message: string; fields?: Record<string, string> } {
  return answer.body['error'] as { code: string; message: string; fields?: Record<string, string> }
}
