// What the ceremonies of passkeys decide. Pure. Source: Web Authentication level 3 (WebAuthn below).
import { isIP } from 'node:net'
import { isOwnOrigin, type OriginHeaders } from '../origin.rules.ts'

/** How long a ceremony may take; also what the browser is told. */
export const CEREMONY_MS = 5 * 60_000
/** What authenticators call the party that asks, beside its host name. */
export const RELYING_PARTY_NAME = 'Inrange'

/** Whose passkeys these are, and the pages they may be shown on. */
export type RelyingParty = { id: string; origins: string[] }

/**
 * The relying party of a request, or null where there can be none: its id is a domain, never an address (WebAuthn,
 * section 5.1.2, step 8). Beside the public address only another port of localhost counts, and only for a page of ours.
 */
export function relyingPartyOf(headers: OriginHeaders, publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  const page = headers.origin
  const isNeighbour = page !== undefined && hostname === 'localhost' && isLocalhost(page)
  return { id: hostname, origins: isNeighbour && isOwnOrigin(headers, publicUrl) ? [origin, page] : [origin] }
}

function isLocalhost(origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).hostname === 'localhost'
}

/**
 * Whether a counter that an authenticator shows may follow the one we know. Zero on both sides: it keeps none
 * (WebAuthn, section 6.1.1).
 */
export function counterRuns(known: number, shown: number): boolean {
  return (known === 0 && shown === 0) || shown > known
}

/** A name that no factor of the user has yet, in any case of letters. */
export function freePasskeyName(taken: readonly string[]): string {
  const names = new Set(taken.map((name) => name.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'Passkey' : `Passkey ${number}`
    if (!names.has(name.toLowerCase())) return name
  }
}

/** The user's handle in their authenticators: the bytes of the id, which say nothing about the person. */
export function userHandleOf(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))
}

/** An aaguid of zeros says nothing. */
export function knownAaguid(aaguid: string): string | null {
  return /^[0-]+$/.test(aaguid) ? null : aaguid
}
