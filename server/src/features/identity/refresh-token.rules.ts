// Refresh tokens: 256 random bits that only the client holds; the database holds their SHA-256. A successor is derived
// from the token it replaces and a random nonce, so that whoever lost the race of two tabs can be given the same
// successor again, although it is stored nowhere: it takes the old token and the nonce together. Pure.
import { createHash, createHmac } from 'node:crypto'

export const TOKEN_BYTES = 32
const TOKEN_TEXT = /^[A-Za-z0-9_-]{43}$/

/** A race is answered with the successor for so long after a token was used; later use is theft. */
export const REFRESH_GRACE_MS = 10_000
/** Successors followed within one race; each needs a use of its own within the grace. */
export const RACE_STEPS_MAX = 16

/** The first token of a session, from TOKEN_BYTES random bytes. */
export function refreshTokenFrom(random: Buffer): string {
  return random.toString('base64url')
}

/** The token that replaces `token`, given the nonce stored beside it. */
export function successorOf(token: string, nonce: Buffer): string {
  return createHmac('sha256', Buffer.from(token, 'base64url')).update(nonce).digest('base64url')
}

/** What the database knows a token by. */
export function hashRefreshToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether the text can be a token at all; anything else is refused before the database is asked. */
export function isRefreshToken(text: string): boolean {
  return TOKEN_TEXT.test(text)
}

/** What a token that is presented now is: fresh, used a moment ago by a racing twin, or used long ago. */
export function refreshTokenState(usedAt: Date | null, now: Date): 'fresh' | 'raced' | 'reused' {
  if (!usedAt) return 'fresh'
  return now.getTime() - usedAt.getTime() <= REFRESH_GRACE_MS ? 'raced' : 'reused'
}
