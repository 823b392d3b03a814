// Which function answers which operation on deposits and reviews. No logic here; `deposits.check` is PayPal's.
import { requireCaller, type SliceHandlers } from '../../../platform/http.ts'
import { actorOf } from '../methods/confirm-actor.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { cancelDeposit } from './cancel-deposit.ts'
import { createDeposit } from './create-deposit.ts'
import { decideReview } from './decide-review.ts'
import { hintDeposit } from './hint-deposit.ts'
import { listReviews, readReview } from './list-reviews.ts'
import { lookUpTransaction } from './look-up-transaction.ts'
import { presentDeposit, readDeposit } from './present-deposit.ts'

export type DepositsOperationId =
  | 'deposits.create'
  | 'deposits.read'
  | 'deposits.hint'
  | 'deposits.cancel'
  | 'payments.reviews'
  | 'payments.decide-review'
  | 'payments.look-up'

export function depositsRoutes(deps: PaymentsDeps): SliceHandlers<DepositsOperationId> {
  return {
    'deposits.create': async ({ body }, context) => {
      const { methodId, amount: amountMicros, requestKey } = body
      const ownerId = requireCaller(context).caller.userId
      return await presentDeposit(deps, await createDeposit(deps, { ownerId, methodId, amountMicros, requestKey }))
    },
    'deposits.read': ({ params }, context) => readDeposit(deps, requireCaller(context).caller.userId, params.depositId),
    'deposits.hint': async ({ params: { depositId }, body: { txHash } }, context) => {
      const ownerId = requireCaller(context).caller.userId
      await hintDeposit(deps, { ownerId, depositId, txHash })
      return await readDeposit(deps, ownerId, depositId)
    },
    'deposits.cancel': async ({ params: { depositId } }, context) => {
      const ownerId = requireCaller(context).caller.userId
      await cancelDeposit(deps, ownerId, depositId)
      return await readDeposit(deps, ownerId, depositId)
    },
    'payments.reviews': ({ query }) => listReviews(deps, query),
    'payments.decide-review': async ({ params, body }, context) => {
      await decideReview(deps, actorOf(context), { ...params, ...body })
      return await readReview(deps, params.reviewId)
    },
    'payments.look-up': ({ body }, context) => lookUpTransaction(deps, actorOf(context), body),
  }
}
