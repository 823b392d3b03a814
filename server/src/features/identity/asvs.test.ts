// One test named after each requirement of OWASP ASVS 5.0 that sign-in answers. Each shows the requirement in one
// stroke; the tests beside the code go into its corners.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beginSignIn, comeBack, connectProvider, openBrowser } from './external/external.fixture.ts'
import {
  ROGUE_ACCESS_TOKEN,
  signInWrongly,
  startRogueProvider,
  type RogueProvider,
  type Wrong,
} from './external/rogue-provider.fixture.ts'
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
  usePhone,
  wrongCodeFor,
} from './factors/factors.fixture.ts'
import { readStoredFactors } from './factors/factors-fixture.queries.ts'
import { resetFactors } from './factors/reset-factors.ts'
import { makeTestUser, TEST_PASSWORD, withAuthServer } from './identity.fixture.ts'
import { deleteFailures, readStoredTexts } from './identity-fixture.queries.ts'
import { selectAccount } from './identity.queries.ts'
import { refreshSession } from './refresh-session.ts'
import { startSession } from './start-session.ts'

const fixture = withAuthServer()
const phone = usePhone(fixture)
const kysely = () => fixture.db.database.kysely
const origin = { address: '127.0.0.1', userAgent: 'test', requestId: 'r' }

beforeEach(async () => {
  await deleteFailures(kysely())
})

async function withPhone() {
  const person = await signInPerson(fixture)
  const { data } = await person.client.mfa.enroll({ factorType: 'phone', phone: '+905320000000' })
  return { ...person, factorId: data?.id ?? '' }
}

test('ASVS 5.0 6.3.3: where the role demands it, nothing is served before a second factor is set up and shown', async () => {
  await setSetting(fixture, 'mfaRequiredRoles', ['admin', 'super_admin'])
  const person = await signInPerson(fixture, { role: 'admin' })
  expect(await dutyOf(fixture, person.client)).toBe('second_factor_enrolment')
  const app = await addApp(fixture, person.client)
  expect(await dutyOf(fixture, person.client)).toBeNull()
  const later = await signInAgain(fixture, person)
  expect(await dutyOf(fixture, later)).toBe('second_factor')
  await showApp(fixture, later, app)
  expect(await dutyOf(fixture, later)).toBeNull()
  expect(await dutyOf(fixture, (await signInPerson(fixture)).client)).toBeNull()
  await setSetting(fixture, 'mfaRequiredRoles', null)
})

test('ASVS 5.0 6.4.3: a forgotten password does not lead around the second factor', async () => {
  const person = await signInPerson(fixture)
  const app = await addApp(fixture, person.client)
  const client = await signInByLink(person.id)
  expect(await dutyOf(fixture, client)).toBe('second_factor')
  const change = { password: 'a better horse' }
  expect((await client.updateUser(change)).error?.code).toBe('insufficient_aal')
  expect((await showApp(fixture, client, app)).error).toBeNull()
  expect((await client.updateUser({ ...change, current_password: TEST_PASSWORD })).error).toBeNull()
})

/** The session that a link to choose a new password opens. */
async function signInByLink(userId: string) {
  const opened = await fixture.db.database.transaction(async (transaction) => {
    const account = await selectAccount(transaction, userId)
    if (!account) throw new Error('No such user')
    return startSession(fixture.deps, transaction, { account, method: 'recovery', aal: 'aal1', origin })
  })
  const outcome = await refreshSession(fixture.deps, { refreshToken: opened.refreshToken, origin })
  if (outcome.kind !== 'refreshed') throw new Error(`Not refreshed: ${outcome.kind}`)
  const client = await signInAgain(fixture, await makeTestUser(fixture))
  await client.refreshSession({ refresh_token: outcome.refreshToken })
  return client
}

test('ASVS 5.0 6.4.4: a lost factor is replaced with a recovery code or by an administrator, not by the password', async () => {
  const person = await signInPerson(fixture)
  await addApp(fixture, person.client)
  const { data } = await person.client.mfa.recoveryCodes.generate()
  const locked = await signInAgain(fixture, person)
  expect((await locked.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('insufficient_aal')
  expect((await locked.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })).error).toBeNull()
  expect((await locked.mfa.enroll({ factorType: 'totp', friendlyName: 'New' })).error).toBeNull()
  await fixture.db.database.transaction((transaction) =>
    resetFactors(transaction, { userId: person.id, now: fixture.clock.now() }),
  )
  expect(await isSignedIn(fixture, locked)).toBe(false)
  expect(await dutyOf(fixture, await signInAgain(fixture, person))).toBeNull()
})

