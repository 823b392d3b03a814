// What PayPal's states mean for a deposit and for a withdrawal. Every state that PayPal documents is listed, so that a
// new one does not compile or is a fault where it is read. Pure: knows no clock and makes no call. It deliberately
// posts nothing and knows nothing of what was posted before: whoever asks compares with its own record.
import type {
  CaptureReason,
  OrderStatus,
  PaypalCapture,
  PaypalOrder,
  PaypalPayoutBatch,
  PaypalPayoutItem,
  PayoutBatchStatus,
  PayoutItemStatus,
  RefundStatus,
} from './paypal.answers.ts'

/** What to do about a deposit, by the order as PayPal has it now. Amounts are what PayPal says, in micro-USD. */
export type DepositStep =
  /** The payer has not approved yet. */
  | { kind: 'waiting' }
  /** The payer approved: capture now. PayPal takes an approval back after three hours. */
  | { kind: 'capture' }
  /** The money is on the operator's account. `feeMicros` is what PayPal kept of it, null when it does not say. */
  | { kind: 'credit'; captureId: string; amountMicros: bigint; feeMicros: bigint | null }
  /** PayPal keeps it back; it may still complete or fail. */
  | { kind: 'pending'; captureId: string; reason: CaptureReason; sentence: string }
  /** Not paid; the payer may pay in another way, on the same order. */
  | { kind: 'declined'; captureId: string }
  /** Not paid, and this order never will be. */
  | { kind: 'failed'; captureId: string | null; sentence: string }
  /** A credited payment is questioned and PayPal has taken it back for now; the outcome is open. */
  | { kind: 'disputed'; captureId: string; amountMicros: bigint; reason: 'BUYER_COMPLAINT' | 'CHARGEBACK' }
  /** Of `amountMicros` that were paid, `takenBackMicros` went back to the payer, all told. */
  | {
      kind: 'taken_back'
      captureId: string
      amountMicros: bigint
      feeMicros: bigint | null
      takenBackMicros: bigint
    }
  /** What PayPal says does not fit together; a person looks. */
  | { kind: 'unclear'; captureId: string | null; sentence: string }

/** The step for the order as it was just read, or as its capture answered. */
export function decideDeposit(order: PaypalOrder): DepositStep {
  const standing = order.captures.filter((capture) => capture.status !== 'DECLINED' && capture.status !== 'FAILED')
  if (standing.length > 1) {
    return { kind: 'unclear', captureId: null, sentence: 'PayPal names more than one payment for this deposit.' }
  }
  const capture = standing[0] ?? order.captures.at(-1)
  if (!capture) return decideUncaptured(order.status)
  switch (capture.status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return decidePaid(order, capture)
    case 'PENDING':
      return decidePending(capture)
    case 'DECLINED':
      return { kind: 'declined', captureId: capture.captureId }
    case 'FAILED':
      return { kind: 'failed', captureId: capture.captureId, sentence: 'PayPal could not complete the payment.' }
  }
}

function decideUncaptured(status: OrderStatus): DepositStep {
  switch (status) {
    case 'CREATED':
    case 'SAVED':
    case 'PAYER_ACTION_REQUIRED':
      return { kind: 'waiting' }
    case 'APPROVED':
      return { kind: 'capture' }
    case 'VOIDED':
      return { kind: 'failed', captureId: null, sentence: 'The payment was not finished in time.' }
    case 'COMPLETED':
      return { kind: 'unclear', captureId: null, sentence: 'PayPal calls the order completed and names no payment.' }
  }
}

function decidePaid(order: PaypalOrder, capture: PaypalCapture): DepositStep {
  const { captureId, amountMicros, feeMicros } = capture
  const listedMicros = order.refunds
    .filter((refund) => hasLeft(refund.status) && (refund.captureId ?? captureId) === captureId)
    .reduce((sum, refund) => sum + refund.amountMicros, 0n)
  const takenBackMicros = capture.status === 'REFUNDED' ? amountMicros : listedMicros
  if (takenBackMicros > amountMicros) {
    return { kind: 'unclear', captureId, sentence: 'PayPal says that more went back to the payer than was paid.' }
  }
  if (takenBackMicros > 0n) return { kind: 'taken_back', captureId, amountMicros, feeMicros, takenBackMicros }
  if (capture.status === 'COMPLETED') return { kind: 'credit', captureId, amountMicros, feeMicros }
  return { kind: 'unclear', captureId, sentence: 'PayPal says that a part went back to the payer, not how much.' }
}

