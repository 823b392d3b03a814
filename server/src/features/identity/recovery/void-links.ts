// Voids whatever links of a user are open: they lie in a mailbox that is not theirs any more.
import type { Queryable } from '../../../platform/database.ts'
import { updateLinksUsed } from './recovery.queries.ts'

/** Call it in the transaction that changes where their mail goes. */
export async function voidLinks(transaction: Queryable, user: { userId: string; now: Date }): Promise<void> {
  await updateLinksUsed(transaction, user)
}
