// Looks at the order of a PayPal deposit and does what follows: takes the money of an approved one, and books what
// PayPal says. Guarantees that whoever looks, a person who came back, a webhook or the sweep, does the same, and that
// looking twice does nothing twice. What a webhook says is never read here: the order is.
import { invariant } from '../../../platform/invariant.ts'
import { selectDeposit, type DepositRow } from '../deposits/deposits.queries.ts'
import { moveDeposit } from '../deposits/move-deposit.ts'
import { findMethod } from '../methods/find-method.ts'
import { openMethodPaypal } from '../methods/open-method-paypal.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import type { PaypalOrder } from '../paypal/paypal.answers.ts'
import type { Paypal } from '../paypal/paypal.client.ts'
import { PaypalFault } from '../paypal/paypal.fault.ts'
import { decideDeposit, decideRefusedCapture, depositMismatch } from '../paypal/paypal.rules.ts'
import { applyDepositStep, type SeenDeposit, type SeenStep } from './apply-deposit-step.ts'
import { countWaits, selectPayee } from './paypal-flows.queries.ts'

type Key = { ownerId: string; id: string }

/**
 * The deposit as it is after looking; null when there is none, or none by PayPal.
 * @throws PaypalFault when PayPal cannot be asked; nothing is lost, and the next look goes on
 */
export async function refreshPaypalDeposit(deps: PaymentsDeps, key: Key): Promise<DepositRow | null> {
  const deposit = await selectDeposit(deps.database.kysely, key.ownerId, key.id)
  if (deposit?.mode !== 'paypal') return null
  const looked = await lookAtOrder(deps, deposit)
  if (looked === null) return deposit
  const { paypal, seen, step } = looked
  const applied = step.kind === 'capture' ? await capture(deps, paypal, seen) : step
  if (applied !== null) await applyDepositStep(deps, seen, applied)
  return await selectDeposit(deps.database.kysely, key.ownerId, key.id)
}

/** What PayPal says of a deposit now, and changes nothing. Null while it has no order. @throws PaypalFault */
export async function lookAtOrder(
  deps: PaymentsDeps,
  deposit: DepositRow,
): Promise<{ paypal: Paypal; seen: SeenDeposit; step: SeenStep } | null> {
  if (deposit.paypalOrderId === null) return null
  const method = await findMethod(deps.database.kysely, deposit.methodId)
  invariant(method !== null && deposit.expectedMicros !== null, 'A PayPal deposit has a method and was announced')
  const payeeMerchantId = await selectPayee(deps.database.kysely, deposit)
  const expected = { depositId: deposit.id, amountMicros: deposit.expectedMicros, payeeMerchantId }
  const seen: SeenDeposit = { deposit, askedAt: deps.clock.now(), method, expected }
  const paypal = openMethodPaypal(deps, method)
  return { paypal, seen, step: await readStep(paypal, deposit.paypalOrderId, seen) }
}

async function readStep(paypal: Paypal, orderId: string, seen: SeenDeposit): Promise<SeenStep> {
  try {
    return stepOf(await paypal.readOrder(orderId), seen)
  } catch (error) {
    // PayPal forgets orders that nobody approved.
    if (!(error instanceof PaypalFault && error.isNotFound)) throw error
    return { kind: 'failed', captureId: null, sentence: 'The payment was not finished in time.' }
  }
}

/** What the order says; one that is not what was made for the deposit is for a person. */
function stepOf(order: PaypalOrder, { expected }: SeenDeposit): SeenStep {
  // Seen before anything is captured: an order of another amount is not paid at all.
  const isOtherAmount = order.amountMicros !== null && order.amountMicros !== expected.amountMicros
  const sentence = isOtherAmount ? 'The PayPal order is for another amount.' : depositMismatch(order, expected)
  if (sentence !== null) return { kind: 'unclear', captureId: order.captures.at(-1)?.captureId ?? null, sentence }
  const step = decideDeposit(order)
  // Of an order that is over, nothing is paid in another way any more.
  if (step.kind !== 'declined') return step
  if (order.status !== 'COMPLETED' && order.status !== 'VOIDED') {
    return { kind: 'try_again', sentence: 'PayPal declined the payment. Choose another card or account.' }
  }
  return { kind: 'failed', captureId: step.captureId, sentence: 'PayPal declined the payment. Nothing was taken.' }
}

/**
 * Takes the money. The deposit is `confirming` before PayPal is asked, so nobody cancels what is being taken, and a
 * crash leaves it where the sweep finds it. Null: nothing may be concluded yet, or it is over and stays untaken.
 */
async function capture(deps: PaymentsDeps, paypal: Paypal, seen: SeenDeposit): Promise<SeenStep | null> {
  const { ownerId, id, paypalOrderId } = seen.deposit
  invariant(paypalOrderId !== null, 'Only an order is captured')
  const state = await deps.database.transaction(async (transaction) => {
    const reason = 'Approved; PayPal is taking the payment.'
    const now = deps.clock.now()
    const moved = await moveDeposit(transaction, {
      ownerId,
      depositId: id,
      reason,
      now,
      from: ['awaiting_payment'],
      to: 'confirming',
    })
    return moved.outcome === 'not_found' ? null : moved.deposit.state
  })
  if (state !== 'confirming') return null
  // After a refusal the next attempt has another id: PayPal answers a repeated one with what it answered before.
  const waits = await countWaits(deps.database.kysely, { ownerId, id })
  const requestId = waits <= 1 ? `cap:${id}` : `cap:${id}:${waits}`
  const outcome = await paypal.captureOrder(paypalOrderId, requestId)
  if (outcome.kind === 'answered') return withoutCapture(stepOf(outcome.order, seen))
  const refused = decideRefusedCapture(outcome.issue)
  if (refused.kind === 'read_order') return withoutCapture(await readStep(paypal, paypalOrderId, seen))
  if (refused.kind === 'waiting') return { kind: 'waiting' }
  if (refused.kind === 'declined') return { kind: 'try_again', sentence: refused.sentence }
  return { kind: refused.kind, captureId: null, sentence: refused.sentence }
}

/** An order that is still to be captured right after it was: PayPal is at work, and the next look knows more. */
function withoutCapture(step: SeenStep): SeenStep | null {
  return step.kind === 'capture' ? null : step
}
