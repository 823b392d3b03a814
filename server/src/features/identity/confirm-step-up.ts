// Whether a session may change how its user signs in, asked where it counts: under the user's lock, in the transaction
// of the change. A session that is over, or that has not shown the second factor which meanwhile exists, or not lately,
// may not (ASVS 7.5.1).
import type { Queryable } from '../../platform/database.ts'
import { changeRefusal } from './factors/factors.rules.ts'
import { lockSession, lockUser, selectAccount, type Account, type SessionRow } from './identity.queries.ts'

export type StepUpRefusal = { kind: 'session_over' | 'insufficient_aal' | 'not_fresh' }
export type StepUp = { kind: 'confirmed'; account: Account; session: SessionRow } | StepUpRefusal

/** Locks the user, then the session, until the transaction ends. */
export async function confirmStepUp(
  transaction: Queryable,
  input: { userId: string; sessionId: string; now: Date },
): Promise<StepUp> {
  await lockUser(transaction, input.userId)
  const session = await lockSession(transaction, input.sessionId)
  const account = await selectAccount(transaction, input.userId)
  const isLive = session?.userId === input.userId && session.endedAt === null && session.expiresAt > input.now
  if (!isLive || !account?.isActive) return { kind: 'session_over' }
  const refusal = changeRefusal(session, account.factors, input.now)
  return refusal === null ? { kind: 'confirmed', account, session } : { kind: refusal }
}
