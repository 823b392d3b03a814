// Gives a user a password that somebody else chose. A temporary one opens a session that can do nothing but choose
// another, and stops working after some days (ASVS 6.4.1). Open links of the user are void from then on.
import type { Queryable } from '../../platform/database.ts'
import { readSettings } from '../settings/settings.public.ts'
import { endSessions } from './end-sessions.ts'
import { lockUser, upsertPassword } from './identity.queries.ts'
import { updateLinksUsed } from './recovery/recovery.queries.ts'

const DAY_MS = 86_400_000

/**
 * Stores the hash of a password and ends every session of the user; answers how many those were. Call it in the
 * transaction of the fact that explains it. The hash is made outside, because hashing is slow and a transaction holds
 * locks.
 * @param password.mustChange true for a temporary password
 * @param password.neverExpires for the first password of a platform, which nobody could renew
 */
export async function setUserPassword(
  transaction: Queryable,
  password: { userId: string; hash: string; mustChange: boolean; now: Date; neverExpires?: boolean },
): Promise<number> {
  const { userId, hash, mustChange, now } = password
  await lockUser(transaction, userId)
  const { temporaryPasswordDays } = await readSettings(transaction)
  const expires = mustChange && password.neverExpires !== true
  const expiresAt = expires ? new Date(now.getTime() + temporaryPasswordDays * DAY_MS) : null
  await upsertPassword(transaction, { userId, hash, mustChange, changedAt: now, expiresAt })
  await updateLinksUsed(transaction, { userId, now })
  return endSessions(transaction, userId, 'password_reset', { now })
}
