// Proof that whoever exchanges a code is the browser that asked for it. S256 alone: `plain` would show the verifier to
// whoever sees the request. Pure. Source: RFC 7636, sections 4.1, 4.2 and 4.6.
import { createHash, timingSafeEqual } from 'node:crypto'

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** Whether the text can be the S256 challenge of a verifier: 32 bytes in base64url without padding. */
export function isCodeChallenge(text: string): boolean {
  return CHALLENGE.test(text)
}

/** Whether the verifier is the one behind the challenge. Takes the same time wherever they differ. */
export function verifierFits(verifier: string, challenge: string): boolean {
  if (!VERIFIER.test(verifier) || !CHALLENGE.test(challenge)) return false
  return timingSafeEqual(createHash('sha256').update(verifier, 'ascii').digest(), Buffer.from(challenge, 'base64url'))
}
