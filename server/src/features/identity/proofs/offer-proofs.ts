// Seals what a person is shown into an intent, and says what may prove it. It deliberately stores nothing: whoever only
// looks costs no row.
import { randomBytes } from 'node:crypto'
import { generateAuthenticationOptions, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { IdentityDeps } from '../identity.deps.ts'
import { selectAccount } from '../identity.queries.ts'
import { selectPasskeys } from '../passkeys/passkeys.queries.ts'
import { makeTicket } from '../ticket.codec.ts'
import {
  challengeOf,
  INTENT_LIFE_MS,
  partyOfPage,
  proofKindsFor,
  type Intent,
  type IntentFacts,
  type ProofKind,
} from './proofs.rules.ts'

export type OfferedProofs = {
  /** To be brought back with the proof. */
  intent: string
  expiresAt: Date
  /** Empty: this person has nothing that counts. */
  kinds: ProofKind[]
  /** For a passkey; null where none may be shown. */
  passkeyOptions: PublicKeyCredentialRequestOptionsJSON | null
}

export type ProofDeps = Pick<IdentityDeps, 'database' | 'clock' | 'secrets' | 'publicUrl'>

/** @param input.mayUsePassword false where a second factor is demanded */
export async function offerProofs(
  deps: ProofDeps,
  input: { userId: string; sessionId: string; intent: Intent; mayUsePassword: boolean },
): Promise<OfferedProofs> {
  const { userId, sessionId, intent, mayUsePassword } = input
  const account = await selectAccount(deps.database.kysely, userId)
  const party = partyOfPage(null, deps.publicUrl)
  const hasPassword = account !== null && account.passwordHash !== null
  const kinds = proofKindsFor({ factors: account?.factors ?? [], hasPassword, party, mayUsePassword })
  const facts: IntentFacts = { userId, sessionId, nonce: randomBytes(32).toString('base64url'), intent: { ...intent } }
  const expiresAt = new Date(deps.clock.nowMs() + INTENT_LIFE_MS)
  const passkeyOptions =
    party && kinds.includes('passkey')
      ? await generateAuthenticationOptions({
          rpID: party.id,
          challenge: Buffer.from(challengeOf(facts), 'base64url'),
          timeout: INTENT_LIFE_MS,
          userVerification: 'required',
          allowCredentials: (await selectPasskeys(deps.database.kysely, userId)).map((passkey) => ({
            id: passkey.credentialId.toString('base64url'),
            transports: passkey.transports,
          })),
        })
      : null
  return { intent: makeTicket(deps, { purpose: 'intent', expiresAt, facts }), expiresAt, kinds, passkeyOptions }
}
