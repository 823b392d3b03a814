// Passkeys through the unmodified client, with an authenticator in software: what opens an account, and all that does
// not.
import { expect, test } from 'vitest'
import { connectClient, createCookieJar, makeTestUser, post, withAuthServer } from '../identity.fixture.ts'
import {
  countRows,
  deleteFailures,
  readActivityTypes,
  readRefusals,
  readSessionEnds,
  setActive,
} from '../identity-fixture.queries.ts'
import { CEREMONY_MS, counterRuns, freePasskeyName, relyingPartyOf } from './passkeys.rules.ts'
import {
  addPasskey,
  asAnswer,
  levelOf,
  passkeyProof,
  signInAgain,
  signInPerson,
  tryRaise,
  tryRegister,
  trySignIn,
} from './passkeys.fixture.ts'
import { createSoftwareAuthenticator, type Misbehaviour } from './software-authenticator.fixture.ts'

const PAGE = 'http://console.example'
const fixture = withAuthServer({ publicUrl: PAGE })
const kysely = () => fixture.db.database.kysely
const EXPIRED = 'webauthn_challenge_expired'
const UNVERIFIED = 'webauthn_verification_failed'

test('a registered passkey signs in by itself, at the second level, and is listed with its last use', async () => {
  const { id, client } = await signInPerson(fixture)
  const { authenticator, passkeyId } = await addPasskey(client, PAGE)
  fixture.clock.advanceMs(1_000)
  const other = connectClient(fixture)
  const { data, error } = await trySignIn(other, authenticator)
  expect(error).toBeNull()
  expect(data?.user?.id).toBe(id)
  expect(await levelOf(other)).toEqual({ aal: 'aal2', methods: ['webauthn'] })
  const listed = await other.passkey.list()
  expect(listed.data).toEqual([
    {
      id: passkeyId,
      friendly_name: 'Passkey',
      created_at: new Date(fixture.clock.nowMs() - 1_000).toISOString(),
      last_used_at: fixture.clock.now().toISOString(),
    },
  ])
  const factors = await other.mfa.listFactors()
  expect(factors.data?.webauthn.map((factor) => factor.id)).toEqual([passkeyId])
  expect(await readActivityTypes(kysely(), id)).toEqual(['user_login', 'user_factor_added', 'user_login'])
})

test('a passkey signs in with the refresh token in the cookie, and a foreign page gets none', async () => {
  const { authenticator } = await addPasskey((await signInPerson(fixture)).client, PAGE)
  const signInFrom = async (page: string) => {
    const jar = createCookieJar(page)
    const client = connectClient(fixture, { headers: { 'x-inrange-console': '1' }, fetch: jar.fetch })
    return { ...(await trySignIn(client, authenticator)), jar }
  }
  const own = await signInFrom(PAGE)
  expect(own.data?.session?.refresh_token).toBe('cookie')
  expect(own.jar.cookies.get('inrange-refresh')).toHaveLength(43)
  const foreign = await signInFrom('https://evil.example')
  expect(foreign.error?.code).toBe('foreign_origin')
  expect(foreign.jar.cookies.size).toBe(0)
})

test('the first passkey ends the other sessions; one more leaves them', async () => {
  const { id, username, client } = await signInPerson(fixture)
  const elsewhere = await signInAgain(fixture, username)
  const { authenticator } = await addPasskey(client, PAGE)
  expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect(await readSessionEnds(kysely(), id)).toEqual([null, 'factors_changed'])
  const second = connectClient(fixture)
  await trySignIn(second, authenticator)
  const more = await addPasskey(second, PAGE)
  expect((await second.passkey.list()).data?.map((passkey) => passkey.friendly_name)).toEqual(['Passkey', 'Passkey 2'])
  expect((await trySignIn(connectClient(fixture), more.authenticator)).error).toBeNull()
  expect(await readSessionEnds(kysely(), id)).toEqual([null, 'factors_changed', null, null])
})

test('with a passkey, a session of the password alone adds, renames and removes none', async () => {
  const { username, client } = await signInPerson(fixture)
  const { passkeyId } = await addPasskey(client, PAGE)
  const weak = await signInAgain(fixture, username)
  const refused = [
    await weak.passkey.startRegistration(),
    await weak.passkey.update({ passkeyId, friendlyName: 'Mine now' }),
    await weak.passkey.delete({ passkeyId }),
  ]
  expect(refused.map(({ error }) => error?.code)).toEqual(Array(3).fill('insufficient_aal'))
  expect((await weak.passkey.list()).data?.map((passkey) => passkey.friendly_name)).toEqual(['Passkey'])
})

