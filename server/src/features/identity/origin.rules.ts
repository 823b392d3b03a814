// Where a request came from: whether its address can be stored, and whether it is our own console that speaks. Pure.
import { isIP } from 'node:net'

/** The address as PostgreSQL's inet takes it, or null. */
export function storableAddress(address: string): string | null {
  return isIP(address) === 0 ? null : address
}

export type OriginHeaders = {
  origin: string | undefined
  host: string | undefined
  secFetchSite: string | undefined
}

/**
 * Whether a request that acts on the cookie comes from a page of ours: its Origin is this host or the public address,
 * or it has none and the browser itself says same-origin. Source: RFC 6454, section 7; Fetch Metadata, section 2.3.
 */
export function isOwnOrigin(headers: OriginHeaders, publicUrl: string): boolean {
  const { origin, host, secFetchSite } = headers
  if (origin === undefined) return secFetchSite === 'same-origin'
  if (secFetchSite !== undefined && secFetchSite !== 'same-origin') return false
  const parsed = parseUrl(origin)
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return false
  return parsed.host === host?.toLowerCase() || parsed.origin === parseUrl(publicUrl)?.origin
}

/**
 * The name of the refresh cookie; the prefix makes browsers insist on Secure, Path=/ and no Domain (RFC 6265bis,
 * section 4.1.3.2).
 */
export function refreshCookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-inrange-refresh' : 'inrange-refresh'
}

export function isSecure(publicUrl: string): boolean {
  return parseUrl(publicUrl)?.protocol === 'https:'
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
