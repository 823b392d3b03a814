// Edits a provider. The issuer stays while somebody is linked: the same subject at another issuer is another person
// (ASVS 6.8.1). Disabling one opens nothing more through it and leaves sessions that are open.
import { AppError } from '@inrange/contract/errors'
import { recordAudit } from '../../audit/audit.public.ts'
import { auditable, auditOf, takenAsError, type Actor, type ProviderDeps } from './create-provider.ts'
import { clientSecretPlace } from './provider.discovery.ts'
import { lockProvider, updateProviderRow, type ProviderRow } from './providers.queries.ts'

export type ProviderChange = {
  name?: string | undefined
  issuer?: string | undefined
  clientId?: string | undefined
  /** null takes the secret away. */
  clientSecret?: string | null | undefined
  scopes?: string | undefined
  isEnabled?: boolean | undefined
}

/** @throws AppError not_found, identity_provider_in_use, identity_provider_taken */
export function updateProvider(
  deps: ProviderDeps,
  input: { actor: Actor; providerId: string; change: ProviderChange },
): Promise<void> {
  const { actor, providerId, change } = input
  return takenAsError(() =>
    deps.database.transaction(async (transaction) => {
      const before = await lockProvider(transaction, providerId)
      if (!before) throw new AppError('not_found')
      const after = {
        name: change.name ?? before.name,
        issuer: change.issuer ?? before.issuer,
        clientId: change.clientId ?? before.clientId,
        clientSecretSealed: sealedAfter(deps, before, change),
        scopes: change.scopes ?? before.scopes,
        isEnabled: change.isEnabled ?? before.isEnabled,
      }
      if (after.issuer !== before.issuer && before.identities > 0) {
        const fields = { issuer: 'Users are linked at this issuer. Connect the other one as a provider of its own.' }
        throw new AppError('identity_provider_in_use', { fields })
      }
      await updateProviderRow(transaction, { ...after, id: providerId, now: deps.clock.now() })
      const secretChanged = change.clientSecret === undefined ? {} : { clientSecretChanged: true }
      await recordAudit(transaction, {
        ...auditOf(actor, 'identity_provider_updated', providerId),
        before: auditable(before),
        after: { ...auditable(after), ...secretChanged },
      })
    }),
  )
}

function sealedAfter(deps: ProviderDeps, before: ProviderRow, { clientSecret }: ProviderChange): string | null {
  if (clientSecret === undefined) return before.clientSecretSealed
  return clientSecret === null ? null : deps.secrets.seal(clientSecret, clientSecretPlace(before.id))
}
