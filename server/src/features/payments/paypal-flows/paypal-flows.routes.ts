// The operations by PayPal, each to its function. No logic here beyond who calls.
import { requireCaller, type RequestContext, type SliceHandlers } from '../../../platform/http.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { readQueuedWithdrawal } from '../withdrawals/read-withdrawals.ts'
import { cancelUnclaimed } from './cancel-unclaimed.ts'
import { checkDeposit } from './check-deposit.ts'
import { sendPayout, type PayoutActor } from './send-payout.ts'

export type PaypalFlowsOperationId = 'deposits.check' | 'withdrawals.send' | 'withdrawals.cancel-unclaimed'

export function paypalFlowsRoutes(deps: PaymentsDeps): SliceHandlers<PaypalFlowsOperationId> {
  return {
    'deposits.check': ({ params }, context) =>
      checkDeposit(deps, { ownerId: requireCaller(context).caller.userId, id: params.depositId }),
    'withdrawals.send': async ({ params: { withdrawalId } }, context) => {
      const actor = actorOf(context)
      const { id } = await sendPayout(deps, { withdrawalId, actor })
      return await readQueuedWithdrawal(deps, { id, personId: actor.userId })
    },
    'withdrawals.cancel-unclaimed': async ({ params: { withdrawalId } }, context) => {
      const actor = actorOf(context)
      const { id } = await cancelUnclaimed(deps, { withdrawalId, actor })
      return await readQueuedWithdrawal(deps, { id, personId: actor.userId })
    },
  }
}

function actorOf(context: RequestContext): PayoutActor {
  const { caller, address, requestId } = requireCaller(context)
  return { userId: caller.userId, address, requestId }
}
