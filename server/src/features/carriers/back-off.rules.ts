// How long to wait: before dialling a carrier again, and before answering a wrong password. Pure; randomness and time
// come from the caller.

const RECONNECT_DELAY_MS_MIN = 1_000
const RECONNECT_DELAY_MS_MAX = 60_000
/** A session that lasted this long shows that the carrier is well, so the next loss starts from the shortest wait. */
export const STABLE_SESSION_MS = 60_000

const REFUSAL_DELAY_MS_MIN = 500
export const REFUSAL_DELAY_MS_MAX = 10_000

/**
 * Milliseconds until the next attempt: doubling from 1 s to 60 s, each cut by up to half at random, so that many
 * binds that were lost together do not come back together.
 * @param failures attempts or short sessions since the last stable one, at least 1
 * @param random from 0 to 1
 */
export function reconnectDelayMs(failures: number, random: number): number {
  const fullMs = doubled(RECONNECT_DELAY_MS_MIN, RECONNECT_DELAY_MS_MAX, failures)
  return Math.round(fullMs * (0.5 + 0.5 * random))
}

/**
 * Milliseconds before a bind with a wrong password is answered: doubling from 0.5 s to 10 s.
 * @param failures wrong passwords so far from this address or for this system_id, this one included
 */
export function refusalDelayMs(failures: number): number {
  return doubled(REFUSAL_DELAY_MS_MIN, REFUSAL_DELAY_MS_MAX, failures)
}

function doubled(delayMsMin: number, delayMsMax: number, failures: number): number {
  // The exponent is bounded, since 2 ** 1024 is no number any more.
  return Math.min(delayMsMax, delayMsMin * 2 ** Math.min(Math.max(failures, 1) - 1, 30))
}
