// Changing one's own password, and the first password of the platform.
import { expect, test } from 'vitest'
import { settingsByName } from '@inrange/contract/settings'
import { connectClient, makeTestUser, post, TEST_PASSWORD, withAuthServer } from './identity.fixture.ts'
import { countRows, readSessionEnds, readStoredTexts } from './identity-fixture.queries.ts'
import { ensureSuperAdmin } from './identity.public.ts'
import { hashPassword } from './password.hasher.ts'
import { setUserPassword } from './set-user-password.ts'
import { sweepIdentity } from './sweep-identity.ts'

const fixture = withAuthServer()
const kysely = () => fixture.db.database.kysely

async function signedIn(facts: Parameters<typeof makeTestUser>[1] = {}) {
  const user = await makeTestUser(fixture, facts)
  const client = connectClient(fixture)
  const { data, error } = await client.signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  expect(error).toBeNull()
  return { user, client, token: data.session?.access_token ?? '' }
}

test('with the current password it changes, other sessions end, this one goes on', async () => {
  const { user, client } = await signedIn()
  await connectClient(fixture).signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  const { error } = await client.updateUser({ password: 'a new one', current_password: TEST_PASSWORD })
  expect(error).toBeNull()
  expect(await readSessionEnds(kysely(), user.id)).toEqual([null, 'password_changed'])
  expect((await client.getUser()).error).toBeNull()
  const old = await connectClient(fixture).signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  expect(old.error?.code).toBe('invalid_credentials')
  const fresh = await connectClient(fixture).signInWithPassword({ email: user.username, password: 'a new one' })
  expect(fresh.error).toBeNull()
})

test('without the current password, or with a wrong one, it does not', async () => {
  const { client } = await signedIn()
  expect((await client.updateUser({ password: 'a new one' })).error?.code).toBe('current_password_required')
  const wrong = await client.updateUser({ password: 'a new one', current_password: 'guess' })
  expect(wrong.error).toMatchObject({ code: 'current_password_invalid', status: 400 })
})

test('guesses at the current password are slowed down', async () => {
  const { client } = await signedIn()
  for (let n = 0; n < 5; n += 1) await client.updateUser({ password: 'a new one', current_password: 'guess' })
  const slowed = await client.updateUser({ password: 'a new one', current_password: TEST_PASSWORD })
  expect(slowed.error?.status).toBe(429)
})

test('a temporary password opens a session that must choose another, and needs no current one for it', async () => {
  const { client, token } = await signedIn({ mustChange: true })
  expect((await client.getUser()).data.user?.app_metadata['must_change_password']).toBe(true)
  expect((await fixture.identity.authenticate(token, { address: '' }))?.duty).toBe('new_password')
  const wrong = await client.updateUser({ password: 'a new one', current_password: 'guess' })
  expect(wrong.error?.code).toBe('current_password_invalid')
  const { data, error } = await client.updateUser({ password: 'a new one' })
  expect(error).toBeNull()
  expect(data.user?.app_metadata['must_change_password']).toBe(false)
  expect((await fixture.identity.authenticate(token, { address: '' }))?.duty).toBeNull()
})

test('a temporary password stops working after its days; only the right one learns it', async () => {
  const user = await makeTestUser(fixture)
  const hash = await hashPassword('handed over')
  const give = () =>
    fixture.db.database.transaction((transaction) =>
      setUserPassword(transaction, { userId: user.id, hash, mustChange: true, now: fixture.clock.now() }),
    )
  const signIn = async (password: string) =>
    (await connectClient(fixture).signInWithPassword({ email: user.username, password })).error
  await give()
  fixture.clock.advanceMs(settingsByName.temporaryPasswordDays.default * 86_400_000 - 1)
  expect(await signIn('handed over')).toBeNull()
  fixture.clock.advanceMs(1)
  expect(await signIn('handed over')).toMatchObject({
    code: 'password_expired',
    status: 403,
    message: 'This temporary password has expired. Ask for a new one.',
  })
  expect((await signIn('wrong horse'))?.message).toBe('Invalid username or password')
  await give()
  const client = connectClient(fixture)
  await client.signInWithPassword({ email: user.username, password: 'handed over' })
  expect((await client.updateUser({ password: 'one of my own' })).error).toBeNull()
  fixture.clock.advanceMs(30 * 86_400_000)
  expect(await signIn('one of my own')).toBeNull()
})

