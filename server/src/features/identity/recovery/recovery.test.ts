// A forgotten password, from the question to the new password, driven by the unmodified client.
import { expect, test } from 'vitest'
import { settingsByName } from '@inrange/contract/settings'
import {
  ADDRESS_HEADER,
  connectClient,
  createCookieJar,
  makeTestUser,
  post,
  TEST_PASSWORD,
  withAuthServer,
} from '../identity.fixture.ts'
import { readSessionEnds, readStoredTexts, setActive } from '../identity-fixture.queries.ts'
import { setSetting } from '../factors/factors.fixture.ts'
import { CODES_PER_LINK_MAX } from './follow-link.ts'
import { lastLink, openLink, openPkceBrowser, useMailbox } from './recovery.fixture.ts'
import { readAuditOf } from './recovery-fixture.queries.ts'
import { askingBackOff } from './request-recovery.ts'

const fixture = withAuthServer()
const mailbox = useMailbox(fixture)
const kysely = () => fixture.db.database.kysely
const PAGE = 'http://console.example/reset-password'
const NEW_PASSWORD = 'a better horse'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const LINK_MINUTES = settingsByName.recoveryLinkMinutes.default

/** A user who asked in a browser, and the link that came. */
async function asked() {
  const user = await makeTestUser(fixture)
  const browser = openPkceBrowser(fixture)
  const { error } = await browser.client.resetPasswordForEmail(user.email, { redirectTo: PAGE })
  expect(error).toBeNull()
  return { user, ...browser, link: await lastLink(mailbox) }
}

/** Bare, for what the client never sends. */
function ask(body: Record<string, unknown>, options: { redirectTo?: string; address?: string } = {}) {
  const query = options.redirectTo === undefined ? '' : `?redirect_to=${encodeURIComponent(options.redirectTo)}`
  const sent = { code_challenge: CHALLENGE, code_challenge_method: 's256', ...body }
  return post(fixture, `/recover${query}`, sent, { [ADDRESS_HEADER]: options.address ?? '127.0.0.1' })
}

test.each(['memory', 'cookie'])('in %s mode: question, mail, link, code, new password', async (mode) => {
  const user = await makeTestUser(fixture)
  await connectClient(fixture).signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  const jar = createCookieJar(fixture.origin)
  const cookieMode = { headers: { 'x-inrange-console': '1' }, fetch: jar.fetch }
  const { client, events } = openPkceBrowser(fixture, mode === 'cookie' ? cookieMode : {})
  const answer = await client.resetPasswordForEmail(user.email, { redirectTo: `${PAGE}?from=mail` })
  expect(answer).toEqual({ data: {}, error: null })
  const [mail] = await mailbox.mails()
  expect(mail).toMatchObject({ kind: 'password_reset', recipient: user.email })
  expect(mail?.facts).toMatchObject({ username: user.username, minutes: LINK_MINUTES })
  const { status, to } = await openLink(fixture, String(mail?.facts['link']))
  expect([status, to.origin + to.pathname, to.searchParams.get('from')]).toEqual([303, PAGE, 'mail'])
  const exchanged = await client.exchangeCodeForSession(to.searchParams.get('code') ?? '')
  expect(exchanged.error).toBeNull()
  expect(exchanged.data.user?.id).toBe(user.id)
  expect(events).toContain('PASSWORD_RECOVERY')
  expect(exchanged.data.session?.refresh_token === 'cookie').toBe(mode === 'cookie')
  expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
  expect(await readSessionEnds(kysely(), user.id)).toEqual(['password_changed', null])
  const later = connectClient(fixture)
  expect((await later.signInWithPassword({ email: user.email, password: TEST_PASSWORD })).error).not.toBeNull()
  expect((await later.signInWithPassword({ email: user.email, password: NEW_PASSWORD })).error).toBeNull()
  const told = (await mailbox.mails()).filter(({ kind }) => kind === 'password_changed')
  expect(told).toEqual([expect.objectContaining({ recipient: user.email })])
})

test('in another browser the link is useless, and stays good for the one that asked', async () => {
  const { user, client, link } = await asked()
  const { to } = await openLink(fixture, link)
  const code = to.searchParams.get('code') ?? ''
  const other = openPkceBrowser(fixture)
  expect((await other.client.exchangeCodeForSession(code)).error?.name).toBe('AuthPKCECodeVerifierMissingError')
  const guessed = { auth_code: code, code_verifier: 'v'.repeat(43) }
  expect((await post(fixture, '/token?grant_type=pkce', guessed)).status).toBe(400)
  expect(await readSessionEnds(kysely(), user.id)).toEqual([])
  expect((await client.exchangeCodeForSession(code)).error).toBeNull()
})

