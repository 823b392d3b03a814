// When a failed sign-in makes the next one wait, and for how long. Pure. The wait is soft: it grows, it is capped, it
// is never extended by attempts that it refused, and an hour without failures forgets everything. So a stranger can
// slow an account down and never lock it.

/** Failures that cost nothing, first wait, longest wait, and after how long without a failure the count starts anew. */
export type BackOff = { freeFailures: number; waitMsMin: number; waitMsMax: number; forgetAfterMs: number }

/** Per account, whoever tries: a person mistypes a few times; a guesser gets one try a minute. */
export const accountBackOff: BackOff = {
  freeFailures: 5,
  waitMsMin: 1_000,
  waitMsMax: 60_000,
  forgetAfterMs: 3_600_000,
}

/** Per address, whatever accounts it tries: wide enough for an office behind one address. */
export const addressBackOff: BackOff = {
  freeFailures: 20,
  waitMsMin: 1_000,
  waitMsMax: 300_000,
  forgetAfterMs: 3_600_000,
}

export type Failures = { failures: number; lastAt: Date; blockedUntil: Date }

/**
 * Milliseconds until the next attempt is admitted; 0 when it is admitted now. A record that blocks no longer than its
 * own instant blocks nobody: of two attempts at once, one may have read the clock before the other that was counted
 * first.
 */
export function waitMsLeft(known: Failures | null, now: Date): number {
  if (!known || known.blockedUntil <= known.lastAt) return 0
  return Math.max(0, known.blockedUntil.getTime() - now.getTime())
}

/** The record after one more attempt that is counted as failed until it has succeeded. */
export function afterAttempt(known: Failures | null, backOff: BackOff, now: Date): Failures {
  const isForgotten = !known || now.getTime() - known.lastAt.getTime() >= backOff.forgetAfterMs
  const failures = isForgotten ? 1 : known.failures + 1
  return { failures, lastAt: now, blockedUntil: new Date(now.getTime() + waitMsAfter(failures, backOff)) }
}

/** How long the attempt after this many failures waits. */
export function waitMsAfter(failures: number, backOff: BackOff): number {
  const counted = failures - backOff.freeFailures
  if (counted < 0) return 0
  return Math.min(backOff.waitMsMax, backOff.waitMsMin * 2 ** Math.min(counted, 30))
}

/**
 * The key under which an account's failures are counted: what was typed, so that counting tells nobody which accounts
 * exist.
 */
export function accountKey(login: string): string {
  return `account:${login.trim().toLowerCase().slice(0, 254)}`
}

/** The key of an address; of IPv6 the /64, which is what one subscriber has. */
export function addressKey(address: string): string {
  if (!address.includes(':') || address.includes('.')) return `address:${address}`
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - tailGroups.length) }, () => '0')
  return `address:${[...groups, ...zeros, ...tailGroups].slice(0, 4).join(':')}::/64`
}
