// What the tests of identities elsewhere do over and over: a browser with cookies of ours and of the provider, a visit
// and its way back. Imported by tests only.
import { expect } from 'vitest'
import type { GoTrueClient } from '@supabase/auth-js'
import {
  connectClient,
  createCookieJar,
  makeTestUser,
  TEST_PASSWORD,
  type AuthFixture,
  type CookieJar,
} from '../identity.fixture.ts'
import { createProvider } from './create-provider.ts'
import { ownOrigin } from './external.rules.ts'

/** Loopback, so that the host of each request counts: the tests know their port only when they run. */
export const LOOPBACK_URL = 'http://localhost:1'

export type Browser = { client: GoTrueClient; ours: CookieJar; theirs: CookieJar }

/** A browser that nobody has used yet. */
export function openBrowser(fixture: AuthFixture): Browser {
  const ours = createCookieJar(null)
  return {
    client: connectClient(fixture, { fetch: ours.fetch, flowType: 'pkce' }),
    ours,
    theirs: createCookieJar(null),
  }
}

export async function openSignedIn(
  fixture: AuthFixture,
  username?: string,
): Promise<Browser & { id: string; username: string }> {
  const { id, username: made } = username === undefined ? await makeTestUser(fixture) : { id: '', username }
  const browser = openBrowser(fixture)
  const { data, error } = await browser.client.signInWithPassword({ email: made, password: TEST_PASSWORD })
  expect(error).toBeNull()
  return { ...browser, id: data.user?.id ?? id, username: made }
}

type Connection = { id: string; issuer: string; clientId: string; clientSecret?: string; isEnabled?: boolean }

export async function connectProvider(fixture: AuthFixture, connection: Connection): Promise<void> {
  const { id: userId } = await makeTestUser(fixture, { password: null })
  const actor = { userId, address: '127.0.0.1', requestId: 'test' }
  const provider = { name: connection.id, scopes: 'openid email profile', isEnabled: true, ...connection }
  await createProvider(fixture.deps, { actor, provider })
}

/** The origin of our pages, as the server sees it for requests of a test. */
function pagesOf(fixture: AuthFixture): string {
  return ownOrigin(new URL(fixture.origin).host, fixture.deps.publicUrl)
}

/** Where the client is sent to link. */
export async function beginLink(fixture: AuthFixture, { client }: Browser, provider: string, redirectTo?: string) {
  const options = { redirectTo: redirectTo ?? `${pagesOf(fixture)}/account` }
  return client.linkIdentity({ provider: provider as 'google', options })
}

/** Where the browser is sent to sign in: an address of the provider, or back to us with an error. */
export async function beginSignIn(fixture: AuthFixture, browser: Browser, provider: string): Promise<string> {
  const redirectTo = `${pagesOf(fixture)}/sign-in`
  const { data } = await browser.client.signInWithOAuth({
    provider: provider as 'google',
    options: { redirectTo, skipBrowserRedirect: true },
  })
  return follow(browser.ours, data.url ?? '')
}

/** The address that an answer redirects to. */
export async function follow(jar: CookieJar, url: string): Promise<string> {
  const response = await jar.fetch(url, { redirect: 'manual' })
  expect(response.status, await response.clone().text()).toBeOneOf([302, 303])
  return new URL(response.headers.get('location') ?? '', url).href
}

/** Follows the provider until it sends the browser back to us; answers that address, not yet visited. */
export async function visitProvider(fixture: AuthFixture, { theirs }: Browser, url: string): Promise<string> {
  let at = url
  for (let steps = 0; steps < 10 && !at.startsWith(fixture.origin); steps += 1) at = await follow(theirs, at)
  expect(at.startsWith(`${fixture.origin}/auth/v1/callback`), at).toBe(true)
  return at
}

/** The query with which the browser ends up on a page of ours. */
export async function comeBack({ ours }: Browser, callback: string): Promise<Record<string, string>> {
  return Object.fromEntries(new URL(await follow(ours, callback)).searchParams)
}

export async function linkThrough(fixture: AuthFixture, browser: Browser, provider: string) {
  const { data, error } = await beginLink(fixture, browser, provider)
  expect(error).toBeNull()
  return comeBack(browser, await visitProvider(fixture, browser, data?.url ?? ''))
}

export async function signInThrough(fixture: AuthFixture, browser: Browser, provider: string) {
  const there = await beginSignIn(fixture, browser, provider)
  return comeBack(browser, await visitProvider(fixture, browser, there))
}

/** The same address with one part of its query replaced. */
export function altered(address: string, name: string, value: string): string {
  const url = new URL(address)
  expect(url.searchParams.has(name)).toBe(true)
  url.searchParams.set(name, value)
  return url.href
}
