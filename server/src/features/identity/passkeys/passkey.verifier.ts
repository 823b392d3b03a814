// What an authenticator answered, checked against what was asked: challenge, page, relying party, user verification and
// signature. The counter is not checked here but where the passkey is locked, so that two uses at once cannot both
// pass. It deliberately answers a reason for the audit log instead of throwing: a bad answer is an ordinary event.
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import { knownAaguid, type RelyingParty } from './passkeys.rules.ts'
import type { PasskeyRow } from './passkeys.queries.ts'

const REASON_CHARS_MAX = 300
// EdDSA, ES256, RS256 (RFC 9053, section 2; RFC 8812, section 2), as every authenticator has at least one.
export const SIGNATURE_ALGORITHMS = [-8, -7, -257]

const base64url = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/)
  .max(12_000)
const transport = z.string().max(32)
const credential = {
  id: base64url.max(1_400),
  rawId: base64url.max(1_400),
  type: z.literal('public-key'),
}
/** WebAuthn, section 5.1.8: RegistrationResponseJSON, of which these are read. */
export const registrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(transport).max(10).optional(),
  }),
})
/** WebAuthn, section 5.1.8: AuthenticationResponseJSON, of which these are read. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
})
export type Registration = z.output<typeof registrationSchema>
export type Assertion = z.output<typeof assertionSchema>

type Refused = { kind: 'refused'; reason: string }
export type RegisteredCredential = {
  credentialId: Uint8Array
  publicKey: Uint8Array
  signCount: number
  transports: readonly string[]
  isBackedUp: boolean
  aaguid: string | null
}

/** The credential that a registration made, or why it is none. */
export async function verifyRegistration(
  registration: Registration,
  expected: { challenge: string; party: RelyingParty },
): Promise<{ kind: 'verified'; credential: RegisteredCredential } | Refused> {
  const { transports = [], ...response } = registration.response
  try {
    if (bringsCertificates(response.attestationObject)) {
      return { kind: 'refused', reason: 'An attestation came that was not asked for' }
    }
    const answer = await verifyRegistrationResponse({
      response: { ...registration, response, clientExtensionResults: {} } satisfies RegistrationResponseJSON,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.party.origins,
      expectedRPID: expected.party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: SIGNATURE_ALGORITHMS,
    })
    if (!answer.verified) return { kind: 'refused', reason: 'The attestation does not verify' }
    const { credential: made, credentialBackedUp, aaguid } = answer.registrationInfo
    return {
      kind: 'verified',
      credential: {
        credentialId: Buffer.from(made.id, 'base64url'),
        publicKey: made.publicKey,
        signCount: made.counter,
        transports,
        isBackedUp: credentialBackedUp,
        aaguid: knownAaguid(aaguid),
      },
    }
  } catch (error) {
    return refusal(error)
  }
}

/**
 * Certificates were not asked for, and following them would make us fetch the revocation lists that they name: an
 * address of a stranger's choice. What remains is `none`, or an authenticator that signs for itself (WebAuthn, section
 * 5.1.3).
 */
function bringsCertificates(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  return format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined)
}

/** What a use of a passkey showed, or why it counts for nothing. */
export async function verifyAssertion(
  assertion: Assertion,
  expected: { challenge: string; party: RelyingParty; passkey: PasskeyRow },
): Promise<{ kind: 'verified'; signCount: number; isBackedUp: boolean } | Refused> {
  const { userHandle, ...response } = assertion.response
  try {
    const answer = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { ...response, ...(userHandle ? { userHandle } : {}) },
        clientExtensionResults: {},
      } satisfies AuthenticationResponseJSON,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.party.origins,
      expectedRPID: expected.party.id,
      credential: { id: assertion.id, publicKey: new Uint8Array(expected.passkey.publicKey), counter: 0 },
      requireUserVerification: true,
    })
    if (!answer.verified) return { kind: 'refused', reason: 'The signature does not verify' }
    const { newCounter: signCount, credentialBackedUp: isBackedUp } = answer.authenticationInfo
    return { kind: 'verified', signCount, isBackedUp }
  } catch (error) {
    return refusal(error)
  }
}

/** The library throws for every mismatch; its text may repeat what was sent, so it is cut and never shown. */
function refusal(error: unknown): Refused {
  return {
    kind: 'refused',
    reason: (error instanceof Error ? error.message : String(error)).slice(0, REASON_CHARS_MAX),
  }
}
