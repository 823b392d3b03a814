// What the tests of passkeys do over and over: a signed-in client of the unmodified library, and a passkey registered
// and shown through it. Imported by tests only.
import { expect } from 'vitest'
import type { GoTrueClient } from '@supabase/auth-js'
import { connectClient, makeTestUser, TEST_PASSWORD, type AuthFixture } from '../identity.fixture.ts'
import {
  createSoftwareAuthenticator,
  type Misbehaviour,
  type SoftwareAuthenticator,
} from './software-authenticator.fixture.ts'

export type Person = { id: string; username: string; client: GoTrueClient }

export async function signInPerson(fixture: AuthFixture): Promise<Person> {
  const { id, username } = await makeTestUser(fixture)
  return { id, username, client: await signInAgain(fixture, username) }
}

export async function signInAgain(fixture: AuthFixture, username: string): Promise<GoTrueClient> {
  const client = connectClient(fixture)
  const { error } = await client.signInWithPassword({ email: username, password: TEST_PASSWORD })
  expect(error).toBeNull()
  return client
}

/** Registers a passkey of a new authenticator, and answers both. */
export async function addPasskey(
  client: GoTrueClient,
  pageOrigin: string,
): Promise<{ authenticator: SoftwareAuthenticator; passkeyId: string }> {
  const authenticator = createSoftwareAuthenticator(pageOrigin)
  const { data, error } = await tryRegister(client, authenticator)
  expect(error).toBeNull()
  return { authenticator, passkeyId: data?.id ?? '' }
}

export async function tryRegister(
  client: GoTrueClient,
  authenticator: SoftwareAuthenticator,
  wrong: Misbehaviour = {},
) {
  const begun = await client.passkey.startRegistration()
  if (!begun.data) return begun
  const { challenge_id: challengeId, options } = begun.data
  return client.passkey.verifyRegistration({ challengeId, credential: asAnswer(authenticator.create(options, wrong)) })
}

export async function trySignIn(client: GoTrueClient, authenticator: SoftwareAuthenticator, wrong: Misbehaviour = {}) {
  const begun = await client.passkey.startAuthentication()
  if (!begun.data) throw begun.error ?? new Error('No ceremony began')
  const { challenge_id: challengeId, options } = begun.data
  return client.passkey.verifyAuthentication({ challengeId, credential: asAnswer(authenticator.get(options, wrong)) })
}

/** Shows a passkey as the second factor of the client's session. */
export async function tryRaise(
  client: GoTrueClient,
  factorId: string,
  authenticator: SoftwareAuthenticator,
  wrong: Misbehaviour = {},
) {
  const asked = await client.mfa.challenge({ factorId, webauthn: { rpId: '' } })
  if (!asked.data) return asked
  return client.mfa.verify(passkeyProof(factorId, asked.data, authenticator, wrong))
}

/** What an authenticator answers to a challenge of the client, as the client takes it to the server. */
export function passkeyProof(
  factorId: string,
  asked: PasskeyAsked,
  authenticator: SoftwareAuthenticator,
  wrong: Misbehaviour = {},
) {
  // The library turned the challenge into bytes for the browser; the authenticator takes it as text.
  const { challenge, rpId = '' } = asked.webauthn.credential_options.publicKey as {
    challenge: ArrayBuffer
    rpId?: string
  }
  const answer = authenticator.get({ challenge: Buffer.from(challenge).toString('base64url'), rpId }, wrong)
  const webauthn = { type: 'request', rpId, credential_response: { toJSON: () => answer } as never } as const
  return { factorId, challengeId: asked.id, webauthn }
}

type PasskeyAsked = { id: string; webauthn: { credential_options: { publicKey: unknown } } }
type AnswerOf = Parameters<GoTrueClient['passkey']['verifyRegistration']>[0]['credential']

/** The client's types name the transports one by one; ours are plain texts. */
export function asAnswer(credential: unknown): AnswerOf {
  return credential as AnswerOf
}

export async function levelOf(client: GoTrueClient): Promise<{ aal: unknown; methods: unknown[] }> {
  const { data } = await client.getClaims()
  const amr = (data?.claims.amr ?? []) as (string | { method: string })[]
  return { aal: data?.claims.aal, methods: amr.map((entry) => (typeof entry === 'string' ? entry : entry.method)) }
}
