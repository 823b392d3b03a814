// Who may do what to whom: the rules as a table, and that each operation asks them.
import { expect, test, vi } from 'vitest'
import type { Role } from '@inrange/contract/roles'
import { countWaiters, holdUsers, readPersonFacts } from './users-fixture.queries.ts'
import { errorOf, withUsers } from './users.fixture.ts'
import { containsPattern, creatingRefusal, updatingRefusal, type Person, type RoleChange } from './users.rules.ts'

const fixture = withUsers()
const { call, person } = fixture

const someone = (id: string, role: Role, isActive = true): Person => ({ id, role, isActive })
const A = 'a'
const B = 'b'
type Row = [actor: Person, subject: Person, change: RoleChange, superAdmins: number, expected: string | null]
const table: Row[] = [
  [someone(A, 'admin'), someone(B, 'user'), { isActive: false }, 1, null],
  [someone(A, 'admin'), someone(B, 'user'), { role: 'admin' }, 1, null],
  [someone(A, 'admin'), someone(B, 'user'), { role: 'super_admin' }, 1, 'forbidden'],
  [someone(A, 'admin'), someone(B, 'admin'), { role: 'user' }, 1, null],
  [someone(A, 'admin'), someone(B, 'super_admin'), {}, 1, 'forbidden'],
  [someone(A, 'admin', false), someone(B, 'user'), {}, 1, 'forbidden'],
  [someone(A, 'user'), someone(B, 'admin'), {}, 1, 'forbidden'],
  [someone(A, 'super_admin'), someone(B, 'user'), { role: 'super_admin' }, 1, null],
  [someone(A, 'super_admin'), someone(B, 'super_admin'), { role: 'user' }, 2, null],
  [someone(A, 'super_admin'), someone(B, 'super_admin'), { isActive: false }, 1, 'last_super_admin'],
  [someone(A, 'super_admin'), someone(B, 'super_admin', false), { role: 'user' }, 1, null],
  [someone(A, 'super_admin'), someone(B, 'super_admin', false), { isActive: true }, 1, null],
  [someone(A, 'super_admin'), someone(A, 'super_admin'), { role: 'admin' }, 1, 'last_super_admin'],
  [someone(A, 'super_admin'), someone(A, 'super_admin'), { role: 'admin' }, 2, 'forbidden'],
  [someone(A, 'super_admin'), someone(A, 'super_admin'), { isActive: false }, 2, 'forbidden'],
  [someone(A, 'super_admin'), someone(A, 'super_admin'), { role: 'super_admin', isActive: true }, 1, null],
  [someone(A, 'admin'), someone(A, 'admin'), { role: 'user' }, 1, 'forbidden'],
  [someone(A, 'admin'), someone(A, 'admin'), { isActive: false }, 1, 'forbidden'],
  [someone(A, 'admin'), someone(A, 'admin'), {}, 1, null],
]
test.each(table)('%j changes %j by %j with %i super admins: %s', (actor, subject, change, superAdmins, expected) => {
  expect(updatingRefusal(actor, subject, change, superAdmins)?.code ?? null).toBe(expected)
})

test('nobody creates a super admin, and nobody creates above themself', () => {
  expect(creatingRefusal({ role: 'super_admin' }, 'super_admin')?.code).toBe('forbidden')
  expect(creatingRefusal({ role: 'user' }, 'admin')?.code).toBe('forbidden')
  expect(creatingRefusal({ role: 'admin' }, 'admin')).toBeNull()
})

test('signs of LIKE are taken literally', () => {
  expect(containsPattern(String.raw`50%_\x`)).toBe(String.raw`%50\%\_\\x%`)
})

test('an admin sees a super admin and may do nothing to one', async () => {
  const admin = await person('admin')
  const above = await person('super_admin')
  expect((await call(admin, 'GET', `/users/${above.apiId}`)).status).toBe(200)
  const attempts = [
    await call(admin, 'PATCH', `/users/${above.apiId}`, { username: 'owned' }),
    await call(admin, 'POST', `/users/${above.apiId}/reset-password`),
    await call(admin, 'POST', `/users/${above.apiId}/sign-out`),
  ]
  for (const attempt of attempts) {
    expect(attempt.status).toBe(403)
    expect(errorOf(attempt).code).toBe('forbidden')
  }
  expect(await readPersonFacts(fixture.db.database.kysely, above.id)).toMatchObject({ hash: null })
})

test('a user may call none of the operations that change users', async () => {
  const user = await person('user')
  const body = { username: 'x', email: 'x@example.com', password: 'abcdef' }
  expect((await call(user, 'POST', '/users', body)).status).toBe(403)
  expect((await call(user, 'GET', '/users')).status).toBe(403)
  expect((await call(user, 'PATCH', `/users/${user.apiId}`, { username: 'y' })).status).toBe(403)
})

test('one’s own password is not reset but changed', async () => {
  const admin = await person('admin')
  expect((await call(admin, 'POST', `/users/${admin.apiId}/reset-password`)).status).toBe(403)
})

test('a rename to a taken name is refused by field, and to one’s own name in other letters is fine', async () => {
  const admin = await person('admin')
  const user = await person('user')
  const other = await person('user')
  const taken = await call(admin, 'PATCH', `/users/${user.apiId}`, { username: other.username.toUpperCase() })
  expect(taken.status).toBe(409)
  expect(errorOf(taken)).toMatchObject({ code: 'username_taken', fields: { username: 'This username is taken.' } })
  const own = await call(admin, 'PATCH', `/users/${user.apiId}`, { username: user.username.toUpperCase() })
  expect(own.body['username']).toBe(user.username.toUpperCase())
})

test('two super admins who take the role from each other at once: one does, one is refused', async () => {
  const [one, other] = [await person('super_admin'), await person('super_admin')]
  const { database } = fixture.db
  const answers = await database.transaction(async (transaction) => {
    await holdUsers(transaction)
    const both = [
      call(one, 'PATCH', `/users/${other.apiId}`, { role: 'user' }),
      call(other, 'PATCH', `/users/${one.apiId}`, { role: 'user' }),
    ]
    // Both are under way before either may go on.
    await vi.waitFor(async () => expect(await countWaiters(database.kysely)).toBe(2))
    return { both }
  })
  const statuses = (await Promise.all(answers.both)).map((answer) => answer.status)
  expect(statuses.sort((a, b) => a - b)).toEqual([200, 403])
})