test('weak passwords are refused with the sentence of the specification', async () => {
  const { user, client } = await signedIn()
  const attempt = async (password: string) =>
    (await client.updateUser({ password, current_password: TEST_PASSWORD })).error
  expect(await attempt('12345')).toMatchObject({ code: 'weak_password', message: 'Minimum 6 characters' })
  expect(await attempt('x'.repeat(513))).toMatchObject({ code: 'weak_password' })
  expect(await attempt(user.email)).toMatchObject({ code: 'weak_password' })
  expect(await attempt(TEST_PASSWORD)).toMatchObject({ code: 'same_password', status: 422 })
  expect(await attempt('123456')).toMatchObject({ code: 'weak_password', reasons: ['pwned'] })
  expect(await attempt('b4ckup')).toBeNull()
})

test('nothing but the password can be changed here', async () => {
  const { client } = await signedIn()
  const { error } = await client.updateUser({ email: 'other@example.com' })
  expect(error?.code).toBe('change_not_allowed')
})

test('without a token, with a broken one and with one whose session is over, there is no user', async () => {
  const { client, token } = await signedIn()
  const ask = async (authorization?: string) => {
    const response = await fetch(`${fixture.origin}/auth/v1/user`, authorization ? { headers: { authorization } } : {})
    return [response.status, ((await response.json()) as { code: string }).code]
  }
  expect(await ask()).toEqual([401, 'no_authorization'])
  expect(await ask('Bearer x')).toEqual([403, 'bad_jwt'])
  await client.signOut({ scope: 'local' })
  expect(await ask(`Bearer ${token}`)).toEqual([403, 'session_not_found'])
  expect((await post(fixture, '/logout', {}, { authorization: 'Bearer x' })).status).toBe(403)
})

test('the first start makes one super admin, with a password that is shown once and must be changed', async () => {
  const starts = await Promise.all([ensureSuperAdmin(fixture.deps), ensureSuperAdmin(fixture.deps)])
  const created = starts.find((start) => start.kind === 'created')
  expect(starts.filter((start) => start.kind === 'exists')).toHaveLength(1)
  const password = created?.generatedPassword ?? ''
  expect(password).toMatch(/^[a-zA-Z2-9]{20}$/)
  expect(await readStoredTexts(kysely())).not.toContain(password)
  const client = connectClient(fixture)
  const { data } = await client.signInWithPassword({ email: 'superadmin', password })
  expect(data.user?.app_metadata).toMatchObject({ role: 'super_admin', must_change_password: true })
  expect(await ensureSuperAdmin(fixture.deps, { password: 'another' })).toEqual({ kind: 'exists' })
})

test('sessions that were over a month ago are swept away, younger ones stay', async () => {
  const old = await signedIn()
  await old.client.signOut({ scope: 'local' })
  fixture.clock.advanceMs(30 * 86_400_000)
  const { user } = await signedIn()
  const before = await countRows(kysely(), 'sessions')
  fixture.clock.advanceMs(1)
  const removed = await sweepIdentity(fixture.deps)
  expect(removed).toBeGreaterThan(0)
  expect(await countRows(kysely(), 'sessions')).toBe(before - removed)
  expect(await readSessionEnds(kysely(), old.user.id)).toEqual([])
  expect(await readSessionEnds(kysely(), user.id)).toEqual([null])
  expect(await sweepIdentity(fixture.deps)).toBe(0)
})
