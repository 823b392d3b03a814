// Gives a user a password that somebody else chose: it opens a session, and that session can do nothing but choose another.
import type { Queryable } from '../../platform/database.ts'
import { endSessions } from './end-sessions.ts'
import { lockUser, upsertPassword } from './identity.queries.ts'

/**
 * Stores the hash of a temporary password and ends every session of the user; answers how many those were. Call it in the transaction of
 * the fact that explains it. The hash is made outside, because hashing is slow and a transaction holds locks.
 */
export async function setTemporaryPassword(
  transaction: Queryable,
  password: { userId: string; hash: string; now: Date },
): Promise<number> {
  const { userId, hash, now } = password
  await lockUser(transaction, userId)
  await upsertPassword(transaction, { userId, hash, mustChange: true, changedAt: now })
  return endSessions(transaction, userId, 'password_reset', { now })
}