test('ASVS 5.0 6.5.1: codes of apps, phones and recovery work once', async () => {
  const person = await signInPerson(fixture)
  const { factorId, secret } = await addApp(fixture, person.client)
  const code = codeOf(secret, fixture.clock)
  const app = await person.client.mfa.challengeAndVerify({ factorId, code })
  expect(app.error?.code).toBe('mfa_verification_failed')
  const { data } = await person.client.mfa.recoveryCodes.generate()
  const spent = { code: data?.codes[0] ?? '' }
  expect((await person.client.mfa.recoveryCodes.verify(spent)).error).toBeNull()
  expect((await person.client.mfa.recoveryCodes.verify(spent)).error?.code).toBe('mfa_verification_failed')
  const enrolled = await person.client.mfa.enroll({ factorType: 'phone', phone: '+905320000001' })
  const phoneId = enrolled.data?.id ?? ''
  const challengeId = (await person.client.mfa.challenge({ factorId: phoneId })).data?.id ?? ''
  const sent = { factorId: phoneId, challengeId, code: phone.lastCode() }
  expect((await person.client.mfa.verify(sent)).error).toBeNull()
  expect((await person.client.mfa.verify(sent)).error?.code).toBe('mfa_challenge_expired')
})

test('ASVS 5.0 6.5.2: recovery codes have 120 bits and are stored as hashes', async () => {
  const { client } = await signInPerson(fixture)
  await addApp(fixture, client)
  const { data } = await client.mfa.recoveryCodes.generate()
  const stored = await readStoredFactors(kysely())
  expect(data?.codes).toHaveLength(10)
  for (const code of data?.codes ?? []) {
    expect(code).toMatch(/^[0-9a-hj-km-np-tv-z]{24}$/)
    expect(stored).not.toContain(code)
  }
})

test('ASVS 5.0 6.5.3: secrets and codes are made by a cryptographic generator, anew each time', async () => {
  // That the generator is node:crypto is seen in the code; here, that nothing repeats.
  const { client, factorId } = await withPhone()
  const secrets = [await enrolApp(client), await enrolApp(client), await enrolApp(client)].map(({ secret }) => secret)
  expect(new Set(secrets).size).toBe(3)
  const codes: string[] = []
  for (let sent = 1; sent <= 5; sent += 1) {
    await client.mfa.challenge({ factorId })
    codes.push(phone.lastCode())
    fixture.clock.advanceMs(30_000)
  }
  expect(new Set(codes).size).toBeGreaterThan(1)
})

test('ASVS 5.0 6.5.4: a sent code has six digits, a secret of an app 160 bits', async () => {
  const { client, factorId } = await withPhone()
  await client.mfa.challenge({ factorId })
  expect(phone.lastCode()).toMatch(/^\d{6}$/)
  expect((await enrolApp(client)).secret).toMatch(/^[A-Z2-7]{32}$/)
})

test('ASVS 5.0 6.5.5: a sent code is good for five minutes, a code of an app for its period and one beside it', async () => {
  const { client, factorId } = await withPhone()
  const late = (await client.mfa.challenge({ factorId })).data?.id ?? ''
  const lateCode = phone.lastCode()
  fixture.clock.advanceMs(300_000)
  const refused = await client.mfa.verify({ factorId, challengeId: late, code: lateCode })
  expect(refused.error?.code).toBe('mfa_challenge_expired')
  await client.refreshSession()
  const inTime = (await client.mfa.challenge({ factorId })).data?.id ?? ''
  fixture.clock.advanceMs(299_999)
  expect((await client.mfa.verify({ factorId, challengeId: inTime, code: phone.lastCode() })).error).toBeNull()
  const { factorId: appId, secret } = await enrolApp(client)
  const old = await client.mfa.challengeAndVerify({ factorId: appId, code: codeOf(secret, fixture.clock, -2) })
  expect(old.error?.code).toBe('mfa_verification_failed')
  const last = await client.mfa.challengeAndVerify({ factorId: appId, code: codeOf(secret, fixture.clock, -1) })
  expect(last.error).toBeNull()
})

test('ASVS 5.0 6.6.1: a phone counts only after a code came back from it, and an app is offered beside it', async () => {
  const { client, factorId, ...person } = await withPhone()
  expect(await dutyOf(fixture, await signInAgain(fixture, person))).toBeNull()
  const challengeId = (await client.mfa.challenge({ factorId })).data?.id ?? ''
  expect((await client.mfa.verify({ factorId, challengeId, code: phone.lastCode() })).error).toBeNull()
  expect(await dutyOf(fixture, await signInAgain(fixture, person))).toBe('second_factor')
  expect((await client.mfa.enroll({ factorType: 'totp' })).error).toBeNull()
})

