// Recovery codes through the unmodified client: made, used, replaced, removed; and what is refused on the way.
import type { AuthChangeEvent } from '@supabase/auth-js'
import { beforeEach, expect, test } from 'vitest'
import { withAuthServer } from '../identity.fixture.ts'
import { deleteFailures, readActivityTypes } from '../identity-fixture.queries.ts'
import { readFactorRefusals } from './factors-fixture.queries.ts'
import { addApp, dutyOf, isSignedIn, showApp, signInAgain, signInPerson } from './factors.fixture.ts'
import { readRecoveryCode, recoveryCodeFrom, RECOVERY_CODE_BYTES } from './recovery-code.rules.ts'

const fixture = withAuthServer()
const kysely = () => fixture.db.database.kysely
beforeEach(() => deleteFailures(kysely()))

async function withCodes() {
  const person = await signInPerson(fixture)
  const app = await addApp(fixture, person.client)
  const { data, error } = await person.client.mfa.recoveryCodes.generate()
  expect(error).toBeNull()
  return { person, app, set: data, codes: data?.codes ?? [] }
}

test('ten codes are shown once, and from then on only how many are left', async () => {
  const { person, set, codes } = await withCodes()
  expect(set).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 })
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9a-z]{24}$/)
  const { data } = await person.client.mfa.recoveryCodes.getStatus()
  expect(data).toEqual({ id: set?.id, type: 'recovery_code', total: 10, remaining: 10 })
  const listed = await person.client.mfa.listFactors()
  expect(listed.data?.recovery_code).toMatchObject([{ id: set?.id, status: 'verified' }])
  expect(listed.data?.totp).toHaveLength(1)
})

test('a code, typed as it comes, raises a session once', async () => {
  const { person, codes } = await withCodes()
  const client = await signInAgain(fixture, person)
  const events: AuthChangeEvent[] = []
  client.onAuthStateChange((event) => void events.push(event))
  const typed = codes[0]?.toUpperCase().match(/.{4}/g)?.join('-') ?? ''
  const { data, error } = await client.mfa.recoveryCodes.verify({ code: ` ${typed} ` })
  expect(error).toBeNull()
  expect(events).toContain('MFA_CHALLENGE_VERIFIED')
  const level = await client.mfa.getAuthenticatorAssuranceLevel(data?.access_token)
  expect(level.data?.currentLevel).toBe('aal2')
  expect(level.data?.currentAuthenticationMethods).toMatchObject([
    { method: 'password' },
    { method: 'mfa/recovery_code' },
  ])
  expect(await dutyOf(fixture, client)).toBeNull()
  expect((await client.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(9)
  expect(await readActivityTypes(kysely(), person.id)).toContain('user_recovery_code_used')
  const again = await signInAgain(fixture, person)
  const refused = await again.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })
  expect(refused.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  expect(await dutyOf(fixture, again)).toBe('second_factor')
})

test('two requests with one code raise one session', async () => {
  const { person, codes } = await withCodes()
  const clients = [await signInAgain(fixture, person), await signInAgain(fixture, person)]
  const shown = await Promise.all(clients.map((client) => client.mfa.recoveryCodes.verify({ code: codes[1] ?? '' })))
  expect(shown.map(({ error }) => error?.code ?? 'raised').sort()).toEqual(['mfa_verification_failed', 'raised'])
})

test("a wrong code, another user's code and no codes at all answer the same, and are slowed down", async () => {
  const { person, codes } = await withCodes()
  const stranger = await signInPerson(fixture)
  const client = await signInAgain(fixture, person)
  const wrong = recoveryCodeFrom(Buffer.alloc(RECOVERY_CODE_BYTES))
  const answers = [
    await client.mfa.recoveryCodes.verify({ code: wrong }),
    await client.mfa.recoveryCodes.verify({ code: 'not a code' }),
    await stranger.client.mfa.recoveryCodes.verify({ code: codes[0] ?? '' }),
  ]
  for (const { error } of answers) expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  expect(await readFactorRefusals(kysely(), person.id)).toEqual(['wrong_recovery_code', 'wrong_recovery_code'])
  for (let guessed = 3; guessed <= 5; guessed += 1) await client.mfa.recoveryCodes.verify({ code: wrong })
  const delayed = await client.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })
  expect(delayed.error).toMatchObject({ status: 429, code: 'mfa_recovery_codes_locked' })
  fixture.clock.advanceMs(1_000)
  expect((await client.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error).toBeNull()
})

