// One test named after each requirement of OWASP ASVS 5.0 that passwords answer, as in asvs.test.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { settingsByName } from '@inrange/contract/settings'
import { accountBackOff, addressBackOff } from './back-off.rules.ts'
import { commonPasswords } from './common-passwords.list.ts'
import { ensureSuperAdmin } from './ensure-super-admin.ts'
import { setSetting } from './factors/factors.fixture.ts'
import { ADDRESS_HEADER, connectClient, makeTestUser, post, TEST_PASSWORD, withAuthServer } from './identity.fixture.ts'
import { deleteFailures } from './identity-fixture.queries.ts'
import { hashPassword, newTemporaryPassword } from './password.hasher.ts'
import { PASSWORD_CHARS_MAX, passwordFault } from './password.rules.ts'
import { setUserPassword } from './set-user-password.ts'

const fixture = withAuthServer()
const kysely = () => fixture.db.database.kysely
const DAY_MS = 86_400_000
const document = readFileSync(join(import.meta.dirname, '../../../../docs/sign-in.md'), 'utf8')
beforeEach(() => deleteFailures(kysely()))

const signIn = async (login: string, password: string, address = '127.0.0.1') => {
  const headers = { [ADDRESS_HEADER]: address }
  const response = await post(fixture, '/token?grant_type=password', { email: login, password }, headers)
  return { status: response.status, body: (await response.json()) as { code?: string; message?: string } }
}
/** Chooses a password as its user does; answers the reasons of the refusal, or null. */
async function choose(password: string): Promise<unknown> {
  const user = await makeTestUser(fixture)
  const client = connectClient(fixture)
  await client.signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  const { error } = await client.updateUser({ password, current_password: TEST_PASSWORD })
  return error === null ? null : { code: error.code, ...('reasons' in error ? { reasons: error.reasons } : {}) }
}

test('ASVS 5.0 6.1.1: what slows guessing down, and why nobody is locked out, is written down with its figures', () => {
  const rowOf = ({ freeFailures, waitMsMin, waitMsMax, forgetAfterMs }: typeof accountBackOff) =>
    new RegExp(
      `\\| ${freeFailures} +\\| ${waitMsMin / 1000} s, doubled to ${waitMsMax / 1000} s +\\| ${forgetAfterMs / 3_600_000} hour`,
    )
  expect(document).toMatch(rowOf(accountBackOff))
  expect(document).toMatch(rowOf(addressBackOff))
})

test('ASVS 5.0 6.2.1: the least length is a setting, 6 as specified and 8 where an operator says so', async () => {
  expect(settingsByName.passwordLengthMin.default).toBe(6)
  expect(await choose('sixsi')).toEqual({ code: 'weak_password', reasons: ['length'] })
  expect(await choose('sixs7x')).toBeNull()
  await setSetting(fixture, 'passwordLengthMin', 8)
  expect(await choose('seven7x')).toEqual({ code: 'weak_password', reasons: ['length'] })
  expect(await choose('eight88x')).toBeNull()
  await setSetting(fixture, 'passwordLengthMin', null)
})

test('ASVS 5.0 6.2.4: the 3000 most used passwords that are long enough are refused', async () => {
  const fitting = [...commonPasswords()].filter((text) => text.length >= 6).slice(0, 3_000)
  expect(fitting).toHaveLength(3_000)
  const user = { username: 'marguerite', email: 'marguerite@example.com' }
  const accepted = fitting.filter((text) => passwordFault(text.toUpperCase(), user, 6)?.reason !== 'pwned')
  expect(accepted).toEqual([])
  expect(await choose('qwertyuiop')).toEqual({ code: 'weak_password', reasons: ['pwned'] })
})

test('ASVS 5.0 6.2.8: a password is checked exactly as it was given, to its last character', async () => {
  const long = 'a'.repeat(100)
  const user = await makeTestUser(fixture, { password: `${long}B` })
  for (const other of [`${long}b`, `${long}C`, long, ` ${long}B`, `${long}B `]) {
    expect((await signIn(user.username, other)).body.code).toBe('invalid_credentials')
    await deleteFailures(kysely())
  }
  expect((await signIn(user.username, `${long}B`)).status).toBe(200)
})

