// What the tests of second factors do over and over: a signed-in client of the unmodified library, an authenticator app
// beside it, and a phone. Imported by tests only.
import type { GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { ManualClock } from '../../../platform/clock.ts'
import { forgetSettings } from '../../settings/settings.public.ts'
import type { SmsGateway } from '../identity.deps.ts'
import { connectClient, makeTestUser, TEST_PASSWORD, type AuthFixture } from '../identity.fixture.ts'
import { storeTestSetting } from './factors-fixture.queries.ts'
import { TOTP_PERIOD_SECONDS } from './totp.rules.ts'

export type Person = { id: string; username: string; email: string; client: GoTrueClient }
export type App = { factorId: string; secret: string }

export async function signInPerson(fixture: AuthFixture, facts: { role?: string } = {}): Promise<Person> {
  const user = await makeTestUser(fixture, facts)
  return { ...user, client: await signInAgain(fixture, user) }
}

export async function signInAgain(fixture: AuthFixture, user: { username: string }): Promise<GoTrueClient> {
  const client = connectClient(fixture)
  const { error } = await client.signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  expect(error).toBeNull()
  return client
}

/** The code that an app shows, `steps` periods from now. */
export function codeOf(secret: string, clock: ManualClock, steps = 0): string {
  const timestamp = clock.nowMs() + steps * TOTP_PERIOD_SECONDS * 1000
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
}

export function wrongCodeFor(secret: string, clock: ManualClock): string {
  const right = new Set([-1, 0, 1].map((steps) => codeOf(secret, clock, steps)))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.has(code)) ?? ''
}

/** Enrols an app and shows its first code, so that the client's session is at aal2. */
export async function addApp(fixture: AuthFixture, client: GoTrueClient, friendlyName?: string): Promise<App> {
  const app = await enrolApp(client, friendlyName)
  const { error } = await showApp(fixture, client, app)
  expect(error).toBeNull()
  return app
}

export async function enrolApp(client: GoTrueClient, friendlyName?: string): Promise<App> {
  const name = friendlyName === undefined ? {} : { friendlyName }
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', issuer: 'Inrange', ...name })
  expect(error).toBeNull()
  return { factorId: data?.id ?? '', secret: data?.totp.secret ?? '' }
}

/** Shows the next code of an app: one that was not shown before. */
export function showApp(fixture: AuthFixture, client: GoTrueClient, { factorId, secret }: App) {
  fixture.clock.advanceMs(TOTP_PERIOD_SECONDS * 1000)
  return client.mfa.challengeAndVerify({ factorId, code: codeOf(secret, fixture.clock) })
}

export async function dutyOf(fixture: AuthFixture, client: GoTrueClient): Promise<string | null | undefined> {
  const token = (await client.getSession()).data.session?.access_token ?? ''
  return (await fixture.identity.authenticate(token, { address: '127.0.0.1' }))?.duty
}

export async function isSignedIn(fixture: AuthFixture, client: GoTrueClient): Promise<boolean> {
  return (await dutyOf(fixture, client)) !== undefined
}

export async function setSetting(fixture: AuthFixture, key: string, value: unknown): Promise<void> {
  await storeTestSetting(fixture.db.database.kysely, key, value)
  forgetSettings(fixture.db.database.kysely)
}

export type Phone = SmsGateway & {
  messages: { to: string; text: string }[]
  answer: 'sent' | 'refused' | 'unreachable'
  /** The code of the last message. */
  lastCode(): string
}

/** A gateway whose messages the test reads. */
export function createPhone(): Phone {
  const phone: Phone = {
    messages: [],
    answer: 'sent',
    sendSms: (to, text) => {
      if (phone.answer === 'sent') phone.messages.push({ to, text })
      return Promise.resolve(phone.answer)
    },
    lastCode: () => /^\d{6}/.exec(phone.messages.at(-1)?.text ?? '')?.[0] ?? '',
  }
  return phone
}
