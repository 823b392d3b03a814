// Looks at a deposit now, for its owner who came back from PayPal. A deposit on a chain is answered as it is: its
// scanner looks by itself.
import { AppError } from '@inrange/contract/errors'
import { selectDeposit } from '../deposits/deposits.queries.ts'
import { presentDeposit } from '../deposits/present-deposit.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { PaypalFault } from '../paypal/paypal.fault.ts'
import { outsideUnavailable } from './open-order.ts'
import { refreshPaypalDeposit } from './refresh-deposit.ts'

/** @throws AppError not_found for a deposit that is not this owner's; outside_unavailable, and nothing is lost */
export async function checkDeposit(deps: PaymentsDeps, key: { ownerId: string; id: string }) {
  const deposit = await selectDeposit(deps.database.kysely, key.ownerId, key.id)
  if (deposit === null) throw new AppError('not_found')
  try {
    return await presentDeposit(deps, (await refreshPaypalDeposit(deps, key)) ?? deposit)
  } catch (error) {
    if (error instanceof PaypalFault) throw outsideUnavailable(error)
    throw error
  }
}
