// Credits a payment that a person has attributed: to the deposit it was suspected to be for, when that is the same
// user's and still open to it, else to a deposit of its own.
import { randomUUIDv7 } from 'node:crypto'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import type { Actor } from '../methods/confirm-actor.ts'
import type { MethodRow } from '../methods/find-method.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { depositKey, leaveSuspense, tellCredited } from './book-receipt.ts'
import { creditDeposit } from './credit-deposit.ts'
import { insertDeposit, lockDeposit } from './deposits.queries.ts'
import { updateReceipt, type ReceiptRow } from './receipts.queries.ts'
import type { ReviewRow } from './reviews.queries.ts'

type Crediting = { actor: Actor; method: MethodRow; receipt: ReceiptRow; review: ReviewRow; ownerId: string }

export async function creditReview(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  crediting: Crediting,
): Promise<void> {
  const { actor, method, receipt, review, ownerId } = crediting
  const now = deps.clock.now()
  const depositId = (await suspectedDeposit(transaction, crediting)) ?? (await ownDeposit(transaction, crediting, now))
  const { amountMicros } = receipt
  const isInSuspense = receipt.state === 'in_review'
  await creditDeposit(transaction, {
    ownerId,
    depositId,
    method,
    amountMicros,
    now,
    actorId: actor.userId,
    // What was credited once and forgotten has spent its name.
    idempotencyKey: isInSuspense ? depositKey(receipt) : `${depositKey(receipt)}:review:${review.id}`,
    description: `Deposit by ${method.name}`,
    further: isInSuspense ? [leaveSuspense(receipt, method.kind, actor.userId)] : [],
  })
  await updateReceipt(transaction, receipt, { state: 'credited', ownerId, depositId, now })
  await tellCredited(deps, transaction, { ownerId, depositId, method, amountMicros })
}

async function suspectedDeposit(
  transaction: DatabaseTransaction,
  { review, ownerId }: Crediting,
): Promise<string | null> {
  const { suggestedOwnerId, suggestedDepositId } = review
  if (suggestedDepositId === null || suggestedOwnerId !== ownerId) return null
  const deposit = await lockDeposit(transaction, ownerId, suggestedDepositId)
  const isOpen = deposit !== null && ['awaiting_payment', 'in_review', 'expired', 'cancelled'].includes(deposit.state)
  return isOpen ? deposit.id : null
}

async function ownDeposit(
  transaction: DatabaseTransaction,
  { receipt, review, method, ownerId }: Crediting,
  now: Date,
): Promise<string> {
  const id = randomUUIDv7()
  const requestKey = `review:${review.id}`
  await insertDeposit(transaction, {
    ownerId,
    id,
    methodId: method.id,
    kind: method.kind,
    mode: 'shared',
    state: 'in_review',
    address: receipt.toAddress,
    expectedMicros: null,
    expectedRaw: null,
    reservedUntil: null,
    expiresAt: null,
    stateReason: 'A person looked at the payment and found that it is yours.',
    requestKey,
    requestDigest: requestKey,
    now,
  })
  return id
}
