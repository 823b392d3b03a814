// Links that an administrator makes: once, for hours or days, and never two at a time.
import { expect, test } from 'vitest'
import { settingsByName } from '@inrange/contract/settings'
import { createLink } from '../identity.public.ts'
import { connectClient, createCookieJar, makeTestUser, TEST_PASSWORD, withAuthServer } from '../identity.fixture.ts'
import { readActivityTypes, readSessionEnds, readStoredTexts, setActive } from '../identity-fixture.queries.ts'
import { readAuditOf } from './recovery-fixture.queries.ts'

const fixture = withAuthServer()
const kysely = () => fixture.db.database.kysely
const MINUTE_MS = 60_000
const INVITATION_MS = settingsByName.invitationDays.default * 24 * 60 * MINUTE_MS

type Made = Awaited<ReturnType<typeof createLink>>

async function linkFor(userId: string, purpose: 'recovery' | 'invitation'): Promise<Made & { token: string }> {
  const admin = await makeTestUser(fixture, { role: 'admin' })
  const made = await fixture.db.database.transaction((transaction) =>
    createLink(transaction, {
      userId,
      purpose,
      createdBy: admin.id,
      publicUrl: 'http://console.example',
      notices: fixture.deps.notices,
      now: fixture.clock.now(),
      address: '192.0.2.1',
      requestId: 'test-request',
    }),
  )
  return { ...made, token: new URL(made.link).hash.replace('#token=', '') }
}

const follow = (token: string, type: 'recovery' | 'invite') =>
  connectClient(fixture).verifyOtp({ token_hash: token, type })

test('an invited user chooses a password at the link, and signs in with it from then on', async () => {
  const user = await makeTestUser(fixture, { password: null })
  const { link, token, isMailed, expiresAt } = await linkFor(user.id, 'invitation')
  expect(link).toBe(`http://console.example/accept-invitation#token=${token}`)
  expect(isMailed).toBe(false)
  expect(expiresAt.getTime()).toBe(fixture.clock.nowMs() + INVITATION_MS)
  const client = connectClient(fixture)
  const events: string[] = []
  client.onAuthStateChange((event) => void events.push(event))
  const { data, error } = await client.verifyOtp({ token_hash: token, type: 'invite' })
  expect(error).toBeNull()
  expect(data.user?.id).toBe(user.id)
  expect((await client.updateUser({ password: 'chosen by me' })).error).toBeNull()
  expect(events).toContain('SIGNED_IN')
  const later = await connectClient(fixture).signInWithPassword({ email: user.username, password: 'chosen by me' })
  expect(later.error).toBeNull()
  expect(await readActivityTypes(kysely(), user.id)).toEqual(['user_login', 'user_login'])
})

test('a link to recover needs no old password, ends other sessions, and tells the client what it is', async () => {
  const user = await makeTestUser(fixture)
  await connectClient(fixture).signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  const { link, token } = await linkFor(user.id, 'recovery')
  expect(link).toBe(`http://console.example/reset-password#token=${token}`)
  const client = connectClient(fixture)
  const events: string[] = []
  client.onAuthStateChange((event) => void events.push(event))
  await client.verifyOtp({ token_hash: token, type: 'recovery' })
  expect(events).toContain('PASSWORD_RECOVERY')
  expect(await readSessionEnds(kysely(), user.id)).toEqual([null, null])
  expect((await client.updateUser({ password: 'chosen by me' })).error).toBeNull()
  expect(await readSessionEnds(kysely(), user.id)).toEqual(['password_changed', null])
})

test('in the mode of the console the session of a link lies in the cookie', async () => {
  const user = await makeTestUser(fixture)
  const { token } = await linkFor(user.id, 'recovery')
  const jar = createCookieJar(fixture.origin)
  const client = connectClient(fixture, { headers: { 'x-inrange-console': '1' }, fetch: jar.fetch })
  const { data } = await client.verifyOtp({ token_hash: token, type: 'recovery' })
  expect(data.session?.refresh_token).toBe('cookie')
  expect(jar.cookies.get('inrange-refresh')).toMatch(/^[\w-]{43}$/)
  const foreign = createCookieJar('http://evil.example')
  const other = await linkFor(user.id, 'recovery')
  const refused = connectClient(fixture, { headers: { 'x-inrange-console': '1' }, fetch: foreign.fetch })
  const { error } = await refused.verifyOtp({ token_hash: other.token, type: 'recovery' })
  expect(error?.code).toBe('foreign_origin')
})

test('a link works once, also for two who come at once', async () => {
  const user = await makeTestUser(fixture)
  const { token } = await linkFor(user.id, 'recovery')
  const answers = await Promise.all([follow(token, 'recovery'), follow(token, 'recovery')])
  expect(answers.map(({ error }) => error?.code ?? 'signed in').toSorted()).toEqual(['otp_expired', 'signed in'])
  expect((await follow(token, 'recovery')).error).toMatchObject({ code: 'otp_expired', status: 403 })
})

test.each([
  { purpose: 'recovery', type: 'recovery', lifeMs: settingsByName.recoveryLinkMinutes.default * MINUTE_MS },
  { purpose: 'invitation', type: 'invite', lifeMs: INVITATION_MS },
] as const)('a link for $purpose is over after its time', async ({ purpose, type, lifeMs }) => {
  const user = await makeTestUser(fixture)
  const early = await linkFor(user.id, purpose)
  fixture.clock.advanceMs(lifeMs - 1)
  expect((await follow(early.token, type)).error).toBeNull()
  const late = await linkFor(user.id, purpose)
  fixture.clock.advanceMs(lifeMs)
  expect((await follow(late.token, type)).error?.code).toBe('otp_expired')
})

test('a newer link voids the older one of its purpose, and no other', async () => {
  const user = await makeTestUser(fixture)
  const invitation = await linkFor(user.id, 'invitation')
  const older = await linkFor(user.id, 'recovery')
  const newer = await linkFor(user.id, 'recovery')
  expect((await follow(older.token, 'recovery')).error?.code).toBe('otp_expired')
  expect((await follow(newer.token, 'recovery')).error).toBeNull()
  expect((await follow(invitation.token, 'invite')).error).toBeNull()
})

test('a link of one purpose, a made-up one and one of a disabled account open nothing', async () => {
  const user = await makeTestUser(fixture)
  const { token } = await linkFor(user.id, 'recovery')
  for (const [text, type] of [
    [token, 'invite'],
    ['A'.repeat(43), 'recovery'],
    ['short', 'recovery'],
  ] as const) {
    expect((await follow(text, type)).error?.code).toBe('otp_expired')
  }
  await setActive(kysely(), user.id, false)
  expect((await follow(token, 'recovery')).error?.message).toBe('Account is disabled')
  await setActive(kysely(), user.id, true)
  expect((await follow(token, 'recovery')).error).toBeNull()
})

test('who made a link is in the audit log, and its token is stored nowhere', async () => {
  const user = await makeTestUser(fixture)
  const { token, expiresAt } = await linkFor(user.id, 'recovery')
  expect(await readAuditOf(kysely(), user.id, 'link_made')).toEqual([
    { purpose: 'recovery', isMailed: false, expiresAt: expiresAt.toISOString() },
  ])
  const stored = await readStoredTexts(kysely())
  expect(stored).toContain('token_hash')
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
})
