// Which function answers which operation on test numbers. No logic here: the policy table has said who may call.
import type { Clock } from '../../platform/clock.ts'
import { requireCaller, type RequestContext, type SliceHandlers } from '../../platform/http.ts'
import { AsksMemory } from './asks.memory.ts'
import { injectMessage, listWays, type Actor, type InjectDeps } from './inject-message.ts'
import { listTestNumbers, readTestMessages, readTestNumber } from './read-test-numbers.ts'

export type TestNumbersOperationId =
  | 'test-numbers.list'
  | 'test-numbers.read'
  | 'test-numbers.messages'
  | 'test-numbers.ways'
  | 'test-numbers.inject'

export function testNumbersRoutes(deps: InjectDeps & { clock: Clock }): SliceHandlers<TestNumbersOperationId> {
  const queryable = deps.database.kysely
  const asks = new AsksMemory(deps.clock)
  return {
    'test-numbers.list': ({ query }) => listTestNumbers(queryable, query),
    'test-numbers.read': ({ params }) => readTestNumber(queryable, params.number),
    'test-numbers.messages': ({ params, query }, context) => {
      asks.count(requireCaller(context).caller.userId)
      return readTestMessages({ queryable, clock: deps.clock }, { ...params, ...query })
    },
    'test-numbers.ways': (_input, context) => listWays(deps, requireCaller(context).caller.userId),
    'test-numbers.inject': ({ params, body }, context) => injectMessage(deps, { ...params, ...body }, actorOf(context)),
  }
}

function actorOf(context: RequestContext): Actor {
  const { caller, address, requestId } = requireCaller(context)
  return { userId: caller.userId, address, requestId }
}
