// One's own account: what it tells, the email address, and the sessions.
import { expect, test } from 'vitest'
import { toApiId } from '@inrange/contract/ids'
import { insertFactor, moveSessions, raiseSessions, readAuditOf, readPersonFacts } from '../users-fixture.queries.ts'
import { ADDRESS_HEADER, errorOf, PERSON_PASSWORD, withUsers, type Answer, type Person } from '../users.fixture.ts'

const fixture = withUsers()
const { call, clock, person, signIn } = fixture
const kysely = () => fixture.db.database.kysely
const LINUX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' }

type Session = { id: string; isCurrent: boolean; address: string; lastSeenAt: string; device: string; place: string }

async function sessionsOf(token: string | Person, path = '/account/sessions'): Promise<Session[]> {
  return (await call(token, 'GET', path)).body['items'] as Session[]
}

test('the account tells who one is and how one signs in, and no secret', async () => {
  const user = await person('user')
  const token = await signIn(user)
  const { status, body } = await call(token, 'GET', '/account')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    user: { id: user.apiId, username: user.username, factorCount: 0, sessionCount: 1 },
    hasPassword: true,
    factors: { totp: 0, phone: 0, passkeys: 0, recoveryCodesLeft: 0 },
    identities: 0,
    session: { aal: 'aal1', aal2At: null },
    duty: null,
    acting: null,
  })
  expect(JSON.stringify(body)).not.toContain('$2')
})

test('it answers before a duty is done, and names it; nothing else of the account does', async () => {
  const user = await person('user')
  const token = await signIn(user)
  await insertFactor(kysely(), user.id, 'Phone')
  await fixture.refreshGuard(user)
  expect((await call(token, 'GET', '/account')).body).toMatchObject({ duty: 'second_factor', factors: { phone: 1 } })
  expect(errorOf(await call(token, 'GET', '/account/sessions')).code).toBe('second_factor_required')
  await raiseSessions(kysely(), user.id)
  await fixture.refreshGuard(user)
  expect((await call(token, 'GET', '/account')).body).toMatchObject({ duty: null, session: { aal: 'aal2' } })
})

function changeEmail(token: string, email: string, currentPassword = PERSON_PASSWORD): Promise<Answer> {
  return call(token, 'PATCH', '/account', { email, currentPassword })
}

test('the email address is changed with the present password, and the former one is on record', async () => {
  const user = await person('user')
  const token = await signIn(user)
  const wrong = await changeEmail(token, 'new@example.com', 'not this')
  expect(wrong.status).toBe(422)
  expect(errorOf(wrong).fields).toEqual({ currentPassword: 'This is not your current password.' })
  expect((await changeEmail(token, 'new@example.com')).body).toMatchObject({ user: { email: 'new@example.com' } })
  const former = `${user.username}@example.com`
  expect(await readAuditOf(kysely(), user.id)).toContainEqual({
    action: 'email_changed',
    before: { email: former },
    after: { email: 'new@example.com' },
  })
  const activities = await call(token, 'GET', `/users/${user.apiId}/activities`)
  expect(activities.body['items']).toMatchObject([{ activityType: 'user_email_changed' }, {}])
  expect(JSON.stringify(activities.body)).toContain(former)
})

test('an email address of somebody else is refused by field, and so is any other change', async () => {
  const user = await person('user')
  const token = await signIn(user)
  const other = await person('user')
  const taken = await changeEmail(token, `${other.username.toUpperCase()}@example.com`)
  expect(taken.status).toBe(409)
  expect(errorOf(taken).fields).toHaveProperty('email')
  const role = await call(token, 'PATCH', '/account', { role: 'admin', email: 'x@example.com', currentPassword: 'x' })
  expect(errorOf(role).fields).toHaveProperty('role')
  expect(await readPersonFacts(kysely(), user.id)).toMatchObject({ role: 'user' })
})

test('wrong present passwords are slowed down, and the owner’s sign-in is not', async () => {
  const user = await person('user')
  const token = await signIn(user)
  const answers: number[] = []
  for (let n = 0; n < 7; n += 1) answers.push((await changeEmail(token, 'x@example.com', 'wrong')).status)
  expect(answers.slice(0, 5)).toEqual([422, 422, 422, 422, 422])
  expect(answers.at(-1)).toBe(429)
  expect(await signIn(user)).toEqual(expect.any(String))
})

