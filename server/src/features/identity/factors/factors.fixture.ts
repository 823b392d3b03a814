// What the tests of second factors do over and over: a signed-in client of the unmodified library, an authenticator app
// beside it, and a phone. Imported by tests only.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ManualClock } from '../../../platform/clock.ts'
import { forgetSettings } from '../../settings/settings.public.ts'
import { connectClient, makeTestUser, TEST_PASSWORD, type AuthFixture } from '../identity.fixture.ts'
import { deletePhoneCodeCounts, storeTestSetting } from './factors-fixture.queries.ts'
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

export type Phone = {
  readonly messages: { to: string; text: string }[]
  /** What the gateway answers from now on; null: its address is no longer in the settings. */
  answerWith(status: number | null): Promise<void>
  /** The code of the last message. */
  lastCode(): string
}

/** An SMS gateway on loopback that the settings name; before each test its messages are gone and it answers 200. */
export function usePhone(fixture: AuthFixture): Phone {
  const messages: Phone['messages'] = []
  let status = 200
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (status === 200) messages.push(JSON.parse(body) as Phone['messages'][number])
      response.writeHead(status).end()
    })
  })
  const gateway = { body: 'json', numberField: 'to', textField: 'text', senderField: '', sender: '' }
  async function answerWith(next: number | null): Promise<void> {
    status = next ?? status
    const url = next === null ? '' : `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`
    await setSetting(fixture, 'smsGateway', { ...gateway, url, credentialHeader: 'Authorization' })
  }
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  beforeEach(async () => {
    messages.length = 0
    await deletePhoneCodeCounts(fixture.db.database.kysely)
    await answerWith(200)
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  return {
    messages,
    answerWith,
    lastCode: () => /^\d{6}/.exec(messages.at(-1)?.text ?? '')?.[0] ?? '',
  }
}
