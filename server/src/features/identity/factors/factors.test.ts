// Authenticator apps through the unmodified client: enrolled, shown, removed; and what is refused on the way.
import type { AuthChangeEvent } from '@supabase/auth-js'
import { beforeEach, expect, test } from 'vitest'
import { prepareJobs } from '../../../platform/jobs.ts'
import { createSilentLog } from '../../../platform/log.ts'
import {
  connectClient,
  createCookieJar,
  makeTestUser,
  post,
  TEST_PASSWORD,
  withAuthServer,
} from '../identity.fixture.ts'
import { deleteFailures, readActivityTypes, readSessionEnds } from '../identity-fixture.queries.ts'
import { hashPassword } from '../password.hasher.ts'
import { setUserPassword } from '../set-user-password.ts'
import { sweepIdentity } from '../sweep-identity.ts'
import {
  readStoredFactors,
  readFactorAudit,
  readFactorRefusals,
  countFactorRows,
  readNoticeKinds,
} from './factors-fixture.queries.ts'
import {
  addApp,
  codeOf,
  dutyOf,
  enrolApp,
  isSignedIn,
  setSetting,
  showApp,
  signInAgain,
  signInPerson,
  wrongCodeFor,
} from './factors.fixture.ts'
import { CHALLENGE_LIFE_MS, CHALLENGE_TRIES_MAX, CHALLENGES_OPEN_MAX, FACTORS_MAX } from './factors.rules.ts'
import { resetFactors } from './reset-factors.ts'

const fixture = withAuthServer()
const kysely = () => fixture.db.database.kysely
beforeEach(() => deleteFailures(kysely()))

test('an enrolment gives a QR code, a secret and an address for apps, and counts for nothing yet', async () => {
  const { client, username } = await signInPerson(fixture)
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'My app', issuer: 'Inrange' })
  expect(error).toBeNull()
  expect(data).toMatchObject({ type: 'totp', friendly_name: 'My app' })
  expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/)
  const uri = new URL(data?.totp.uri ?? '')
  expect(decodeURIComponent(uri.pathname)).toMatch(new RegExp(`Inrange:${username}$`))
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: data?.totp.secret, issuer: 'Inrange' })
  const listed = await client.mfa.listFactors()
  expect(listed.data?.all).toMatchObject([{ id: data?.id, friendly_name: 'My app', status: 'unverified' }])
  expect(listed.data?.totp).toEqual([])
  const level = await client.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  expect(await dutyOf(fixture, client)).toBeNull()
})

test('the first code verifies the factor, raises the session, and ends the others', async () => {
  const person = await signInPerson(fixture)
  const other = await signInAgain(fixture, person)
  const events: AuthChangeEvent[] = []
  person.client.onAuthStateChange((event) => void events.push(event))
  const app = await enrolApp(person.client)
  const { data, error } = await showApp(fixture, person.client, app)
  expect(error).toBeNull()
  expect(data?.user.factors).toMatchObject([{ id: app.factorId, status: 'verified', factor_type: 'totp' }])
  expect(events).toContain('MFA_CHALLENGE_VERIFIED')
  const level = await person.client.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  expect(level.data?.currentAuthenticationMethods).toMatchObject([{ method: 'password' }, { method: 'totp' }])
  expect(await isSignedIn(fixture, person.client)).toBe(true)
  expect(await isSignedIn(fixture, other)).toBe(false)
  expect(await readSessionEnds(kysely(), person.id)).toEqual(['raised', 'factors_changed', null])
  expect(await readActivityTypes(kysely(), person.id)).toContain('user_factor_added')
  expect(await readFactorAudit(kysely(), person.id)).toEqual([
    'factor_enrolment_begun',
    'second_factor_shown',
    'factor_added',
  ])
})