test('ASVS 5.0 6.6.2: a sent code is bound to the challenge and the session it was asked for', async () => {
  const { client, factorId, ...person } = await withPhone()
  const other = await signInAgain(fixture, person)
  const challengeId = (await client.mfa.challenge({ factorId })).data?.id ?? ''
  const code = phone.lastCode()
  expect((await other.mfa.verify({ factorId, challengeId, code })).error?.code).toBe('mfa_challenge_expired')
  fixture.clock.advanceMs(30_000)
  const next = (await client.mfa.challenge({ factorId })).data?.id ?? ''
  const isSame = phone.lastCode() === code
  const crossed = await client.mfa.verify({ factorId, challengeId: next, code })
  expect(crossed.error?.code).toBe(isSame ? undefined : 'mfa_verification_failed')
})

test('ASVS 5.0 6.6.3: guesses at a sent code are few and slow, and so is the sending', async () => {
  const { client, factorId } = await withPhone()
  const challengeId = (await client.mfa.challenge({ factorId })).data?.id ?? ''
  expect((await client.mfa.challenge({ factorId })).error?.code).toBe('over_sms_send_rate_limit')
  const right = phone.lastCode()
  const code = right === '000000' ? '000001' : '000000'
  for (let guessed = 1; guessed <= 5; guessed += 1) {
    expect((await client.mfa.verify({ factorId, challengeId, code })).error?.code).toBe('mfa_verification_failed')
  }
  expect((await client.mfa.verify({ factorId, challengeId, code })).error?.code).toBe('over_request_rate_limit')
  fixture.clock.advanceMs(1_000)
  const sixth = await client.mfa.verify({ factorId, challengeId, code: right })
  expect(sixth.error?.code).toBe('mfa_challenge_expired')
})

test('ASVS 5.0 7.4.3: when factors change, every other session ends', async () => {
  const person = await signInPerson(fixture)
  const before = await signInAgain(fixture, person)
  const app = await addApp(fixture, person.client)
  expect(await isSignedIn(fixture, before)).toBe(false)
  const between = await signInAgain(fixture, person)
  expect((await person.client.mfa.unenroll({ factorId: app.factorId })).error).toBeNull()
  expect(await isSignedIn(fixture, between)).toBe(false)
  expect(await isSignedIn(fixture, person.client)).toBe(true)
})

test('ASVS 5.0 7.5.1: factors change only in a session that showed one within a quarter of an hour', async () => {
  const { client } = await signInPerson(fixture)
  const app = await addApp(fixture, client)
  fixture.clock.advanceMs(900_001)
  await client.refreshSession()
  expect((await client.mfa.unenroll({ factorId: app.factorId })).error?.code).toBe('reauthentication_needed')
  const wrong = { factorId: app.factorId, code: wrongCodeFor(app.secret, fixture.clock) }
  expect((await client.mfa.challengeAndVerify(wrong)).error?.code).toBe('mfa_verification_failed')
  expect((await showApp(fixture, client, app)).error).toBeNull()
  expect((await client.mfa.unenroll({ factorId: app.factorId })).error).toBeNull()
})

