// Gives a passkey another name, which no other factor of its user has.
import { violatedConstraint } from '../../../platform/database-fault.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { confirmStepUp, type StepUpRefusal } from '../confirm-step-up.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { lockPasskey, updatePasskeyName, type PasskeyRow } from './passkeys.queries.ts'

export type RenamePasskeyOutcome =
  | { kind: 'renamed'; passkey: PasskeyRow }
  | { kind: 'not_found' }
  | { kind: 'name_taken' }
  | StepUpRefusal

type Input = { userId: string; sessionId: string; passkeyId: string; friendlyName: string; origin: RequestOrigin }

export async function renamePasskey(
  deps: Pick<IdentityDeps, 'database' | 'clock'>,
  input: Input,
): Promise<RenamePasskeyOutcome> {
  try {
    return await rename(deps, input)
  } catch (error) {
    if (violatedConstraint(error) !== 'factors_name_is_unique') throw error
    return { kind: 'name_taken' }
  }
}

function rename(deps: Pick<IdentityDeps, 'database' | 'clock'>, input: Input): Promise<RenamePasskeyOutcome> {
  const { userId, friendlyName, origin } = input
  return deps.database.transaction(async (transaction): Promise<RenamePasskeyOutcome> => {
    const now = deps.clock.now()
    const stepUp = await confirmStepUp(transaction, { ...input, now })
    if (stepUp.kind !== 'confirmed') return stepUp
    const passkey = await lockPasskey(transaction, input.passkeyId)
    if (passkey?.userId !== userId) return { kind: 'not_found' }
    await updatePasskeyName(transaction, { id: passkey.id, friendlyName, now })
    await recordAudit(transaction, {
      actorId: userId,
      action: 'passkey_renamed',
      subjectType: 'user',
      subjectId: userId,
      address: origin.address,
      requestId: origin.requestId,
      before: { factorId: passkey.id, friendlyName: passkey.friendlyName },
      after: { factorId: passkey.id, friendlyName },
    })
    return { kind: 'renamed', passkey: { ...passkey, friendlyName } }
  })
}
