// One test named after each requirement of OWASP ASVS 5.0 that is about who may do what, on the platform as it is
// composed. Each shows the requirement in one stroke; the policy matrix and the tests beside the code go into its
// corners. Those about signing in stand with identity.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationSpec } from '@inrange/contract/operation'
import { operations, type OperationId } from '@inrange/contract/operations'
import { scopeOf } from '@inrange/contract/policy'
import { openPolicyWorld, type CallerKind, type PolicyWorld } from '../../testing/policy-world.ts'
import { useTestDatabase } from '../../testing/test-database.ts'

type Answer = { status: number; body: Record<string, unknown>; text: string }

const db = useTestDatabase()
let world: PolicyWorld
beforeAll(async () => {
  world = await openPolicyWorld(db)
})
afterAll(() => world.stop())

async function call(
  who: CallerKind,
  method: string,
  path: string,
  ask: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const headers = { authorization: `Bearer ${(await world.tokenOf(who)) ?? ''}`, ...ask.headers }
  const sent = ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }
  const response = await fetch(`${world.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...sent,
  })
  const text = await response.text()
  return { status: response.status, text, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
}

test('ASVS 5.0 7.4.5: an administrator ends the sessions of a user, at once', async () => {
  expect((await call('user', 'GET', '/account')).status).toBe(200)
  const ended = await call('admin', 'POST', `/users/${world.own.user.user}/sign-out`)
  expect(ended.body['endedSessions']).toBeGreaterThan(0)
  expect((await call('user', 'GET', '/account')).status).toBe(401)
  world.forgetToken('user')
})

test('ASVS 5.0 7.5.2: a user sees their sessions, and ends one or all others', async () => {
  const first = await world.tokenOf('user')
  world.forgetToken('user')
  const listed = await call('user', 'GET', '/account/sessions')
  const others = (listed.body['items'] as { id: string; isCurrent: boolean }[]).filter((each) => !each.isCurrent)
  expect(others.length).toBeGreaterThan(0)
  const [other] = others
  expect((await call('user', 'POST', `/account/sessions/${other?.id ?? ''}/end`)).body['endedSessions']).toBe(1)
  await call('user', 'POST', '/account/end-other-sessions')
  const left = await call('user', 'GET', '/account/sessions')
  expect(left.body['items']).toMatchObject([{ isCurrent: true }])
  const headers = { authorization: `Bearer ${first ?? ''}` }
  expect((await fetch(`${world.url}/api/v1/account`, { headers })).status).toBe(401)
})

test('ASVS 5.0 8.2.1: whatever only administrators may call is refused to a user, whatever they send', async () => {
  const closed = (Object.keys(operations) as OperationId[]).filter((id) => scopeOf(id, 'user') === null)
  expect(closed.length).toBeGreaterThan(10)
  for (const id of closed) {
    const { method, path }: OperationSpec = operations[id]
    const { status } = await call('user', method, path.replace(/\{\w+\}/, 'anything'))
    expect(`${id}: ${status}`).toBe(`${id}: 403`)
  }
})

test('ASVS 5.0 8.2.2: what belongs to somebody else is answered like what does not exist', async () => {
  const { message, range, settlement, session, user } = world.others
  const paths = [`/messages/${message}`, `/ranges/${range}`, `/wallet/settlements/${settlement}`, `/users/${user}`]
  for (const path of paths) expect(`${path}: ${(await call('user', 'GET', path)).status}`).toBe(`${path}: 404`)
  expect((await call('user', 'POST', `/account/sessions/${session}/end`)).status).toBe(404)
})

test('ASVS 5.0 8.2.3: no field is written or read that the operation does not name', async () => {
  const promoted = { email: 'mine@example.com', currentPassword: 'x', role: 'super_admin' }
  expect((await call('user', 'PATCH', '/account', { body: promoted })).status).toBe(422)
  for (const field of ['password_hash', 'wallet_balance', 'createdAt', 'id']) {
    const answer = await call('admin', 'PATCH', `/users/${world.others.user}`, { body: { [field]: 'x' } })
    expect(`${field}: ${answer.status}`).toBe(`${field}: 422`)
  }
  const { text } = await call('admin', 'GET', `/users/${world.others.user}`)
  expect(text).not.toMatch(/hash|\$2[aby]\$|secret/i)
})

test('ASVS 5.0 8.3.1: what a client says of its rights decides nothing', async () => {
  const headers = { 'x-inrange-act-as': world.others.user, 'x-role': 'super_admin' }
  expect((await call('admin', 'GET', '/account', { headers })).status).toBe(403)
  expect((await call('user', 'GET', '/users?role=super_admin', { headers: { 'x-role': 'super_admin' } })).status).toBe(
    403,
  )
  // A token still says admin after the role is gone; the database is asked.
  expect((await call('admin', 'GET', '/users')).status).toBe(200)
  const path = `/users/${world.own.admin.user}`
  await call('super_admin', 'PATCH', path, { body: { role: 'user' } })
  expect((await call('admin', 'GET', '/users')).status).toBe(403)
  await call('super_admin', 'PATCH', path, { body: { role: 'admin' } })
  expect((await call('admin', 'GET', '/users')).status).toBe(200)
})

test('ASVS 5.0 8.3.2: a change of rights counts from the next request on', async () => {
  const path = `/users/${world.own.user.user}`
  expect((await call('user', 'GET', '/wallet')).status).toBe(200)
  await call('admin', 'PATCH', path, { body: { isActive: false } })
  expect((await call('user', 'GET', '/wallet')).status).toBe(401)
  await call('admin', 'PATCH', path, { body: { isActive: true } })
  // What ended stays ended: they sign in again.
  expect((await call('user', 'GET', '/wallet')).status).toBe(401)
  world.forgetToken('user')
  expect((await call('user', 'GET', '/wallet')).status).toBe(200)
})

test('ASVS 5.0 8.4.1: nothing of one owner is in anything that another is shown', async () => {
  const marks = [...Object.values(world.others), 'bystander']
  for (const path of ['/messages', '/ranges', '/wallet', '/wallet/transactions', '/wallet/earnings', '/dashboard']) {
    const { status, text } = await call('user', 'GET', path)
    expect(status).toBe(200)
    for (const mark of marks) expect(text, path).not.toContain(mark)
  }
  expect((await call('user', 'GET', '/ranges')).text).toContain(world.own.user.range)
})