describe('identities elsewhere', () => {
  let rogue: RogueProvider
  let rogueOwner: { id: string; username: string }
  const notVouched = { error_code: 'bad_oauth_callback' }
  const signIn = (wrong: Wrong = {}) => signInWrongly(fixture, rogue, 'rogue', wrong)

  beforeAll(async () => {
    rogue = await startRogueProvider()
    const { issuer, clientId } = rogue
    await connectProvider(fixture, { id: 'rogue', issuer, clientId })
    await connectProvider(fixture, { id: 'rogue-too', issuer, clientId: 'another' })
    rogueOwner = await makeTestUser(fixture)
    const link = `insert into identities (user_id, provider_id, subject) values ($1, 'rogue', 'subject')`
    await fixture.db.owner.query(link, [rogueOwner.id])
  })
  afterAll(() => rogue.stop())

  test('ASVS 5.0 6.8.1: a subject counts at its own provider alone', async () => {
    expect((await signIn())['code']).toBeTypeOf('string')
    const elsewhere = { claims: { aud: 'another' } }
    const answer = await signInWrongly(fixture, rogue, 'rogue-too', elsewhere)
    expect(answer).toMatchObject({ error_code: 'identity_not_found' })
  })

  test('ASVS 5.0 6.8.2: an ID token that is unsigned, or signed by another key, vouches for nobody', async () => {
    expect(await signIn({ key: 'foreign' })).toMatchObject(notVouched)
    expect(await signIn({ key: 'none' })).toMatchObject(notVouched)
  })

  test('ASVS 5.0 6.8.4: what a provider says about strength raises nothing: the second factor is asked for here', async () => {
    const person = await signInPerson(fixture)
    await addApp(fixture, person.client)
    const link = `insert into identities (user_id, provider_id, subject) values ($1, 'rogue', 'strong')`
    await fixture.db.owner.query(link, [person.id])
    const browser = openBrowser(fixture)
    const claims = { sub: 'strong', acr: 'phrh', amr: ['mfa', 'hwk'] }
    const { code = '' } = await signInWrongly(fixture, rogue, 'rogue', { claims }, browser)
    expect((await browser.client.exchangeCodeForSession(code)).error).toBeNull()
    expect(await dutyOf(fixture, browser.client)).toBe('second_factor')
  })

  test('ASVS 5.0 10.1.1: tokens of a provider reach no browser and are stored nowhere', async () => {
    const answer = await signIn()
    expect(Object.keys(answer)).toEqual(['code'])
    const { rows } = await fixture.db.owner.query<{ text: string }>(
      'select to_jsonb(i)::text as text from identities i',
    )
    const stored = (await readStoredTexts(kysely())) + rows.map(({ text }) => text).join('')
    expect(stored).toContain('identity_vouched')
    expect(stored).not.toContain(ROGUE_ACCESS_TOKEN)
  })

  test('ASVS 5.0 10.1.2: state, nonce and verifier are of one visit, and of the browser that began it', async () => {
    const secretsOf = async () => {
      const { state, nonce, code_challenge } = Object.fromEntries(
        new URL(await beginSignIn(fixture, openBrowser(fixture), 'rogue')).searchParams,
      )
      return [state, nonce, code_challenge]
    }
    const secrets = [...(await secretsOf()), ...(await secretsOf())]
    expect(new Set(secrets).size).toBe(6)
    for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const [left, right] = [openBrowser(fixture), openBrowser(fixture)]
    const { state = '' } = Object.fromEntries(new URL(await beginSignIn(fixture, left, 'rogue')).searchParams)
    const answer = await signInWrongly(fixture, rogue, 'rogue', { answer: { state } }, right)
    expect(answer).toMatchObject({ error_code: 'bad_oauth_state' })
  })

  test('ASVS 5.0 10.2.1: an answer that nobody here asked for opens nothing', async () => {
    const asked = rogue.tokenRequests()
    const callback = `${fixture.origin}/auth/v1/callback?code=theirs&iss=${encodeURIComponent(rogue.issuer)}`
    for (const state of ['', '&state=', `&state=${'A'.repeat(43)}`]) {
      expect(await comeBack(openBrowser(fixture), callback + state)).toMatchObject({ error_code: 'bad_oauth_state' })
    }
    expect(rogue.tokenRequests()).toBe(asked)
  })

  test('ASVS 5.0 10.2.2: an answer of another issuer is refused before its code is shown to anybody', async () => {
    const asked = rogue.tokenRequests()
    expect(await signIn({ answer: { iss: 'https://honest.example' } })).toMatchObject(notVouched)
    expect(rogue.tokenRequests()).toBe(asked)
  })

  test('ASVS 5.0 10.5.1: an ID token of another visit, or of none, is refused', async () => {
    expect(await signIn({ claims: { nonce: 'A'.repeat(43) } })).toMatchObject(notVouched)
    expect(await signIn({ claims: { nonce: undefined } })).toMatchObject(notVouched)
  })

  test('ASVS 5.0 10.5.2: the subject says who it is, whatever address it carries', async () => {
    const other = await makeTestUser(fixture)
    const browser = openBrowser(fixture)
    const claims = { email: other.email, email_verified: true, preferred_username: other.username }
    const { code = '' } = await signInWrongly(fixture, rogue, 'rogue', { claims }, browser)
    expect((await browser.client.exchangeCodeForSession(code)).data.user?.id).toBe(rogueOwner.id)
    const stranger = { claims: { ...claims, sub: 'somebody else' } }
    expect(await signIn(stranger)).toMatchObject({ error_code: 'identity_not_found' })
  })

  test('ASVS 5.0 10.5.3: a provider whose metadata names another issuer is not used', async () => {
    rogue.setMetadata({ issuer: `${rogue.issuer}/` })
    await connectProvider(fixture, { id: 'posing', issuer: rogue.issuer, clientId: 'posing' })
    const there = new URL(await beginSignIn(fixture, openBrowser(fixture), 'posing'))
    rogue.setMetadata({})
    expect(there.searchParams.get('error_code')).toBe('provider_unreachable')
    expect(await signIn({ claims: { iss: 'https://honest.example' } })).toMatchObject(notVouched)
  })

  test('ASVS 5.0 10.5.4: an ID token for another client, or one that is over, is refused', async () => {
    expect(await signIn({ claims: { aud: 'another' } })).toMatchObject(notVouched)
    expect(await signIn({ claims: { exp: Math.floor(Date.now() / 1000) - 120 } })).toMatchObject(notVouched)
  })
})
