// Ends one session of one's own, or all others. A session of somebody else answers like one that does not exist; one
// that is over already is no error.
import { AppError } from '@inrange/contract/errors'
import type { CallerContext } from '../../../platform/http.ts'
import { recordActivity, recordAudit } from '../../audit/audit.public.ts'
import { endSessions } from '../../identity/identity.public.ts'
import type { UsersDeps } from '../users.deps.ts'
import { selectSessionOwner } from './account.queries.ts'

/**
 * @param which the uuid of one session, or every one but the caller's
 * @throws AppError not_found
 */
export async function endOwnSessions(
  deps: UsersDeps,
  context: CallerContext,
  which: { onlyId: string } | 'others',
): Promise<{ endedSessions: number }> {
  const { caller, address, requestId } = context
  const { userId, username, sessionId } = caller
  return deps.database.transaction(async (transaction) => {
    if (which !== 'others' && (await selectSessionOwner(transaction, which.onlyId)) !== userId) {
      throw new AppError('not_found')
    }
    const now = deps.clock.now()
    const scope = which === 'others' ? { exceptId: sessionId } : which
    const endedSessions = await endSessions(transaction, userId, 'signed_out', { now, ...scope })
    if (endedSessions === 0) return { endedSessions }
    await recordActivity(transaction, {
      userId,
      activityType: 'user_sessions_ended',
      description: `${username} ended ${endedSessions === 1 ? 'a session' : `${endedSessions} sessions`}`,
      metadata: { endedSessions },
    })
    await recordAudit(transaction, {
      actorId: userId,
      action: 'sessions_ended',
      subjectType: 'user',
      subjectId: userId,
      address,
      requestId,
      after: { endedSessions, ...scope },
    })
    return { endedSessions }
  })
}
