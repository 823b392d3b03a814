// Removes one's own recovery codes.
import { recordActivity, recordAudit } from '../../audit/audit.public.ts'
import { confirmStepUp, type StepUpRefusal } from '../confirm-step-up.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { deleteFactor, selectRecoveryCodeSet } from './factors.queries.ts'

export type RemoveCodesOutcome = { kind: 'removed'; id: string } | { kind: 'not_found' } | StepUpRefusal

export async function removeRecoveryCodes(
  deps: Pick<IdentityDeps, 'database' | 'clock'>,
  input: { userId: string; sessionId: string; origin: RequestOrigin },
): Promise<RemoveCodesOutcome> {
  const { userId, origin } = input
  return deps.database.transaction(async (transaction): Promise<RemoveCodesOutcome> => {
    const now = deps.clock.now()
    const stepUp = await confirmStepUp(transaction, { ...input, now })
    if (stepUp.kind !== 'confirmed') return stepUp
    const set = await selectRecoveryCodeSet(transaction, userId)
    if (!set) return { kind: 'not_found' }
    await deleteFactor(transaction, set.id)
    await recordActivity(transaction, {
      userId,
      activityType: 'user_recovery_codes_removed',
      description: 'The recovery codes were removed',
      metadata: { address: origin.address },
    })
    await recordAudit(transaction, {
      actorId: userId,
      action: 'recovery_codes_removed',
      subjectType: 'user',
      subjectId: userId,
      address: origin.address,
      requestId: origin.requestId,
      before: { remaining: set.remaining },
    })
    return { kind: 'removed', id: set.id }
  })
}
