// Ends announcements whose time is over, and gives exact amounts free again. It deliberately forgets none: what comes
// late is still recognised while its amount is reserved.
import type { PaymentsDeps } from '../payments.deps.ts'
import { moveDeposit } from './move-deposit.ts'
import { releaseReservations, selectExpiringDeposits } from './receipts.queries.ts'

const DEPOSITS_AT_ONCE_MAX = 500

/** @returns how many ended */
export async function expireDeposits({ database, clock }: PaymentsDeps): Promise<number> {
  const now = clock.now()
  const expiring = await selectExpiringDeposits(database.kysely, now, DEPOSITS_AT_ONCE_MAX)
  const reason = 'Nothing came in time. What comes late is looked at by a person, or credited to your own address.'
  for (const { ownerId, id: depositId } of expiring) {
    await database.transaction((transaction) =>
      moveDeposit(transaction, { ownerId, depositId, from: ['awaiting_payment'], to: 'expired', reason, now }),
    )
  }
  await releaseReservations(database.kysely, now)
  return expiring.length
}
