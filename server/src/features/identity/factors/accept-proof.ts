// What follows from a second factor that was shown, whichever it was: the session is raised to aal2, failures are
// forgotten, and a factor that was not verified before is from now on. That first time ends every other session of the
// user (ASVS 7.4.3) and drops their unfinished enrolments: one of them may be of somebody who had the password alone.
import type { Queryable } from '../../../platform/database.ts'
import { recordActivity, recordAudit } from '../../audit/audit.public.ts'
import { addressKey } from '../back-off.rules.ts'
import { endSessions } from '../end-sessions.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { forgiveFailures, selectAccount, type AccountFactor } from '../identity.queries.ts'
import { raiseSession, type OpenedSession } from '../start-session.ts'
import { deleteUnverifiedFactors, updateFactorShown } from './factors.queries.ts'
import { factorKey, proofMethods } from './factors.rules.ts'

export type Proof = {
  userId: string
  sessionId: string
  factor: Pick<AccountFactor, 'id' | 'factorType' | 'friendlyName' | 'status'>
  /** TOTP: the step that was shown. */
  lastStep: number | null
  origin: RequestOrigin
}

/**
 * Call it under `lockUser`, in the transaction that judged the proof; null when the session is over, and then nothing
 * was changed.
 */
export async function acceptProof(
  deps: Pick<IdentityDeps, 'clock'>,
  transaction: Queryable,
  proof: Proof,
): Promise<OpenedSession | null> {
  const { userId, sessionId, factor, origin } = proof
  const now = deps.clock.now()
  const method = proofMethods[factor.factorType]
  const opened = await raiseSession(deps, transaction, { userId, sessionId, method, origin })
  if (!opened) return null
  await updateFactorShown(transaction, { id: factor.id, lastStep: proof.lastStep, now })
  await forgiveFailures(transaction, {
    accountKeys: [factorKey(userId)],
    addressKey: addressKey(origin.address),
  })
  if (factor.status === 'unverified') await recordAdded(transaction, proof, { keptSessionId: opened.session.id, now })
  return { ...opened, account: (await selectAccount(transaction, userId)) ?? opened.account }
}

async function recordAdded(
  transaction: Queryable,
  { userId, factor, origin }: Proof,
  { keptSessionId, now }: { keptSessionId: string; now: Date },
): Promise<void> {
  await deleteUnverifiedFactors(transaction, userId)
  const endedSessions = await endSessions(transaction, userId, 'factors_changed', { now, exceptId: keptSessionId })
  const { id: factorId, factorType, friendlyName } = factor
  await recordActivity(transaction, {
    userId,
    activityType: 'user_factor_added',
    description: `The second factor "${friendlyName}" was added`,
    metadata: { factorType, address: origin.address },
  })
  await recordAudit(transaction, {
    actorId: userId,
    action: 'factor_added',
    subjectType: 'user',
    subjectId: userId,
    address: origin.address,
    requestId: origin.requestId,
    after: { factorId, factorType, friendlyName, endedSessions },
  })
}
