// A person decides whose a payment is, or what became of it. Guarantees that the amount is what the chain says at that
// moment, that what came to the house leaves it in the same call as it goes to a user, that a return is proven by its
// own transaction, and that nobody decides for themselves.
import { AppError } from '@inrange/contract/errors'
import { violatedConstraint } from '../../../platform/database-fault.ts'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { HOUSE_ID, postTransfers } from '../../ledger/ledger.public.ts'
import { auditOf, type Actor } from '../methods/confirm-actor.ts'
import { findMethod, type MethodRow } from '../methods/find-method.ts'
import { selectPerson } from '../methods/people.queries.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { creditPaypalReview } from '../paypal-flows/credit-paypal-review.ts'
import { leaveSuspense } from './book-receipt.ts'
import { creditReview } from './credit-review.ts'
import { moveDeposit } from './move-deposit.ts'
import { mayDecide } from './receipt.rules.ts'
import { requirePaymentNow, requireReturn } from './prove-review.ts'
import {
  insertOperatorFunds,
  lockReceipt,
  selectIsTransactionUsed,
  selectReceipt,
  updateReceipt,
  type ReceiptRow,
} from './receipts.queries.ts'
import { decideReviewRow, lockReview, selectReview, type ReviewDecision, type ReviewRow } from './reviews.queries.ts'

export type Decision = {
  reviewId: string
  decision: ReviewDecision
  userId?: string | undefined
  txHash?: string | undefined
  note: string
}

/**
 * @throws AppError not_found, state_changed, invalid_request, other_person_needed, transaction_refused,
 * transaction_used, outside_unavailable
 */
export async function decideReview(deps: PaymentsDeps, actor: Actor, decision: Decision): Promise<void> {
  const review = await selectReview(deps.database.kysely, decision.reviewId)
  if (review === null) throw new AppError('not_found')
  if (review.state === 'decided') throw new AppError('state_changed')
  const method = await findMethod(deps.database.kysely, review.methodId)
  invariant(method !== null, 'A review has a method')
  if (method.kind === 'paypal' && decision.decision === 'credit') {
    const { userId, note } = decision
    return await creditPaypalReview(deps, { actor, review, method, userId, note })
  }
  const receipt = await receiptOf(deps, review)
  const fault = mayDecide(decision.decision, receipt?.state ?? null, review.kind)
  if (fault !== null) throw new AppError('invalid_request', { fields: { decision: fault } })
  await requirePerson(deps, actor, decision)
  const returnedTxHash = await prove(deps, { method, receipt, decision })
  try {
    await deps.database.transaction((transaction) =>
      carryOut(deps, transaction, { actor, method, decision, returnedTxHash, seen: receipt }),
    )
  } catch (error) {
    if (violatedConstraint(error) === 'payment_reviews_returned_once') throw new AppError('transaction_used')
    throw error
  }
}

async function receiptOf({ database }: PaymentsDeps, review: ReviewRow): Promise<ReceiptRow | null> {
  const { network, txHash, logIndex } = review
  if (network === null || txHash === null || logIndex === null) return null
  return await selectReceipt(database.kysely, { network, txHash, logIndex })
}

async function requirePerson({ database }: PaymentsDeps, actor: Actor, { decision, userId }: Decision): Promise<void> {
  if (decision !== 'credit') return
  if (userId === undefined) throw new AppError('invalid_request', { fields: { userId: 'Say whose it is.' } })
  if (userId === actor.userId) {
    throw new AppError('other_person_needed', { message: 'Somebody else has to decide what is credited to you.' })
  }
  const person = await selectPerson(database.kysely, userId)
  if (person === null) throw new AppError('invalid_request', { fields: { userId: 'There is no such user.' } })
}

/** Asks the chain, outside the transaction. @returns by which transaction it went back, or null */
async function prove(
  deps: PaymentsDeps,
  { method, receipt, decision }: { method: MethodRow; receipt: ReceiptRow | null; decision: Decision },
): Promise<string | null> {
  if (receipt === null || decision.decision === 'dismissed') return null
  if (decision.decision === 'returned') return await requireReturn(deps, method, receipt, decision.txHash)
  await requirePaymentNow(deps, method, receipt)
  return null
}

type Carried = {
  actor: Actor
  method: MethodRow
  decision: Decision
  returnedTxHash: string | null
  seen: ReceiptRow | null
}