test('codes need a factor and a session that showed it', async () => {
  const person = await signInPerson(fixture)
  const alone = await person.client.mfa.recoveryCodes.generate()
  expect(alone.error).toMatchObject({ status: 422, code: 'mfa_recovery_codes_sole_factor' })
  expect((await person.client.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
  expect((await person.client.mfa.recoveryCodes.regenerate()).error?.code).toBe('mfa_factor_not_found')
  expect((await person.client.mfa.recoveryCodes.unenroll()).error?.code).toBe('mfa_factor_not_found')
  await addApp(fixture, person.client)
  const { recoveryCodes } = (await signInAgain(fixture, person)).mfa
  for (const { error } of [
    await recoveryCodes.generate(),
    await recoveryCodes.regenerate(),
    await recoveryCodes.unenroll(),
  ])
    expect(error).toMatchObject({ status: 403, code: 'insufficient_aal' })
})

test('there is one set; a new one replaces all codes and keeps its name', async () => {
  const person = await signInPerson(fixture)
  await addApp(fixture, person.client)
  const { recoveryCodes } = person.client.mfa
  const made = await recoveryCodes.generate({ friendlyName: 'In the safe' })
  expect(made.data?.friendly_name).toBe('In the safe')
  expect((await recoveryCodes.generate()).error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
  const replaced = await recoveryCodes.regenerate()
  expect(replaced.data).toMatchObject({ id: made.data?.id, friendly_name: 'In the safe', total: 10 })
  const client = await signInAgain(fixture, person)
  const old = await client.mfa.recoveryCodes.verify({ code: made.data?.codes[0] ?? '' })
  expect(old.error?.code).toBe('mfa_verification_failed')
  expect((await client.mfa.recoveryCodes.verify({ code: replaced.data?.codes[0] ?? '' })).error).toBeNull()
})

test('removed codes open nothing, and end no session', async () => {
  const { person, set, codes } = await withCodes()
  const other = await signInAgain(fixture, person)
  expect((await person.client.mfa.recoveryCodes.unenroll()).data).toEqual({ id: set?.id })
  expect((await other.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error?.code).toBe('mfa_verification_failed')
  expect(await isSignedIn(fixture, other)).toBe(true)
})

test('a set of codes is neither challenged nor removed like a factor, and goes with the last one', async () => {
  const { person, app, set } = await withCodes()
  const { mfa } = person.client
  const factorId = set?.id ?? ''
  expect((await mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found')
  expect((await mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found')
  const second = await addApp(fixture, person.client, 'Second')
  expect((await mfa.unenroll({ factorId: app.factorId })).error).toBeNull()
  expect((await mfa.recoveryCodes.getStatus()).data?.remaining).toBe(10)
  expect((await mfa.unenroll({ factorId: second.factorId })).error).toBeNull()
  expect((await mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found')
})

test('whoever lost the app gets in with a code, removes it and adds another', async () => {
  const { person, app, codes } = await withCodes()
  const client = await signInAgain(fixture, person)
  expect((await client.mfa.recoveryCodes.verify({ code: codes[9] ?? '' })).error).toBeNull()
  const next = await addApp(fixture, client, 'New phone')
  expect((await client.mfa.unenroll({ factorId: app.factorId })).error).toBeNull()
  expect((await showApp(fixture, await signInAgain(fixture, person), next)).error).toBeNull()
})

test('a code is read however it is typed, and only what can be one', () => {
  const code = recoveryCodeFrom(Buffer.from('00ff10ff20ff30ff40ff50ff60ff70', 'hex'))
  expect(code).toBe('03zh1zs0zwrfyg7za3zp1zvg')
  expect(readRecoveryCode('O3ZH-LZS0-zwrf-yg7z-a3zp-Izvg')).toBe(code)
  expect(readRecoveryCode('o3zhIzsO zwrfyg7za3zplzvg')).toBe(code)
  expect(readRecoveryCode(code.slice(1))).toBeNull()
  expect(readRecoveryCode(`${code.slice(1)}u`)).toBeNull()
})