test('from then on a password opens a session that can only show the factor', async () => {
  const person = await signInPerson(fixture)
  const app = await addApp(fixture, person.client)
  const client = await signInAgain(fixture, person)
  expect(await dutyOf(fixture, client)).toBe('second_factor')
  const before = await client.mfa.getAuthenticatorAssuranceLevel()
  expect(before.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  expect((await showApp(fixture, client, app)).error).toBeNull()
  expect(await dutyOf(fixture, client)).toBeNull()
  // Nothing changed about the factors, so nobody else was signed out.
  expect(await isSignedIn(fixture, person.client)).toBe(true)
  expect((await client.mfa.listFactors()).data?.totp).toHaveLength(1)
})

test('the raised session refreshes at its level, and the session it replaced is over', async () => {
  const { client } = await signInPerson(fixture)
  const former = (await client.getSession()).data.session?.access_token ?? ''
  await addApp(fixture, client)
  expect(await fixture.identity.authenticate(former, { address: '' })).toBeNull()
  const { data } = await client.refreshSession()
  expect((await client.mfa.getAuthenticatorAssuranceLevel(data.session?.access_token)).data?.currentLevel).toBe('aal2')
})

test('a code works once, also when two requests show it at the same time', async () => {
  const person = await signInPerson(fixture)
  const { factorId, secret } = await addApp(fixture, person.client)
  const [one, two] = [await signInAgain(fixture, person), await signInAgain(fixture, person)]
  fixture.clock.advanceMs(30_000)
  const code = codeOf(secret, fixture.clock)
  const shown = await Promise.all([one, two].map((client) => client.mfa.challengeAndVerify({ factorId, code })))
  const codes = shown.map(({ error }) => error?.code ?? 'verified').sort()
  expect(codes).toEqual(['mfa_verification_failed', 'verified'])
  const again = await one.mfa.challengeAndVerify({ factorId, code })
  expect(again.error?.code).toBe('mfa_verification_failed')
})

const drifts = [
  { steps: -2, answer: 'mfa_verification_failed' },
  { steps: -1, answer: undefined },
  { steps: 1, answer: undefined },
  { steps: 2, answer: 'mfa_verification_failed' },
]
test.each(drifts)('a code $steps steps from now is answered with $answer', async ({ steps, answer }) => {
  const person = await signInPerson(fixture)
  const { factorId, secret } = await addApp(fixture, person.client)
  fixture.clock.advanceMs(120_000)
  const code = codeOf(secret, fixture.clock, steps)
  const { error } = await person.client.mfa.challengeAndVerify({ factorId, code })
  expect(error?.code).toBe(answer)
})

test('a code may be typed with a space in it', async () => {
  const { client } = await signInPerson(fixture)
  const { factorId, secret } = await enrolApp(client)
  const code = codeOf(secret, fixture.clock)
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: `${code.slice(0, 3)} ${code.slice(3)}` })
  expect(error).toBeNull()
})

test('a challenge takes five tries, and then not even the right code', async () => {
  const { client, id } = await signInPerson(fixture)
  const { factorId, secret } = await enrolApp(client)
  const challengeId = (await client.mfa.challenge({ factorId })).data?.id ?? ''
  for (let tried = 1; tried <= CHALLENGE_TRIES_MAX; tried += 1) {
    const { error } = await client.mfa.verify({ factorId, challengeId, code: wrongCodeFor(secret, fixture.clock) })
    expect(error?.code).toBe('mfa_verification_failed')
  }
  await deleteFailures(kysely())
  const code = codeOf(secret, fixture.clock)
  expect((await client.mfa.verify({ factorId, challengeId, code })).error?.code).toBe('mfa_challenge_expired')
  expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
  const wrong = Array(CHALLENGE_TRIES_MAX).fill('wrong_code')
  expect(await readFactorRefusals(kysely(), id)).toEqual([...wrong, 'challenge_over'])
})

