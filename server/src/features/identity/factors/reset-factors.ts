// Takes all second factors from a user who lost them, on an administrator's word. It deliberately decides nothing about
// who may, and writes no audit entry: the operation that calls it knows who acts and why.
import type { Queryable } from '../../../platform/database.ts'
import { endSessions } from '../end-sessions.ts'
import { lockUser } from '../identity.queries.ts'
import { deleteFactors } from './factors.queries.ts'

/**
 * Removes every factor, passkey and recovery code of a user, and ends all of their sessions. Call it in the transaction
 * of the audit entry. `removedFactors` counts the verified ones, recovery codes apart.
 */
export async function resetFactors(
  transaction: Queryable,
  reset: { userId: string; now: Date },
): Promise<{ removedFactors: number; endedSessions: number }> {
  const { userId, now } = reset
  await lockUser(transaction, userId)
  const removedFactors = await deleteFactors(transaction, userId)
  return { removedFactors, endedSessions: await endSessions(transaction, userId, 'factors_changed', { now }) }
}
