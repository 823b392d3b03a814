// Removes an identity of one's own, unless it is the last way to sign in. The user's other sessions end: one of them
// may have been opened by it.
import { confirmStepUp, type StepUpRefusal } from '../confirm-step-up.ts'
import { endSessions } from '../end-sessions.ts'
import { recordFactorChange } from '../factors/record-factor-change.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { anotherWayRemains } from '../sign-in-ways.rules.ts'
import { deleteIdentity } from './identities.queries.ts'
import { selectEnabledProviderIds } from './providers.queries.ts'

export type UnlinkOutcome = { kind: 'unlinked' } | { kind: 'not_found' } | { kind: 'last_way' } | StepUpRefusal

export function unlinkIdentity(
  deps: Pick<IdentityDeps, 'database' | 'clock' | 'notices'>,
  input: { userId: string; sessionId: string; identityId: string; origin: RequestOrigin },
): Promise<UnlinkOutcome> {
  const { userId, sessionId, identityId, origin } = input
  return deps.database.transaction(async (transaction): Promise<UnlinkOutcome> => {
    const now = deps.clock.now()
    const stepUp = await confirmStepUp(transaction, { userId, sessionId, now })
    if (stepUp.kind !== 'confirmed') return stepUp
    const { account } = stepUp
    const identity = account.identities.find(({ id }) => id === identityId)
    if (!identity) return { kind: 'not_found' }
    const providers = new Set(await selectEnabledProviderIds(transaction))
    if (!anotherWayRemains(account, { id: identityId, providers })) return { kind: 'last_way' }
    await deleteIdentity(transaction, identityId)
    const endedSessions = await endSessions(transaction, userId, 'identity_removed', { now, exceptId: sessionId })
    await recordFactorChange(deps, transaction, {
      account,
      origin,
      activityType: 'user_identity_unlinked',
      what: `An identity at ${identity.providerId} was unlinked and all other sessions were ended`,
      metadata: { provider: identity.providerId },
      audit: {
        action: 'identity_unlinked',
        before: { identityId, provider: identity.providerId, email: identity.email },
        after: { endedSessions },
      },
    })
    return { kind: 'unlinked' }
  })
}