test('a ceremony that began before the first factor does not add a second one from a weak session', async () => {
  const { username, client } = await signInPerson(fixture)
  const authenticator = createSoftwareAuthenticator(PAGE)
  const begun = await client.passkey.startRegistration()
  await addPasskey(await signInAgain(fixture, username), PAGE)
  const credential = asAnswer(authenticator.create(begun.data!.options))
  const { error } = await client.passkey.verifyRegistration({ challengeId: begun.data!.challenge_id, credential })
  // The other session's first passkey ended this one.
  expect(error?.name).toBe('AuthSessionMissingError')
})

test('a passkey is renamed to what is free, and removed with the other sessions', async () => {
  const { id, client } = await signInPerson(fixture)
  const { authenticator, passkeyId } = await addPasskey(client, PAGE)
  const strong = connectClient(fixture)
  await trySignIn(strong, authenticator)
  const second = await addPasskey(strong, PAGE)
  const renamed = await strong.passkey.update({ passkeyId, friendlyName: 'Phone in my pocket' })
  expect(renamed.data).toMatchObject({ id: passkeyId, friendly_name: 'Phone in my pocket' })
  const taken = await strong.passkey.update({ passkeyId: second.passkeyId, friendlyName: 'PHONE IN MY POCKET' })
  expect(taken.error?.code).toBe('mfa_factor_name_conflict')
  expect((await strong.passkey.update({ passkeyId, friendlyName: ' ' })).error?.code).toBe('validation_failed')
  expect((await strong.passkey.delete({ passkeyId })).error).toBeNull()
  expect((await strong.passkey.delete({ passkeyId })).error?.code).toBe('mfa_factor_not_found')
  expect((await trySignIn(connectClient(fixture), authenticator)).error?.code).toBe('webauthn_credential_not_found')
  expect(await readSessionEnds(kysely(), id)).toEqual(['factors_changed', null])
})

test('a second factor shown long ago must be shown again before a passkey goes', async () => {
  const { authenticator, passkeyId } = await addPasskey((await signInPerson(fixture)).client, PAGE)
  const strong = connectClient(fixture)
  await trySignIn(strong, authenticator)
  fixture.clock.advanceMs(15 * 60_000 + 1)
  await strong.refreshSession()
  expect((await strong.passkey.delete({ passkeyId })).error?.code).toBe('reauthentication_needed')
})

test('the last way to sign in stays; with a password it may go', async () => {
  const { id, client } = await signInPerson(fixture)
  const { authenticator, passkeyId } = await addPasskey(client, PAGE)
  const strong = connectClient(fixture)
  await trySignIn(strong, authenticator)
  await fixture.db.owner.query('delete from passwords where user_id = $1', [id])
  expect((await strong.passkey.delete({ passkeyId })).error?.code).toBe('single_identity_not_deletable')
  const second = await addPasskey(strong, PAGE)
  expect((await strong.passkey.delete({ passkeyId })).error).toBeNull()
  expect((await strong.passkey.delete({ passkeyId: second.passkeyId })).error?.code).toBe(
    'single_identity_not_deletable',
  )
})

test('what belongs to another user is as unknown as what does not exist', async () => {
  const { passkeyId } = await addPasskey((await signInPerson(fixture)).client, PAGE)
  const stranger = connectClient(fixture)
  await trySignIn(stranger, (await addPasskey((await signInPerson(fixture)).client, PAGE)).authenticator)
  expect((await stranger.passkey.delete({ passkeyId })).error?.code).toBe('mfa_factor_not_found')
  expect((await stranger.passkey.update({ passkeyId, friendlyName: 'x' })).error?.code).toBe('mfa_factor_not_found')
  const bearer = `Bearer ${(await stranger.getSession()).data.session?.access_token}`
  const headers = { authorization: bearer }
  const bare = await fetch(`${fixture.origin}/auth/v1/passkeys/nonsense`, { method: 'DELETE', headers })
  expect(bare.status).toBe(404)
})

