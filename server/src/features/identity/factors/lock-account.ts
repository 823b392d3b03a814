// Takes the lock under which factors change, and reads what they are then. A session that ended a moment ago changes
// nothing any more, whatever a copy of it says.
import type { Queryable } from '../../../platform/database.ts'
import { lockSession, lockUser, selectAccount, type Account, type SessionRow } from '../identity.queries.ts'

/** The account of a live session, locked until the transaction ends; null when session or account is over. */
export async function lockAccount(
  transaction: Queryable,
  which: { userId: string; sessionId: string; now: Date },
): Promise<{ account: Account; session: SessionRow } | null> {
  await lockUser(transaction, which.userId)
  const session = await lockSession(transaction, which.sessionId)
  if (session?.userId !== which.userId || session.endedAt !== null || session.expiresAt <= which.now) return null
  const account = await selectAccount(transaction, which.userId)
  return account?.isActive ? { account, session } : null
}
