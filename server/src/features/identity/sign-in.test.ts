// What signing in guarantees against guessing, telling and racing.
import * as bcrypt from '@node-rs/bcrypt'
import { beforeEach, expect, test, vi } from 'vitest'
import { accountBackOff, addressBackOff } from './back-off.rules.ts'
import { ADDRESS_HEADER, makeTestUser, post, TEST_PASSWORD, withAuthServer } from './identity.fixture.ts'
import { countRows, deleteFailures, readRefusals, readSessionEnds, setActive } from './identity-fixture.queries.ts'
import { openSession } from './open-session.ts'
import { hashPassword } from './password.hasher.ts'
import { setUserPassword } from './set-user-password.ts'

vi.mock('@node-rs/bcrypt', async (original) => {
  const real = await original<typeof bcrypt>()
  return { ...real, verify: vi.fn(real.verify) }
})
const verify = vi.mocked(bcrypt.verify)

const fixture = withAuthServer()
const kysely = () => fixture.db.database.kysely
beforeEach(() => deleteFailures(kysely()))

type Answer = { status: number; body: { code?: string; message?: string }; retryAfter: string | null }
async function signIn(login: string, password: string, address = '127.0.0.1'): Promise<Answer> {
  const response = await post(
    fixture,
    '/token?grant_type=password',
    { email: login, password },
    { [ADDRESS_HEADER]: address },
  )
  const body = (await response.json()) as Answer['body']
  return { status: response.status, body, retryAfter: response.headers.get('retry-after') }
}

test('unknown user, wrong password and no password answer the same after the same work', async () => {
  const known = await makeTestUser(fixture)
  const without = await makeTestUser(fixture, { password: null })
  await signIn(known.username, TEST_PASSWORD) // The decoy hash is made once, here.
  const answers = []
  for (const login of ['nobody', known.username, without.username, without.email]) {
    verify.mockClear()
    answers.push(await signIn(login, 'wrong horse'))
    expect(verify).toHaveBeenCalledTimes(1)
    expect(bcryptCost(verify.mock.calls[0]?.[1])).toBe('10')
  }
  const refusal = { code: 'invalid_credentials', message: 'Invalid username or password' }
  for (const answer of answers) expect(answer).toEqual({ status: 400, body: refusal, retryAfter: null })
})

function bcryptCost(hash: unknown): string | undefined {
  return String(hash).split('$')[2]
}

test('the reason is in the audit log, and of an unknown user nothing that was typed', async () => {
  const known = await makeTestUser(fixture)
  await signIn('hunter2 typed here', 'x')
  await signIn(known.username, 'wrong horse')
  expect(await readRefusals(kysely(), known.id)).toEqual(['Invalid password'])
  expect(await readRefusals(kysely(), 'unknown')).toContain('User not found')
  expect(await readRefusals(kysely(), 'hunter2 typed here')).toEqual([])
})

test('a disabled account says so to the right password only', async () => {
  const user = await makeTestUser(fixture, { isActive: false })
  expect((await signIn(user.username, 'wrong horse')).body.message).toBe('Invalid username or password')
  const right = await signIn(user.username, TEST_PASSWORD)
  expect(right).toMatchObject({ status: 403, body: { message: 'Account is disabled' } })
  expect(await readSessionEnds(kysely(), user.id)).toEqual([])
  await setActive(kysely(), user.id, true)
  expect((await signIn(user.username, TEST_PASSWORD)).status).toBe(200)
})

test('passwords differ in every byte, also after the 72nd and after a zero', async () => {
  const long = 'é'.repeat(60)
  const user = await makeTestUser(fixture, { password: `${long}a` })
  expect((await signIn(user.username, `${long}b`)).status).toBe(400)
  expect((await signIn(user.username, `${long}a`)).status).toBe(200)
  const zero = await makeTestUser(fixture, { password: 'secret\0one' })
  expect((await signIn(zero.username, 'secret\0two')).status).toBe(400)
  expect((await signIn(zero.username, 'secret')).status).toBe(400)
  expect((await signIn(zero.username, 'secret\0one')).status).toBe(200)
})

test('free failures cost nothing, the next attempt waits, and the wait ends', async () => {
  const user = await makeTestUser(fixture)
  for (let n = 0; n < accountBackOff.freeFailures; n += 1) {
    expect((await signIn(user.username, 'wrong horse')).status).toBe(400)
  }
  const waits = await signIn(user.username, TEST_PASSWORD)
  expect(waits.status).toBe(429)
  expect(waits.body).toEqual({ code: 'over_request_rate_limit', message: 'Too many attempts. Try again in 1 second.' })
  expect(waits.retryAfter).toBe('1')
  fixture.clock.advanceMs(accountBackOff.waitMsMin)
  expect((await signIn(user.username, TEST_PASSWORD)).status).toBe(200)
  // The success cleared the account: the free failures are back.
  expect((await signIn(user.username, 'wrong horse')).status).toBe(400)
  expect((await signIn(user.username, TEST_PASSWORD)).status).toBe(200)
})

test('an account that does not exist waits like one that does', async () => {
  for (let n = 0; n < accountBackOff.freeFailures; n += 1) await signIn('nobody at all', 'wrong')
  expect((await signIn('NOBODY at all', 'wrong')).status).toBe(429)
})

