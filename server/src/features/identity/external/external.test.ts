// Identities elsewhere, with the unmodified client and a real OpenID provider on loopback: linking, listing, signing in
// and unlinking, and what of it is refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOidcProvider, type OidcProvider } from '../../../testing/oidc-provider.fixture.ts'
import { createCookieJar, makeTestUser, withAuthServer } from '../identity.fixture.ts'
import { readActivityTypes, readRefusals, readSessionEnds, setActive } from '../identity-fixture.queries.ts'
import { addPasskey, levelOf, trySignIn } from '../passkeys/passkeys.fixture.ts'
import {
  altered,
  beginLink,
  beginSignIn,
  comeBack,
  connectProvider,
  follow,
  linkThrough,
  LOOPBACK_URL,
  openBrowser,
  openSignedIn,
  signInThrough,
  visitProvider,
} from './external.fixture.ts'
import { VISIT_MS } from './external.rules.ts'

const fixture = withAuthServer({ publicUrl: LOOPBACK_URL })
const kysely = () => fixture.db.database.kysely
let provider: OidcProvider
let number = 0

beforeAll(async () => {
  provider = await startOidcProvider({ redirectUris: [`${fixture.origin}/auth/v1/callback`] })
  const { issuer, clientId, clientSecret } = provider
  await connectProvider(fixture, { id: 'works', issuer, clientId, clientSecret })
})
afterAll(() => provider.stop())

/** Somebody new at the provider, who signs in there from now on. */
function newPerson() {
  number += 1
  const person = { subject: `subject-${number}`, email: `p${number}@works.example`, name: `Person ${number}` }
  provider.signInAs(person)
  return person
}

async function linked() {
  const person = newPerson()
  const browser = await openSignedIn(fixture)
  expect(await linkThrough(fixture, browser, 'works')).toEqual({ linked: 'works' })
  return { ...browser, person }
}

test('an identity is linked by its signed-in user, listed, and signs in by itself at the first level', async () => {
  const { id, client, person } = await linked()
  const listed = (await client.getUserIdentities()).data?.identities ?? []
  expect(listed.map((identity) => identity.provider)).toEqual(['email', 'works'])
  expect(listed[1]).toMatchObject({ id: person.subject, user_id: id })
  expect(listed[1]?.identity_data).toMatchObject({ email: person.email, name: person.name, sub: person.subject })

  const browser = openBrowser(fixture)
  const { code = '' } = await signInThrough(fixture, browser, 'works')
  const { data, error } = await browser.client.exchangeCodeForSession(code)
  expect(error).toBeNull()
  expect(data.user?.id).toBe(id)
  expect(await levelOf(browser.client)).toEqual({ aal: 'aal1', methods: ['oauth'] })
  expect(data.user?.app_metadata.providers).toEqual(['email', 'works'])
  expect(await readActivityTypes(kysely(), id)).toEqual(['user_login', 'user_identity_linked', 'user_login'])
})

test('an unlinked identity opens nothing, and the other sessions end', async () => {
  const { id, client } = await linked()
  const browser = openBrowser(fixture)
  await browser.client.exchangeCodeForSession((await signInThrough(fixture, browser, 'works'))['code'] ?? '')
  const identity = (await client.getUserIdentities()).data?.identities.at(1)
  expect((await client.unlinkIdentity(identity!)).error).toBeNull()
  expect((await client.unlinkIdentity(identity!)).error?.code).toBe('identity_not_found')
  expect((await client.getUserIdentities()).data?.identities).toHaveLength(1)
  expect(await readSessionEnds(kysely(), id)).toEqual([null, 'identity_removed'])
  expect(await signInThrough(fixture, openBrowser(fixture), 'works')).toMatchObject({
    error_code: 'identity_not_found',
  })
})

test('an unknown identity is refused in a clear sentence, even with the address of an account; none is made', async () => {
  const person = newPerson()
  const { id } = await makeTestUser(fixture)
  await fixture.db.owner.query('update users set email = $2 where id = $1', [id, person.email])
  expect(await signInThrough(fixture, openBrowser(fixture), 'works')).toEqual({
    error: 'access_denied',
    error_code: 'identity_not_found',
    error_description: 'No account is linked to this identity. Sign in another way, then link it in your account.',
  })
  expect((await readRefusals(kysely(), 'unknown')).at(-1)).toBe('Unknown identity')
  const { rows } = await fixture.db.owner.query('select from identities where user_id = $1', [id])
  expect(rows).toEqual([])
})

test('an identity belongs to one account', async () => {
  const { client } = await linked()
  const other = await openSignedIn(fixture)
  expect(await linkThrough(fixture, other, 'works')).toMatchObject({ error_code: 'identity_already_exists' })
  expect((await other.client.getUserIdentities()).data?.identities).toHaveLength(1)
  expect((await client.getUserIdentities()).data?.identities).toHaveLength(2)
})

