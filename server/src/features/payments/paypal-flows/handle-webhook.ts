// Looks at what a webhook points at. Guarantees that nothing is taken from the event but the ids to ask PayPal about,
// so that events out of order, twice or long after do no harm. What an event points at and we do not have is somebody
// else's, or of another program on the same account: it is left alone.
import { z } from 'zod'
import { selectDeposit, type DepositRow } from '../deposits/deposits.queries.ts'
import { findMethod, type MethodRow } from '../methods/find-method.ts'
import { openMethodPaypal } from '../methods/open-method-paypal.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import type { Paypal } from '../paypal/paypal.client.ts'
import { PaypalFault } from '../paypal/paypal.fault.ts'
import { selectWithdrawal } from '../withdrawals/withdrawals.queries.ts'
import { applyPayout } from './apply-payout.ts'
import { holdOpenWithdrawals } from './hold-withdrawals.ts'
import {
  findDepositByCapture,
  findDepositById,
  findDepositByOrder,
  insertCaptureReview,
  markEventHandled,
} from './paypal-flows.queries.ts'
import { ownIdOf } from './paypal-flows.rules.ts'
import { refreshPaypalDeposit } from './refresh-deposit.ts'

const id = z.string().nullable()
const payloadSchema = z.object({
  methodId: z.string(),
  hint: z.object({
    eventId: z.string(),
    eventType: z.string(),
    kind: z.enum(['order', 'capture', 'refund', 'dispute', 'payout_batch', 'payout_item', 'other']),
    orderId: id,
    captureId: id,
    refundId: id,
    payoutBatchId: id,
    payoutItemId: id,
    ownId: id,
  }),
})
type Hint = z.infer<typeof payloadSchema>['hint']

/** @throws PaypalFault when PayPal cannot be asked: the job is tried again */
export async function handleWebhook(deps: PaymentsDeps, payload: unknown): Promise<void> {
  const { methodId, hint } = payloadSchema.parse(payload)
  const method = await findMethod(deps.database.kysely, methodId)
  if (method !== null) await look(deps, method, hint)
  await markEventHandled(deps.database.kysely, hint.eventId, deps.clock.now())
}

async function look(deps: PaymentsDeps, method: MethodRow, hint: Hint): Promise<void> {
  const paypal = openMethodPaypal(deps, method)
  if (hint.kind === 'payout_batch' || hint.kind === 'payout_item') return await lookAtPayout(deps, paypal, method, hint)
  if (hint.kind === 'other') return
  const deposit = await findDeposit(deps, paypal, hint)
  if (deposit?.methodId !== method.id) return
  await refreshPaypalDeposit(deps, deposit)
  const isDispute = hint.kind === 'dispute' && hint.eventType !== 'CUSTOMER.DISPUTE.RESOLVED'
  if (isDispute) await tellOfDispute(deps, deposit, hint.captureId)
}

async function findDeposit({ database }: PaymentsDeps, paypal: Paypal, hint: Hint): Promise<DepositRow | null> {
  const { kysely } = database
  const ownId = ownIdOf(hint.ownId)
  if (ownId !== null) return await findDepositById(kysely, ownId)
  if (hint.orderId !== null) return await findDepositByOrder(kysely, hint.orderId)
  const captureId = hint.captureId ?? (await captureOfRefund(paypal, hint.refundId))
  if (captureId === null) return null
  const known = await findDepositByCapture(kysely, captureId)
  if (known !== null) return known
  const capture = await orNull(paypal.readCapture(captureId))
  return capture?.orderId === null || capture === null ? null : await findDepositByOrder(kysely, capture.orderId)
}

async function captureOfRefund(paypal: Paypal, refundId: string | null): Promise<string | null> {
  return refundId === null ? null : ((await orNull(paypal.readRefund(refundId)))?.captureId ?? null)
}

/** A dispute need not show on the payment yet: nothing more leaves before a person has looked. */
async function tellOfDispute(deps: PaymentsDeps, { ownerId, id: depositId }: DepositRow, captureId: string | null) {
  const deposit = await selectDeposit(deps.database.kysely, ownerId, depositId)
  if (deposit?.state !== 'credited') return
  await deps.database.transaction(async (transaction) => {
    const isNew = await insertCaptureReview(transaction, {
      kind: 'disagreement',
      methodId: deposit.methodId,
      captureId,
      ownerId,
      depositId,
      amountMicros: deposit.amountMicros,
      now: deps.clock.now(),
      detail: 'The payer disputes this payment. PayPal has not taken it back so far.',
    })
    const reason = 'A deposit is disputed, so withdrawals are looked at first.'
    if (isNew) await holdOpenWithdrawals(deps, transaction, { ownerId, reason })
  })
}

async function lookAtPayout(deps: PaymentsDeps, paypal: Paypal, method: MethodRow, hint: Hint): Promise<void> {
  const batchId = hint.payoutBatchId ?? (await batchOfItem(paypal, hint.payoutItemId))
  const batch = batchId === null ? null : await orNull(paypal.readPayoutBatch(batchId))
  const withdrawalId = ownIdOf(batch?.senderBatchId ?? null)
  if (batch === null || withdrawalId === null) return
  const row = await selectWithdrawal(deps.database.kysely, { id: withdrawalId })
  if (row?.methodId === method.id) await applyPayout(deps, row, batch)
}

async function batchOfItem(paypal: Paypal, itemId: string | null): Promise<string | null> {
  return itemId === null ? null : ((await orNull(paypal.readPayoutItem(itemId)))?.batchId ?? null)
}

/** Null where PayPal has no such thing, or none of this account. */
async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof PaypalFault && error.isNotFound) return null
    throw error
  }
}
