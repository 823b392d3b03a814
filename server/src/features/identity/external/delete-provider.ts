// Removes a provider that nobody is linked to. One that somebody is linked to is disabled instead: the link is theirs.
import { AppError } from '@inrange/contract/errors'
import { recordAudit } from '../../audit/audit.public.ts'
import { auditable, auditOf, type Actor, type ProviderDeps } from './create-provider.ts'
import { deleteProviderRow, lockProvider } from './providers.queries.ts'

/** @throws AppError not_found, identity_provider_in_use */
export function deleteProvider(deps: ProviderDeps, input: { actor: Actor; providerId: string }): Promise<void> {
  const { actor, providerId } = input
  return deps.database.transaction(async (transaction) => {
    const before = await lockProvider(transaction, providerId)
    if (!before) throw new AppError('not_found')
    if (before.identities > 0) throw new AppError('identity_provider_in_use')
    await deleteProviderRow(transaction, providerId)
    const entry = auditOf(actor, 'identity_provider_deleted', providerId)
    await recordAudit(transaction, { ...entry, before: auditable(before) })
  })
}
