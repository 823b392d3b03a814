// Which function answers which operation on payment methods. No logic here.
import { requireCaller, type SliceHandlers } from '../../../platform/http.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { actorOf } from './confirm-actor.ts'
import { createMethod } from './create-method.ts'
import { decideXpub } from './decide-xpub.ts'
import { listAvailableMethods, listMethods, readMethod } from './present-methods.ts'
import { listSweeps } from './sweep-list.ts'
import { testMethod } from './test-method.ts'
import { updateMethod } from './update-method.ts'

export type MethodsOperationId =
  | 'payment-methods.available'
  | 'payment-methods.list'
  | 'payment-methods.create'
  | 'payment-methods.update'
  | 'payment-methods.test'
  | 'payment-methods.decide-xpub'
  | 'payment-methods.sweep-list'

export function methodsRoutes(deps: PaymentsDeps): SliceHandlers<MethodsOperationId> {
  return {
    'payment-methods.available': () => listAvailableMethods(deps),
    'payment-methods.list': (_input, context) => listMethods(deps, requireCaller(context).caller.userId),
    'payment-methods.create': async ({ body }, context) => {
      const actor = actorOf(context)
      return await readMethod(deps, actor.userId, await createMethod(deps, actor, body))
    },
    'payment-methods.update': async ({ params, body }, context) => {
      const actor = actorOf(context)
      await updateMethod(deps, actor, { ...params, change: body })
      return await readMethod(deps, actor.userId, params.methodId)
    },
    'payment-methods.test': ({ params }, context) => testMethod(deps, actorOf(context), params.methodId),
    'payment-methods.decide-xpub': async ({ params, body }, context) => {
      const actor = actorOf(context)
      await decideXpub(deps, actor, { ...params, ...body })
      return await readMethod(deps, actor.userId, params.methodId)
    },
    'payment-methods.sweep-list': ({ params }) => listSweeps(deps, params.methodId),
  }
}
