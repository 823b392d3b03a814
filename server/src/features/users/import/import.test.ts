// The users of the old backend: taken over whole, once, with the password they had.
import { expect, test } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import { readAuditOf, readImported, readPersonFacts, readRecords } from '../users-fixture.queries.ts'
import { withUsers } from '../users.fixture.ts'
import { renderImport } from './import.report.ts'
import { importUsers, type ImportOptions } from './import-users.ts'
import { readImport } from './read-import.ts'

// Of the password 'old password 9', as the old backend's library wrote it.
const HASH = '$2a$10$IHb0QJyxjs20/K/BnT1lZeGWUrYOf/KE3y3sNf/goixkZLx8tsMLO'
const HEADER = 'id,username,email,role,password_hash,is_active,created_at,last_login,total_logins,wallet_balance'

const fixture = withUsers()
const { call, person } = fixture
const kysely = () => fixture.db.database.kysely
const clock = createManualClock('2026-03-10T12:00:00Z')

function run(text: string, options: Partial<ImportOptions> = {}) {
  const { rows } = readImport(text)
  const deps = { database: fixture.db.database, clock }
  return importUsers(deps, rows, { isDryRun: false, allowSuperAdmin: false, ...options })
}

async function trySignIn(username: string, password: string): Promise<number> {
  const response = await fixture.app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email: username, password }),
  })
  return response.status
}

test('a user with a $2a$10 hash signs in with the password they had, and keeps their history', async () => {
  const line = `7f,anna,anna@example.com,user,${HASH},true,2024-02-03 04:05:06.789+00,2025-01-01T00:00:00Z,12,0`
  expect(await run(`${HEADER}\n${line}\n`)).toEqual([
    { row: 1, username: 'anna', outcome: 'created', reason: null, remarks: [] },
  ])
  expect(await trySignIn('anna', 'old password 9')).toBe(200)
  expect(await trySignIn('anna', 'old password 8')).toBe(400)
  const imported = await readImported(kysely(), 'anna')
  expect(imported).toMatchObject({ role: 'user', isActive: true, totalLogins: 13, mustChange: false })
  expect(imported?.createdAt.toISOString()).toBe('2024-02-03T04:05:06.789Z')
  expect(await readAuditOf(kysely(), imported?.id ?? '')).toContainEqual({
    action: 'user_imported',
    before: null,
    after: {
      username: 'anna',
      email: 'anna@example.com',
      role: 'user',
      isActive: true,
      formerId: '7f',
      hasPassword: true,
    },
  })
})

test('a second run passes over who is there, whatever their letters, and changes nothing', async () => {
  const text = (name: string) => `username,email,password_hash\n${name},${name}@example.com,${HASH}`
  expect(await run(text('berta'))).toMatchObject([{ outcome: 'created' }])
  const before = await readImported(kysely(), 'berta')
  expect(await run(text('Berta'))).toMatchObject([{ outcome: 'skipped', reason: 'exists' }])
  expect(await readImported(kysely(), 'berta')).toEqual(before)
})

test('a dry run says the same and writes nothing', async () => {
  const text = `username,email\ncarla,carla@example.com\nbad name,x@example.com\n`
  const dry = await run(text, { isDryRun: true })
  expect(await readImported(kysely(), 'carla')).toBeNull()
  expect(await run(text)).toEqual(dry)
  expect(await readImported(kysely(), 'carla')).not.toBeNull()
})

const refusedRows = [
  { what: 'no username', change: { username: '' }, reason: 'username: Username is required.' },
  { what: 'a username with a space', change: { username: 'a b' }, reason: 'username: Use letters' },
  { what: 'a username that is an email address', change: { username: 'a@b.c' }, reason: 'username: Use letters' },
  { what: 'no email address', change: { email: 'nobody' }, reason: 'email: Give an email address' },
  { what: 'a role nobody knows', change: { role: 'owner' }, reason: 'role: Give user, admin or super_admin.' },
  { what: 'an activity that is neither', change: { is_active: 'maybe' }, reason: 'is_active: Give true or false.' },
  {
    what: 'a time that is none',
    change: { created_at: '2024-02-31T99:00' },
    reason: 'created_at: This is not a time.',
  },
  { what: 'a count that is none', change: { total_logins: '-1' }, reason: 'total_logins: Give a whole number.' },
]
test.each(refusedRows)('a row with $what is refused, and the next one is taken', async ({ what, change, reason }) => {
  const name = `next${refusedRows.findIndex((each) => each.what === what)}`
  const rows = [
    { username: `${name}x`, email: `${name}x@example.com`, ...change },
    { username: name, email: `${name}@example.com` },
  ]
  const results = await run(JSON.stringify(rows))
  expect(results[0]).toMatchObject({ outcome: 'refused' })
  expect(results[0]?.reason).toContain(reason)
  expect(results[1]).toMatchObject({ outcome: 'created' })
})

