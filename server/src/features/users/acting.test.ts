// An administrator who acts for a user, on the platform as it is composed: what they see, what they may not do, what is
// written down, and when it is over.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toApiId, toMessageId } from '@inrange/contract/ids'
import { useTestDatabase } from '../../testing/test-database.ts'
import { startTestPlatform, type TestPlatform } from '../../testing/test-platform.ts'
import { landMessages, makeConnection, makeRange } from '../ledger/ledger-fixture.queries.ts'
import { sweepActing } from '../identity/identity.public.ts'

type Answer = { status: number; code: string | undefined; body: Record<string, unknown> }
type Ask = { method?: string; body?: unknown; actAs?: string }

const db = useTestDatabase()
let platform: TestPlatform
const ids = { user: '', admin: '', root: '' }
let messageId = ''
let tokens: { user: string; admin: string; root: string }

beforeAll(async () => {
  platform = await startTestPlatform(db)
  ids.user = await platform.addUser('ayse', 'user')
  ids.admin = await platform.addUser('oya', 'admin')
  ids.root = await platform.addUser('root', 'super_admin')
  const rangeId = await makeRange(db.database.kysely, ids.user)
  const connectionId = await makeConnection(db.database.kysely)
  const receivedAt = new Date(Date.now() - 60_000)
  await landMessages(db.database, { ownerId: ids.user, rangeId, connectionId, receivedAt, messages: 1 })
  const { rows } = await db.owner.query<{ micros: string }>(
    'select (extract(epoch from landed_at) * 1000000)::bigint::text as micros from messages where owner_id = $1',
    [ids.user],
  )
  messageId = toMessageId({ ownerId: ids.user, landedAtMicros: BigInt(rows[0]?.micros ?? '0') })
  tokens = {
    user: await platform.signIn('ayse'),
    admin: await platform.signIn('oya'),
    root: await platform.signIn('root'),
  }
})
afterAll(() => platform.stop())

const usr = (uuid: string) => toApiId('user', uuid)

