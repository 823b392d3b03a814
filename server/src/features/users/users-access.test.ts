// What an administrator does about somebody's way in: invitations, links, lost factors, waits after wrong passwords.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromApiId } from '@inrange/contract/ids'
import { prepareJobs } from '../../platform/jobs.ts'
import { createSilentLog } from '../../platform/log.ts'
import {
  forgetMailServer,
  insertFactor,
  raiseSessions,
  readAuditOf,
  readNotices,
  readPersonFacts,
  readRecords,
  storeMailServer,
} from './users-fixture.queries.ts'
import { ADDRESS_HEADER, errorOf, ids, PERSON_PASSWORD, withUsers, type Answer, type Person } from './users.fixture.ts'

const fixture = withUsers()
const { call, clock, person, signIn } = fixture
const kysely = () => fixture.db.database.kysely

type Link = { link: string | null; isMailed: boolean; expiresAt: string }

function invite(admin: Person, username: string, change: Record<string, unknown> = {}): Promise<Answer> {
  const body = { username, email: `${username}@example.com`, invite: true, ...change }
  return call(admin, 'POST', '/users', body)
}

async function trySignIn(login: string, password: string): Promise<Response> {
  return fixture.app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email: login, password }),
  })
}

async function read(admin: Person, user: { apiId: string }): Promise<Record<string, unknown>> {
  return (await call(admin, 'GET', `/users/${user.apiId}`)).body
}

test('an invitation makes a user without a password, and a link that is shown where it cannot be mailed', async () => {
  const admin = await person('admin')
  const made = await invite(admin, 'invited-one')
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ username: 'invited-one', isInvited: true, isActive: true })
  const invitation = made.body['invitation'] as Link
  expect(invitation).toMatchObject({ isMailed: false, link: expect.stringContaining('/accept-invitation#token=') })
  expect(Date.parse(invitation.expiresAt)).toBeGreaterThan(clock.nowMs())
  expect(await readRecords(kysely())).not.toContain(String(invitation.link).split('token=')[1])
  expect((await call(admin, 'GET', '/users?search=invited-one&status=invited')).body['items']).toHaveLength(1)
})

test('a password and an invitation exclude each other, and one of them must be given', async () => {
  const admin = await person('admin')
  const both = await invite(admin, 'both', { password: 'a good one 4' })
  const neither = await invite(admin, 'neither', { invite: false })
  for (const answer of [both, neither]) {
    expect(answer.status).toBe(422)
    expect(errorOf(answer).fields).toEqual({ password: 'Give a password, or invite the person.' })
  }
  expect((await invite(admin, 'above', { role: 'super_admin' })).status).toBe(422)
})

test('who was created with a password is not invited, and has no invitation', async () => {
  const admin = await person('admin')
  const body = { username: 'plain', email: 'plain@example.com', password: 'a good one 4' }
  expect((await call(admin, 'POST', '/users', body)).body).toMatchObject({ isInvited: false, invitation: null })
})

test('a link to choose another password leaves the present one and the sessions alone', async () => {
  const admin = await person('admin')
  const user = await person('user')
  const token = await signIn(user)
  const answer = await call(admin, 'POST', `/users/${user.apiId}/reset-password`, { mode: 'link' })
  expect(answer.body).toMatchObject({
    temporaryPassword: null,
    link: { isMailed: false, link: expect.stringContaining('/reset-password#token=') },
  })
  expect((await call(token, 'GET', '/account')).status).toBe(200)
  expect((await trySignIn(user.username, PERSON_PASSWORD)).status).toBe(200)
})

test('whoever was invited and lost the link is given another invitation', async () => {
  const admin = await person('admin')
  const { body } = await invite(admin, 'lost-link')
  const again = await call(admin, 'POST', `/users/${String(body['id'])}/reset-password`, { mode: 'link' })
  expect(String((again.body['link'] as Link).link)).toContain('/accept-invitation#token=')
})

test('a link that was made is void once mail goes elsewhere; the invited person stays one', async () => {
  const admin = await person('admin')
  const { body } = await invite(admin, 'mistyped')
  const link = String((body['invitation'] as Link).link)
  const follow = () =>
    fixture.app.request('/auth/v1/verify', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'invite', token_hash: link.split('token=')[1] }),
    })
  const change = { email: 'typed-well@example.com' }
  const changed = await call(admin, 'PATCH', `/users/${String(body['id'])}`, change)
  expect(changed.body).toMatchObject({ ...change, isInvited: true })
  expect((await follow()).status).toBe(403)
  const again = await call(admin, 'POST', `/users/${String(body['id'])}/reset-password`, { mode: 'link' })
  expect(again.status).toBe(200)
})

