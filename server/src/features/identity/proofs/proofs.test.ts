// Proofs of an intent: what is accepted, what is refused, and that each counts once.
import { expect, test } from 'vitest'
import type { GoTrueClient } from '@supabase/auth-js'
import { addApp, codeOf, wrongCodeFor, type App } from '../factors/factors.fixture.ts'
import { withAuthServer, TEST_PASSWORD } from '../identity.fixture.ts'
import { addPasskey, signInPerson, type Person } from '../passkeys/passkeys.fixture.ts'
import type { Misbehaviour } from '../passkeys/software-authenticator.fixture.ts'
import { TOTP_PERIOD_SECONDS } from '../factors/totp.rules.ts'
import { acceptProof, forgiveProof, judgeProof, type Proof } from './judge-proof.ts'
import { lastSignInChange } from './last-sign-in-change.ts'
import { offerProofs, type OfferedProofs } from './offer-proofs.ts'
import { challengeOf, INTENT_LIFE_MS, pageOf, partyOfPage, proofKindsFor } from './proofs.rules.ts'

const PAGE = 'http://console.example'
const fixture = withAuthServer({ publicUrl: PAGE })
const INTENT = { purpose: 'withdrawal', address: '0xabc', grossMicros: '100000000' }
// An address of their own each: addresses wait too.
const originOf = ({ username }: Person) => ({ address: `2001:db8:${username.slice(6)}::1`, requestId: 'test' })
const nextStep = () => fixture.clock.advanceMs(TOTP_PERIOD_SECONDS * 1_000)

async function sessionOf(client: GoTrueClient): Promise<string> {
  return String((await client.getClaims()).data?.claims.session_id)
}

async function offer(person: Person, mayUsePassword = true): Promise<OfferedProofs> {
  const sessionId = await sessionOf(person.client)
  return await offerProofs(fixture.deps, { userId: person.id, sessionId, intent: INTENT, mayUsePassword })
}

/** Judges and accepts as a request would. `commits` false: what it was for comes to nothing after it was accepted. */
async function show(
  person: Person,
  offered: OfferedProofs,
  proof: Proof,
  options: { mayUsePassword?: boolean; commits?: boolean } = {},
): Promise<string> {
  const { mayUsePassword = true, commits = true } = options
  const sessionId = await sessionOf(person.client)
  const facts = {
    userId: person.id,
    sessionId,
    intent: offered.intent,
    proof,
    mayUsePassword,
    origin: originOf(person),
  }
  const judgement = await judgeProof(fixture.deps, facts)
  if (judgement.kind !== 'judged') return judgement.kind
  expect(judgement.intent).toEqual(INTENT)
  const { judged } = judgement
  const run = fixture.deps.database.transaction(async (transaction) => {
    const { kind } = await acceptProof(fixture.deps, transaction, judged)
    if (!commits) throw new Error('Came to nothing')
    return kind
  })
  return await run.catch(async (error: Error) => {
    await forgiveProof(fixture.deps, judged)
    return error.message
  })
}

const password: Proof = { kind: 'password', password: TEST_PASSWORD }
const codeFrom = (app: App, steps = 0): Proof => ({ kind: 'totp', code: codeOf(app.secret, fixture.clock, steps) })

async function withApp(): Promise<{ person: Person; app: App }> {
  const person = await signInPerson(fixture)
  const app = await addApp(fixture, person.client)
  nextStep()
  return { person, app }
}

test('who has neither app nor passkey shows the password, unless a factor is demanded', async () => {
  const person = await signInPerson(fixture)
  expect((await offer(person)).kinds).toEqual(['password'])
  expect((await offer(person, false)).kinds).toEqual([])
  const offered = await offer(person)
  expect(await show(person, offered, password, { mayUsePassword: false })).toBe('refused')
  expect(await show(person, offered, { kind: 'password', password: 'wrong' })).toBe('refused')
  expect(await show(person, offered, password)).toBe('accepted')
  expect(await show(person, offered, password)).toBe('intent_over')
})