test('a name or address that belongs to somebody else is refused, in the file and in the platform', async () => {
  const there = await person('user', { username: 'doris' })
  const results = await run(
    JSON.stringify([
      { username: 'doris', email: 'another@example.com' },
      { username: 'another', email: `${there.username}@EXAMPLE.com` },
      { username: 'emil', email: 'emil@example.com' },
      { username: 'EMIL', email: 'emil2@example.com' },
      { username: 'emil3', email: 'Emil@example.com' },
    ]),
  )
  expect(results.map(({ outcome, reason }) => reason ?? outcome)).toEqual([
    'another user has this username',
    'another user has this email address',
    'created',
    'the same username or email address as row 3',
    'the same username or email address as row 3',
  ])
})

test('a role above admin becomes admin, with a remark, unless it is let through', async () => {
  const row = (username: string) =>
    JSON.stringify([{ username, email: `${username}@example.com`, role: 'super_admin' }])
  const [lowered] = await run(row('fritz'))
  expect(lowered?.remarks).toContain('was super_admin, becomes admin (see --allow-super-admin)')
  expect(await readImported(kysely(), 'fritz')).toMatchObject({ role: 'admin' })
  await run(row('gustav'), { allowSuperAdmin: true })
  expect(await readImported(kysely(), 'gustav')).toMatchObject({ role: 'super_admin' })
})

const unusable = [
  ['', 'has no password: invite them'],
  ['cGFzc3dvcmQ=', 'password is not a bcrypt hash and is not taken over: invite them'],
  ['$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$aGFzaA', 'password is not a bcrypt hash'],
  [HASH.replace('$10$', '$31$'), 'password of bcrypt cost 31 is not taken over: invite them'],
  [HASH.slice(0, -1), 'password is not a bcrypt hash'],
]
test.each(unusable)('the password %j is not taken over, and its user can be invited', async (hash, remark) => {
  const username = `hilde${unusable.findIndex(([each]) => each === hash)}`
  const [result] = await run(JSON.stringify([{ username, email: `${username}@example.com`, password_hash: hash }]))
  expect(result?.remarks[0]).toContain(remark)
  const imported = await readImported(kysely(), username)
  expect(await readPersonFacts(kysely(), imported?.id ?? '')).toMatchObject({ hash: null })
  expect(await trySignIn(username, 'password')).toBe(400)
  const admin = await person('admin')
  const listed = await call(admin, 'GET', `/users?search=${username}`)
  const [{ id } = { id: '' }] = listed.body['items'] as { id: string }[]
  const made = await call(admin, 'POST', `/users/${id}/reset-password`, { mode: 'link' })
  expect(made.body).toMatchObject({ link: { link: expect.stringContaining('/accept-invitation#token=') } })
})

test('money is not carried over, and that is said; who was inactive stays so', async () => {
  const user = { username: 'ida', email: 'ida@example.com', wallet_balance: 12.5, is_active: false, metadata: 'eA==' }
  const { rows, ignoredColumns } = readImport(JSON.stringify([user]))
  expect(ignoredColumns).toEqual(['metadata'])
  const deps = { database: fixture.db.database, clock }
  const results = await importUsers(deps, rows, { isDryRun: false, allowSuperAdmin: false })
  expect(results[0]?.remarks).toContainEqual(expect.stringContaining('wallet balance 12.5 is not carried over'))
  expect(await readImported(kysely(), 'ida')).toMatchObject({ isActive: false })
})

test('no hash is in the report, in an activity or in the audit log', async () => {
  const { rows, ignoredColumns } = readImport(`username,email,password_hash,${HASH}\njens,jens@example.com,${HASH},x`)
  const deps = { database: fixture.db.database, clock }
  const options = { isDryRun: false, allowSuperAdmin: false }
  const report = renderImport(await importUsers(deps, rows, options), { ...options, ignoredColumns })
  expect(report).toContain('     1  jens      created')
  expect(report).toContain('1 created, 0 skipped, 0 refused.')
  expect(report).not.toContain('$2')
  expect(await readRecords(kysely())).not.toContain('$2')
})

test('a report names each row, and no sign of a name acts on the terminal', () => {
  const results = [
    { row: 1, username: 'kim', outcome: 'created' as const, reason: null, remarks: ['has no password: invite them'] },
    { row: 2, username: 'a\u001b[2J', outcome: 'refused' as const, reason: 'username: Use letters', remarks: [] },
  ]
  expect(renderImport(results, { isDryRun: true, ignoredColumns: ['notes'] }).split('\n')).toEqual([
    '     1  kim       would be created; has no password: invite them',
    '     2  a?[2J     refused: username: Use letters',
    '',
    'Columns that are not read: notes.',
    'Nothing was written. 1 would be created, 0 skipped, 1 refused.',
  ])
})

const broken = [
  ['{"username": "x"}', 'not an array'],
  ['[{"username": ', 'not well-formed JSON'],
  ['username,email\n"open,x@example.com', 'not well-formed CSV'],
  ['username,email\na,b,c', 'not well-formed CSV'],
  ['name,email\na,b@example.com', 'no column username'],
  ['', 'no column username'],
]
test.each(broken)('the file %j is refused whole', (text, why) => {
  expect(() => readImport(text)).toThrow(why)
})
