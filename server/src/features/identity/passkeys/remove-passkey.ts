// Removes a passkey, unless it is the last way to sign in. The user's other sessions end: one of them may be of whoever
// holds the device (ASVS 7.4.3).
import { recordActivity, recordAudit } from '../../audit/audit.public.ts'
import { confirmStepUp, type StepUpRefusal } from '../confirm-step-up.ts'
import { endSessions } from '../end-sessions.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { anotherWayRemains } from '../sign-in-ways.rules.ts'
import { selectEnabledProviderIds } from '../external/providers.queries.ts'
import { deletePasskey, lockPasskey } from './passkeys.queries.ts'

export type RemovePasskeyOutcome = { kind: 'removed' } | { kind: 'not_found' } | { kind: 'last_way' } | StepUpRefusal

export function removePasskey(
  deps: Pick<IdentityDeps, 'database' | 'clock'>,
  input: { userId: string; sessionId: string; passkeyId: string; origin: RequestOrigin },
): Promise<RemovePasskeyOutcome> {
  const { userId, sessionId, origin } = input
  return deps.database.transaction(async (transaction): Promise<RemovePasskeyOutcome> => {
    const now = deps.clock.now()
    const stepUp = await confirmStepUp(transaction, { ...input, now })
    if (stepUp.kind !== 'confirmed') return stepUp
    const { account } = stepUp
    const passkey = await lockPasskey(transaction, input.passkeyId)
    if (passkey?.userId !== userId) return { kind: 'not_found' }
    const providers = new Set(await selectEnabledProviderIds(transaction))
    if (!anotherWayRemains(account, { id: passkey.id, providers })) return { kind: 'last_way' }
    await deletePasskey(transaction, passkey.id)
    await endSessions(transaction, userId, 'factors_changed', { now, exceptId: sessionId })
    await recordActivity(transaction, {
      userId,
      activityType: 'user_passkey_removed',
      description: `${account.username} removed the passkey ${passkey.friendlyName}`,
    })
    await recordAudit(transaction, {
      actorId: userId,
      action: 'passkey_removed',
      subjectType: 'user',
      subjectId: userId,
      address: origin.address,
      requestId: origin.requestId,
      before: { passkeyId: passkey.id, friendlyName: passkey.friendlyName },
    })
    return { kind: 'removed' }
  })
}
