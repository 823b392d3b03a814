// Phones through the unmodified client: a code is sent, shown and spent; and how many are sent.
import { beforeEach, expect, test } from 'vitest'
import { withAuthServer } from '../identity.fixture.ts'
import { deleteFailures } from '../identity-fixture.queries.ts'
import { readFactorAudit, readStoredFactors } from './factors-fixture.queries.ts'
import { dutyOf, setSetting, signInAgain, signInPerson, usePhone, type Person } from './factors.fixture.ts'
import { PHONE_CODE_PAUSE_MS } from './phone-code.rules.ts'

const fixture = withAuthServer()
const phone = usePhone(fixture)
const kysely = () => fixture.db.database.kysely
let numbered = 0

beforeEach(() => deleteFailures(kysely()))

/** A number that no other test has. */
function newNumber(): string {
  numbered += 1
  return `+90 532 000 ${String(numbered).padStart(4, '0')}`
}

async function withPhone(facts: { phone?: string } = {}): Promise<Person & { factorId: string }> {
  const person = await signInPerson(fixture)
  return { ...person, factorId: await enrolPhone(person, facts.phone ?? newNumber()) }
}

async function enrolPhone(person: Person, number: string): Promise<string> {
  const { data, error } = await person.client.mfa.enroll({ factorType: 'phone', phone: number })
  expect(error).toBeNull()
  return data?.id ?? ''
}

/** The next code may be asked for. */
function afterPause(): void {
  fixture.clock.advanceMs(PHONE_CODE_PAUSE_MS)
}

test('a phone is a factor once the code that was sent to it was shown', async () => {
  const person = await signInPerson(fixture)
  const enrolled = await person.client.mfa.enroll({
    factorType: 'phone',
    phone: '+90 (532) 123-45 67',
    friendlyName: 'Mobile',
  })
  expect(enrolled.data).toMatchObject({ type: 'phone', friendly_name: 'Mobile', phone: '+905321234567' })
  expect(phone.messages).toEqual([])
  const factorId = enrolled.data?.id ?? ''
  const asked = await person.client.mfa.challenge({ factorId, channel: 'sms' })
  expect(asked.data).toMatchObject({ type: 'phone' })
  const code = phone.lastCode()
  expect(phone.messages).toMatchObject([{ to: '+905321234567' }])
  expect(phone.messages[0]?.text).toContain('5 minutes')
  expect(phone.messages[0]?.text.length).toBeLessThanOrEqual(160)
  expect(await readStoredFactors(kysely())).not.toContain(code)
  const challengeId = asked.data?.id ?? ''
  const { data, error } = await person.client.mfa.verify({ factorId, challengeId, code })
  expect(error).toBeNull()
  const level = await person.client.mfa.getAuthenticatorAssuranceLevel(data?.access_token)
  expect(level.data?.currentAuthenticationMethods).toMatchObject([{ method: 'password' }, { method: 'mfa/phone' }])
  expect((await person.client.mfa.listFactors()).data?.phone).toMatchObject([{ id: factorId, phone: '+905321234567' }])
  expect(await dutyOf(fixture, await signInAgain(fixture, person))).toBe('second_factor')
  expect(await readFactorAudit(kysely(), person.id)).toContain('phone_code_sent')
})

test('a code fits only the challenge it was sent for, and only once', async () => {
  const person = await withPhone()
  const { factorId, client } = person
  const first = (await client.mfa.challenge({ factorId })).data?.id ?? ''
  const firstCode = phone.lastCode()
  afterPause()
  const second = (await client.mfa.challenge({ factorId })).data?.id ?? ''
  const secondCode = phone.lastCode()
  const crossed = await client.mfa.verify({ factorId, challengeId: second, code: firstCode })
  // One in a million runs sends the same code twice.
  expect(crossed.error?.code).toBe(firstCode === secondCode ? undefined : 'mfa_verification_failed')
  expect((await client.mfa.verify({ factorId, challengeId: second, code: secondCode })).error).toBeNull()
  for (const [challengeId, code] of [
    [second, secondCode],
    [first, firstCode],
  ] as const) {
    const { error } = await client.mfa.verify({ factorId, challengeId, code })
    expect(error?.code).toBe('mfa_challenge_expired')
  }
})

