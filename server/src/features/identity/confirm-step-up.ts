// Whether a session may change how its user signs in, asked where it counts: under the user's lock, in the transaction
// of the change. A session that is over, or that has not shown the second factor which meanwhile exists, or not lately,
// may not (ASVS 7.5.1).
import type { Queryable } from '../../platform/database.ts'
import { changeRefusal } from './factors/factors.rules.ts'
import { lockAccount } from './factors/lock-account.ts'
import type { Account, SessionRow } from './identity.queries.ts'

export type StepUpRefusal = { kind: 'session_over' | 'insufficient_aal' | 'not_fresh' }
export type StepUp = { kind: 'confirmed'; account: Account; session: SessionRow } | StepUpRefusal

/** Locks the user, then the session, until the transaction ends. */
export async function confirmStepUp(
  transaction: Queryable,
  input: { userId: string; sessionId: string; now: Date },
): Promise<StepUp> {
  const locked = await lockAccount(transaction, input)
  if (!locked) return { kind: 'session_over' }
  const refusal = changeRefusal(locked.session, locked.account.factors, input.now)
  return refusal === null ? { kind: 'confirmed', ...locked } : { kind: refusal }
}
