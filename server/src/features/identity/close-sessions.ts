// Signs out: this session, the others, or all of them. Signing out of a session that is over already is no error and no
// event.
import { recordActivity, recordAudit } from '../audit/audit.public.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps, RequestOrigin } from './identity.deps.ts'
import { lockUser, selectAccount, updateUserSeen } from './identity.queries.ts'

export const signOutScopes = ['local', 'others', 'global'] as const
export type SignOutScope = (typeof signOutScopes)[number]

/**
 * Ends the sessions that the scope names and answers how many those were. Leaving records user_logout; ending the
 * others does not.
 */
export async function closeSessions(
  deps: Pick<IdentityDeps, 'database' | 'clock'>,
  input: { userId: string; sessionId: string; scope: SignOutScope; origin: RequestOrigin },
): Promise<number> {
  const { userId, sessionId, scope, origin } = input
  return deps.database.transaction(async (transaction) => {
    const now = deps.clock.now()
    await lockUser(transaction, userId)
    const account = await selectAccount(transaction, userId)
    const ended = await endSessions(transaction, userId, 'signed_out', {
      now,
      ...(scope === 'local' ? { onlyId: sessionId } : {}),
      ...(scope === 'others' ? { exceptId: sessionId } : {}),
    })
    if (ended === 0 || !account) return 0
    await updateUserSeen(transaction, userId, now)
    if (scope !== 'others') {
      await recordActivity(transaction, {
        userId,
        activityType: 'user_logout',
        description: `${account.username} signed out`,
        metadata: { scope },
      })
    }
    await recordAudit(transaction, {
      actorId: userId,
      action: 'signed_out',
      subjectType: 'user',
      subjectId: userId,
      address: origin.address,
      requestId: origin.requestId,
      after: { scope, endedSessions: ended },
    })
    return ended
  })
}