test('who has an app shows its code, and the password no longer counts', async () => {
  const { person, app } = await withApp()
  const offered = await offer(person)
  expect(offered).toMatchObject({ kinds: ['totp'], passkeyOptions: null })
  expect(await show(person, offered, password)).toBe('refused')
  expect(await show(person, offered, { kind: 'totp', code: wrongCodeFor(app.secret, fixture.clock) })).toBe('refused')
  expect(await show(person, offered, codeFrom(app))).toBe('accepted')
})

test('a code counts once, here and at the sign-in together', async () => {
  const { person, app } = await withApp()
  const code = codeFrom(app)
  expect(await show(person, await offer(person), code)).toBe('accepted')
  const next = await offer(person)
  expect(await show(person, next, code)).toBe('refused')
  const { error } = await person.client.mfa.challengeAndVerify({
    factorId: app.factorId,
    code: codeOf(app.secret, fixture.clock),
  })
  expect(error?.code).toBe('mfa_verification_failed')
  nextStep()
  expect(await show(person, next, codeFrom(app))).toBe('accepted')
})

test('of two who show the same at once one is accepted', async () => {
  const { person, app } = await withApp()
  const offered = await offer(person)
  const outcomes = await Promise.all([show(person, offered, codeFrom(app)), show(person, offered, codeFrom(app))])
  expect(outcomes.toSorted()).toEqual(['accepted', expect.stringMatching(/intent_over|refused/)])
})

test('what came to nothing spends neither intent nor code, nor counts as an attempt', async () => {
  const { person, app } = await withApp()
  const offered = await offer(person)
  for (let time = 0; time < 8; time += 1) {
    expect(await show(person, offered, codeFrom(app), { commits: false })).toBe('Came to nothing')
  }
  expect(await show(person, offered, codeFrom(app))).toBe('accepted')
})

test('an intent lasts five minutes, in the session and for the person it was made for', async () => {
  const { person, app } = await withApp()
  const other = await signInPerson(fixture)
  const offered = await offer(person)
  expect(await show(other, offered, password)).toBe('intent_over')
  const elsewhere = { ...person, client: (await signInPerson(fixture)).client }
  expect(await show(elsewhere, offered, codeFrom(app))).toBe('intent_over')
  expect(await show(person, { ...offered, intent: 'none' }, codeFrom(app))).toBe('intent_over')
  fixture.clock.advanceMs(INTENT_LIFE_MS)
  expect(await show(person, offered, codeFrom(app))).toBe('intent_over')
  const late = await offer(person)
  fixture.clock.advanceMs(INTENT_LIFE_MS - 1)
  expect(await show(person, late, codeFrom(app))).toBe('accepted')
})

test('a session that ended proves nothing', async () => {
  const person = await signInPerson(fixture)
  const offered = await offer(person)
  const sessionId = await sessionOf(person.client)
  await fixture.db.owner.query(`update sessions set ended_at = now(), ended_reason = 'signed_out' where id = $1`, [
    sessionId,
  ])
  expect(await show(person, offered, password)).toBe('intent_over')
})

test('wrong ones wait longer and longer, and a right one that waits is not looked at', async () => {
  const person = await signInPerson(fixture)
  const offered = await offer(person)
  const wrong: Proof = { kind: 'password', password: 'wrong' }
  for (let time = 0; time < 5; time += 1) expect(await show(person, offered, wrong)).toBe('refused')
  expect(await show(person, offered, password)).toBe('delayed')
  fixture.clock.advanceMs(1_000)
  expect(await show(person, offered, password)).toBe('accepted')
  // The sign-in of the same person was not slowed down.
  const { error } = await person.client.signInWithPassword({ email: person.username, password: TEST_PASSWORD })
  expect(error).toBeNull()
})

