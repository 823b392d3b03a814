// Ends acting for somebody: on the administrator's word, with their session, with a change of either person's role or
// access, or when the hour is over. Each grant ends once and leaves its end in the user's activities.
import { toApiId } from '@inrange/contract/ids'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database.ts'
import { recordActivity, recordAudit } from '../../audit/audit.public.ts'
import { announceUserChange } from '../session-changes.ts'
import { selectUsernames, updateGrantsEnded, type GrantsToEnd } from './acting.queries.ts'

const GRANTS_PER_RUN_MAX = 500

/** Ends these grants and answers how many those were. Call it in the transaction of what ends them. */
export async function endActing(transaction: Queryable, which: GrantsToEnd, now: Date): Promise<number> {
  const grants = await updateGrantsEnded(transaction, which, now)
  if (grants.length === 0) return 0
  const names = await selectUsernames(
    transaction,
    grants.map((grant) => grant.actorId),
  )
  for (const grant of grants) {
    // What the administrator still has open of the user, such as the live view, asks again who it is.
    await announceUserChange(transaction, grant.userId)
    const endedAt = grant.expiresAt < now ? grant.expiresAt : now
    await recordActivity(transaction, {
      userId: grant.userId,
      activityType: 'user_acting_ended',
      description: `${names.get(grant.actorId) ?? 'An administrator'} stopped looking at your account`,
      metadata: { actorId: toApiId('user', grant.actorId), endedAt: endedAt.toISOString(), reason: grant.reason },
    })
    await recordAudit(transaction, {
      actorId: grant.actorId,
      action: 'acting_ended',
      subjectType: 'user',
      subjectId: grant.userId,
      after: { startedAt: grant.createdAt, endedAt },
    })
  }
  return grants.length
}

/** Writes the end of grants whose hour or session ran out by itself; for a job. They admitted nobody since then. */
export async function sweepActing(deps: { database: Database; clock: Clock }): Promise<number> {
  const now = deps.clock.now()
  return deps.database.transaction((transaction) =>
    endActing(transaction, { overBy: now, limit: GRANTS_PER_RUN_MAX }, now),
  )
}
