// Begins the registration of a passkey: what the browser hands to an authenticator. It names the credentials that the
// user has already, so that one authenticator does not get two.
import { generateRegistrationOptions, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { IdentityDeps } from '../identity.deps.ts'
import { selectAccount } from '../identity.queries.ts'
import { makeTicket } from '../ticket.codec.ts'
import { SIGNATURE_ALGORITHMS } from './passkey.verifier.ts'
import { selectPasskeys } from './passkeys.queries.ts'
import { CEREMONY_MS, RELYING_PARTY_NAME, userHandleOf, type RelyingParty } from './passkeys.rules.ts'

export const registrationFacts = z.strictObject({ userId: z.uuid(), challenge: z.string() })

export type RegistrationBegun = {
  challengeId: string
  options: PublicKeyCredentialCreationOptionsJSON
  expiresAt: Date
}

/** Null when the account is over. */
export async function beginRegistration(
  deps: IdentityDeps,
  input: { userId: string; party: RelyingParty },
): Promise<RegistrationBegun | null> {
  const account = await selectAccount(deps.database.kysely, input.userId)
  if (!account?.isActive) return null
  const known = await selectPasskeys(deps.database.kysely, account.id)
  const options = await generateRegistrationOptions({
    rpName: RELYING_PARTY_NAME,
    rpID: input.party.id,
    userName: account.username,
    userDisplayName: account.username,
    userID: userHandleOf(account.id),
    timeout: CEREMONY_MS,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    supportedAlgorithmIDs: SIGNATURE_ALGORITHMS,
  })
  const expiresAt = new Date(deps.clock.nowMs() + CEREMONY_MS)
  const facts = { userId: account.id, challenge: options.challenge } satisfies z.output<typeof registrationFacts>
  return { challengeId: makeTicket(deps, { purpose: 'passkey_registration', expiresAt, facts }), options, expiresAt }
}