test('a passkey signs what was shown and nothing else', async () => {
  const person = await signInPerson(fixture)
  const { authenticator } = await addPasskey(person.client, PAGE)
  const shown = async (offered: OfferedProofs, wrong: Misbehaviour = {}) => {
    const { challenge = '', rpId = '' } = offered.passkeyOptions ?? {}
    return await show(person, offered, { kind: 'passkey', credential: authenticator.get({ challenge, rpId }, wrong) })
  }
  const offered = await offer(person)
  expect(offered.kinds).toEqual(['passkey'])
  const other = await offer(person)
  const faults: Misbehaviour[] = [
    { challenge: other.passkeyOptions?.challenge ?? '' },
    { origin: 'http://elsewhere.example' },
    { rpId: 'elsewhere.example' },
    { userVerified: false },
    { badSignature: true },
  ]
  for (const fault of faults) {
    expect(await shown(offered, fault), JSON.stringify(fault)).toBe('refused')
    fixture.clock.advanceMs(10_000)
  }
  expect(await show(person, offered, { kind: 'passkey', credential: { id: 'x' } })).toBe('refused')
  fixture.clock.advanceMs(10_000)
  const stranger = await addPasskey((await signInPerson(fixture)).client, PAGE)
  const { challenge = '', rpId = '' } = offered.passkeyOptions ?? {}
  const foreign = stranger.authenticator.get({ challenge, rpId })
  expect(await show(person, offered, { kind: 'passkey', credential: foreign })).toBe('refused')
  fixture.clock.advanceMs(60_000)
  expect(await shown(offered)).toBe('accepted')
  // One whose counter does not grow was copied.
  expect(await shown(await offer(person), { counter: 1 })).toBe('refused')
})

test('refusals are in the audit log, without what was shown', async () => {
  const person = await signInPerson(fixture)
  await show(person, await offer(person), { kind: 'password', password: 'my secret guess' })
  const { rows } = await fixture.db.owner.query<{ after: unknown }>(
    `select after from audit_log where action = 'proof_refused' and subject_id = $1`,
    [person.id],
  )
  expect(rows.map(({ after }) => after)).toEqual([{ proof: 'password', reason: 'The password is wrong' }])
})

test('a change of how somebody signs in is found from its moment on', async () => {
  const person = await signInPerson(fixture)
  const since = new Date(Date.now() - 60_000)
  const changed = async () => await lastSignInChange(fixture.deps.database.kysely, { userId: person.id, since })
  expect(await changed()).toBeNull()
  await addApp(fixture, person.client)
  expect(await changed()).toBeInstanceOf(Date)
  const later = new Date(Date.now() + 60_000)
  expect(await lastSignInChange(fixture.deps.database.kysely, { userId: person.id, since: later })).toBeNull()
})

test('what may prove', () => {
  const party = { id: 'console.example', origins: [PAGE] }
  const factor = (factorType: 'totp' | 'webauthn' | 'phone', status: 'verified' | 'unverified' = 'verified') => ({
    factorType,
    status,
  })
  const kinds = (factors: ReturnType<typeof factor>[], change: object = {}) =>
    proofKindsFor({ factors, hasPassword: true, party, mayUsePassword: true, ...change })
  expect(kinds([])).toEqual(['password'])
  expect(kinds([factor('phone'), factor('totp', 'unverified')])).toEqual(['password'])
  expect(kinds([], { hasPassword: false })).toEqual([])
  expect(kinds([factor('totp'), factor('webauthn')])).toEqual(['passkey', 'totp'])
  // At a bare address there are no passkeys, and the password does not stand in for one.
  expect(kinds([factor('webauthn')], { party: null })).toEqual([])
})

test('the challenge is the hash of all that was shown', () => {
  const facts = { userId: 'u', sessionId: 's', nonce: 'n', intent: { a: '1', b: '2' } }
  expect(challengeOf(facts)).toBe(challengeOf({ ...facts, intent: { b: '2', a: '1' } }))
  expect(challengeOf(facts)).not.toBe(challengeOf({ ...facts, intent: { a: '1', b: '3' } }))
  expect(challengeOf(facts)).not.toBe(challengeOf({ ...facts, nonce: 'm' }))
})

test('beside the public address only another port of localhost shows passkeys', () => {
  const own = 'http://localhost:8080'
  expect(partyOfPage('http://localhost:5173', own)).toEqual({
    id: 'localhost',
    origins: [own, 'http://localhost:5173'],
  })
  expect(partyOfPage('http://elsewhere.example', own)?.origins).toEqual([own])
  expect(partyOfPage('http://localhost:5173', PAGE)?.origins).toEqual([PAGE])
  expect(partyOfPage(null, 'http://192.0.2.1')).toBeNull()
  const clientData = Buffer.from('{"origin":"http://a.example"}').toString('base64url')
  expect([pageOf(clientData), pageOf('none')]).toEqual(['http://a.example', null])
})
