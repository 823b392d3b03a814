// Where a visit to a provider may come from and go to. Pure.
import { isLoopback } from '@inrange/contract/identity-providers'

/** How long a visit may take; a person may have to sign in there first. */
export const VISIT_MS = 10 * 60_000
export const IDENTITIES_PER_USER_MAX = 10
const REDIRECT_CHARS_MAX = 500
const CALLBACK_PATH = '/auth/v1/callback'

/**
 * The origin that we are reached at: the public one. In development, when that is this machine, the request's own host
 * counts, since the port may differ.
 */
export function ownOrigin(host: string | undefined, publicUrl: string): string {
  const own = new URL(publicUrl)
  const address = `${own.protocol}//${host}`
  if (host === undefined || !isLoopback(own.hostname) || !URL.canParse(address)) return own.origin
  const asked = new URL(address)
  return isLoopback(asked.hostname) ? asked.origin : own.origin
}

/** The address that a provider sends browsers back to; it is registered there as it is. */
export function callbackUrl(origin: string): string {
  return `${origin}${CALLBACK_PATH}`
}

/** Where to go in the end, or null when that is not a page of ours. Nothing given: the first page. */
export function ownRedirect(wanted: string | undefined, origin: string): string | null {
  if (wanted === undefined || wanted === '') return `${origin}/`
  if (wanted.length > REDIRECT_CHARS_MAX || !URL.canParse(wanted, origin)) return null
  const url = new URL(wanted, origin)
  return url.origin === origin && url.username === '' && url.password === '' ? url.href : null
}

/** The same address with more in its query. */
export function withQuery(address: string, facts: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value)
  return url.href
}

/** An endpoint that a provider names must be as safe as its issuer (RFC 9700, section 2.6). */
export function isSafeEndpoint(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** What we keep of the claims, for the user to tell identities apart; each bounded, nothing else. */
export function identityData(claims: Record<string, unknown>): { email: string | null; data: Record<string, string> } {
  const text = (name: string): string | null => {
    const value = claims[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, 254) : null
  }
  const data: Record<string, string> = {}
  for (const name of ['name', 'preferred_username']) {
    const value = text(name)
    if (value !== null) data[name] = value
  }
  return { email: text('email'), data }
}