/** A refund that is only announced may still fail. */
function hasLeft(status: RefundStatus): boolean {
  switch (status) {
    case 'COMPLETED':
      return true
    case 'PENDING':
    case 'FAILED':
    case 'CANCELLED':
      return false
  }
}

function decidePending(capture: PaypalCapture): DepositStep {
  const { captureId, amountMicros } = capture
  const reason = capture.reason ?? 'OTHER'
  if (reason === 'BUYER_COMPLAINT' || reason === 'CHARGEBACK') {
    return { kind: 'disputed', captureId, amountMicros, reason }
  }
  return { kind: 'pending', captureId, reason, sentence: pendingSentences[reason] }
}

/** Why PayPal keeps a payment back, for the person who waits for it. */
const pendingSentences: Record<CaptureReason, string> = {
  BUYER_COMPLAINT: 'The payment is disputed at PayPal.',
  CHARGEBACK: 'The payment is disputed with the bank or card behind it.',
  ECHECK: 'The payment comes from a bank account and takes some days to clear.',
  INTERNATIONAL_WITHDRAWAL: 'PayPal waits until the operator accepts a payment from abroad.',
  OTHER: 'PayPal is holding the payment.',
  PENDING_REVIEW: 'PayPal is reviewing the payment.',
  RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION: 'PayPal waits until the operator accepts the payment.',
  REFUNDED: 'The payment is being sent back.',
  TRANSACTION_APPROVED_AWAITING_FUNDING: 'PayPal is waiting for the money from the payer.',
  UNILATERAL: 'PayPal waits until the address that was paid belongs to an account.',
  VERIFICATION_REQUIRED: "PayPal waits until the operator's account is verified.",
}

/** What a refusal to capture means. */
export type RefusedCapture =
  /** Another card or account may do: send the payer to PayPal again. */
  | { kind: 'declined'; sentence: string }
  /** Read the order and decide by it: it was captured, or is being captured, by another request. */
  | { kind: 'read_order' }
  | { kind: 'waiting' }
  | { kind: 'failed'; sentence: string }
  | { kind: 'unclear'; sentence: string }

/** @param issue PayPal's word, such as `INSTRUMENT_DECLINED` (Orders v2, errors of `orders.capture`) */
export function decideRefusedCapture(issue: string): RefusedCapture {
  switch (issue) {
    case 'INSTRUMENT_DECLINED':
    case 'PAYER_ACTION_REQUIRED':
    case 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING':
      return { kind: 'declined', sentence: 'PayPal could not take the money this way. Choose another card or account.' }
    case 'ORDER_ALREADY_CAPTURED':
    case 'ORDER_COMPLETION_IN_PROGRESS':
      return { kind: 'read_order' }
    case 'ORDER_NOT_APPROVED':
      return { kind: 'waiting' }
    case 'DUPLICATE_INVOICE_ID':
    case 'DUPLICATE_REQUEST_ID':
      return { kind: 'unclear', sentence: 'PayPal says that this deposit was paid in another order.' }
    case 'PAYER_ACCOUNT_LOCKED_OR_CLOSED':
    case 'PAYER_ACCOUNT_RESTRICTED':
    case 'PAYER_CANNOT_PAY':
      return { kind: 'failed', sentence: 'PayPal does not let this account pay.' }
    case 'TRANSACTION_LIMIT_EXCEEDED':
      return { kind: 'failed', sentence: 'The amount is above what this PayPal account may pay.' }
    case 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED':
      return { kind: 'failed', sentence: 'PayPal allows no further attempt. Start a new deposit.' }
    default:
      return { kind: 'failed', sentence: 'PayPal refused the payment.' }
  }
}

/**
 * A sentence when the order is not the one that was made for the deposit, or null. Asked before anything is credited.
 * @param expected.payeeMerchantId who was to be paid when the order was made; null when PayPal did not say
 */
export function depositMismatch(
  order: PaypalOrder,
  expected: { depositId: string; amountMicros: bigint; payeeMerchantId: string | null },
): string | null {
  if (order.customId !== expected.depositId) return 'The PayPal order belongs to something else.'
  for (const capture of order.captures) {
    if (capture.status === 'DECLINED' || capture.status === 'FAILED') continue
    if (capture.amountMicros !== expected.amountMicros) return 'The amount paid is not the amount asked for.'
    if ((capture.customId ?? expected.depositId) !== expected.depositId) return 'The payment belongs to something else.'
  }
  const { payeeMerchantId } = expected
  if (payeeMerchantId !== null && order.payeeMerchantId !== null && order.payeeMerchantId !== payeeMerchantId) {
    return 'Another PayPal account was paid.'
  }
  return null
}

