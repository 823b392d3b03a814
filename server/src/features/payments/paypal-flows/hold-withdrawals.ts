// Holds back what an owner has asked for and nobody has sent, when something about their money came into doubt. A hold
// that somebody set before stays as it is. It deliberately ends nothing: a person lets each go on.
import type { DatabaseTransaction } from '../../../platform/database.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { insertWithdrawalEvent } from '../withdrawals/withdrawals.queries.ts'
import { holdWithdrawalsOf } from './payouts.queries.ts'

export async function holdOpenWithdrawals(
  { clock }: Pick<PaymentsDeps, 'clock'>,
  transaction: DatabaseTransaction,
  { ownerId, reason }: { ownerId: string; reason: string },
): Promise<void> {
  const now = clock.now()
  for (const { id, state } of await holdWithdrawalsOf(transaction, { ownerId, reason, now })) {
    const facts = { ownerId, id, fromState: state, toState: state, detail: reason }
    await insertWithdrawalEvent(transaction, { ...facts, note: null, actorId: null, now })
  }
}
