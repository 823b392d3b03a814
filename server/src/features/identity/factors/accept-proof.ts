// What follows from a second factor that was shown, whichever it was: the session is raised to aal2, failures are
// forgotten, and a factor that was not verified before is from now on. That first time ends every other session of the
// user (ASVS 7.4.3) and drops their unfinished enrolments: one of them may be of somebody who had the password alone.
import type { Queryable } from '../../../platform/database.ts'
import { addressKey } from '../back-off.rules.ts'
import { endSessions } from '../end-sessions.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { forgiveFailures, selectAccount, type AccountFactor } from '../identity.queries.ts'
import { raiseSession, type OpenedSession } from '../start-session.ts'
import { deleteUnverifiedFactors, updateFactorShown } from './factors.queries.ts'
import { factorKey, proofMethods } from './factors.rules.ts'
import { recordFactorChange } from './record-factor-change.ts'

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
  deps: Pick<IdentityDeps, 'clock' | 'notices'>,
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
  if (factor.status === 'unverified') await finishEnrolment(deps, transaction, proof, opened)
  return { ...opened, account: (await selectAccount(transaction, userId)) ?? opened.account }
}

async function finishEnrolment(
  deps: Pick<IdentityDeps, 'clock' | 'notices'>,
  transaction: Queryable,
  { userId, factor, origin }: Proof,
  { account, session }: OpenedSession,
): Promise<void> {
  await deleteUnverifiedFactors(transaction, userId)
  const which = { now: deps.clock.now(), exceptId: session.id }
  const endedSessions = await endSessions(transaction, userId, 'factors_changed', which)
  const { id: factorId, factorType, friendlyName } = factor
  await recordFactorChange(deps, transaction, {
    account,
    origin,
    activityType: 'user_factor_added',
    what: `The second factor "${friendlyName}" was added and all other sessions were ended`,
    metadata: { factorType },
    audit: { action: 'factor_added', after: { factorId, factorType, friendlyName, endedSessions } },
  })
}