test('who declines at the provider is told so', async () => {
  provider.signInAs(null)
  expect(await signInThrough(fixture, openBrowser(fixture), 'works')).toMatchObject({
    error_code: 'bad_oauth_callback',
    error_description: 'You did not agree at the other service.',
  })
})

test('a disabled account is told so, and gets no code', async () => {
  const { id } = await linked()
  await setActive(kysely(), id, false)
  const answer = await signInThrough(fixture, openBrowser(fixture), 'works')
  expect(answer).toMatchObject({ error_code: 'user_banned', error_description: 'Account is disabled' })
  expect(answer['code']).toBeUndefined()
})

test('a provider that is unknown, disabled or silent is a clear answer, also for a visit under way', async () => {
  const unknown = new URL(await beginSignIn(fixture, openBrowser(fixture), 'nobody'))
  expect(unknown.origin + unknown.pathname).toBe(`${fixture.origin}/sign-in`)
  expect(unknown.searchParams.get('error_description')).toBe('This way to sign in is not available.')

  await connectProvider(fixture, { id: 'silent', issuer: 'http://127.0.0.1:9', clientId: 'inrange' })
  const silent = new URL(await beginSignIn(fixture, openBrowser(fixture), 'silent'))
  expect(Object.fromEntries(silent.searchParams)).toMatchObject({
    error: 'server_error',
    error_code: 'provider_unreachable',
  })

  const { client, username } = await linked()
  const browser = openBrowser(fixture)
  const callback = await visitProvider(fixture, browser, await beginSignIn(fixture, browser, 'works'))
  await fixture.db.owner.query(`update identity_providers set is_enabled = false where id = 'works'`)
  const late = await comeBack(browser, callback)
  const direct = await beginLink(fixture, await openSignedIn(fixture, username), 'works')
  const identity = (await client.getUserIdentities()).data?.identities.at(1)
  await fixture.db.owner.query(`update identity_providers set is_enabled = true where id = 'works'`)
  expect(late).toMatchObject({ error_code: 'provider_disabled' })
  expect(direct.error?.code).toBe('provider_disabled')
  expect(identity?.provider).toBe('works')
})

test('the last way to sign in stays: an identity at a disabled provider is none', async () => {
  const { id, client } = await linked()
  const identity = (await client.getUserIdentities()).data?.identities.at(1)
  await fixture.db.owner.query('delete from passwords where user_id = $1', [id])
  expect((await client.unlinkIdentity(identity!)).error?.code).toBe('single_identity_not_deletable')
  const second = `insert into identities (user_id, provider_id, subject) values ($1, $2, $3)`
  await fixture.db.owner.query(second, [id, 'works', `second of ${id}`])
  expect((await client.unlinkIdentity(identity!)).error).toBeNull()
})

test('with a second factor, linking and unlinking need it; one that was linked still does not stand for it', async () => {
  const { client, username } = await linked()
  const page = LOOPBACK_URL
  const { authenticator } = await addPasskey(client, page)
  const weak = await openSignedIn(fixture, username)
  const identity = (await weak.client.getUserIdentities()).data?.identities.at(1)
  expect((await beginLink(fixture, weak, 'works')).error?.code).toBe('insufficient_aal')
  expect((await weak.client.unlinkIdentity(identity!)).error?.code).toBe('insufficient_aal')

  const vouched = openBrowser(fixture)
  await vouched.client.exchangeCodeForSession((await signInThrough(fixture, vouched, 'works'))['code'] ?? '')
  expect((await vouched.client.unlinkIdentity(identity!)).error?.code).toBe('insufficient_aal')

  const strong = openBrowser(fixture)
  await trySignIn(strong.client, authenticator)
  newPerson()
  expect(await linkThrough(fixture, strong, 'works')).toEqual({ linked: 'works' })
})

test('a link is not finished for a session that ended, or lacks a factor added meanwhile', async () => {
  newPerson()
  const browser = await openSignedIn(fixture)
  const begun = await beginLink(fixture, browser, 'works')
  const callback = await visitProvider(fixture, browser, begun.data?.url ?? '')
  await addPasskey(browser.client, LOOPBACK_URL)
  expect(await comeBack(browser, callback)).toMatchObject({ error_code: 'insufficient_aal' })

  const leaving = await openSignedIn(fixture)
  const another = await beginLink(fixture, leaving, 'works')
  const back = await visitProvider(fixture, leaving, another.data?.url ?? '')
  await leaving.client.signOut()
  expect(await comeBack(leaving, back)).toMatchObject({ error_code: 'session_not_found' })
})

