// Takes back from PayPal what nobody has claimed. Guarantees that the hold is released only when PayPal says that the
// money is the operator's again, whatever it answers to the wish.
import { AppError } from '@inrange/contract/errors'
import { recordAudit } from '../../audit/audit.public.ts'
import { openMethodPaypal } from '../methods/open-method-paypal.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { PaypalFault } from '../paypal/paypal.fault.ts'
import { selectWithdrawal, type WithdrawalRow } from '../withdrawals/withdrawals.queries.ts'
import { outsideUnavailable } from './open-order.ts'
import { refreshPayout } from './refresh-payout.ts'
import { methodOf, type PayoutActor } from './send-payout.ts'

/** @throws AppError not_found, state_changed when it is claimed or over, outside_unavailable */
export async function cancelUnclaimed(
  deps: PaymentsDeps,
  { withdrawalId, actor }: { withdrawalId: string; actor: PayoutActor },
): Promise<WithdrawalRow> {
  const row = await selectWithdrawal(deps.database.kysely, { id: withdrawalId })
  if (!row) throw new AppError('not_found')
  if (row.state !== 'unclaimed' || row.paypalItemId === null) throw new AppError('state_changed')
  try {
    await askToCancel(deps, row, row.paypalItemId)
    const after = await refreshPayout(deps, row)
    if (after?.state !== 'returned') {
      throw new AppError('state_changed', { message: 'PayPal did not give it back. Look at it again.' })
    }
    const { userId: actorId, address, requestId } = actor
    await recordAudit(deps.database.kysely, {
      actorId,
      address,
      requestId,
      subjectType: 'withdrawal',
      subjectId: row.id,
      action: 'payout_taken_back',
    })
    return after
  } catch (error) {
    if (error instanceof PaypalFault) throw outsideUnavailable(error)
    throw error
  }
}

/** A refusal is no answer: the payout is read afterwards in any case. */
async function askToCancel(deps: PaymentsDeps, row: WithdrawalRow, itemId: string): Promise<void> {
  try {
    await openMethodPaypal(deps, await methodOf(deps, row)).cancelPayoutItem(itemId)
  } catch (error) {
    if (!(error instanceof PaypalFault && error.reason === 'refused')) throw error
  }
}
