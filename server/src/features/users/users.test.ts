// The operations users.* as their callers meet them.
import { expect, test } from 'vitest'
import { insertTraffic, readAuditOf, readPersonFacts, readRecords } from './users-fixture.queries.ts'
import { errorOf, ids, withUsers, type Person } from './users.fixture.ts'

const fixture = withUsers()
const { call, person } = fixture
const kysely = () => fixture.db.database.kysely

test('an admin creates a user: temporary password, activity, audit entry, no hash in any of them', async () => {
  const admin = await person('admin')
  const created = await call(admin, 'POST', '/users', {
    username: 'new.one',
    email: 'New.One@example.com',
    password: 'abcdef',
  })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    username: 'new.one',
    role: 'user',
    isActive: true,
    totalLogins: 0,
    lastLogin: null,
    wallet: { balance: '0.000000', usdtAddress: null, paypalEmail: null },
  })
  const activities = await call(admin, 'GET', `/users/${String(created.body['id'])}/activities`)
  expect(activities.body['items']).toMatchObject([{ activityType: 'user_created', metadata: { role: 'user' } }])
  const records = await readRecords(kysely())
  expect(records).toContain('new.one')
  expect(records).not.toContain('abcdef')
  expect(records).not.toContain('$2')
})

const taken = [
  { field: 'username', body: { username: 'TAKEN', email: 'free@example.com' }, code: 'username_taken' },
  { field: 'email', body: { username: 'free', email: 'Taken@Example.com' }, code: 'email_taken' },
]
test.each(taken)('a taken $field is named as a field, whatever its letters', async ({ field, body, code }) => {
  const admin = await person('admin')
  await call(admin, 'POST', '/users', { username: 'taken', email: 'taken@example.com', password: 'abcdef' })
  const answer = await call(admin, 'POST', '/users', { ...body, password: 'abcdef' })
  expect(answer.status).toBe(409)
  expect(errorOf(answer)).toMatchObject({ code, fields: { [field]: expect.any(String) } })
})

const refusedBodies = [
  { what: 'a short password', change: { password: 'abcde' }, field: 'password', text: 'Minimum 6 characters' },
  {
    what: 'the username as password',
    change: { password: 'somebody' },
    field: 'password',
    text: 'The password may not',
  },
  { what: 'no email', change: { email: 'x' }, field: 'email', text: 'Give an email address' },
  { what: 'no username', change: { username: ' ' }, field: 'username', text: 'Username is required.' },
  { what: 'a super admin', change: { role: 'super_admin' }, field: 'role', text: 'Role is user or admin.' },
  { what: 'a field of its own', change: { wallet_balance: '9' }, field: 'wallet_balance', text: 'not known here' },
]
test.each(refusedBodies)('creating with $what is refused by field', async ({ change, field, text }) => {
  const superAdmin = await person('super_admin')
  const body = { username: 'somebody', email: 'somebody@example.com', password: 'abcdef', ...change }
  const answer = await call(superAdmin, 'POST', '/users', body)
  expect(answer.status).toBe(422)
  expect(errorOf(answer).fields?.[field]).toContain(text)
})

test('the list is newest first, in pages that miss and repeat nobody, even within one microsecond', async () => {
  const admin = await person('admin')
  const made: Person[] = []
  for (const micros of ['000001', '000002', '000002', '000003']) {
    made.push(await person('user', { username: `page${made.length}`, createdAt: `2099-01-01T00:00:00.${micros}Z` }))
  }
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; page < 4; page += 1) {
    const { body } = await call(admin, 'GET', `/users?limit=1&search=page${cursor && `&cursor=${cursor}`}`)
    seen.push(...ids(body))
    cursor = String(body['nextCursor'])
  }
  expect(cursor).toBe('null')
  const [first, second, third, fourth] = made
  const twins = [second, third].sort((a, b) => (String(a?.id) < String(b?.id) ? 1 : -1))
  expect(seen).toEqual([fourth, ...twins, first].map((each) => each?.apiId))
})

test('search, role and status narrow the list; the summary stays that of the platform', async () => {
  const admin = await person('admin', { username: 'find_me_admin' })
  const quiet = await person('user', { username: 'find_me_quiet', isActive: false })
  const decoy = await person('user', { username: 'findXmeXdecoy' })
  const found = async (query: string) => ids((await call(admin, 'GET', `/users?${query}`)).body)
  expect(await found('search=FIND_ME')).toEqual([quiet.apiId, admin.apiId])
  expect(await found('search=findx')).toEqual([decoy.apiId])
  expect(await found('search=find_me&role=admin')).toEqual([admin.apiId])
  expect(await found('search=find_me&status=inactive')).toEqual([quiet.apiId])
  expect(await found('search=find_me_quiet@example')).toEqual([quiet.apiId])
  const whole = (await call(admin, 'GET', '/users')).body['summary'] as Record<string, number>
  const narrowed = (await call(admin, 'GET', '/users?search=find_me&role=admin')).body['summary']
  expect(narrowed).toEqual(whole)
  expect(whole['total']).toBe((whole['admins'] ?? 0) + (whole['users'] ?? 0))
  expect(whole['active']).toBeLessThan(whole['total'] ?? 0)
})

test.each(['x', Buffer.from('["1","x"]').toString('base64url')])('the cursor %s is refused', async (cursor) => {
  const answer = await call(await person('admin'), 'GET', `/users?cursor=${cursor}`)
  expect(answer.status).toBe(422)
  expect(errorOf(answer).fields).toHaveProperty('cursor')
})