async function call(token: string, path: string, { method = 'GET', body, actAs }: Ask = {}): Promise<Answer> {
  const response = await fetch(`${platform.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(actAs === undefined ? {} : { 'x-inrange-act-as': actAs }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  return { status: response.status, code: (parsed['error'] as { code?: string } | undefined)?.code, body: parsed }
}

function begin(token: string, userId: string, change: { isReadOnly?: boolean; reason?: string } = {}): Promise<Answer> {
  const body = { reason: 'Asked about a missing message', ...change }
  return call(token, `/users/${usr(userId)}/act-as`, { method: 'POST', body })
}

const stop = (token: string) => call(token, '/stop-acting', { method: 'POST' })

async function activitiesOf(token: string, userId: string): Promise<{ activityType: string; description: string }[]> {
  const { body } = await call(token, `/users/${usr(userId)}/activities`)
  return body['items'] as { activityType: string; description: string }[]
}

async function auditOnBehalfOf(userId: string): Promise<{ actor: string; action: string; after: unknown }[]> {
  const { rows } = await db.owner.query<{ actor: string; action: string; after: unknown }>(
    'select actor_id as actor, action, after from audit_log where on_behalf_of = $1 order by id',
    [userId],
  )
  return rows
}

test('they see what the user sees, with the reason and the end beside it', async () => {
  const actAs = usr(ids.user)
  expect(await begin(tokens.admin, ids.user)).toMatchObject({
    status: 200,
    body: { userId: actAs, username: 'ayse', role: 'user', isReadOnly: true, expiresAt: expect.any(String) },
  })
  const account = await call(tokens.admin, '/account', { actAs })
  expect(account.body).toMatchObject({
    user: { id: actAs },
    acting: { actorId: usr(ids.admin), actorName: 'oya', isReadOnly: true, reason: 'Asked about a missing message' },
  })
  const listed = await call(tokens.admin, '/messages', { actAs })
  expect((listed.body['items'] as { id: string }[]).map((item) => item.id)).toEqual([messageId])
  // What the user may not see, nobody sees through them.
  expect((await call(tokens.admin, '/users', { actAs })).status).toBe(403)
  // Without the header the administrator is themself.
  expect((await call(tokens.admin, '/account')).body).toMatchObject({ user: { username: 'oya' }, acting: null })
})

test('a grant ends an hour after it began, at the latest', async () => {
  const before = Date.now()
  const { body } = await begin(tokens.admin, ids.user)
  expect(Date.parse(String(body['expiresAt'])) - before).toBeGreaterThan(3_590_000)
  expect(Date.parse(String(body['expiresAt'])) - Date.now()).toBeLessThanOrEqual(3_600_000)
})

describe('read-only', () => {
  test('is how it begins: every change is refused, and reading goes on', async () => {
    const actAs = usr(ids.user)
    await begin(tokens.admin, ids.user)
    const note = { method: 'POST', body: { activityType: 'note', description: 'x' }, actAs }
    expect(await call(tokens.admin, `/users/${actAs}/activities`, note)).toMatchObject({
      status: 403,
      code: 'acting_read_only',
    })
    const marking = { method: 'POST', body: { ids: [messageId] }, actAs }
    expect((await call(tokens.admin, '/messages/mark-read', marking)).code).toBe('acting_read_only')
    expect((await call(tokens.admin, '/wallet', { actAs })).status).toBe(200)
  })

  test('is no hindrance to asking what changes nothing, though it is asked with a body', async () => {
    await begin(tokens.root, ids.admin)
    const body = { prefix: '4477', startNumber: '0000', endNumber: '0001' }
    const asked = { method: 'POST', body, actAs: usr(ids.admin) }
    expect((await call(tokens.root, '/range-preview', asked)).status).toBe(200)
    expect((await call(tokens.root, '/ranges', asked)).code).toBe('acting_read_only')
  })

  test('can be lifted with the grant; then a change is made, and written under both names', async () => {
    const actAs = usr(ids.user)
    await begin(tokens.admin, ids.user, { isReadOnly: false })
    const note = { method: 'POST', body: { activityType: 'note', description: 'For the user' }, actAs }
    expect((await call(tokens.admin, `/users/${actAs}/activities`, note)).status).toBe(201)
    expect(await auditOnBehalfOf(ids.user)).toContainEqual({
      actor: ids.admin,
      action: 'acted',
      after: { operation: 'users.log-activity', path: `/api/v1/users/${actAs}/activities` },
    })
  })
})

const never: [string, Ask][] = [
  ['/account', { method: 'PATCH', body: { email: 'x@example.com', currentPassword: 'x' } }],
  ['/account/sessions/ses_01h455vb4pex5vsknk084sn02q/end', { method: 'POST' }],
  ['/account/end-other-sessions', { method: 'POST' }],
  ['/users', { method: 'POST', body: {} }],
  ['/users/ID', { method: 'PATCH', body: { email: 'x@example.com' } }],
  ['/users/ID/reset-password', { method: 'POST' }],
  ['/users/ID/reset-factors', { method: 'POST' }],
  ['/users/ID/sign-out', { method: 'POST' }],
  ['/users/ID/unlock', { method: 'POST' }],
  ['/users/ID/act-as', { method: 'POST', body: { reason: 'again' } }],
]
test.each(never)('%s is refused to whoever acts, even where changes are allowed', async (path, ask) => {
  const actAs = usr(ids.admin)
  await begin(tokens.root, ids.admin, { isReadOnly: false })
  const answer = await call(tokens.root, path.replace('ID', usr(ids.user)), { ...ask, actAs })
  expect(answer).toMatchObject({ status: 403, code: 'acting_refused' })
  await stop(tokens.root)
})

test('each reading of messages is written before it happens, under both names; a look at the wallet is not', async () => {
  const actAs = usr(ids.user)
  await begin(tokens.admin, ids.user)
  const before = (await auditOnBehalfOf(ids.user)).length
  await call(tokens.admin, `/messages/${messageId}`, { actAs })
  await call(tokens.admin, '/wallet', { actAs })
  await call(tokens.admin, '/dashboard', { actAs })
  expect((await auditOnBehalfOf(ids.user)).slice(before)).toEqual([
    { actor: ids.admin, action: 'acted', after: { operation: 'messages.read', path: `/api/v1/messages/${messageId}` } },
  ])
})

test('the user reads who looked, why, and that it ended; each end is written once', async () => {
  await begin(tokens.admin, ids.user, { reason: 'To see the lost message' })
  expect((await stop(tokens.admin)).status).toBe(204)
  expect((await stop(tokens.admin)).status).toBe(204)
  const [ended, started] = await activitiesOf(tokens.user, ids.user)
  expect(started).toMatchObject({
    activityType: 'user_acting_started',
    description: 'oya, an administrator, began to look at your account: To see the lost message',
  })
  expect(ended).toMatchObject({ activityType: 'user_acting_ended', description: 'oya stopped looking at your account' })
})

test('only for a role strictly below one’s own, and somebody who is active', async () => {
  const equal = await platform.addUser('other-admin', 'admin')
  const asleep = await platform.addUser('asleep', 'user')
  await db.owner.query('update users set is_active = false where id = $1', [asleep])
  expect((await begin(tokens.admin, equal)).code).toBe('forbidden')
  expect((await begin(tokens.admin, ids.root)).code).toBe('forbidden')
  expect((await begin(tokens.admin, ids.admin)).code).toBe('forbidden')
  expect((await begin(tokens.admin, asleep)).code).toBe('forbidden')
  expect((await begin(tokens.user, asleep)).code).toBe('forbidden')
  expect((await begin(tokens.root, equal)).status).toBe(200)
})

describe('without a live grant of this session the header is refused, never served as the administrator', () => {
  const isOver = async (token: string, userId = ids.user) => {
    expect(await call(token, '/account', { actAs: usr(userId) })).toMatchObject({ status: 403, code: 'acting_over' })
  }

  test('none was made, or it is for somebody else, or the id is none', async () => {
    const other = await platform.addUser('other', 'user')
    await begin(tokens.admin, ids.user)
    await isOver(tokens.admin, other)
    await isOver(tokens.user)
    expect((await call(tokens.admin, '/account', { actAs: 'nonsense' })).code).toBe('acting_over')
  })

  test('it was made in another session of the same administrator', async () => {
    await begin(tokens.admin, ids.user)
    await isOver(await platform.signIn('oya'))
  })

  test('the administrator stopped, or acts for somebody else by now', async () => {
    await begin(tokens.admin, ids.user)
    await stop(tokens.admin)
    await isOver(tokens.admin)
    await begin(tokens.admin, ids.user)
    await begin(tokens.admin, await platform.addUser('next', 'user'))
    await isOver(tokens.admin)
  })

  test('the live view that was open closes', async () => {
    await begin(tokens.admin, ids.user)
    const headers = { authorization: `Bearer ${tokens.admin}`, 'x-inrange-act-as': usr(ids.user) }
    const live = await fetch(`${platform.url}/api/v1/live`, { headers })
    expect(live.status).toBe(200)
    const everything = live.text()
    await stop(tokens.admin)
    // It ends by itself, long before it would look for it in its own time.
    expect(await everything).toContain('event:')
  })

  test('its hour is over; the sweep then writes its end at that hour', async () => {
    await begin(tokens.admin, ids.user)
    await db.owner.query(`update acting_grants set expires_at = now() - interval '1 second' where ended_at is null`)
    await isOver(tokens.admin)
    const { database, clock } = platform.foundation
    expect(await sweepActing({ database, clock })).toBeGreaterThan(0)
    expect(await sweepActing({ database, clock })).toBe(0)
    expect((await activitiesOf(tokens.user, ids.user))[0]).toMatchObject({ activityType: 'user_acting_ended' })
  })

  test('the role or the access of either person changed', async () => {
    const changes = [
      { who: 'subject', change: { role: 'admin' }, back: { role: 'user' } },
      { who: 'subject', change: { isActive: false }, back: { isActive: true } },
      { who: 'actor', change: { role: 'user' }, back: { role: 'admin' } },
    ]
    for (const { who, change, back } of changes) {
      await begin(tokens.admin, ids.user)
      const path = `/users/${usr(who === 'actor' ? ids.admin : ids.user)}`
      expect((await call(tokens.root, path, { method: 'PATCH', body: change })).status).toBe(200)
      await call(tokens.root, path, { method: 'PATCH', body: back })
      // Also when it was changed back: what began under other roles does not come to life again.
      await isOver(tokens.admin)
      tokens.user = await platform.signIn('ayse')
    }
  })

  test('the administrator signed out: the session is over, and the end is written', async () => {
    const token = await platform.signIn('oya')
    await begin(token, ids.user)
    const headers = { authorization: `Bearer ${token}` }
    await fetch(`${platform.url}/auth/v1/logout?scope=local`, { method: 'POST', headers })
    expect((await call(token, '/account', { actAs: usr(ids.user) })).status).toBe(401)
    expect((await activitiesOf(tokens.user, ids.user))[0]).toMatchObject({ activityType: 'user_acting_ended' })
  })
})
