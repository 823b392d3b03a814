// Ends sessions: at sign-out, on revocation by an admin, on deactivation, on a new password, on theft. Their access
// tokens stop being accepted when the transaction commits, not when they run out.
import type { Queryable } from '../../platform/database.ts'
import { endActing } from './acting/end-acting.ts'
import { updateSessionsEnded } from './identity.queries.ts'
import { announceUserChange } from './session-changes.ts'

export type SessionEndReason =
  | 'signed_out'
  | 'signed_out_by_admin'
  /** Replaced by one that showed a second factor. */
  | 'raised'
  | 'factors_changed'
  | 'identity_removed'
  | 'deactivated'
  | 'password_changed'
  | 'password_reset'
  | 'refresh_token_reused'
  | 'code_reused'
  | 'expired'
  | 'idle'

/**
 * Ends the live sessions of a user and answers how many those were. Call it in the transaction of what ends them.
 * @param which `onlyId` ends that one, `exceptId` all but that one; without either all end
 */
export async function endSessions(
  transaction: Queryable,
  userId: string,
  reason: SessionEndReason,
  which: { now: Date; onlyId?: string; exceptId?: string },
): Promise<number> {
  const ended = await updateSessionsEnded(transaction, { userId, reason, ...which })
  if (ended > 0) await endActing(transaction, { ofEndedSessionsOf: userId }, which.now)
  await announceUserChange(transaction, userId)
  return ended
}