test('programs that look at mails open the link, and it still works; after use it does not', async () => {
  const { client, link } = await asked()
  await openLink(fixture, link)
  await openLink(fixture, link)
  const { to } = await openLink(fixture, link)
  expect((await client.exchangeCodeForSession(to.searchParams.get('code') ?? '')).error).toBeNull()
  const again = await openLink(fixture, link)
  expect(again.status).toBe(303)
  expect(again.to.origin + again.to.pathname).toBe(PAGE)
  expect(Object.fromEntries(again.to.searchParams)).toMatchObject({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'This link was used already or has expired. Ask for a new one.',
  })
  expect(again.to.searchParams.has('code')).toBe(false)
})

test('of the codes of one link one is exchanged, and the other ends nothing', async () => {
  const user = await makeTestUser(fixture)
  // The verifier of CHALLENGE, from RFC 7636, appendix B.
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  await ask({ email: user.email })
  const link = await lastLink(mailbox)
  const [one, other] = [await openLink(fixture, link), await openLink(fixture, link)]
  const exchange = (to: URL) =>
    post(fixture, '/token?grant_type=pkce', { auth_code: to.searchParams.get('code'), code_verifier: verifier })
  expect((await exchange(one.to)).status).toBe(200)
  expect((await exchange(other.to)).status).toBe(404)
  expect(await readSessionEnds(kysely(), user.id)).toEqual([null])
})

test('a link leads to so many codes and no more', async () => {
  const { link } = await asked()
  for (let n = 0; n < CODES_PER_LINK_MAX; n += 1) {
    expect((await openLink(fixture, link)).to.searchParams.has('code')).toBe(true)
  }
  expect((await openLink(fixture, link)).to.searchParams.get('error_code')).toBe('otp_expired')
})

test('a link is over after the minutes that the setting says', async () => {
  const early = await asked()
  fixture.clock.advanceMs(LINK_MINUTES * MINUTE_MS - 1)
  expect((await openLink(fixture, early.link)).to.searchParams.has('code')).toBe(true)
  const late = await asked()
  fixture.clock.advanceMs(LINK_MINUTES * MINUTE_MS)
  expect((await openLink(fixture, late.link)).to.searchParams.get('error_code')).toBe('otp_expired')
})

test('a made-up link leads to our own page, whatever it says', async () => {
  const link = `http://console.example/auth/v1/verify?token=${'A'.repeat(43)}&type=recovery&redirect_to=http://evil.example/`
  const { to } = await openLink(fixture, link)
  expect(to.origin + to.pathname).toBe(PAGE)
  expect(to.searchParams.get('error_code')).toBe('otp_expired')
})

test('an unknown address gets the same answer, and nothing that was typed is kept', async () => {
  const user = await makeTestUser(fixture)
  const known = await ask({ email: user.email })
  const unknown = await ask({ email: 'nobody-typed-this@example.com' })
  expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()])
  expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()])
  expect(await mailbox.mails()).toHaveLength(1)
  expect(await readStoredTexts(kysely())).not.toContain('nobody-typed-this')
  expect(await readAuditOf(kysely(), 'unknown', 'recovery_requested')).toContainEqual({
    isMailed: false,
    reason: 'User not found',
  })
})

// The row of the user is locked elsewhere: whoever waited for what there is to do would not answer.
test('the answer does not wait for what there is to do', async () => {
  const user = await makeTestUser(fixture)
  await fixture.db.owner.query('begin')
  await fixture.db.owner.query('select from users where id = $1 for update', [user.id])
  expect(await (await ask({ email: user.email })).json()).toEqual({})
  await fixture.db.owner.query('rollback')
  expect(await mailbox.mails()).toHaveLength(1)
})

test('a username is as good as an address', async () => {
  const user = await makeTestUser(fixture)
  await ask({ email: ` ${user.username.toUpperCase()} ` })
  expect(await mailbox.mails()).toEqual([expect.objectContaining({ recipient: user.email })])
})

const foreign = [
  'http://evil.example/',
  'http://console.example.evil.example/',
  'https://console.example/',
  'http://console.example:8080/',
  'http://someone@console.example/',
  '//evil.example/',
  String.raw`/\evil.example`,
  'javascript:alert(1)',
]
test.each(foreign)('the link never leads to %s', async (redirectTo) => {
  const user = await makeTestUser(fixture)
  const answer = await ask({ email: user.email }, { redirectTo })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'validation_failed' })
  expect(await mailbox.mails()).toEqual([])
})

