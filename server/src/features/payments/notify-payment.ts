// Tells owners in their consoles what became of their money. Guarantees one notification a step: whoever calls writes
// the step in the same transaction. The mails of payments are notices of their own.
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { PaymentStep } from '@inrange/contract/notifications'
import type { WithdrawalState } from '@inrange/contract/withdrawals'
import type { Queryable } from '../../platform/database.ts'
import { notify } from '../notifications/notifications.public.ts'

export type ToldPayment = {
  ownerId: string
  step: PaymentStep
  amountMicros: bigint
  /** The name of the method, as its owner reads it. */
  method: string
  /** Database uuid of the deposit or withdrawal. */
  id: string
}

export async function notifyPayment(transaction: Queryable, payment: ToldPayment): Promise<void> {
  const { ownerId, step, amountMicros, method, id } = payment
  const noun = step.startsWith('deposit') ? 'deposit' : 'withdrawal'
  await notify(transaction, {
    to: [ownerId],
    kind: 'payment',
    facts: { step, amount: microsToDecimal(amountMicros), method },
    subject: { noun, id: toApiId(noun, id) },
  })
}

/** What a state of a withdrawal is worth telling, or null: what its owner did themselves they know. */
export function stepOfState(state: WithdrawalState, reason: string | null): PaymentStep | null {
  if (state === 'cancelled') return reason === null ? null : 'withdrawal_cancelled'
  const told = ['approved', 'sent', 'completed', 'rejected', 'failed', 'returned'] as const
  const worth = told.find((known) => known === state)
  return worth ? `withdrawal_${worth}` : null
}