test('a challenge is over after five minutes, and after it was fulfilled', async () => {
  const { client } = await signInPerson(fixture)
  const { factorId, secret } = await enrolApp(client)
  const asked = await client.mfa.challenge({ factorId })
  expect(asked.data).toMatchObject({ type: 'totp' })
  expect(asked.data?.expires_at).toBe(Math.floor((fixture.clock.nowMs() + CHALLENGE_LIFE_MS) / 1000))
  const verify = () =>
    client.mfa.verify({ factorId, challengeId: asked.data?.id ?? '', code: codeOf(secret, fixture.clock) })
  fixture.clock.advanceMs(CHALLENGE_LIFE_MS)
  expect((await verify()).error?.code).toBe('mfa_challenge_expired')
  await client.refreshSession()
  const challengeId = (await client.mfa.challenge({ factorId })).data?.id ?? ''
  fixture.clock.advanceMs(CHALLENGE_LIFE_MS - 1)
  const inTime = await client.mfa.verify({ factorId, challengeId, code: codeOf(secret, fixture.clock) })
  expect(inTime.error).toBeNull()
  fixture.clock.advanceMs(30_000)
  const again = await client.mfa.verify({ factorId, challengeId, code: codeOf(secret, fixture.clock) })
  expect(again.error?.code).toBe('mfa_challenge_expired')
})

test('a challenge belongs to the session that asked', async () => {
  const person = await signInPerson(fixture)
  const { factorId, secret } = await addApp(fixture, person.client)
  const other = await signInAgain(fixture, person)
  const challengeId = (await other.mfa.challenge({ factorId })).data?.id ?? ''
  fixture.clock.advanceMs(30_000)
  const shown = { factorId, challengeId, code: codeOf(secret, fixture.clock) }
  expect((await person.client.mfa.verify(shown)).error?.code).toBe('mfa_challenge_expired')
  expect((await other.mfa.verify(shown)).error).toBeNull()
})

test("another user's factor answers exactly like one that does not exist", async () => {
  const mine = await signInPerson(fixture)
  const { factorId } = await enrolApp((await signInPerson(fixture)).client)
  const unknown = ['01890000-0000-7000-8000-000000000000', 'nothing']
  const answers = []
  for (const id of [factorId, ...unknown]) {
    answers.push(await mine.client.mfa.challenge({ factorId: id }))
    answers.push(await mine.client.mfa.verify({ factorId: id, challengeId: id, code: '000000' }))
    answers.push(await mine.client.mfa.unenroll({ factorId: id }))
  }
  for (const { error } of answers) expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  expect(new Set(answers.map(({ error }) => error?.message)).size).toBe(1)
})

test('wrong codes are slowed down for the user, whatever challenge and session they come from', async () => {
  const person = await signInPerson(fixture)
  const { factorId, secret } = await addApp(fixture, person.client)
  const guess = async () => {
    const client = await signInAgain(fixture, person)
    return client.mfa.challengeAndVerify({ factorId, code: wrongCodeFor(secret, fixture.clock) })
  }
  for (let guessed = 1; guessed <= 5; guessed += 1) expect((await guess()).error?.code).toBe('mfa_verification_failed')
  expect((await guess()).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  fixture.clock.advanceMs(1_000)
  expect((await guess()).error?.code).toBe('mfa_verification_failed')
  // The owner waits as well, never for good, and is forgiven everything by the right code.
  fixture.clock.advanceMs(30_000)
  expect((await showApp(fixture, person.client, { factorId, secret })).error).toBeNull()
  for (let guessed = 1; guessed <= 5; guessed += 1) expect((await guess()).error?.code).toBe('mfa_verification_failed')
})

test('a session has a bounded number of open challenges', async () => {
  const { client } = await signInPerson(fixture)
  const { factorId } = await enrolApp(client)
  for (let asked = 1; asked <= CHALLENGES_OPEN_MAX; asked += 1) {
    expect((await client.mfa.challenge({ factorId })).error).toBeNull()
  }
  expect((await client.mfa.challenge({ factorId })).error).toMatchObject({ status: 429, code: 'mfa_challenges_open' })
  fixture.clock.advanceMs(CHALLENGE_LIFE_MS)
  expect((await client.mfa.challenge({ factorId })).error).toBeNull()
})

test('names are unique per user, and an enrolment that was not finished makes room for another of its name', async () => {
  const { client } = await signInPerson(fixture)
  const lost = await enrolApp(client, 'Phone app')
  await addApp(fixture, client, 'phone APP')
  expect((await client.mfa.challenge({ factorId: lost.factorId })).error?.code).toBe('mfa_factor_not_found')
  const taken = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone App' })
  expect(taken.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
  const unnamed = [await enrolApp(client), await enrolApp(client)]
  const names = (await client.mfa.listFactors()).data?.all.map((factor) => factor.friendly_name)
  expect(names).toEqual(['phone APP', 'Authenticator app', 'Authenticator app 2'])
  expect(unnamed.every(({ secret }) => /^[A-Z2-7]{32}$/.test(secret))).toBe(true)
  // Somebody else may use the name.
  await addApp(fixture, (await signInPerson(fixture)).client, 'phone APP')
})

test(`a user has at most ${FACTORS_MAX} factors`, async () => {
  const { client } = await signInPerson(fixture)
  for (let made = 1; made <= FACTORS_MAX; made += 1) await enrolApp(client, `App ${made}`)
  const refused = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'One more' })
  expect(refused.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
  // Those that nobody finished make room after an hour.
  fixture.clock.advanceMs(3_600_001)
  await client.refreshSession()
  await enrolApp(client, 'One more')
  expect((await client.mfa.listFactors()).data?.all).toHaveLength(1)
})

test('what is no factor, or unknown, is refused by name', async () => {
  const { client } = await signInPerson(fixture)
  const bearer = { authorization: `Bearer ${(await client.getSession()).data.session?.access_token}` }
  const bodies = [
    { factor_type: 'pigeon' },
    { factor_type: 'totp', colour: 'red' },
    { factor_type: 'totp', friendly_name: 'x'.repeat(65) },
    {},
  ]
  for (const body of bodies) {
    const response = await post(fixture, '/factors', body, bearer)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'validation_failed' })
  }
  expect((await post(fixture, '/factors', { factor_type: 'totp' })).status).toBe(401)
})

