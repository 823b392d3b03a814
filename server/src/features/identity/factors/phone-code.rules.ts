// When another code may be sent to a phone. Pure. Each costs money and disturbs somebody, so that there is a pause
// between two, and a bound for a day by number, by user and for the platform as a whole.

export const PHONE_CODE_DIGITS = 6
export const PHONE_CODE_PAUSE_MS = 30_000

export type PhoneCodeLimits = { perNumber: number; perUser: number; platform: number }
export type PhoneCodeKeys = { number: string; user: string; platform: string }

/** What codes are counted under. */
export function phoneCodeKeys(facts: { phone: string; userId: string }): PhoneCodeKeys {
  return { number: `number:${facts.phone}`, user: `user:${facts.userId}`, platform: 'platform' }
}

export type PhoneCodeRefusal =
  | { kind: 'pause'; retryAfterSeconds: number }
  /** The day's bound is reached; days are counted in UTC. */
  | { kind: 'day_is_full'; of: 'number' | 'user' | 'platform'; retryAfterSeconds: number }

type Sent = { key: string; sentToday: number; lastAt: Date | null }

/** Why no code may be sent now, or null. */
export function phoneCodeRefusal(
  sent: readonly Sent[],
  keys: PhoneCodeKeys,
  limits: PhoneCodeLimits,
  now: Date,
): PhoneCodeRefusal | null {
  const recordOf = (key: string) => sent.find((record) => record.key === key)
  const full = [
    { of: 'number', key: keys.number, max: limits.perNumber },
    { of: 'user', key: keys.user, max: limits.perUser },
    { of: 'platform', key: keys.platform, max: limits.platform },
  ] as const
  const reached = full.find(({ key, max }) => (recordOf(key)?.sentToday ?? 0) >= max)
  if (reached) return { kind: 'day_is_full', of: reached.of, retryAfterSeconds: secondsToMidnight(now) }
  const lastMs = Math.max(...[keys.number, keys.user].map((key) => recordOf(key)?.lastAt?.getTime() ?? -Infinity))
  const waitMs = lastMs + PHONE_CODE_PAUSE_MS - now.getTime()
  return waitMs > 0 ? { kind: 'pause', retryAfterSeconds: Math.ceil(waitMs / 1000) } : null
}

function secondsToMidnight(now: Date): number {
  const daySeconds = 86_400
  return daySeconds - (Math.floor(now.getTime() / 1000) % daySeconds)
}

/** What the message says; only characters of the GSM alphabet, within one message. */
export function phoneCodeText(code: string, lifeMinutes: number): string {
  return `${code} is your Inrange code. It works once, for ${lifeMinutes} minutes. Nobody of us will ever ask for it.`
}
