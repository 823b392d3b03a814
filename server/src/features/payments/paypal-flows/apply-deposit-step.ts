// Books what PayPal says of a deposit: one transaction for each step, begun by locking the deposit. Guarantees that a
// step which is not the news any more changes nothing, and that money moves only for a capture that PayPal calls
// complete, or takes back. It deliberately asks PayPal nothing.
import { formatUsd } from '@inrange/contract/money'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import { postTransfers, type TransferRequest } from '../../ledger/ledger.public.ts'
import { tellCredited } from '../deposits/book-receipt.ts'
import { creditDeposit } from '../deposits/credit-deposit.ts'
import {
  insertDepositEvent,
  lockDeposit,
  updateDeposit,
  type DepositChange,
  type DepositRow,
} from '../deposits/deposits.queries.ts'
import { mayMoveDeposit, type DepositState } from '../deposits/deposits.rules.ts'
import { writeMove } from '../deposits/move-deposit.ts'
import type { MethodRow } from '../methods/find-method.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import type { DepositStep } from '../paypal/paypal.rules.ts'
import { insertCaptureReview, touchDeposit, type CaptureReview } from './paypal-flows.queries.ts'
import { takeBack } from './take-back-deposit.ts'

/** A deposit as it was before PayPal was asked, and what its order has to be. */
export type SeenDeposit = {
  deposit: DepositRow
  /** Before PayPal was: what it says is not older. */
  askedAt: Date
  method: MethodRow
  expected: { depositId: string; amountMicros: bigint; payeeMerchantId: string | null }
}
/** What an order says, without what only PayPal's client has to know. */
export type SeenStep =
  | Exclude<DepositStep, { kind: 'declined' }>
  /** Not paid; the payer may choose another way on the same order. */
  | { kind: 'try_again'; sentence: string }

export async function applyDepositStep(deps: PaymentsDeps, seen: SeenDeposit, step: SeenStep): Promise<void> {
  // A deposit that was never credited and of which a part went back is credited first: each is a posting of its own.
  if (step.kind === 'taken_back' && seen.deposit.depositTransferId === null && !isWhole(step)) {
    await applyDepositStep(deps, seen, { ...step, kind: 'credit' })
  }
  await deps.database.transaction(async (transaction) => {
    const deposit = await lockDeposit(transaction, seen.deposit.ownerId, seen.deposit.id)
    invariant(deposit !== null, 'A deposit is never removed')
    await apply({ deps, transaction, deposit, seen, now: deps.clock.now() }, step)
  })
}

export type StepContext = {
  deps: PaymentsDeps
  transaction: DatabaseTransaction
  /** Locked. */
  deposit: DepositRow
  seen: SeenDeposit
  now: Date
}

async function apply(context: StepContext, step: SeenStep): Promise<void> {
  switch (step.kind) {
    case 'waiting':
      return await wait(context)
    case 'try_again':
      return await goBack(context, step.sentence)
    case 'capture':
      return
    case 'pending':
      return await stayConfirming(context, step.captureId, step.sentence)
    case 'credit':
      return await credit(context, step)
    case 'failed':
      return await fail(context, step.captureId, step.sentence)
    case 'disputed': {
      const { captureId, amountMicros } = step
      const sentence = 'The payer disputes the payment, and PayPal has taken it back for now.'
      if (!isPaid(context.deposit)) return await stayConfirming(context, captureId, sentence)
      return await takeBack(context, { captureId, takenBackMicros: amountMicros, sentence })
    }
    case 'taken_back': {
      const { captureId, takenBackMicros } = step
      if (!isPaid(context.deposit)) return await fail(context, captureId, 'The payment went back to its payer.')
      const sentence = `${formatUsd(takenBackMicros)} of the payment went back to its payer.`
      return await takeBack(context, { captureId, takenBackMicros, sentence })
    }
    case 'unclear':
      return await putBeforePerson(context, step.captureId, step.sentence)
  }
}

function isPaid(deposit: DepositRow): boolean {
  return deposit.depositTransferId !== null
}

function isWhole({ amountMicros, takenBackMicros }: { amountMicros: bigint; takenBackMicros: bigint }): boolean {
  return takenBackMicros === amountMicros
}

/** Nobody has approved. An announcement that waited long enough is over; an approval that was taken back is none. */
async function wait(context: StepContext): Promise<void> {
  const { deposit, now } = context
  if (deposit.state === 'confirming') {
    return await goBack(context, 'PayPal took the approval back, because it was not used in time. Approve it again.')
  }
  const isOver = deposit.expiresAt !== null && deposit.expiresAt <= now
  if (deposit.state === 'awaiting_payment' && isOver) return await move(context, 'expired', 'Nothing was paid in time.')
  await touchDeposit(context.transaction, deposit, now)
}

