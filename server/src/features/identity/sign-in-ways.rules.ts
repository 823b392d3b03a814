// The ways in which somebody can sign in, so that the last one is never taken away. Pure. A second factor other than a
// passkey is none: it opens nothing by itself.
import type { Account } from './identity.queries.ts'

/**
 * Whether another way remains without the passkey (by its factor) or the identity named.
 * @param without.providers those that are enabled: an identity elsewhere opens nothing while its provider is not
 */
export function anotherWayRemains(
  account: Pick<Account, 'passwordHash' | 'factors' | 'identities'>,
  without: { id: string; providers: ReadonlySet<string> },
): boolean {
  if (account.passwordHash !== null) return true
  const isPasskeyLeft = account.factors.some(({ id, factorType }) => factorType === 'webauthn' && id !== without.id)
  return (
    isPasskeyLeft ||
    account.identities.some(({ id, providerId }) => id !== without.id && without.providers.has(providerId))
  )
}
