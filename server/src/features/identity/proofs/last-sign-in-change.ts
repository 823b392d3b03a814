// When how a user signs in was last changed. Money rests after it: whoever took an account over changed something
// first.
import type { Queryable } from '../../../platform/database.ts'
import { selectSignInChange } from './proofs.queries.ts'

const CHANGES = [
  'password_changed',
  'password_reset',
  'email_changed',
  'factor_added',
  'factor_removed',
  'factors_reset',
  'identity_linked',
  'account_rescued',
]

/** The latest change of password, email address or factors since then, or null. */
export async function lastSignInChange(
  database: Queryable,
  which: { userId: string; since: Date },
): Promise<Date | null> {
  return await selectSignInChange(database, { ...which, actions: CHANGES })
}
