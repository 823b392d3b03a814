// Gives a user a password that somebody else chose. A temporary one opens a session that can do nothing but choose
// another.
import type { Queryable } from '../../platform/database.ts'
import { endSessions } from './end-sessions.ts'
import { lockUser, upsertPassword } from './identity.queries.ts'

/**
 * Stores the hash of a password and ends every session of the user; answers how many those were. Call it in the
 * transaction of the fact that explains it. The hash is made outside, because hashing is slow and a transaction holds
 * locks.
 * @param password.mustChange true for a temporary password
 */
export async function setUserPassword(
  transaction: Queryable,
  password: { userId: string; hash: string; mustChange: boolean; now: Date },
): Promise<number> {
  const { userId, hash, mustChange, now } = password
  await lockUser(transaction, userId)
  await upsertPassword(transaction, { userId, hash, mustChange, changedAt: now })
  return endSessions(transaction, userId, 'password_reset', { now })
}
