// Asks for a passkey as the second factor of a session: the ceremony is bound to that factor and that session, and a
// new one replaces the one before.
import { generateAuthenticationOptions, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { IdentityDeps } from '../identity.deps.ts'
import { insertPasskeyChallenge, selectPasskeys } from './passkeys.queries.ts'
import { CEREMONY_MS, type RelyingParty } from './passkeys.rules.ts'

export type PasskeyChallenge = { id: string; options: PublicKeyCredentialRequestOptionsJSON; expiresAt: Date }

/** Null when the user has no such passkey. */
export async function challengePasskey(
  deps: Pick<IdentityDeps, 'database' | 'clock'>,
  input: { userId: string; sessionId: string; factorId: string; party: RelyingParty },
): Promise<PasskeyChallenge | null> {
  const passkeys = await selectPasskeys(deps.database.kysely, input.userId)
  const passkey = passkeys.find(({ id }) => id === input.factorId)
  if (!passkey) return null
  const options = await generateAuthenticationOptions({
    rpID: input.party.id,
    timeout: CEREMONY_MS,
    userVerification: 'required',
    allowCredentials: [{ id: passkey.credentialId.toString('base64url'), transports: passkey.transports }],
  })
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + CEREMONY_MS)
  const { factorId, sessionId } = input
  const { challenge } = options
  const id = await deps.database.transaction((transaction) =>
    insertPasskeyChallenge(transaction, { factorId, sessionId, challenge, now, expiresAt }),
  )
  return { id, options, expiresAt }
}
