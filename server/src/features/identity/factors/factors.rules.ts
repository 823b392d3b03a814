// What may be done with second factors, decided from facts alone. Pure. A set of recovery codes is a factor of type
// recovery_code: it stands in for a lost factor and never counts as one.
import type { BackOff } from '../back-off.rules.ts'
import type { Aal, AccountFactor, SignInMethodName } from '../identity.queries.ts'
import { isFresh } from '../session.rules.ts'

/** Verified or not, sets of recovery codes apart. */
export const FACTORS_MAX = 10
export const FACTOR_NAME_CHARS_MAX = 64
/** ASVS 6.5.5 allows a sent code ten minutes. */
export const CHALLENGE_LIFE_MS = 5 * 60_000
export const CHALLENGE_TRIES_MAX = 5
/** Open ones of one session; whoever waits five minutes may ask again. */
export const CHALLENGES_OPEN_MAX = 10
/** How long an enrolment that nobody finished keeps its place, while its user enrols something else. */
export const ENROLMENT_LIFE_MS = 3_600_000
/** How recent a shown factor must be for a change of factors (ASVS 7.5.1). */
export const FACTOR_CHANGE_FRESH_MINUTES = 15

/**
 * Per user, whatever factor is tried. Three codes of a million are right at a time, so a guesser who has the password
 * and waits out every pause finds one in nine years; the owner, if the guesser keeps at it, waits a quarter of an hour.
 */
export const factorBackOff: BackOff = {
  freeFailures: 5,
  waitMsMin: 1_000,
  waitMsMax: 900_000,
  forgetAfterMs: 86_400_000,
}

export function factorKey(userId: string): string {
  return `factor:${userId}`
}

/** Type of a factor that a code is shown for. */
export type CodeFactorType = 'totp' | 'phone'

export const proofMethods = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
} as const satisfies Record<AccountFactor['factorType'], SignInMethodName>

type FactorFacts = Pick<AccountFactor, 'factorType' | 'status'>

/** Those that count as a second factor. */
export function secondFactorsOf<Factor extends FactorFacts>(factors: readonly Factor[]): Factor[] {
  return factors.filter(({ factorType, status }) => status === 'verified' && factorType !== 'recovery_code')
}

/**
 * Why a session may not change the factors of its user: it has not shown one although there is one, or not lately. A
 * user without a factor is asked for nothing besides the session.
 */
export function changeRefusal(
  session: { aal: Aal; aal2At: Date | null },
  factors: readonly FactorFacts[],
  now: Date,
): 'insufficient_aal' | 'not_fresh' | null {
  if (secondFactorsOf(factors).length === 0) return null
  if (session.aal !== 'aal2') return 'insufficient_aal'
  return isFresh(session, now, FACTOR_CHANGE_FRESH_MINUTES) ? null : 'not_fresh'
}

/**
 * Whether a factor may be challenged and shown from a session. One that is not verified is part of a change: otherwise
 * whoever has the password alone could finish an enrolment and have a second factor of their own.
 */
export function mayBeShown(
  factor: FactorFacts,
  session: { aal: Aal; aal2At: Date | null },
  factors: readonly FactorFacts[],
): boolean {
  return factor.status === 'verified' || session.aal === 'aal2' || secondFactorsOf(factors).length === 0
}

/** Whether no code can fulfil this challenge any more. */
export function isChallengeOver(
  challenge: { tries: number; expiresAt: Date; usedAt: Date | null },
  now: Date,
): boolean {
  return challenge.usedAt !== null || challenge.expiresAt <= now || challenge.tries >= CHALLENGE_TRIES_MAX
}

const defaultNames = { totp: 'Authenticator app', phone: 'Phone' } as const satisfies Record<CodeFactorType, string>

/** The name that was given, or a free one of its kind: 'Phone', 'Phone 2'. */
export function factorName(given: string, factorType: CodeFactorType, taken: readonly string[]): string {
  if (given !== '') return given
  const base = defaultNames[factorType]
  let name: string = base
  for (let number = 2; isTaken(name, taken); number += 1) name = `${base} ${number}`
  return name
}

export function isTaken(name: string, taken: readonly string[]): boolean {
  return taken.some((other) => other.toLowerCase() === name.toLowerCase())
}

/** A number as a person types it, as digits of E.164 without the plus, or null when it is none. */
export function phoneDigits(typed: string): string | null {
  const digits = typed.replace(/^\s*(\+|00)/, '').replace(/[\s().-]/g, '')
  return /^[1-9][0-9]{6,14}$/.test(digits) ? digits : null
}
