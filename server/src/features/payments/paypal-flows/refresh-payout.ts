// Asks PayPal what has become of a payout, for the job, a webhook, or a person who looks. Guarantees that one whose
// sending was never answered is resolved by PayPal's own answer under the same id, and after its time by a person.
import { readSettings } from '../../settings/settings.public.ts'
import { openMethodPaypal } from '../methods/open-method-paypal.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { PaypalFault } from '../paypal/paypal.fault.ts'
import {
  lockWithdrawal,
  selectWithdrawal,
  type WithdrawalKey,
  type WithdrawalRow,
} from '../withdrawals/withdrawals.queries.ts'
import { applyPayout, demandAttention } from './apply-payout.ts'
import { selectFirstSendingAt } from './payouts.queries.ts'
import { repetitionFault } from './payouts.rules.ts'
import { methodOf, pushPayout } from './send-payout.ts'

/** @throws PaypalFault when PayPal cannot be asked about a payout that it has */
export async function refreshPayout(deps: PaymentsDeps, key: WithdrawalKey): Promise<WithdrawalRow | null> {
  const row = await selectWithdrawal(deps.database.kysely, key)
  if (row?.kind !== 'paypal') return null
  if (row.paypalBatchId === null) return row.state === 'sending' ? await resolveSending(deps, row) : row
  const paypal = openMethodPaypal(deps, await methodOf(deps, row))
  try {
    return await applyPayout(deps, row, await paypal.readPayoutBatch(row.paypalBatchId))
  } catch (error) {
    if (!(error instanceof PaypalFault && error.isNotFound)) throw error
    return await attend(deps, row, 'PayPal does not know this payout any more.')
  }
}

async function resolveSending(deps: PaymentsDeps, row: WithdrawalRow): Promise<WithdrawalRow | null> {
  const { withdrawals } = await readSettings(deps.database.kysely)
  // To ask is to send, where PayPal never heard of it.
  if (withdrawals.isPaused) return row
  const firstSentAt = (await selectFirstSendingAt(deps.database.kysely, row)) ?? row.updatedAt
  const method = await methodOf(deps, row)
  const fault = repetitionFault({ firstSentAt, methodChangedAt: method.updatedAt, now: deps.clock.now() })
  return fault === null ? await pushPayout(deps, row, { isFirst: false }) : await attend(deps, row, fault)
}

async function attend(deps: PaymentsDeps, { ownerId, id }: WithdrawalRow, note: string): Promise<WithdrawalRow | null> {
  return await deps.database.transaction(async (transaction) => {
    const locked = await lockWithdrawal(transaction, { ownerId, id })
    return locked && (await demandAttention(deps, transaction, locked, note))
  })
}
