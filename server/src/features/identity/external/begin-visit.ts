// Sends a browser to a provider. State, nonce and verifier are made for this visit and lie, sealed, in the browser that
// asked (ASVS 10.1.2); the provider sees the challenge, the state and the nonce.
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { z } from 'zod'
import type { IdentityDeps } from '../identity.deps.ts'
import { makeTicket } from '../ticket.codec.ts'
import { callbackUrl, VISIT_MS } from './external.rules.ts'
import { ProviderFault, type ProviderDirectory } from './provider.discovery.ts'
import { selectProvider } from './providers.queries.ts'

export type ExternalDeps = IdentityDeps & { directory: ProviderDirectory }

/** What comes back with the browser. */
export const visitFacts = z.strictObject({
  providerId: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The challenge of our own client, for the code that it gets in the end. */
  codeChallenge: z.string(),
  redirectTo: z.string(),
  /** Our address as the provider was told it. */
  callback: z.string(),
  /** Who links; null for a sign-in. */
  linking: z.strictObject({ userId: z.uuid(), sessionId: z.uuid() }).nullable(),
})
export type VisitFacts = z.output<typeof visitFacts>

export type BeginVisitOutcome =
  | { kind: 'begun'; url: string; ticket: string }
  | { kind: 'provider_disabled' }
  | { kind: 'provider_fault'; reason: string }

export type NewVisit = Pick<VisitFacts, 'providerId' | 'codeChallenge' | 'redirectTo' | 'linking'> & { origin: string }

export async function beginVisit(deps: ExternalDeps, visit: NewVisit): Promise<BeginVisitOutcome> {
  const provider = await selectProvider(deps.database.kysely, visit.providerId)
  if (!provider?.isEnabled) return { kind: 'provider_disabled' }
  const found = await deps.directory.find(provider).catch((error: unknown) => {
    if (error instanceof ProviderFault) return error
    throw error
  })
  if (found instanceof ProviderFault) return { kind: 'provider_fault', reason: found.message }
  const { origin, ...facts } = visit
  const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
  const callback = callbackUrl(origin)
  const url = buildAuthorizationUrl(found, {
    response_type: 'code',
    redirect_uri: callback,
    scope: provider.scopes,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  })
  const expiresAt = new Date(deps.clock.nowMs() + VISIT_MS)
  const ticket = makeTicket(deps, {
    purpose: 'external_visit',
    expiresAt,
    facts: { ...facts, ...secrets, callback } satisfies VisitFacts,
  })
  return { kind: 'begun', url: url.href, ticket }
}