/**
 * What to do about a withdrawal. Both ways back mean that the money is the operator's again: a hold that still stands
 * is released, one that was settled is followed by `payout_returned`.
 */
export type PayoutStep =
  /** The recipient has it. `feeMicros` is what PayPal charges the operator, null when it does not say. */
  | { kind: 'completed'; transactionId: string | null; feeMicros: bigint | null }
  | {
      kind: 'processing'
      why: 'not_started' | 'pending' | 'on_hold' | 'unclaimed'
      /** Whether PayPal lets the payout be taken back now. */
      mayCancel: boolean
      sentence: string
    }
  /** Never reached the recipient. */
  | { kind: 'failed'; why: 'failed' | 'blocked' | 'returned' | 'denied' | 'canceled'; sentence: string }
  /** Reached the recipient and came back. `feeMicros` is not given back by PayPal. */
  | { kind: 'came_back'; why: 'refunded' | 'reversed'; feeMicros: bigint | null; sentence: string }

/** @param item the only item of the batch, null while PayPal has not made it */
export function decidePayout(batch: { status: PayoutBatchStatus }, item: PaypalPayoutItem | null): PayoutStep {
  if (item === null || item.status === null) return decideUnstarted(batch.status)
  return decideItem(item.status, item, batch.status)
}

function decideUnstarted(status: PayoutBatchStatus): PayoutStep {
  switch (status) {
    case 'DENIED':
      return { kind: 'failed', why: 'denied', sentence: 'PayPal did not accept the payout.' }
    case 'CANCELED':
      return { kind: 'failed', why: 'canceled', sentence: 'The payout was cancelled at PayPal.' }
    case 'PENDING':
    case 'PROCESSING':
    case 'SUCCESS':
      return {
        kind: 'processing',
        why: 'not_started',
        mayCancel: false,
        sentence: 'PayPal has accepted the payout and not begun with it.',
      }
  }
}

function decideItem(status: PayoutItemStatus, item: PaypalPayoutItem, batchStatus: PayoutBatchStatus): PayoutStep {
  const { feeMicros } = item
  const because = item.errorMessage === null ? '' : ` PayPal says: ${item.errorMessage}`
  switch (status) {
    case 'SUCCESS':
      return { kind: 'completed', transactionId: item.transactionId, feeMicros }
    case 'PENDING':
      if (batchStatus === 'DENIED' || batchStatus === 'CANCELED') return decideUnstarted(batchStatus)
      return { kind: 'processing', why: 'pending', mayCancel: false, sentence: 'PayPal is working on the payout.' }
    case 'ONHOLD':
      return {
        kind: 'processing',
        why: 'on_hold',
        mayCancel: false,
        sentence: 'PayPal is reviewing the payout.',
      }
    case 'UNCLAIMED':
      return {
        kind: 'processing',
        why: 'unclaimed',
        mayCancel: true,
        sentence: 'Waiting for the recipient: no PayPal account has this address yet. After 30 days it comes back.',
      }
    case 'FAILED':
      return { kind: 'failed', why: 'failed', sentence: `The payout failed.${because}` }
    case 'BLOCKED':
      return { kind: 'failed', why: 'blocked', sentence: `PayPal blocked the payout.${because}` }
    case 'RETURNED':
      return { kind: 'failed', why: 'returned', sentence: 'Nobody claimed the payout, and it came back.' }
    case 'REFUNDED':
      return { kind: 'came_back', why: 'refunded', feeMicros, sentence: 'The recipient sent the payout back.' }
    case 'REVERSED':
      return { kind: 'came_back', why: 'reversed', feeMicros, sentence: 'PayPal took the payout back.' }
  }
}

/** A sentence when the batch is not the payout of the withdrawal, or null. Asked after `duplicate_batch` above all. */
export function payoutMismatch(
  batch: PaypalPayoutBatch,
  expected: { withdrawalId: string; amountMicros: bigint; receiver: string },
): string | null {
  if (batch.senderBatchId !== expected.withdrawalId) return 'The PayPal payout belongs to something else.'
  if (batch.items.length > 1) return 'The PayPal payout has more than one item.'
  const [item] = batch.items
  if (!item) return null
  if ((item.senderItemId ?? expected.withdrawalId) !== expected.withdrawalId) {
    return 'The item of the PayPal payout belongs to something else.'
  }
  if (item.amountMicros !== expected.amountMicros) return 'The PayPal payout has another amount.'
  if (item.receiver.toLowerCase() !== expected.receiver.toLowerCase()) return 'The PayPal payout has another recipient.'
  return null
}
