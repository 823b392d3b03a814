// Removes one's own recovery codes.
import { confirmStepUp, type StepUpRefusal } from '../confirm-step-up.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { deleteFactor, selectRecoveryCodeSet } from './factors.queries.ts'
import { recordFactorChange } from './record-factor-change.ts'

export type RemoveCodesOutcome = { kind: 'removed'; id: string } | { kind: 'not_found' } | StepUpRefusal

export async function removeRecoveryCodes(
  deps: Pick<IdentityDeps, 'database' | 'clock' | 'notices'>,
  input: { userId: string; sessionId: string; origin: RequestOrigin },
): Promise<RemoveCodesOutcome> {
  return deps.database.transaction(async (transaction): Promise<RemoveCodesOutcome> => {
    const now = deps.clock.now()
    const stepUp = await confirmStepUp(transaction, { ...input, now })
    if (stepUp.kind !== 'confirmed') return stepUp
    const set = await selectRecoveryCodeSet(transaction, input.userId)
    if (!set) return { kind: 'not_found' }
    await deleteFactor(transaction, set.id)
    await recordFactorChange(deps, transaction, {
      account: stepUp.account,
      origin: input.origin,
      activityType: 'user_recovery_codes_removed',
      what: 'The recovery codes were removed',
      audit: { action: 'recovery_codes_removed', before: { remaining: set.remaining } },
    })
    return { kind: 'removed', id: set.id }
  })
}