test('sessions are told by device, place and time, the one that asks marked', async () => {
  const user = await person('user')
  await signIn(user, { ...LINUX, [ADDRESS_HEADER]: '198.51.100.7' })
  clock.advanceMs(60_000)
  const token = await signIn(user)
  const [mine, other, ...more] = await sessionsOf(token)
  expect(more).toEqual([])
  expect(mine).toMatchObject({ isCurrent: true, device: 'Unknown device', address: '192.0.2.1', place: 'NL' })
  expect(other).toMatchObject({ isCurrent: false, device: 'Firefox on Linux', address: '198.51.100.7' })
  // An administrator sees the same, and none of them as theirs.
  const seen = await sessionsOf(await person('admin'), `/users/${user.apiId}/sessions`)
  expect(seen.map(({ id }) => id)).toEqual([mine?.id, other?.id])
  expect(seen.some(({ isCurrent }) => isCurrent)).toBe(false)
})

test('what is over is not listed: ended, run out, idle', async () => {
  const user = await person('user')
  await signIn(user)
  await moveSessions(kysely(), user.id, { expiresAt: clock.now() })
  await signIn(user)
  await moveSessions(kysely(), user.id, { lastSeenAt: new Date(clock.nowMs() - 400 * 86_400_000) })
  const token = await signIn(user)
  expect(await sessionsOf(token)).toHaveLength(1)
})

test('a session that is ended from another is refused at its next request', async () => {
  const user = await person('user')
  const other = await signIn(user)
  const token = await signIn(user)
  const lost = (await sessionsOf(token)).find(({ isCurrent }) => !isCurrent)
  const path = `/account/sessions/${lost?.id ?? ''}/end`
  expect((await call(other, 'GET', '/account')).status).toBe(200)
  expect((await call(token, 'POST', path)).body).toEqual({ endedSessions: 1 })
  expect((await call(other, 'GET', '/account')).status).toBe(401)
  expect((await call(token, 'POST', path)).body).toEqual({ endedSessions: 0 })
  expect((await call(token, 'GET', '/account')).status).toBe(200)
})

test('a session of somebody else is answered like one that does not exist, and lives', async () => {
  const stranger = await person('super_admin')
  const strangers = await signIn(stranger)
  const [theirs] = await sessionsOf(strangers)
  const token = await signIn(await person('user'))
  const refused = await call(token, 'POST', `/account/sessions/${theirs?.id ?? ''}/end`)
  const missing = await call(token, 'POST', `/account/sessions/${toApiId('session', stranger.id)}/end`)
  expect(refused.status).toBe(404)
  expect(refused).toEqual(missing)
  expect((await call(strangers, 'GET', '/account')).status).toBe(200)
})

test('all other sessions are ended at once; this one goes on', async () => {
  const user = await person('user')
  const others = [await signIn(user), await signIn(user)]
  const token = await signIn(user)
  expect((await call(token, 'POST', '/account/end-other-sessions')).body).toEqual({ endedSessions: 2 })
  for (const other of others) expect((await call(other, 'GET', '/account')).status).toBe(401)
  expect((await call(token, 'GET', '/account')).status).toBe(200)
  const actions = (await readAuditOf(kysely(), user.id)).map(({ action }) => action)
  expect(actions).toContain('sessions_ended')
})

test('a session is noted as seen once a minute at most, with the address of that request', async () => {
  const token = await signIn(await person('user'))
  const signedInAt = clock.now().toISOString()
  const from = (address: string) => call(token, 'GET', '/account', undefined, { [ADDRESS_HEADER]: address })
  clock.advanceMs(59_000)
  await from('203.0.113.1')
  expect((await sessionsOf(token))[0]).toMatchObject({ lastSeenAt: signedInAt, address: '192.0.2.1' })
  clock.advanceMs(1_000)
  await from('203.0.113.2')
  const seenAt = clock.now().toISOString()
  clock.advanceMs(30_000)
  await from('203.0.113.3')
  expect((await sessionsOf(token))[0]).toMatchObject({ lastSeenAt: seenAt, address: '203.0.113.2' })
})

test('a language is kept for every browser, and one that nobody speaks here is refused', async () => {
  const user = await person('user')
  const token = await signIn(user)
  expect((await call(token, 'GET', '/account')).body['language']).toBeNull()
  expect(await call(token, 'PUT', '/account/language', { language: 'ar' })).toMatchObject({
    status: 200,
    body: { language: 'ar' },
  })
  const refused = await call(token, 'PUT', '/account/language', { language: 'tlh' })
  expect([refused.status, errorOf(refused).code]).toEqual([422, 'invalid_request'])
  const again = await signIn(user)
  expect((await call(again, 'GET', '/account')).body['language']).toBe('ar')
})