test('a callback from another browser, with another state, a second time or too late opens nothing', async () => {
  await linked()
  const over = { error: 'access_denied', error_code: 'bad_oauth_state' }
  const arrive = async () => {
    const browser = openBrowser(fixture)
    return { browser, callback: await visitProvider(fixture, browser, await beginSignIn(fixture, browser, 'works')) }
  }
  const first = await arrive()
  expect(await comeBack(openBrowser(fixture), first.callback)).toMatchObject(over)
  expect(await comeBack((await arrive()).browser, first.callback)).toMatchObject(over)
  const forged = altered(first.callback, 'state', 'A'.repeat(43))
  const cookie = new Map(first.browser.ours.cookies)
  expect(await comeBack(first.browser, forged)).toMatchObject(over)

  // The cookie is gone by then; a thief who kept a copy of it is too late all the same, once it was used.
  const second = await arrive()
  const copy = createCookieJar(null)
  for (const [name, value] of second.browser.ours.cookies) copy.cookies.set(name, value)
  expect((await comeBack(second.browser, second.callback))['code']).toBeTypeOf('string')
  expect(await comeBack({ ...second.browser, ours: copy }, second.callback)).toMatchObject(over)

  const late = await arrive()
  fixture.clock.advanceMs(VISIT_MS)
  expect(await comeBack(late.browser, late.callback)).toMatchObject(over)
  expect(cookie.size).toBe(1)
})

test('a code works once, and only with the verifier of the browser that asked', async () => {
  await linked()
  const browser = openBrowser(fixture)
  const { code = '' } = await signInThrough(fixture, browser, 'works')
  const thief = openBrowser(fixture)
  await beginSignIn(fixture, thief, 'works')
  expect((await thief.client.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier')
  expect((await browser.client.exchangeCodeForSession(code)).error).toBeNull()
  expect((await browser.client.exchangeCodeForSession(code)).error).not.toBeNull()
})

test('what the provider did not say for this visit opens nothing', async () => {
  await linked()
  const refused = { error_code: 'bad_oauth_callback', error_description: 'The other service did not vouch for you.' }
  const other = 'A'.repeat(43)
  for (const name of ['nonce', 'code_challenge']) {
    const browser = openBrowser(fixture)
    const there = altered(await beginSignIn(fixture, browser, 'works'), name, other)
    expect(await comeBack(browser, await visitProvider(fixture, browser, there)), name).toMatchObject(refused)
  }
  for (const [name, value] of Object.entries({ iss: 'https://evil.example', code: other })) {
    const browser = openBrowser(fixture)
    const callback = await visitProvider(fixture, browser, await beginSignIn(fixture, browser, 'works'))
    expect(await comeBack(browser, altered(callback, name, value)), name).toMatchObject(refused)
  }
  expect((await readRefusals(kysely(), 'unknown')).slice(-4)).not.toContain('Unknown identity')
})

test('nobody is sent to a page that is not ours', async () => {
  const browser = await openSignedIn(fixture)
  const foreign = [
    'https://evil.example/',
    '//evil.example/',
    'http://localhost:1@evil.example/',
    'javascript:alert(1)',
    fixture.origin.replace('http:', 'https:'),
    `${fixture.origin}/${'a'.repeat(500)}`,
  ]
  for (const redirectTo of foreign) {
    expect((await beginLink(fixture, browser, 'works', redirectTo)).error?.code, redirectTo).toBe('validation_failed')
    const query = new URLSearchParams({ provider: 'works', redirect_to: redirectTo, code_challenge: 'A'.repeat(43) })
    const url = `${fixture.origin}/auth/v1/authorize?${query.toString()}&code_challenge_method=s256`
    const response = await browser.ours.fetch(url, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')], redirectTo).toEqual([400, null])
  }
  expect((await beginLink(fixture, browser, 'works', `${fixture.origin}/account?tab=identities`)).error).toBeNull()
})

test('a sign-in without a challenge of the client goes nowhere', async () => {
  const url = `${fixture.origin}/auth/v1/authorize?provider=works`
  for (const query of ['', '&code_challenge=short&code_challenge_method=s256', `&code_challenge=${'A'.repeat(43)}`]) {
    expect((await fetch(url + query, { redirect: 'manual' })).status).toBe(400)
  }
})

test('the cookie of a visit is read by no script and goes when the visit is over', async () => {
  newPerson()
  const browser = openBrowser(fixture)
  const there = await beginSignIn(fixture, browser, 'works')
  expect(browser.ours.lastSetCookie).toMatch(/^inrange-visit=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(browser.ours.cookies.get('inrange-visit')?.length).toBeLessThan(3_500)
  await follow(browser.ours, await visitProvider(fixture, browser, there))
  expect(browser.ours.cookies.size).toBe(0)
})
