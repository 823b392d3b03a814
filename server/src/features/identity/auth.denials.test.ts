// What /auth/v1 refuses as a denial is in the audit log; what people do by mistake is not.
import { expect, test } from 'vitest'
import { ADDRESS_HEADER, connectClient, makeTestUser, TEST_PASSWORD, withAuthServer } from './identity.fixture.ts'
import { readDenialCodes } from './identity-fixture.queries.ts'

const fixture = withAuthServer()

async function send(address: string, path: string, body: unknown, given: Record<string, string> = {}): Promise<number> {
  const headers = { 'content-type': 'application/json', [ADDRESS_HEADER]: address, ...given }
  const method = path === '/user' ? 'PUT' : 'POST'
  return (await fetch(`${fixture.origin}/auth/v1${path}`, { method, headers, body: JSON.stringify(body) })).status
}
const codesOf = (address: string) => readDenialCodes(fixture.db.database.kysely, address)

async function bearer(): Promise<{ authorization: string }> {
  const { username } = await makeTestUser(fixture)
  const { data } = await connectClient(fixture).signInWithPassword({ email: username, password: TEST_PASSWORD })
  return { authorization: `Bearer ${data.session?.access_token}` }
}

test('a foreign origin, a body over its bound and an unknown field are recorded, each once', async () => {
  const address = '192.0.2.71'
  const signIn = { email: 'a', password: 'b' }
  const foreign = { 'x-inrange-console': '1', origin: 'https://elsewhere.example' }
  expect(await send(address, '/token?grant_type=password', signIn, foreign)).toBe(403)
  expect(await send(address, '/token?grant_type=password', { ...signIn, more: 'x'.repeat(20_000) })).toBe(413)
  expect(await send(address, '/user', { password: 'another one 1', role: 'admin' }, await bearer())).toBe(400)
  expect(await codesOf(address)).toEqual(['foreign_origin', 'body_too_large', 'validation_failed'])
})

test('a missing field, a missing sign-in, a weak password and an address that is none are no denials', async () => {
  const address = '192.0.2.72'
  expect(await send(address, '/token?grant_type=password', { email: 'a' })).toBe(400)
  expect(await send(address, '/user', { password: 'x' })).toBe(401)
  expect(await send(address, '/user', { password: 'x', current_password: TEST_PASSWORD }, await bearer())).toBe(422)
  expect(await send(address, '/admin/users', {})).toBe(404)
  expect(await codesOf(address)).toEqual([])
})
