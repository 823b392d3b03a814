// Removes an identity of one's own, unless it is the last way to sign in. The user's other sessions end: one of them may
// have been opened by it.
import { recordActivity, recordAudit } from '../../audit/audit.public.ts'
import { confirmStepUp, type StepUpRefusal } from '../confirm-step-up.ts'
import { endSessions } from '../end-sessions.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { anotherWayRemains } from '../sign-in-ways.rules.ts'
import { deleteIdentity } from './identities.queries.ts'
import { selectEnabledProviderIds } from './providers.queries.ts'

export type UnlinkOutcome = { kind: 'unlinked' } | { kind: 'not_found' } | { kind: 'last_way' } | StepUpRefusal

export function unlinkIdentity(
  deps: Pick<IdentityDeps, 'database' | 'clock'>,
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
    await recordActivity(transaction, {
      userId,
      activityType: 'user_identity_unlinked',
      description: `An identity at ${identity.providerId} was unlinked`,
      metadata: { provider: identity.providerId, address: origin.address },
    })
    await recordAudit(transaction, {
      actorId: userId,
      action: 'identity_unlinked',
      subjectType: 'user',
      subjectId: userId,
      address: origin.address,
      requestId: origin.requestId,
      before: { identityId, provider: identity.providerId, email: identity.email },
      after: { endedSessions },
    })
    return { kind: 'unlinked' }
  })
}
