// Takes a credited PayPal deposit back, whole or a part, and a further part after that. Guarantees that no more is
// taken than PayPal took, that what the owner has spent is their deficit, and that what is still to be sent to them
// waits for a person. Never twice for the same part: the sum that is gone names it.
import { formatUsd } from '@inrange/contract/money'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import { recordActivity, recordAudit } from '../../audit/audit.public.ts'
import { postTransfers, type TransferRequest } from '../../ledger/ledger.public.ts'
import { insertDepositEvent, updateDeposit, type DepositRow } from '../deposits/deposits.queries.ts'
import { reverseDeposit } from '../deposits/reverse-deposit.ts'
import { selectPerson } from '../methods/people.queries.ts'
import { notifyPayment } from '../notify-payment.ts'
import { holdOpenWithdrawals } from './hold-withdrawals.ts'
import { findRestored, insertCaptureReview, sumReversed } from './paypal-flows.queries.ts'
import type { StepContext } from './apply-deposit-step.ts'

/** `takenBackMicros` is all that is gone, parts before included. */
type Loss = { captureId: string; takenBackMicros: bigint; sentence: string }

export async function takeBack(context: StepContext, loss: Loss): Promise<void> {
  const { transaction, deposit } = context
  const bookedMicros = await sumReversed(transaction, deposit)
  const restored = await findRestored(transaction, deposit)
  if (restored !== null) return await takeRestored(context, loss, { restored, bookedMicros })
  const goneMicros = loss.takenBackMicros - bookedMicros
  if (goneMicros <= 0n) return
  const isFirst = deposit.state === 'credited'
  const lostMicros = isFirst ? await reverse(context, loss, deposit) : await takeFurther(context, loss, bookedMicros)
  await follow(context, loss, { goneMicros, lostMicros })
}

/** What a person gave back is gone again, when PayPal was asked after it had been given. */
async function takeRestored(
  context: StepContext,
  loss: Loss,
  { restored, bookedMicros }: { restored: DepositRow; bookedMicros: bigint },
): Promise<void> {
  const { amountMicros: restoredMicros, creditedAt } = restored
  invariant(restoredMicros !== null && creditedAt !== null, 'A credited deposit says when, and how much')
  if (creditedAt > context.seen.askedAt) return
  const dueMicros = loss.takenBackMicros - (bookedMicros - restoredMicros)
  const goneMicros = dueMicros < restoredMicros ? dueMicros : restoredMicros
  if (goneMicros <= 0n) return
  const lostMicros = await reverse(context, { ...loss, takenBackMicros: goneMicros }, restored)
  await follow(context, loss, { goneMicros, lostMicros })
}

/** What a loss brings with it: a review, a hold on what waits, and word to the owner. */
async function follow(
  context: StepContext,
  loss: Loss,
  facts: { goneMicros: bigint; lostMicros: bigint },
): Promise<void> {
  const { deps, transaction, deposit, now } = context
  const { ownerId } = deposit
  const { sentence } = loss
  const { lostMicros } = facts
  await insertCaptureReview(transaction, {
    kind: 'reversed',
    methodId: deposit.methodId,
    captureId: loss.captureId,
    now,
    ownerId,
    depositId: deposit.id,
    amountMicros: loss.takenBackMicros,
    detail: lostMicros === 0n ? sentence : `${sentence} ${formatUsd(lostMicros)} of it had been spent already.`,
  })
  const reason = 'A deposit was taken back, so withdrawals are looked at first.'
  await holdOpenWithdrawals(deps, transaction, { ownerId, reason })
  await tellOwner(context, loss, facts)
}

async function reverse({ transaction, now }: StepContext, loss: Loss, which: DepositRow): Promise<bigint> {
  const { ownerId, id: depositId } = which
  const { takenBackMicros: amountMicros, sentence: reason } = loss
  const reversed = await reverseDeposit(transaction, { ownerId, depositId, amountMicros, reason, now })
  invariant(reversed.outcome === 'reversed', 'A credited deposit that is locked can be reversed')
  return reversed.lostMicros
}

/** A further part of a deposit that was reversed in part. @returns what of it had been spent */
async function takeFurther(context: StepContext, loss: Loss, bookedMicros: bigint): Promise<bigint> {
  const { transaction, deposit, now } = context
  const amountMicros = loss.takenBackMicros - bookedMicros
  const lostMicros = await postFurther(transaction, deposit, { ...loss, amountMicros })
  const { ownerId, id: depositId, state } = deposit
  await updateDeposit(transaction, deposit, { stateReason: loss.sentence, now })
  await insertDepositEvent(transaction, { ownerId, depositId, state, detail: loss.sentence, actorId: null, now })
  return lostMicros
}

async function postFurther(
  transaction: DatabaseTransaction,
  { ownerId, id }: DepositRow,
  loss: Loss & { amountMicros: bigint },
): Promise<bigint> {
  const { amountMicros, takenBackMicros, sentence: description } = loss
  const requests = (lostMicros: bigint): TransferRequest[] => {
    const shared = { ownerId, custody: 'paypal', description } as const
    const all: TransferRequest[] = [
      {
        ...shared,
        code: 'deposit_reversed',
        amountMicros: amountMicros - lostMicros,
        idempotencyKey: `deposit:${id}:reversed:${takenBackMicros}`,
      },
      {
        ...shared,
        code: 'deposit_lost',
        amountMicros: lostMicros,
        idempotencyKey: `deposit:${id}:lost:${takenBackMicros}`,
      },
    ]
    return all.filter((request) => request.amountMicros > 0n)
  }
  const [first] = await postTransfers(transaction, requests(0n))
  if (first?.outcome === 'posted') return 0n
  invariant(first?.outcome === 'insufficient_funds', `Only what is available can be too little (${first?.outcome})`)
  // A refused call posts nothing, and the owner's accounts stay locked: what it said of the balance still holds.
  const lostMicros = amountMicros - first.balanceMicros
  const outcomes = await postTransfers(transaction, requests(lostMicros))
  invariant(
    outcomes.every(({ outcome }) => outcome === 'posted'),
    'What was read under the lock is still there',
  )
  return lostMicros
}

async function tellOwner(context: StepContext, loss: Loss, facts: { goneMicros: bigint; lostMicros: bigint }) {
  const { deps, transaction, deposit } = context
  const { captureId, sentence: reason } = loss
  const { goneMicros, lostMicros } = facts
  const owner = await selectPerson(transaction, deposit.ownerId)
  invariant(owner !== null, 'A deposit has an owner')
  const [userId, amount] = [deposit.ownerId, formatUsd(goneMicros)]
  await recordActivity(transaction, {
    userId,
    activityType: 'user_deposit_reversed',
    description: `A deposit was taken back: ${amount}. ${reason}`,
  })
  await recordAudit(transaction, {
    actorId: null,
    action: 'deposit_reversed',
    subjectType: 'deposit',
    subjectId: deposit.id,
    after: { captureId, amountMicros: goneMicros, lostMicros },
  })
  const { username, email: recipient } = owner
  const notice = { username, amount, reason }
  await deps.notices.notify(transaction, { userId, kind: 'deposit_reversed', recipient, facts: notice })
  const told = { ownerId: userId, id: deposit.id, amountMicros: goneMicros, method: 'PayPal' }
  await notifyPayment(transaction, { ...told, step: 'deposit_reversed' })
}
