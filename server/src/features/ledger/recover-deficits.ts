// Recovers deficits: what a user owes because a deposit of theirs was reversed after it had been spent is taken from
// what becomes available to them. Guarantees: never more than the deficit, never more than is available, in one
// transfer that is judged while the accounts are locked. It deliberately takes nothing that is maturing or held.
import type { Database, DatabaseTransaction } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import { eachChunk } from './each-chunk.ts'
import { selectOwnersToRecover } from './earnings.queries.ts'
import { lockAccounts } from './journal.queries.ts'
import { postTransfers } from './post-transfers.ts'

/** A deficit is rare; what a run does not reach is done a minute later. */
const OWNERS_PER_RUN_MAX = 1_000

/** Recovers from every owner who has both a deficit and something available. @returns how many, and how much */
export async function recoverDeficits(deps: {
  database: Database
}): Promise<{ transfers: number; amountMicros: bigint }> {
  const result = { transfers: 0, amountMicros: 0n }
  const owners = await selectOwnersToRecover(deps.database.kysely, OWNERS_PER_RUN_MAX)
  await eachChunk(owners, 1, async (ownerIds) => {
    for (const ownerId of ownerIds) {
      const amountMicros = await deps.database.transaction((transaction) => recoverDeficit(transaction, ownerId))
      if (amountMicros === 0n) continue
      result.transfers += 1
      result.amountMicros += amountMicros
    }
  })
  return result
}

/**
 * Recovers what can be recovered from one owner now, in the caller's transaction: before a withdrawal is judged, or
 * right after something became available. @returns micro-USD that were taken; 0n when there was nothing to do
 */
export async function recoverDeficit(transaction: DatabaseTransaction, ownerId: string): Promise<bigint> {
  const accounts = await lockAccounts(transaction, [{ ownerId, kind: null }])
  const deficit = accounts.find((account) => account.kind === 'deficit')
  const available = accounts.find((account) => account.kind === 'available')?.balanceMicros ?? 0n
  if (!deficit) return 0n
  const amountMicros = deficit.balanceMicros < available ? deficit.balanceMicros : available
  if (amountMicros <= 0n) return 0n
  const [posted] = await postTransfers(transaction, [
    {
      ownerId,
      code: 'deficit_recovered',
      amountMicros,
      // The version of an account rises with every transfer, and the account is locked.
      idempotencyKey: `recover:${deficit.version}`,
      description: 'Recovered from an earlier reversed deposit',
    },
  ])
  invariant(posted?.outcome === 'posted', 'What was read under the lock is still there')
  return amountMicros
}