const wrongs: [string, Misbehaviour][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['another port of our host', { origin: 'http://console.example:8080' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['a user who was not verified', { userVerified: false }],
  ['nobody present', { userPresent: false }],
  ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
]

test('a registration that is wrong in any one thing makes no passkey', async () => {
  const { client } = await signInPerson(fixture)
  const answers: Record<string, unknown> = {}
  for (const [name, wrong] of wrongs) {
    answers[name] = (await tryRegister(client, createSoftwareAuthenticator(PAGE), wrong)).error?.code
  }
  expect(answers).toEqual(Object.fromEntries(wrongs.map(([name]) => [name, UNVERIFIED])))
  expect((await client.passkey.list()).data).toEqual([])
})

test('a registration that signs in, or brings certificates nobody asked for, makes no passkey', async () => {
  const { id, client } = await signInPerson(fixture)
  const certificates = new Map([['x5c', [Buffer.from('a certificate')]]])
  for (const wrong of [
    { type: 'webauthn.get' },
    { attestation: { format: 'none', statement: certificates } },
    { attestation: { format: 'packed', statement: certificates } },
    { attestation: { format: 'apple', statement: new Map() } },
  ]) {
    expect((await tryRegister(client, createSoftwareAuthenticator(PAGE), wrong)).error?.code).toBe(UNVERIFIED)
  }
  const { rows } = await fixture.db.owner.query<{ reason: string }>(
    `select after ->> 'reason' as reason from audit_log
     where action = 'passkey_refused' and subject_id = $1 order by id`,
    [id],
  )
  // Before a certificate is looked at, since looking may mean fetching what it names.
  expect(rows.map(({ reason }) => reason).slice(2)).toEqual(Array(2).fill('An attestation came that was not asked for'))
})

test('a sign-in that is wrong in any one thing opens nothing, in one sentence, and is in the audit log', async () => {
  const { id, client } = await signInPerson(fixture)
  const { authenticator } = await addPasskey(client, PAGE)
  const all: [string, Misbehaviour][] = [
    ...wrongs,
    ['a signature over something else', { badSignature: true }],
    ['the type of a registration', { type: 'webauthn.create' }],
    ['the handle of nobody', { userHandle: null }],
    ['the handle of another', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
  ]
  const answers: Record<string, unknown> = {}
  for (const [name, wrong] of all) {
    answers[name] = (await trySignIn(connectClient(fixture), authenticator, wrong)).error?.message
    await deleteFailures(kysely())
  }
  expect(answers).toEqual(Object.fromEntries(all.map(([name]) => [name, 'This passkey could not be verified.'])))
  expect(await readRefusals(kysely(), id)).toHaveLength(all.length)
  expect((await trySignIn(connectClient(fixture), authenticator)).error).toBeNull()
})

test('an unknown credential is told so, in one sentence', async () => {
  const authenticator = createSoftwareAuthenticator(PAGE)
  authenticator.create({ challenge: '', rp: {}, user: { id: 'AAAA' } })
  const { error } = await trySignIn(connectClient(fixture), authenticator)
  expect(error?.message).toBe('This passkey is not known here. Sign in another way.')
  expect((await readRefusals(kysely(), 'unknown')).at(-1)).toBe('Unknown passkey')
})

test('a ceremony is finished once, within five minutes, by whoever began it, for what it began', async () => {
  const { client } = await signInPerson(fixture)
  const { authenticator } = await addPasskey(client, PAGE)
  const anyone = connectClient(fixture)
  const begin = async () => (await anyone.passkey.startAuthentication()).data!
  const finish = ({ challenge_id: challengeId, options }: Awaited<ReturnType<typeof begin>>) =>
    anyone.passkey.verifyAuthentication({ challengeId, credential: asAnswer(authenticator.get(options)) })

  const once = await begin()
  expect(once.expires_at).toBe(Math.floor((fixture.clock.nowMs() + CEREMONY_MS) / 1000))
  expect((await finish(once)).error).toBeNull()
  expect((await finish(once)).error?.code).toBe(EXPIRED)
  const [left, right] = await begin().then((both) => Promise.all([finish(both), finish(both)]))
  expect([left.error?.code, right.error?.code].filter(Boolean)).toEqual([EXPIRED])

  const late = await begin()
  fixture.clock.advanceMs(CEREMONY_MS - 1)
  const inTime = await begin()
  fixture.clock.advanceMs(1)
  expect((await finish(late)).error?.code).toBe(EXPIRED)
  expect((await finish(inTime)).error).toBeNull()

  const other = (await signInPerson(fixture)).client
  const registration = (await other.passkey.startRegistration()).data!
  expect((await finish({ ...(await begin()), challenge_id: registration.challenge_id })).error?.code).toBe(EXPIRED)
  expect((await finish({ ...(await begin()), challenge_id: 'made-up' })).error?.code).toBe(EXPIRED)
  await deleteFailures(kysely())
})

test('a registration is finished once, and by nobody else', async () => {
  const { client } = await signInPerson(fixture)
  const stranger = (await signInPerson(fixture)).client
  const authenticator = createSoftwareAuthenticator(PAGE)
  const begun = (await client.passkey.startRegistration()).data!
  const finish = (by: typeof client) => {
    const credential = asAnswer(authenticator.create(begun.options))
    return by.passkey.verifyRegistration({ challengeId: begun.challenge_id, credential })
  }
  expect((await finish(stranger)).error?.code).toBe(EXPIRED)
  expect((await finish(client)).error).toBeNull()
  expect((await finish(client)).error?.code).toBe('insufficient_aal')
  expect((await stranger.passkey.list()).data).toEqual([])
})

test('one credential belongs to one account', async () => {
  const authenticator = createSoftwareAuthenticator(PAGE)
  const first = (await signInPerson(fixture)).client
  const second = (await signInPerson(fixture)).client
  const [one, two] = [await first.passkey.startRegistration(), await second.passkey.startRegistration()]
  const answer = authenticator.create(one.data!.options)
  const clientDataJSON = authenticator.create(two.data!.options).response.clientDataJSON
  const copied = { ...answer, response: { ...answer.response, clientDataJSON } }
  await first.passkey.verifyRegistration({ challengeId: one.data!.challenge_id, credential: asAnswer(answer) })
  const refused = await second.passkey.verifyRegistration({
    challengeId: two.data!.challenge_id,
    credential: asAnswer(copied),
  })
  expect(refused.error?.code).toBe('webauthn_credential_exists')
})

test('a counter that does not grow is refused and audited; one that is always zero is fine', async () => {
  const { id, client } = await signInPerson(fixture)
  const { authenticator } = await addPasskey(client, PAGE)
  const signIn = async (counter: number) => {
    const { error } = await trySignIn(connectClient(fixture), authenticator, { counter })
    return error?.code ?? 'in'
  }
  expect([await signIn(9), await signIn(9), await signIn(8), await signIn(0), await signIn(10)]).toEqual([
    'in',
    UNVERIFIED,
    UNVERIFIED,
    UNVERIFIED,
    'in',
  ])
  expect(await readRefusals(kysely(), id)).toEqual(
    Array(3).fill('The counter of the passkey did not grow: it may have been copied'),
  )
  expect([counterRuns(0, 0), counterRuns(0, 1), counterRuns(1, 1), counterRuns(1, 0)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  await deleteFailures(kysely())
})

test('only the right passkey learns that its account is disabled', async () => {
  const { id, client } = await signInPerson(fixture)
  const { authenticator } = await addPasskey(client, PAGE)
  await setActive(kysely(), id, false)
  const wrong = await trySignIn(connectClient(fixture), authenticator, { badSignature: true })
  const right = await trySignIn(connectClient(fixture), authenticator)
  expect([wrong.error?.code, right.error?.message]).toEqual([UNVERIFIED, 'Account is disabled'])
})

test('an address that fails again and again has to wait, and beginning costs no row', async () => {
  const address = { 'x-test-address': '203.0.113.9' }
  const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
  const response = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
  const guess = async (number: number) => {
    const id = `AAAA${number}`
    const body = { challenge_id: 'made-up', credential: { ...credential, id, rawId: id, response } }
    return (await post(fixture, '/passkeys/authentication/verify', body, address)).status
  }
  const answers: number[] = []
  for (let number = 0; number < 21; number += 1) answers.push(await guess(number))
  expect(answers).toEqual([...Array<number>(20).fill(422), 429])
  const before = await countRows(kysely(), 'spent_tickets')
  for (let number = 0; number < 5; number += 1) await post(fixture, '/passkeys/authentication/options', {}, address)
  expect(await countRows(kysely(), 'spent_tickets')).toBe(before)
  await deleteFailures(kysely())
})

test('a temporary password adds no passkey', async () => {
  const { username } = await makeTestUser(fixture, { mustChange: true })
  const client = await signInAgain(fixture, username)
  expect((await client.passkey.startRegistration()).error?.code).toBe('password_change_required')
})

test.each([
  ['https://sms.example', undefined, 'sms.example', ['https://sms.example']],
  ['https://sms.example:8443/', 'https://sms.example:8443', 'sms.example', ['https://sms.example:8443']],
  ['http://localhost:3000', 'http://localhost:5173', 'localhost', ['http://localhost:3000', 'http://localhost:5173']],
  ['http://localhost:3000', 'http://localhost:9999', 'localhost', ['http://localhost:3000']],
  ['https://sms.example', 'http://localhost:5173', 'sms.example', ['https://sms.example']],
])('the relying party of %s, asked from %s, is %s', (publicUrl, origin, id, origins) => {
  const headers = { origin, host: 'localhost:5173', secFetchSite: undefined }
  expect(relyingPartyOf(headers, publicUrl)).toEqual({ id, origins })
})

test('at a bare address there are no passkeys', () => {
  const headers = { origin: undefined, host: undefined, secFetchSite: undefined }
  expect(relyingPartyOf(headers, 'http://127.0.0.1:3000')).toBeNull()
  expect(relyingPartyOf(headers, 'http://[::1]:3000')).toBeNull()
})

test('a new passkey gets a name that is free, in any case of letters', () => {
  expect(freePasskeyName([])).toBe('Passkey')
  expect(freePasskeyName(['PASSKEY', 'passkey 2', 'Phone'])).toBe('Passkey 3')
})

test('after the password a passkey raises the session, and only the passkey that was asked for', async () => {
  const { id, username, client } = await signInPerson(fixture)
  const { authenticator, passkeyId } = await addPasskey(client, PAGE)
  expect((await tryRaise(client, passkeyId, authenticator)).error).toBeNull()
  expect(await levelOf(client)).toEqual({ aal: 'aal2', methods: ['password', 'mfa/webauthn'] })
  expect(await readSessionEnds(kysely(), id)).toEqual(['raised', null])
  const second = await addPasskey(client, PAGE)

  const weak = await signInAgain(fixture, username)
  const answers: Record<string, unknown> = {}
  for (const [name, wrong] of [
    ...wrongs,
    ['a bad signature', { badSignature: true }],
    ['an old counter', { counter: 1 }],
  ] as const) {
    answers[name] = (await tryRaise(weak, passkeyId, authenticator, wrong)).error?.code
  }
  answers['another passkey'] = (await tryRaise(weak, passkeyId, second.authenticator)).error?.code
  expect(new Set(Object.values(answers)), JSON.stringify(answers)).toEqual(new Set([UNVERIFIED]))
  expect(await levelOf(weak)).toEqual({ aal: 'aal1', methods: ['password'] })
  expect(await countRefusedFactors(id)).toBe(wrongs.length + 3)
})

async function countRefusedFactors(userId: string): Promise<number> {
  const { rows } = await fixture.db.owner.query(
    `select from audit_log where action = 'second_factor_refused' and outcome = 'refused' and subject_id = $1`,
    [userId],
  )
  return rows.length
}

test('a challenge is good for one try, five minutes, and the session that asked', async () => {
  const { username, client } = await signInPerson(fixture)
  const { authenticator, passkeyId: factorId } = await addPasskey(client, PAGE)
  const ask = async (by: typeof client) => (await by.mfa.challenge({ factorId, webauthn: { rpId: '' } })).data!
  const show = async (by: typeof client, asked: Awaited<ReturnType<typeof ask>>) =>
    (await by.mfa.verify(passkeyProof(factorId, asked, authenticator))).error?.code ?? 'raised'

  const other = await signInAgain(fixture, username)
  const asked = await ask(other)
  expect(await show(client, asked)).toBe(EXPIRED)
  expect(await show(other, asked)).toBe('raised')
  expect(await show(other, asked)).toBe(EXPIRED)
  const late = await ask(client)
  fixture.clock.advanceMs(CEREMONY_MS)
  expect(await show(client, late)).toBe(EXPIRED)
  const replaced = await ask(client)
  const newest = await ask(client)
  expect([await show(client, replaced), await show(client, newest)]).toEqual([EXPIRED, 'raised'])
})
