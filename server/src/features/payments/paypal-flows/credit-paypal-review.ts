// Credits a PayPal payment that a person has looked at: one that was reversed and stands again, or one whose deposit
// waited for them. Guarantees that PayPal calls it complete at that moment, that it goes to whoever announced it, and
// that no more is given than was taken. It deliberately credits nothing that PayPal does not say without a doubt.
import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '@inrange/contract/errors'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { tellCredited } from '../deposits/book-receipt.ts'
import { creditDeposit } from '../deposits/credit-deposit.ts'
import { insertDeposit, lockDeposit, selectDeposit, type DepositRow } from '../deposits/deposits.queries.ts'
import { decideReviewRow, lockReview, type ReviewRow } from '../deposits/reviews.queries.ts'
import { auditOf, type Actor } from '../methods/confirm-actor.ts'
import type { MethodRow } from '../methods/find-method.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { PaypalFault } from '../paypal/paypal.fault.ts'
import { outsideUnavailable } from './open-order.ts'
import { sumReversed } from './paypal-flows.queries.ts'
import { lookAtOrder } from './refresh-deposit.ts'

type Crediting = { actor: Actor; review: ReviewRow; method: MethodRow; userId: string | undefined; note: string }
type Paid = { captureId: string; amountMicros: bigint }

/** @throws AppError invalid_request, other_person_needed, state_changed, transaction_refused, outside_unavailable */
export async function creditPaypalReview(deps: PaymentsDeps, crediting: Crediting): Promise<void> {
  const { actor, review, userId } = crediting
  const { suggestedOwnerId: ownerId, suggestedDepositId: id } = review
  if (userId === undefined || userId !== ownerId || id === null) {
    throw new AppError('invalid_request', { fields: { userId: 'It belongs to whoever announced it.' } })
  }
  if (userId === actor.userId) throw new AppError('other_person_needed')
  const deposit = await selectDeposit(deps.database.kysely, ownerId, id)
  invariant(deposit !== null, 'A review names a deposit that is there')
  const paid = await readPaid(deps, deposit)
  await deps.database.transaction((transaction) => carryOut(deps, transaction, { ...crediting, deposit, paid }))
}

async function readPaid(deps: PaymentsDeps, deposit: DepositRow): Promise<Paid> {
  try {
    const looked = await lookAtOrder(deps, deposit)
    if (looked?.step.kind === 'credit') return looked.step
    const message = 'PayPal does not say that this payment stands, whole and for this deposit.'
    throw new AppError('transaction_refused', { message })
  } catch (error) {
    if (error instanceof PaypalFault) throw outsideUnavailable(error)
    throw error
  }
}

async function carryOut(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  asked: Crediting & { deposit: DepositRow; paid: Paid },
): Promise<void> {
  const { actor, method, paid, note } = asked
  const now = deps.clock.now()
  const review = await lockReview(transaction, asked.review.id)
  const deposit = await lockDeposit(transaction, asked.deposit.ownerId, asked.deposit.id)
  if (review?.state !== 'open' || deposit?.state !== asked.deposit.state) throw new AppError('state_changed')
  const { ownerId } = deposit
  const amountMicros =
    deposit.state === 'reversed'
      ? await restore(deps, transaction, { ...asked, review, deposit })
      : await credit(deps, transaction, { ...asked, deposit })
  await tellCredited(deps, transaction, { ownerId, depositId: deposit.id, method, amountMicros })
  await decideReviewRow(transaction, {
    id: review.id,
    decision: 'credit',
    ownerId,
    actorId: actor.userId,
    amountMicros,
    note,
    returnedTxHash: null,
    now,
  })
  await recordAudit(transaction, {
    ...auditOf(actor, 'payment_review_decided', { type: 'payment_review', id: review.id }),
    before: { kind: review.kind, captureId: paid.captureId },
    after: { decision: 'credit', amountMicros, note },
  })
}

/** A deposit that waited for a person. */
async function credit(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  { actor, method, deposit, paid }: Crediting & { deposit: DepositRow; paid: Paid },
): Promise<bigint> {
  if (deposit.state !== 'in_review') throw new AppError('state_changed')
  const { captureId, amountMicros } = paid
  await creditDeposit(transaction, {
    ownerId: deposit.ownerId,
    depositId: deposit.id,
    method,
    amountMicros,
    now: deps.clock.now(),
    actorId: actor.userId,
    idempotencyKey: `deposit:paypal:${captureId}`,
    description: 'Deposit by PayPal',
    change: { paypalCaptureId: captureId },
  })
  return amountMicros
}

/** What was reversed stays so; what stands again is a deposit of its own, of what had been taken. */
async function restore(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  asked: Crediting & { deposit: DepositRow; paid: Paid },
): Promise<bigint> {
  const { actor, method, deposit, paid, review } = asked
  const { ownerId } = deposit
  const now = deps.clock.now()
  const [depositId, requestKey] = [randomUUIDv7(), `review:${review.id}`]
  const amountMicros = await sumReversed(transaction, deposit)
  const stateReason = 'PayPal gave back a payment that it had taken.'
  const nowhere = { address: null, expectedRaw: null, reservedUntil: null, expiresAt: null }
  await insertDeposit(transaction, {
    ...nowhere,
    ownerId,
    id: depositId,
    methodId: method.id,
    kind: method.kind,
    mode: 'paypal',
    state: 'in_review',
    stateReason,
    expectedMicros: amountMicros,
    requestKey,
    requestDigest: requestKey,
    now,
  })
  const idempotencyKey = `deposit:paypal:${paid.captureId}:review:${review.id}`
  const description = 'Deposit by PayPal, given back'
  const named = { ownerId, depositId, idempotencyKey, description, actorId: actor.userId }
  await creditDeposit(transaction, { ...named, method, amountMicros, now })
  return amountMicros
}
