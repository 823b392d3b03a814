// Keeps the earnings of one range of one owner from maturing while a case is open. Guarantees: once the caller's
// transaction has committed nothing of the range matures, however due, until everybody who froze it has thawed it. It
// deliberately touches no money that is available already; a `case_held` does that.
import type { DatabaseTransaction } from '../../platform/database.ts'
import { deleteFrozenRange, insertFrozenRange } from './earnings.queries.ts'
import { lockOwners } from './journal.queries.ts'

/** Whose range, and what froze it: the id of a case. */
export type Freeze = { ownerId: string; rangeId: string; frozenBy: string }

/**
 * Freezes in the caller's transaction, waiting for what is maturing at this moment. The same freeze again changes
 * nothing.
 * @returns whether it is new
 */
export async function freezeRange(transaction: DatabaseTransaction, freeze: Freeze): Promise<boolean> {
  await lockOwners(transaction, [freeze.ownerId])
  return await insertFrozenRange(transaction, freeze)
}

/**
 * Ends one freeze. What is due matures in the next run, if nobody else froze the range.
 * @returns whether there was such a freeze
 */
export async function thawRange(transaction: DatabaseTransaction, freeze: Freeze): Promise<boolean> {
  return await deleteFrozenRange(transaction, freeze)
}