test('the options are active users by name', async () => {
  const admin = await person('admin')
  await person('user', { username: 'Opt-b' })
  await person('user', { username: 'opt-a' })
  await person('user', { username: 'opt-c', isActive: false })
  const { body } = await call(admin, 'GET', '/user-options?search=opt-')
  expect((body['items'] as { username: string }[]).map((item) => item.username)).toEqual(['opt-a', 'Opt-b'])
})

test('a user reads themself and nobody else; what may not be seen answers like what does not exist', async () => {
  const user = await person('user')
  const other = await person('user')
  const nobody = 'usr_01h455vb4pex5vsknk084sn02q'
  for (const path of ['', '/stats', '/activities']) {
    expect((await call(user, 'GET', `/users/${user.apiId}${path}`)).status).toBe(200)
    const hidden = await call(user, 'GET', `/users/${other.apiId}${path}`)
    const missing = await call(user, 'GET', `/users/${nobody}${path}`)
    expect(hidden.status).toBe(404)
    expect(hidden).toEqual(missing)
    const admin = await person('admin')
    expect((await call(admin, 'GET', `/users/${other.apiId}${path}`)).status).toBe(200)
    expect((await call(admin, 'GET', `/users/${nobody}${path}`)).status).toBe(404)
  }
})

test('statistics come from the rollups: lifetime, unread, today by the UTC day, ranges owned now', async () => {
  const user = await person('user')
  const zeros = { totalMessages: 0, unreadMessages: 0, totalEarnings: '0.000000', numberRanges: 0 }
  const empty = await call(user, 'GET', `/users/${user.apiId}/stats`)
  expect(empty.body).toEqual({ ...zeros, todayMessages: 0, todayEarnings: '0.000000' })
  const [today, yesterday] = [new Date('2026-03-10T00:00:00Z'), new Date('2026-03-09T23:59:59Z')]
  await insertTraffic(kysely(), { ownerId: user.id, today, yesterday })
  expect((await call(user, 'GET', `/users/${user.apiId}/stats`)).body).toEqual({
    totalMessages: 30,
    unreadMessages: 18,
    totalEarnings: '0.330000',
    numberRanges: 1,
    todayMessages: 10,
    todayEarnings: '0.110000',
  })
})

test('a note of one’s own is written; the server’s types and notes about others are refused', async () => {
  const user = await person('user')
  const admin = await person('admin')
  const note = { activityType: 'exported', description: 'Took a CSV', metadata: { rows: 3 } }
  const path = `/users/${user.apiId}/activities`
  const written = await call(user, 'POST', path, note)
  expect(written).toMatchObject({ status: 201, body: { ...note, userId: user.apiId } })
  expect((await call(user, 'GET', path)).body['items']).toEqual([written.body])
  expect((await call(user, 'POST', path, { ...note, activityType: 'user_login' })).status).toBe(422)
  expect((await call(admin, 'POST', path, note)).status).toBe(404)
})

test('a reset gives a temporary password, good for choosing another only, and ends every session', async () => {
  const admin = await person('admin')
  const user = await person('user')
  const { status, body } = await call(admin, 'POST', `/users/${user.apiId}/reset-password`)
  expect(status).toBe(200)
  const password = String(body['temporaryPassword'])
  const signedIn = await signIn(user, password)
  expect((await call(signedIn, 'GET', `/users/${user.apiId}`)).body).toMatchObject({
    error: { code: 'password_change_required' },
  })
  await call(admin, 'POST', `/users/${user.apiId}/reset-password`)
  expect((await call(signedIn, 'GET', `/users/${user.apiId}`)).status).toBe(401)
  const facts = await readPersonFacts(kysely(), user.id)
  expect(facts.mustChange).toBe(true)
  expect(facts.hash).toMatch(/^\$2[by]\$10\$/)
  const records = await readRecords(kysely())
  expect(records).not.toContain(password)
  expect((await readAuditOf(kysely(), user.id)).map((entry) => entry.action)).toContain('password_reset')
})

test('an admin signs a user out everywhere, and their next request is refused', async () => {
  const admin = await person('admin')
  const user = await person('user')
  const password = String((await call(admin, 'POST', `/users/${user.apiId}/reset-password`)).body['temporaryPassword'])
  const tokens = [await signIn(user, password), await signIn(user, password)]
  expect((await call(admin, 'POST', `/users/${user.apiId}/sign-out`)).body).toEqual({ endedSessions: 2 })
  for (const token of tokens) expect((await call(token, 'GET', `/users/${user.apiId}`)).status).toBe(401)
  expect((await call(admin, 'POST', `/users/${user.apiId}/sign-out`)).body).toEqual({ endedSessions: 0 })
})

test('deactivation ends sessions at once and is recorded with before and after', async () => {
  const admin = await person('admin')
  const user = await person('user')
  const password = String((await call(admin, 'POST', `/users/${user.apiId}/reset-password`)).body['temporaryPassword'])
  const token = await signIn(user, password)
  const answer = await call(admin, 'PATCH', `/users/${user.apiId}`, { isActive: false, username: user.username })
  expect(answer).toMatchObject({ status: 200, body: { isActive: false } })
  expect((await call(token, 'GET', `/users/${user.apiId}`)).status).toBe(401)
  const updates = (await readAuditOf(kysely(), user.id)).filter((entry) => entry.action === 'user_updated')
  expect(updates).toEqual([{ action: 'user_updated', before: { isActive: true }, after: { isActive: false } }])
})

async function signIn(user: Person, password: string): Promise<string> {
  const response = await fixture.app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email: user.username, password }),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { access_token: string }).access_token
}
