// Connects a provider. Its secret is sealed at once; the audit log knows that there is one, never what it is.
import { AppError } from '@inrange/contract/errors'
import { violatedConstraint } from '../../../platform/database-fault.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import type { IdentityDeps } from '../identity.deps.ts'
import { clientSecretPlace } from './provider.discovery.ts'
import { insertProvider, type ProviderFacts } from './providers.queries.ts'

export type ProviderDeps = Pick<IdentityDeps, 'database' | 'clock' | 'secrets' | 'publicUrl'>
/** Who changes a provider, for the audit log. */
export type Actor = { userId: string; address: string; requestId: string }
export type NewProvider = {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret?: string | undefined
  scopes: string
  isEnabled: boolean
}

/** @throws AppError identity_provider_taken when the id, or issuer and client id together, are known already */
export function createProvider(deps: ProviderDeps, input: { actor: Actor; provider: NewProvider }): Promise<void> {
  const { clientSecret, ...facts } = input.provider
  const sealed = clientSecret === undefined ? null : deps.secrets.seal(clientSecret, clientSecretPlace(facts.id))
  const provider = { ...facts, clientSecretSealed: sealed }
  return takenAsError(() =>
    deps.database.transaction(async (transaction) => {
      await insertProvider(transaction, { ...provider, now: deps.clock.now() })
      const after = auditable(provider)
      await recordAudit(transaction, { ...auditOf(input.actor, 'identity_provider_created', provider.id), after })
    }),
  )
}

/** What the audit log may hold of a provider. */
export function auditable({ clientSecretSealed, ...facts }: ProviderFacts): Record<string, unknown> {
  const { name, issuer, clientId, scopes, isEnabled } = facts
  return { name, issuer, clientId, scopes, isEnabled, clientSecretSet: clientSecretSealed !== null }
}

export function auditOf(actor: Actor, action: string, providerId: string) {
  const { userId, address, requestId } = actor
  return { actorId: userId, action, subjectType: 'identity_provider', subjectId: providerId, address, requestId }
}

/** Turns the refusal of a unique key into the error that the super admin reads. */
export async function takenAsError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error) ?? ''
    if (constraint === 'identity_providers_pkey') {
      throw new AppError('identity_provider_taken', { fields: { id: 'Another provider has this id.' }, cause: error })
    }
    if (constraint === 'identity_providers_issuer_is_unique') {
      const fields = { issuer: 'Another provider has this issuer and client id.' }
      throw new AppError('identity_provider_taken', { fields, cause: error })
    }
    throw error
  }
}