/** To its payer, unless somebody else has looked at it since PayPal was asked. */
async function goBack(context: StepContext, sentence: string): Promise<void> {
  const { deposit, seen } = context
  if (deposit.state === 'confirming' && deposit.paypalCaptureId === seen.deposit.paypalCaptureId) {
    await move(context, 'awaiting_payment', sentence)
  }
}

async function stayConfirming(context: StepContext, captureId: string, sentence: string): Promise<void> {
  const { transaction, deposit, now } = context
  const { ownerId, id: depositId } = deposit
  if (deposit.state === 'confirming') {
    const isNews = deposit.stateReason !== sentence
    await updateDeposit(transaction, deposit, { paypalCaptureId: captureId, stateReason: sentence, now })
    const event = { ownerId, depositId, state: deposit.state, detail: sentence, actorId: null, now }
    if (isNews) await insertDepositEvent(transaction, event)
    return
  }
  await move(context, 'confirming', sentence, { paypalCaptureId: captureId })
}

async function fail(context: StepContext, captureId: string | null, sentence: string): Promise<void> {
  if (isPaid(context.deposit)) return await putBeforePerson(context, captureId, sentence)
  await move(context, 'failed', sentence, captureId === null ? {} : { paypalCaptureId: captureId })
}

type Credit = Extract<DepositStep, { kind: 'credit' }>

async function credit(context: StepContext, { captureId, amountMicros, feeMicros }: Credit): Promise<void> {
  const { deps, transaction, deposit, seen, now } = context
  const fee = providerFee(deposit.ownerId, captureId, feeMicros)
  if (deposit.state === 'credited') return await bookFee(context, fee)
  if (deposit.state === 'reversed') return await tellOfRestored(context, captureId)
  const { outcome } = await creditDeposit(transaction, {
    ownerId: deposit.ownerId,
    depositId: deposit.id,
    method: seen.method,
    amountMicros,
    now,
    idempotencyKey: `deposit:paypal:${captureId}`,
    description: 'Deposit by PayPal',
    change: { paypalCaptureId: captureId },
    further: fee,
  })
  const { ownerId } = deposit
  if (outcome !== 'credited') return
  await tellCredited(deps, transaction, { ownerId, depositId: deposit.id, method: seen.method, amountMicros })
}

/** What PayPal kept of a payment is a cost of the platform, not of its payer. */
function providerFee(ownerId: string, captureId: string, feeMicros: bigint | null): TransferRequest[] {
  if (feeMicros === null || feeMicros === 0n) return []
  const idempotencyKey = `deposit:paypal:${captureId}:provider_fee`
  const description = 'Fee of PayPal for a deposit'
  return [{ ownerId, code: 'provider_fee', amountMicros: feeMicros, custody: 'paypal', idempotencyKey, description }]
}

/** PayPal may say only later what it kept. */
async function bookFee({ deps, transaction, deposit }: StepContext, fee: TransferRequest[]): Promise<void> {
  const [outcome] = await postTransfers(transaction, fee)
  if (outcome === undefined || outcome.outcome === 'posted' || outcome.outcome === 'exists') return
  deps.log.error({ depositId: deposit.id, outcome: outcome.outcome }, 'PayPal names another fee than before')
}

/** A dispute that ended for the operator. What is given back is given by a person, who sees what it was spent on. */
async function tellOfRestored(context: StepContext, captureId: string): Promise<void> {
  // Only one that was reversed before PayPal was asked: the answer may be older than the reversal.
  if (context.seen.deposit.state !== 'reversed') return
  const detail = 'This deposit was reversed, and PayPal says that its payment stands again.'
  await review(context, { captureId, amountMicros: context.deposit.amountMicros, detail })
}

async function putBeforePerson(context: StepContext, captureId: string | null, sentence: string): Promise<void> {
  const { deps, transaction, deposit, now } = context
  const isNew = await review(context, { captureId, amountMicros: null, detail: sentence })
  if (isNew) deps.log.error({ depositId: deposit.id, sentence }, 'PayPal and a deposit do not agree')
  if (isPaid(deposit) || deposit.state === 'in_review') return await touchDeposit(transaction, deposit, now)
  await move(context, 'in_review', 'The payment is looked at by a person.')
}

/** @returns whether it is new */
async function review(
  { transaction, deposit, seen, now }: StepContext,
  about: Pick<CaptureReview, 'captureId' | 'amountMicros' | 'detail'>,
): Promise<boolean> {
  const { ownerId, id: depositId } = deposit
  const facts = { kind: 'disagreement', methodId: seen.method.id, ownerId, depositId, now } as const
  return await insertCaptureReview(transaction, { ...facts, ...about })
}

async function move(
  { transaction, deposit, now }: StepContext,
  to: DepositState,
  reason: string,
  change: DepositChange = {},
): Promise<void> {
  if (!mayMoveDeposit(deposit.state, to)) return
  await writeMove(transaction, deposit, { to, reason, now, change })
}