test('a thousand parallel guesses are counted before the first password is checked', async () => {
  const user = await makeTestUser(fixture)
  const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(user.username, 'wrong horse')))
  const admitted = answers.filter((answer) => answer.status === 400)
  expect(admitted).toHaveLength(accountBackOff.freeFailures)
})

// Not where the owner has signed in before, and elsewhere only for the longest wait.
test('a stranger never keeps the owner out for good', async () => {
  const user = await makeTestUser(fixture)
  expect((await signIn(user.username, TEST_PASSWORD, '192.0.2.1')).status).toBe(200)
  for (let n = 0; n < 200; n += 1) {
    await signIn(user.username, 'wrong horse', `198.51.100.${n % 250}`)
    fixture.clock.advanceMs(1_000)
  }
  expect((await signIn(user.username, TEST_PASSWORD, '203.0.113.9')).status).toBe(429)
  expect((await signIn(user.username, TEST_PASSWORD, '192.0.2.1')).status).toBe(200)
  for (let n = 0; n < 30; n += 1) {
    await signIn(user.username, 'wrong horse', `198.51.100.${n}`)
    fixture.clock.advanceMs(accountBackOff.waitMsMax)
  }
  await signIn(user.username, 'wrong horse', '198.51.100.99')
  expect((await signIn(user.username, TEST_PASSWORD, '203.0.113.9')).status).toBe(429)
  fixture.clock.advanceMs(accountBackOff.waitMsMax)
  expect((await signIn(user.username, TEST_PASSWORD, '203.0.113.9')).status).toBe(200)
})

test('one address that tries many accounts waits, and another address does not', async () => {
  const user = await makeTestUser(fixture)
  for (let n = 0; n < addressBackOff.freeFailures; n += 1) await signIn(`guess${n}`, 'wrong', '192.0.2.77')
  expect((await signIn(user.username, TEST_PASSWORD, '192.0.2.77')).status).toBe(429)
  expect((await signIn(user.username, TEST_PASSWORD, '192.0.2.78')).status).toBe(200)
})

test('a success gives an address back only the attempt it took itself', async () => {
  const user = await makeTestUser(fixture)
  for (let n = 0; n < addressBackOff.freeFailures - 1; n += 1) await signIn(`other${n}`, 'wrong', '192.0.2.80')
  expect((await signIn(user.username, TEST_PASSWORD, '192.0.2.80')).status).toBe(200)
  expect((await signIn('one more', 'wrong', '192.0.2.80')).status).toBe(400)
  expect((await signIn(user.username, TEST_PASSWORD, '192.0.2.80')).status).toBe(429)
})

test('a reset that commits while the old password is being checked wins', async () => {
  const user = await makeTestUser(fixture)
  const { database, clock } = fixture.deps
  const hash = await hashPassword('another password')
  const { promise: checked, resolve: sayChecked } = Promise.withResolvers<void>()
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
  const real = verify.getMockImplementation()
  verify.mockImplementationOnce(async (...args) => {
    const matches = (await real?.(...args)) ?? false
    sayChecked()
    await mayGoOn
    return matches
  })
  const origin = { address: '127.0.0.1', userAgent: '', requestId: 'r' }
  const signingIn = openSession(fixture.deps, { login: user.username, password: TEST_PASSWORD, origin })
  await checked
  await database.transaction((transaction) =>
    setUserPassword(transaction, { userId: user.id, hash, mustChange: true, now: clock.now() }),
  )
  goOn()
  expect(await signingIn).toEqual({ kind: 'refused' })
  expect(await readSessionEnds(kysely(), user.id)).toEqual([])
})

const malformed = [
  { what: 'no JSON', body: '{', code: 'bad_json', status: 400 },
  { what: 'a list', body: '[]', code: 'validation_failed', status: 400 },
  { what: 'no password', body: '{"email":"a"}', code: 'validation_failed', status: 400 },
  { what: 'a number as password', body: '{"email":"a","password":1}', code: 'validation_failed', status: 400 },
  {
    what: 'too large a body',
    body: JSON.stringify({ email: 'x'.repeat(20_000) }),
    code: 'body_too_large',
    status: 413,
  },
]
test.each(malformed)('$what is refused before anything is counted', async ({ body, code, status }) => {
  const response = await post(fixture, '/token?grant_type=password', body)
  expect(response.status).toBe(status)
  expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  expect(await response.json()).toMatchObject({ code })
  expect(await countRows(kysely(), 'sign_in_failures')).toBe(0)
})

test('a password beyond the longest is refused like a wrong one, after the same work', async () => {
  const user = await makeTestUser(fixture)
  verify.mockClear()
  expect((await signIn(user.username, 'x'.repeat(5_000))).body.code).toBe('invalid_credentials')
  expect(verify).toHaveBeenCalledTimes(1)
})

const unserved = [
  ['POST', '/token?grant_type=magic', 400, 'unsupported_grant_type'],
  ['POST', '/signup', 422, 'signup_disabled'],
  ['POST', '/otp', 404, 'not_found'],
  ['POST', '/magiclink', 404, 'not_found'],
  ['POST', '/resend', 404, 'not_found'],
  ['DELETE', '/user', 404, 'not_found'],
] as const
test.each(unserved)('%s %s answers %i %s', async (method, path, status, code) => {
  const response = await fetch(`${fixture.origin}/auth/v1${path}`, { method })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ code })
})
