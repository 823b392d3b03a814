// Asks PayPal for the order of a deposit that was announced. Guarantees one order for one deposit, however often it is
// asked: the deposit's id is the id of the request. It runs outside every transaction; a crash before the answer is
// stored costs a repetition, which PayPal answers with the same order.
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import { invariant } from '../../../platform/invariant.ts'
import { readSettings } from '../../settings/settings.public.ts'
import { lockDeposit, updateDeposit, type DepositRow } from '../deposits/deposits.queries.ts'
import { writeMove } from '../deposits/move-deposit.ts'
import type { MethodRow } from '../methods/find-method.ts'
import { openMethodPaypal } from '../methods/open-method-paypal.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import type { PaypalOrder } from '../paypal/paypal.answers.ts'
import { PaypalFault } from '../paypal/paypal.fault.ts'
import { updatePayee } from './paypal-flows.queries.ts'

/**
 * Gives a deposit in `awaiting_payment` its order and the address where its payer approves it. One that has them is
 * answered as it is; one that PayPal refuses has failed.
 * @throws AppError outside_unavailable; the deposit stands, and the same announcement tries again
 */
export async function openPaypalOrder(deps: PaymentsDeps, method: MethodRow, deposit: DepositRow): Promise<DepositRow> {
  if (deposit.state !== 'awaiting_payment' || deposit.paypalOrderId !== null) return deposit
  try {
    return await storeOrder(deps, deposit, await askForOrder(deps, method, deposit))
  } catch (error) {
    if (!(error instanceof PaypalFault)) throw error
    if (error.reason !== 'refused') throw outsideUnavailable(error)
    deps.log.warn({ depositId: deposit.id, fault: error.message, debugId: error.debugId }, 'PayPal refused an order')
    return await failDeposit(deps, deposit)
  }
}

async function askForOrder(deps: PaymentsDeps, method: MethodRow, deposit: DepositRow): Promise<PaypalOrder> {
  const { expectedMicros } = deposit
  invariant(deposit.mode === 'paypal' && expectedMicros !== null, 'An order is made for an announced PayPal deposit')
  const { mail } = await readSettings(deps.database.kysely)
  const back = `${deps.publicUrl}/wallet?deposit=${toApiId('deposit', deposit.id)}`
  return await openMethodPaypal(deps, method).createOrder({
    depositId: deposit.id,
    amountMicros: expectedMicros,
    returnUrl: back,
    cancelUrl: back,
    brandName: mail.fromName,
  })
}

async function storeOrder(deps: PaymentsDeps, deposit: DepositRow, order: PaypalOrder): Promise<DepositRow> {
  const { orderId, payerUrl, payeeMerchantId } = order
  if (payerUrl === null) throw new PaypalFault('nonsense', 'PayPal made an order and no page to approve it on.')
  return await deps.database.transaction(async (transaction) => {
    const locked = await lockDeposit(transaction, deposit.ownerId, deposit.id)
    invariant(locked !== null, 'A deposit is never removed')
    if (locked.paypalOrderId !== null) return locked
    await updatePayee(transaction, deposit, payeeMerchantId)
    const change = { paypalOrderId: orderId, approveUrl: payerUrl, now: deps.clock.now() }
    return await updateDeposit(transaction, locked, change)
  })
}

async function failDeposit(deps: PaymentsDeps, deposit: DepositRow): Promise<DepositRow> {
  return await deps.database.transaction(async (transaction) => {
    const locked = await lockDeposit(transaction, deposit.ownerId, deposit.id)
    invariant(locked !== null, 'A deposit is never removed')
    if (locked.state !== 'awaiting_payment') return locked
    const reason = 'PayPal did not accept this payment. Nothing was taken; choose another way.'
    return await writeMove(transaction, locked, { to: 'failed', reason, now: deps.clock.now() })
  })
}

/** What a caller hears when PayPal cannot be asked; what was wrong is for the log. */
export function outsideUnavailable(fault: PaypalFault): AppError {
  return new AppError('outside_unavailable', { internal: fault.message, cause: fault })
}