test('ASVS 5.0 6.2.9: a password of 64 characters is taken, and longer ones too', async () => {
  expect(await choose('correct horse '.repeat(5).slice(0, 64))).toBeNull()
  expect(await choose('😀'.repeat(64))).toBeNull()
  expect(await choose('horses '.repeat(80).slice(0, PASSWORD_CHARS_MAX))).toBeNull()
  expect(await choose('horses '.repeat(80).slice(0, PASSWORD_CHARS_MAX + 1))).toMatchObject({ reasons: ['length'] })
})

test('ASVS 5.0 6.2.11: passwords made of the names of user and product are refused', () => {
  const user = { username: 'marguerite', email: 'm.duras@example.com' }
  for (const text of ['marguerite', 'Marguerite1914', 'm.duras!', 'inrange', 'InRange-2026', 'm.duras@example.com']) {
    expect(passwordFault(text, user, 6)?.reason, text).toBe('characters')
  }
  expect(passwordFault('marguerite sails at noon', user, 6)).toBeNull()
})

test('ASVS 5.0 6.2.12: leaked passwords are not looked up elsewhere, which is written down; a list of ours stands in', () => {
  expect(document).toMatch(/\*\*Leaked passwords \(6\.2\.12\)\*\* are not looked up/)
  const size = Math.floor(commonPasswords().size / 10_000) * 10_000
  expect(document).toContain(`a list of some ${size.toLocaleString('en')}`)
})

test('ASVS 5.0 6.3.1: guesses at one account, and from one address, are slowed down, and the owner comes in', async () => {
  const user = await makeTestUser(fixture)
  await signIn(user.username, TEST_PASSWORD, '192.0.2.1')
  const guesses: number[] = []
  for (let n = 0; n <= accountBackOff.freeFailures; n += 1) {
    guesses.push((await signIn(user.username, `guess ${n}`, `198.51.100.${n}`)).status)
  }
  expect(guesses.at(-1)).toBe(429)
  expect((await signIn(user.username, TEST_PASSWORD, '192.0.2.1')).status).toBe(200)
  const stuffing: number[] = []
  for (let n = 0; n <= addressBackOff.freeFailures; n += 1) {
    stuffing.push((await signIn(`leaked${n}`, 'leaked', '192.0.2.9')).status)
  }
  expect(stuffing.at(-1)).toBe(429)
})

test('ASVS 5.0 6.3.2: there is no default password: the first one is random, and opens only its own replacement', async () => {
  const [first, again] = [await ensureSuperAdmin(fixture.deps), await ensureSuperAdmin(fixture.deps)]
  expect(again.kind).toBe('exists')
  const password = first.kind === 'created' ? (first.generatedPassword ?? '') : ''
  expect(password).toMatch(/^[a-zA-Z2-9]{20}$/)
  for (const guess of ['superadmin', 'admin', 'password']) {
    expect((await signIn('superadmin', guess)).body.code).toBe('invalid_credentials')
  }
  const { data } = await connectClient(fixture).signInWithPassword({ email: 'superadmin', password })
  const seen = { address: '127.0.0.1' }
  const caller = await fixture.identity.authenticate(data.session?.access_token ?? '', seen)
  expect(caller?.duty).toBe('new_password')
})

test('ASVS 5.0 6.4.1: a password that somebody else chose is random, must be replaced, and stops working', async () => {
  expect(newTemporaryPassword()).not.toBe(newTemporaryPassword())
  const user = await makeTestUser(fixture)
  const temporary = newTemporaryPassword()
  const hash = await hashPassword(temporary)
  const now = fixture.clock.now()
  await fixture.db.database.transaction((transaction) =>
    setUserPassword(transaction, { userId: user.id, hash, mustChange: true, now }),
  )
  expect((await signIn(user.username, temporary)).status).toBe(200)
  fixture.clock.advanceMs(settingsByName.temporaryPasswordDays.default * DAY_MS)
  const late = await signIn(user.username, temporary)
  expect(late.body.message).toBe('This temporary password has expired. Ask for a new one.')
})