async function carryOut(deps: PaymentsDeps, transaction: DatabaseTransaction, carried: Carried): Promise<void> {
  const { actor, decision, returnedTxHash, seen } = carried
  const now = deps.clock.now()
  const review = await lockReview(transaction, decision.reviewId)
  if (review?.state !== 'open') throw new AppError('state_changed')
  const receipt = seen && (await lockReceipt(transaction, seen))
  // What the chain said was about this state, and this block.
  if (receipt?.state !== seen?.state || receipt?.blockHash !== seen?.blockHash) throw new AppError('state_changed')
  await requireStillUnused(transaction, receipt, returnedTxHash)
  if (receipt !== null) await moveMoney(deps, transaction, { ...carried, review, receipt })
  await endDeposit(transaction, { review, decision: decision.decision, now })
  await decideReviewRow(transaction, {
    id: review.id,
    decision: decision.decision,
    actorId: actor.userId,
    note: decision.note,
    returnedTxHash,
    now,
    ownerId: decision.decision === 'credit' ? (decision.userId ?? null) : null,
    amountMicros: receipt?.amountMicros ?? review.amountMicros,
  })
  const audit = auditOf(actor, 'payment_review_decided', { type: 'payment_review', id: review.id })
  const { network, txHash, kind, paypalCaptureId } = review
  await recordAudit(transaction, {
    ...audit,
    before: { kind, network, txHash, paypalCaptureId, amountMicros: review.amountMicros },
    after: { decision: decision.decision, userId: decision.userId, returnedTxHash, note: decision.note },
  })
}

/** Whatever else the return may have been taken for meanwhile. */
async function requireStillUnused(
  transaction: DatabaseTransaction,
  receipt: ReceiptRow | null,
  returnedTxHash: string | null,
): Promise<void> {
  if (receipt === null || returnedTxHash === null) return
  if (await selectIsTransactionUsed(transaction, receipt.network, returnedTxHash))
    throw new AppError('transaction_used')
}

async function moveMoney(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  carried: Carried & { review: ReviewRow; receipt: ReceiptRow },
): Promise<void> {
  const { actor, method, decision, receipt, review } = carried
  const now = deps.clock.now()
  switch (decision.decision) {
    case 'credit':
      invariant(decision.userId !== undefined, 'Whose it is was asked')
      return await creditReview(deps, transaction, { actor, method, receipt, review, ownerId: decision.userId })
    case 'returned': {
      const [left] = await postTransfers(transaction, [leaveSuspense(receipt, method.kind, actor.userId)])
      invariant(left?.outcome === 'posted', 'What is in suspense can leave it')
      return await updateReceipt(transaction, receipt, { state: 'resolved', now })
    }
    case 'operator_funds':
      return await takeAsFunds(transaction, { actor, method, receipt, note: decision.note, now })
    case 'dismissed':
      return undefined
  }
}

async function takeAsFunds(
  transaction: DatabaseTransaction,
  funds: { actor: Actor; method: MethodRow; receipt: ReceiptRow; note: string; now: Date },
): Promise<void> {
  const { actor, method, receipt, note, now } = funds
  const { network, txHash, logIndex, amountMicros } = receipt
  const outcomes = await postTransfers(transaction, [
    leaveSuspense(receipt, method.kind, actor.userId),
    {
      ownerId: HOUSE_ID,
      code: 'operator_funded',
      amountMicros,
      custody: method.kind,
      actorId: actor.userId,
      idempotencyKey: `operator:${network}:${txHash}:${logIndex}`,
      description: note,
    },
  ])
  const booked = outcomes[1]
  invariant(booked?.outcome === 'posted', 'What was in suspense can become the operator’s')
  const { transferId } = booked
  const recorded = { transferId, recordedBy: actor.userId, note, now }
  await insertOperatorFunds(transaction, { network, txHash, logIndex, amountMicros, ...recorded })
  await updateReceipt(transaction, receipt, { state: 'resolved', now })
}

/** The deposit that waited for this decision, when it was not credited by it. */
async function endDeposit(
  transaction: DatabaseTransaction,
  { review, decision, now }: { review: ReviewRow; decision: ReviewDecision; now: Date },
): Promise<void> {
  const { suggestedOwnerId: ownerId, suggestedDepositId: depositId } = review
  if (ownerId === null || depositId === null) return
  const reason =
    decision === 'returned'
      ? 'The payment was sent back to where it came from.'
      : 'A person looked at the payment; it was not credited to this deposit.'
  const change = { reservedUntil: null }
  await moveDeposit(transaction, { ownerId, depositId, from: ['in_review'], to: 'failed', reason, now, change })
}