test('lost factors are removed, sessions end, and the user reads it', async () => {
  const admin = await person('admin')
  const user = await person('user')
  const token = await signIn(user)
  await insertFactor(kysely(), user.id, 'Phone')
  await raiseSessions(kysely(), user.id)
  expect(await read(admin, user)).toMatchObject({ factorCount: 1, sessionCount: 1 })
  const answer = await call(admin, 'POST', `/users/${user.apiId}/reset-factors`)
  expect(answer.body).toEqual({ removedFactors: 1, endedSessions: 1 })
  expect(await read(admin, user)).toMatchObject({ factorCount: 0, sessionCount: 0 })
  expect((await call(token, 'GET', '/account')).status).toBe(401)
  const activities = (await call(admin, 'GET', `/users/${user.apiId}/activities`)).body['items']
  expect(activities).toMatchObject([{ activityType: 'user_factors_reset' }, {}])
  expect((await readAuditOf(kysely(), user.id)).map(({ action }) => action)).toContain('factors_reset')
})

test('whoever waits after wrong passwords is shown, found and let in at once by an unlock', async () => {
  const admin = await person('admin')
  const user = await person('user', { username: 'Forgetful' })
  await signIn(user)
  const spelled = ['forgetful', 'FORGETFUL', `${user.username}@example.com`]
  for (const login of spelled) for (let n = 0; n < 6; n += 1) await trySignIn(login, 'wrong')
  expect(Date.parse(String((await read(admin, user))['lockedUntil']))).toBeGreaterThan(clock.nowMs())
  expect(ids((await call(admin, 'GET', '/users?status=locked')).body)).toContain(user.apiId)
  const unlocked = await call(admin, 'POST', `/users/${user.apiId}/unlock`)
  expect(unlocked).toMatchObject({ status: 200, body: { id: user.apiId, lockedUntil: null } })
  expect(ids((await call(admin, 'GET', '/users?status=locked')).body)).not.toContain(user.apiId)
  expect(await readAuditOf(kysely(), user.id)).toContainEqual({
    action: 'user_unlocked',
    before: null,
    after: { hadFailures: true },
  })
})

test('an unlock forgets what was typed for the account, not what an address has tried', async () => {
  const admin = await person('admin')
  const user = await person('user')
  for (let n = 0; n < 25; n += 1) await trySignIn(`nobody${n}`, 'wrong')
  await call(admin, 'POST', `/users/${user.apiId}/unlock`)
  expect((await trySignIn(user.username, 'wrong')).status).toBe(429)
})

const above: [string, string, unknown?][] = [
  ['reset-factors', 'POST'],
  ['unlock', 'POST'],
  ['act-as', 'POST', { reason: 'curious' }],
  ['reset-password', 'POST', { mode: 'link' }],
]
test.each(above)('an admin may not use %s on a super admin', async (operation, method, body) => {
  const admin = await person('admin')
  const root = await person('super_admin')
  const answer = await call(admin, method, `/users/${root.apiId}/${operation}`, body)
  expect([answer.status, errorOf(answer).code]).toEqual([403, 'forbidden'])
  expect((await readAuditOf(kysely(), root.id)).length).toBe(0)
})

test.each(['reset-factors', 'reset-password'])('nobody uses %s on themself', async (operation) => {
  const root = await person('super_admin')
  const answer = await call(root, 'POST', `/users/${root.apiId}/${operation}`, {})
  expect([answer.status, errorOf(answer).code]).toEqual([403, 'forbidden'])
  expect(await readPersonFacts(kysely(), root.id)).toMatchObject({ hash: null })
})

test('an admin who was deactivated a moment ago does nothing more, whatever their session still says', async () => {
  const admin = await person('admin', { isActive: false })
  const user = await person('user')
  for (const operation of ['reset-factors', 'unlock', 'sign-out']) {
    expect((await call(admin, 'POST', `/users/${user.apiId}/${operation}`)).status).toBe(403)
  }
})

describe('with a mail server', () => {
  beforeAll(async () => {
    await prepareJobs({ connectionString: fixture.db.connectionString, log: createSilentLog() })
    await storeMailServer(kysely())
  })
  afterAll(() => forgetMailServer(kysely()))

  test('an invitation and a link are mailed, and nobody else sees them', async () => {
    const { body } = await invite(await person('admin'), 'by-mail')
    expect(body['invitation']).toMatchObject({ isMailed: true, link: null })
    const userId = fromApiId('user', String(body['id'])) ?? ''
    expect(await readNotices(kysely(), userId)).toEqual([{ kind: 'invitation', recipient: 'by-mail@example.com' }])
  })

  test('a former address is told that it is one, and the new one is not', async () => {
    const user = await person('user')
    const change = { email: 'elsewhere@example.com', currentPassword: PERSON_PASSWORD }
    // From elsewhere: one of the addresses above has tried too much.
    const token = await signIn(user, { [ADDRESS_HEADER]: '198.51.100.9' })
    expect((await call(token, 'PATCH', '/account', change, { [ADDRESS_HEADER]: '198.51.100.9' })).status).toBe(200)
    expect(await readNotices(kysely(), user.id)).toContainEqual({
      kind: 'email_changed',
      recipient: `${user.username}@example.com`,
    })
  })

  test('who lost their factors is told that they were removed', async () => {
    const user = await person('user')
    await insertFactor(kysely(), user.id, 'Phone')
    await call(await person('admin'), 'POST', `/users/${user.apiId}/reset-factors`)
    expect((await readNotices(kysely(), user.id)).map(({ kind }) => kind)).toEqual(['factor_changed'])
  })
})