test('somebody with the password alone can neither add a factor nor finish one', async () => {
  const person = await signInPerson(fixture)
  const thief = await signInAgain(fixture, person)
  // Enrolled before the owner had a factor, and before the thief's session ended.
  const planted = await enrolApp(thief, 'Planted')
  await addApp(fixture, person.client, 'Mine')
  const back = await signInAgain(fixture, person)
  expect((await showApp(fixture, back, planted)).error?.code).toBe('mfa_factor_not_found')
  const added = await back.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' })
  expect(added.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  const unfinished = await enrolApp(person.client, 'Of the owner')
  expect((await showApp(fixture, back, unfinished)).error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  expect((await showApp(fixture, person.client, unfinished)).error).toBeNull()
})

test('factors change only soon after one was shown', async () => {
  const { client } = await signInPerson(fixture)
  const app = await addApp(fixture, client)
  fixture.clock.advanceMs(15 * 60_000)
  await client.refreshSession()
  await enrolApp(client, 'In time')
  fixture.clock.advanceMs(1)
  const late = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Late' })
  expect(late.error).toMatchObject({ status: 403, code: 'reauthentication_needed' })
  expect((await client.mfa.unenroll({ factorId: app.factorId })).error?.code).toBe('reauthentication_needed')
  expect((await showApp(fixture, client, app)).error).toBeNull()
  expect((await client.mfa.unenroll({ factorId: app.factorId })).error).toBeNull()
})

test('a temporary password can show a factor but not add one', async () => {
  const user = await makeTestUser(fixture, { mustChange: true })
  const client = await signInAgain(fixture, user)
  const { error } = await client.mfa.enroll({ factorType: 'totp' })
  expect(error).toMatchObject({ status: 403, code: 'password_change_required' })
})

test('a temporary password and the factor together remove no factor', async () => {
  const person = await signInPerson(fixture)
  const app = await addApp(fixture, person.client)
  const hash = await hashPassword(TEST_PASSWORD)
  await fixture.db.database.transaction((transaction) =>
    setUserPassword(transaction, { userId: person.id, hash, mustChange: true, now: fixture.clock.now() }),
  )
  const client = await signInAgain(fixture, person)
  expect(await dutyOf(fixture, client)).toBe('second_factor')
  expect((await showApp(fixture, client, app)).error).toBeNull()
  expect(await dutyOf(fixture, client)).toBe('new_password')
  expect((await client.mfa.unenroll({ factorId: app.factorId })).error?.code).toBe('password_change_required')
  expect((await client.updateUser({ password: 'a better horse' })).error).toBeNull()
  expect((await client.mfa.unenroll({ factorId: app.factorId })).error).toBeNull()
})

test('a verified factor is removed at aal2, and that ends the other sessions', async () => {
  const person = await signInPerson(fixture)
  const app = await addApp(fixture, person.client)
  const other = await signInAgain(fixture, person)
  expect((await other.mfa.unenroll({ factorId: app.factorId })).error).toMatchObject({
    status: 403,
    code: 'insufficient_aal',
  })
  const { data, error } = await person.client.mfa.unenroll({ factorId: app.factorId })
  expect(error).toBeNull()
  expect(data).toEqual({ id: app.factorId })
  expect(await isSignedIn(fixture, other)).toBe(false)
  expect(await isSignedIn(fixture, person.client)).toBe(true)
  expect(await dutyOf(fixture, await signInAgain(fixture, person))).toBeNull()
  expect(await readActivityTypes(kysely(), person.id)).toContain('user_factor_removed')
  expect(await readFactorAudit(kysely(), person.id)).toContain('factor_removed')
})

test('an unfinished enrolment is removed from any session and ends none', async () => {
  const person = await signInPerson(fixture)
  const other = await signInAgain(fixture, person)
  const app = await enrolApp(person.client)
  expect((await other.mfa.unenroll({ factorId: app.factorId })).data).toEqual({ id: app.factorId })
  expect(await isSignedIn(fixture, person.client)).toBe(true)
})

test('where the role demands a factor, one is set up before anything else, and the last one stays', async () => {
  const person = await signInPerson(fixture, { role: 'admin' })
  const appMetadata = async () => (await person.client.getUser()).data.user?.app_metadata
  expect(await appMetadata()).toMatchObject({ must_enrol_factor: false })
  await setSetting(fixture, 'mfaRequiredRoles', ['admin'])
  expect(await dutyOf(fixture, person.client)).toBe('second_factor_enrolment')
  expect(await appMetadata()).toMatchObject({ must_enrol_factor: true })
  const bystander = await signInPerson(fixture)
  expect(await dutyOf(fixture, bystander.client)).toBeNull()
  const first = await addApp(fixture, person.client, 'First')
  expect(await dutyOf(fixture, person.client)).toBeNull()
  const claims = (await person.client.getClaims()).data?.claims
  expect(claims?.app_metadata).toMatchObject({ must_enrol_factor: false })
  const last = await person.client.mfa.unenroll({ factorId: first.factorId })
  expect(last.error).toMatchObject({ status: 422, code: 'mfa_factor_demanded' })
  const second = await addApp(fixture, person.client, 'Second')
  expect((await person.client.mfa.unenroll({ factorId: first.factorId })).error).toBeNull()
  await setSetting(fixture, 'mfaRequiredRoles', null)
  expect((await person.client.mfa.unenroll({ factorId: second.factorId })).error).toBeNull()
})

test('a password is changed only after the second factor, and the email address not at all', async () => {
  const person = await signInPerson(fixture)
  const app = await addApp(fixture, person.client)
  const client = await signInAgain(fixture, person)
  const change = { password: 'a better horse', current_password: TEST_PASSWORD }
  expect((await client.updateUser(change)).error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  expect((await showApp(fixture, client, app)).error).toBeNull()
  expect((await client.updateUser(change)).error).toBeNull()
  const email = await client.updateUser({ email: 'other@example.com' })
  expect(email.error).toMatchObject({ status: 403, code: 'change_not_allowed' })
  expect((await client.updateUser({ phone: '+905320000000' })).error?.code).toBe('change_not_allowed')
  expect((await client.updateUser({})).error?.code).toBe('validation_failed')
})

test('in cookie mode the raised session is in the cookie, and a foreign page cannot raise one', async () => {
  const user = await makeTestUser(fixture)
  const jar = createCookieJar(fixture.origin)
  const headers = { 'x-inrange-console': '1' }
  const client = connectClient(fixture, { headers, fetch: jar.fetch })
  await client.signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  const before = jar.cookies.get('inrange-refresh')
  const app = await enrolApp(client)
  const { data, error } = await showApp(fixture, client, app)
  expect(error).toBeNull()
  expect(data?.refresh_token).toBe('cookie')
  expect(jar.cookies.get('inrange-refresh')).not.toBe(before)
  const reloaded = connectClient(fixture, { headers, fetch: jar.fetch })
  const restored = await reloaded.refreshSession({ refresh_token: 'cookie' })
  const token = restored.data.session?.access_token
  expect((await reloaded.mfa.getAuthenticatorAssuranceLevel(token)).data?.currentLevel).toBe('aal2')
  const foreign = await post(
    fixture,
    `/factors/${app.factorId}/verify`,
    { challenge_id: 'x', code: '000000' },
    { ...headers, authorization: `Bearer ${token}`, origin: 'https://evil.example' },
  )
  expect(foreign.status).toBe(403)
  expect(await foreign.json()).toMatchObject({ code: 'foreign_origin' })
})

test('the owner is told by mail when a factor comes, goes or is stood in for', async () => {
  const person = await signInPerson(fixture)
  await prepareJobs({ connectionString: fixture.db.connectionString, log: createSilentLog() })
  const server = { host: '127.0.0.1', port: 2525, security: 'none', username: '' }
  await setSetting(fixture, 'mail', { ...server, fromAddress: 'inrange@example.com', fromName: 'Inrange' })
  const app = await addApp(fixture, person.client)
  const told = () => readNoticeKinds(kysely(), person.id)
  expect(await told()).toEqual(['factor_changed'])
  const { data } = await person.client.mfa.recoveryCodes.generate()
  await person.client.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })
  await person.client.mfa.unenroll({ factorId: app.factorId })
  expect(await told()).toEqual(Array(4).fill('factor_changed'))
  // Showing a factor changes nothing.
  await showApp(fixture, person.client, await addApp(fixture, person.client))
  expect(await told()).toHaveLength(5)
  await setSetting(fixture, 'mail', null)
})

test('a reset takes every factor and ends every session', async () => {
  const person = await signInPerson(fixture)
  await addApp(fixture, person.client, 'One')
  await addApp(fixture, person.client, 'Two')
  await enrolApp(person.client, 'Unfinished')
  await person.client.mfa.recoveryCodes.generate()
  const reset = await fixture.db.database.transaction((transaction) =>
    resetFactors(transaction, { userId: person.id, now: fixture.clock.now() }),
  )
  expect(reset).toEqual({ removedFactors: 2, endedSessions: 1 })
  expect(await countFactorRows(kysely(), person.id)).toEqual({ factors: 0, challenges: 0, codes: 0 })
  expect(await isSignedIn(fixture, person.client)).toBe(false)
  expect(await dutyOf(fixture, await signInAgain(fixture, person))).toBeNull()
})

test('the daily sweep clears unfinished enrolments and old challenges, and leaves what counts', async () => {
  const person = await signInPerson(fixture)
  await addApp(fixture, person.client, 'Kept')
  await enrolApp(person.client, 'Unfinished')
  await sweepIdentity(fixture.deps)
  expect(await countFactorRows(kysely(), person.id)).toMatchObject({ factors: 2, challenges: 1 })
  fixture.clock.advanceMs(86_400_000 + CHALLENGE_LIFE_MS + 1)
  await sweepIdentity(fixture.deps)
  expect(await countFactorRows(kysely(), person.id)).toMatchObject({ factors: 1, challenges: 0 })
})

test('nothing that makes a code is stored as it is', async () => {
  const { client } = await signInPerson(fixture)
  const { secret } = await addApp(fixture, client)
  const { data } = await client.mfa.recoveryCodes.generate()
  const stored = await readStoredFactors(kysely())
  expect(stored).toContain('secret_sealed')
  expect(stored).not.toContain(secret)
  for (const code of data?.codes ?? []) expect(stored).not.toContain(code)
})