test.each([
  { what: 'no challenge', body: { code_challenge: null } },
  { what: 'a challenge of another length', body: { code_challenge: CHALLENGE.slice(1) } },
  { what: 'the method plain', body: { code_challenge_method: 'plain' } },
  { what: 'no address', body: { email: ' ' } },
])('$what is refused before anybody is looked for', async ({ body }) => {
  const user = await makeTestUser(fixture)
  expect((await ask({ email: user.email, ...body })).status).toBe(400)
  expect(await mailbox.mails()).toEqual([])
})

test('a stranger causes two mails an hour at most, and the owner at home still gets one', async () => {
  const user = await makeTestUser(fixture)
  const signIn = { email: user.username, password: TEST_PASSWORD }
  await post(fixture, '/token?grant_type=password', signIn, { [ADDRESS_HEADER]: '192.0.2.1' })
  const before = (await mailbox.mails()).length
  for (let n = 0; n < 6; n += 1) await ask({ email: user.email }, { address: `198.51.100.${n}` })
  expect((await mailbox.mails()).length - before).toBe(2)
  await ask({ email: user.email }, { address: '192.0.2.1' })
  await ask({ email: user.email }, { address: '192.0.2.1' })
  expect((await mailbox.mails()).length - before).toBe(3)
  expect(await readAuditOf(kysely(), user.id, 'recovery_requested')).toContainEqual({
    isMailed: false,
    reason: 'Too many mails in an hour',
  })
  fixture.clock.advanceMs(HOUR_MS)
  await ask({ email: user.email }, { address: '203.0.113.1' })
  expect((await mailbox.mails()).length - before).toBe(4)
})

test('what a stranger asks for does not void what the owner asked for', async () => {
  const { user, client, link } = await asked()
  await ask({ email: user.email }, { address: '198.51.100.1' })
  const { to } = await openLink(fixture, link)
  expect((await client.exchangeCodeForSession(to.searchParams.get('code') ?? '')).error).toBeNull()
})

test('an address that asks for many accounts waits, another does not, and the wait ends', async () => {
  const address = '192.0.2.200'
  for (let n = 0; n < askingBackOff.freeFailures; n += 1) await ask({ email: `guess${n}` }, { address })
  const waits = await ask({ email: 'one more' }, { address })
  expect([waits.status, waits.headers.get('retry-after')]).toEqual([429, '10'])
  expect((await ask({ email: 'one more' }, { address: '192.0.2.201' })).status).toBe(200)
  fixture.clock.advanceMs(askingBackOff.waitMsMin)
  expect((await ask({ email: 'one more' }, { address })).status).toBe(200)
})

test('for a disabled account, and without a mail server, nothing is sent and an administrator sees it', async () => {
  const disabled = await makeTestUser(fixture)
  await setActive(kysely(), disabled.id, false)
  expect((await ask({ email: disabled.email })).status).toBe(200)
  const mail = { host: '', port: 465, security: 'tls', username: '', fromAddress: '', fromName: '' }
  const { rows } = await fixture.db.owner.query(`select value from settings where key = 'mail'`)
  await fixture.identity.settled()
  await setSetting(fixture, 'mail', mail)
  const user = await makeTestUser(fixture)
  expect((await ask({ email: user.email })).status).toBe(200)
  expect(await mailbox.mails()).toEqual([])
  const reasonOf = async (id: string) => (await readAuditOf(kysely(), id, 'recovery_requested'))[0]?.['reason']
  expect(await reasonOf(disabled.id)).toBe('Account is disabled')
  expect(await reasonOf(user.id)).toBe('No mail server is set up')
  await setSetting(fixture, 'mail', (rows[0] as { value: unknown }).value)
})

test('a link may set a password without the old one once, and for a quarter of an hour', async () => {
  const once = await asked()
  const code = async (link: string) => (await openLink(fixture, link)).to.searchParams.get('code') ?? ''
  await once.client.exchangeCodeForSession(await code(once.link))
  expect((await once.client.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
  const second = await once.client.updateUser({ password: 'yet another horse' })
  expect(second.error?.code).toBe('current_password_required')
  const slow = await asked()
  await slow.client.exchangeCodeForSession(await code(slow.link))
  fixture.clock.advanceMs(15 * MINUTE_MS + 1_000)
  await slow.client.refreshSession()
  expect((await slow.client.updateUser({ password: NEW_PASSWORD })).error?.code).toBe('current_password_required')
})

test('a new password voids every open link', async () => {
  const { user, client, link } = await asked()
  await client.signInWithPassword({ email: user.username, password: TEST_PASSWORD })
  expect((await client.updateUser({ password: NEW_PASSWORD, current_password: TEST_PASSWORD })).error).toBeNull()
  expect((await openLink(fixture, link)).to.searchParams.get('error_code')).toBe('otp_expired')
})
