// What may prove an intent, and what a passkey signs for it. Pure.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AccountFactor } from '../identity.queries.ts'
import { relyingPartyOf, type RelyingParty } from '../passkeys/passkeys.rules.ts'

export const INTENT_LIFE_MS = 5 * 60_000

export type ProofKind = 'totp' | 'passkey' | 'password'
/** What a person was shown: names and texts, as they were shown. */
export type Intent = Readonly<Record<string, string>>

/** What a ticket of the purpose `intent` says. */
export const intentFacts = z.strictObject({
  userId: z.uuid(),
  sessionId: z.string(),
  nonce: z.string(),
  intent: z.record(z.string(), z.string()),
})
export type IntentFacts = z.output<typeof intentFacts>

type Facts = {
  factors: readonly Pick<AccountFactor, 'factorType' | 'status'>[]
  hasPassword: boolean
  /** Null at a bare address, where browsers know no passkeys. */
  party: RelyingParty | null
  mayUsePassword: boolean
}

/**
 * What this person may prove an intent with. The password is for whoever has neither app nor passkey; a phone does not
 * count, since its number can be ported away.
 */
export function proofKindsFor({ factors, hasPassword, party, mayUsePassword }: Facts): ProofKind[] {
  const has = (type: AccountFactor['factorType']) =>
    factors.some(({ factorType, status }) => factorType === type && status === 'verified')
  const [hasApp, hasPasskey] = [has('totp'), has('webauthn')]
  if (!hasApp && !hasPasskey) return hasPassword && mayUsePassword ? ['password'] : []
  return [...(hasPasskey && party ? (['passkey'] as const) : []), ...(hasApp ? (['totp'] as const) : [])]
}

/** The challenge of a passkey is the hash of everything that was shown: the device signs that and nothing else. */
export function challengeOf({ nonce, intent }: IntentFacts): string {
  const shown = Object.entries(intent).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([nonce, shown]))
    .digest('base64url')
}

/**
 * The relying party for a page that the browser named in what the passkey signed: beside the public address only
 * another port of localhost counts (`relyingPartyOf`).
 */
export function partyOfPage(page: string | null, publicUrl: string): RelyingParty | null {
  const origin = page !== null && URL.canParse(page) ? page : undefined
  const host = origin === undefined ? undefined : new URL(origin).host
  return relyingPartyOf({ origin, host, secFetchSite: 'same-origin' }, publicUrl)
}

/** The page that a ceremony was done on, as the browser wrote it into what is signed (WebAuthn, section 5.8.1). */
export function pageOf(clientDataJson: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
    return z.object({ origin: z.string() }).parse(data).origin
  } catch {
    return null
  }
}

/** Apart from sign-ins and from factors: whoever holds a session may not slow down its owner's sign-in. */
export function proofKey(userId: string): string {
  return `proof:${userId}`
}
