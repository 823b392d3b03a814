// How long an administrator may act for somebody. Pure.

export const ACTING_MS_MAX = 60 * 60_000

/** When a grant that begins now is over, at latest with the session that it belongs to. */
export function grantEnd(now: Date, sessionEnd: Date): Date {
  return new Date(Math.min(now.getTime() + ACTING_MS_MAX, sessionEnd.getTime()))
}
