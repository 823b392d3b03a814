// For whoever writes into an hour that is long over, such as a message that is routed again: the figures by day say the
// same as those by the hour from the same commit on.
import type { DatabaseTransaction } from '../../platform/database.ts'
import { countOwnerDays, countPlatformDays, lockClosedThrough } from './rollup.queries.ts'

/**
 * Counts the given days of the owner again, in the caller's transaction and after its writes to traffic_hourly and
 * traffic_connection_hourly. A day that is not closed yet is left to the job, so any day may be given. It takes a lock
 * that all who call it share, to the end of the transaction: call it last.
 * @param days of UTC, 'YYYY-MM-DD'
 */
export async function refreshDays(
  transaction: DatabaseTransaction,
  ownerId: string,
  days: readonly string[],
): Promise<void> {
  const closedThrough = await lockClosedThrough(transaction)
  const closed = [...new Set(days)].filter((day) => day <= closedThrough).toSorted()
  if (closed.length === 0) return
  await countOwnerDays(transaction, ownerId, closed)
  await countPlatformDays(transaction, closed)
}