test('between two codes there is a pause, for the user and for the number', async () => {
  const person = await withPhone({ phone: '+44 7700 900001' })
  const { factorId, client } = person
  expect((await client.mfa.challenge({ factorId })).error).toBeNull()
  const again = await client.mfa.challenge({ factorId })
  expect(again.error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
  expect(again.error?.message).toContain('30 seconds')
  // The same number in the hands of somebody else.
  const other = await withPhone({ phone: '+447700900001' })
  const theirs = await other.client.mfa.challenge({ factorId: other.factorId })
  expect(theirs.error?.code).toBe('over_sms_send_rate_limit')
  afterPause()
  expect((await client.mfa.challenge({ factorId })).error).toBeNull()
  expect(phone.messages).toHaveLength(2)
})

test('parallel requests send one code', async () => {
  const { factorId, client } = await withPhone()
  const asked = await Promise.all(Array.from({ length: 4 }, () => client.mfa.challenge({ factorId })))
  expect(asked.filter(({ error }) => error === null)).toHaveLength(1)
  expect(phone.messages).toHaveLength(1)
})

const bounds = [
  { setting: 'phoneCodesPerNumberPerDay', sameUser: false, sameNumber: true },
  { setting: 'phoneCodesPerUserPerDay', sameUser: true, sameNumber: false },
  { setting: 'phoneCodesPerDay', sameUser: false, sameNumber: false },
]
test.each(bounds)('no more codes in a day than $setting', async ({ setting, sameUser, sameNumber }) => {
  await setSetting(fixture, setting, 2)
  // Early enough that the day does not end under the test.
  fixture.clock.setTo(`${new Date(fixture.clock.nowMs() + 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`)
  const number = newNumber()
  const one = await signInPerson(fixture)
  const ask = async () => {
    const person = sameUser ? one : await signInPerson(fixture)
    const factorId = await enrolPhone(person, sameNumber ? number : newNumber())
    afterPause()
    return person.client.mfa.challenge({ factorId })
  }
  expect((await ask()).error).toBeNull()
  expect((await ask()).error).toBeNull()
  expect((await ask()).error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
  expect(phone.messages).toHaveLength(2)
  // Somebody else, or another number, is not held by it; the platform's bound holds everybody.
  const other = await signInPerson(fixture)
  const factorId = await enrolPhone(other, newNumber())
  const held = setting === 'phoneCodesPerDay' ? 'over_sms_send_rate_limit' : undefined
  expect((await other.client.mfa.challenge({ factorId })).error?.code).toBe(held)
  await setSetting(fixture, setting, null)
})

test('a gateway that refuses or is away is a clear answer, and its challenge is no more', async () => {
  const { factorId, client } = await withPhone()
  for (const status of [400, 503]) {
    await phone.answerWith(status)
    const { error } = await client.mfa.challenge({ factorId })
    expect(error).toMatchObject({ status: 422, code: 'sms_send_failed' })
    afterPause()
  }
  await phone.answerWith(200)
  expect((await client.mfa.challenge({ factorId })).error).toBeNull()
})

test('without a gateway no phone is enrolled, and none is sent a code', async () => {
  const { factorId, client } = await withPhone()
  await phone.answerWith(null)
  const enrolled = await client.mfa.enroll({ factorType: 'phone', phone: '+905329999999' })
  expect(enrolled.error).toMatchObject({ status: 422, code: 'phone_provider_disabled' })
  expect((await client.mfa.challenge({ factorId })).error?.code).toBe('phone_provider_disabled')
})

test('codes go by SMS alone', async () => {
  const { factorId, client } = await withPhone()
  const { error } = await client.mfa.challenge({ factorId, channel: 'whatsapp' })
  expect(error).toMatchObject({ status: 422, code: 'mfa_channel_unsupported' })
  expect(phone.messages).toEqual([])
})

test('a number is a number, and once a user', async () => {
  const person = await withPhone({ phone: '0090 532 555 0001' })
  const { factorId, client } = person
  await client.mfa.challenge({ factorId })
  expect((await client.mfa.challenge({ factorId })).error?.code).toBe('over_sms_send_rate_limit')
  afterPause()
  const challengeId = (await client.mfa.challenge({ factorId })).data?.id ?? ''
  expect((await client.mfa.verify({ factorId, challengeId, code: phone.lastCode() })).error).toBeNull()
  const twice = await client.mfa.enroll({ factorType: 'phone', phone: '+905325550001', friendlyName: 'Again' })
  expect(twice.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
  for (const number of ['12', 'my phone', '+0905325550001', '+90532555000112345']) {
    const { error } = await client.mfa.enroll({ factorType: 'phone', phone: number, friendlyName: 'Bad' })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  }
})
