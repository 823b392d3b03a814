// Begins a sign-in by passkey, for nobody in particular: the device says who it is. It names no credential, so it tells
// nothing about who has an account here.
import { generateAuthenticationOptions, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { IdentityDeps } from '../identity.deps.ts'
import { makeTicket } from '../ticket.codec.ts'
import { CEREMONY_MS, type RelyingParty } from './passkeys.rules.ts'

export const signInFacts = z.strictObject({ challenge: z.string() })

export type PasskeySignInBegun = {
  challengeId: string
  options: PublicKeyCredentialRequestOptionsJSON
  expiresAt: Date
}

export async function beginPasskeySignIn(
  deps: Pick<IdentityDeps, 'clock' | 'secrets'>,
  party: RelyingParty,
): Promise<PasskeySignInBegun> {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: CEREMONY_MS,
    userVerification: 'required',
    allowCredentials: [],
  })
  const expiresAt = new Date(deps.clock.nowMs() + CEREMONY_MS)
  const facts = { challenge: options.challenge } satisfies z.output<typeof signInFacts>
  return { challengeId: makeTicket(deps, { purpose: 'passkey_authentication', expiresAt, facts }), options, expiresAt }
}
