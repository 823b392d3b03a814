// The operations destinations.* and withdrawals.* of the contract, each to its function; what is sent by PayPal is
// routed where PayPal is. No logic here.
import { requireCaller, type CallerContext, type RequestContext, type SliceHandlers } from '../../../platform/http.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { createDestination, type Requester } from './create-destination.ts'
import { approveWithdrawal, cancelWithdrawal, holdWithdrawal, rejectWithdrawal } from './decide-withdrawal.ts'
import { presentDestination } from './destination.presenter.ts'
import { selectDestinations } from './destinations.queries.ts'
import { giveBackWithdrawal } from './give-back-withdrawal.ts'
import { prepareWithdrawal } from './prepare-withdrawal.ts'
import { listQueue, readOwnWithdrawal, readQueuedWithdrawal } from './read-withdrawals.ts'
import { recordSent } from './record-sent.ts'
import { removeDestination } from './remove-destination.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

type WithdrawalsOperation =
  | 'destinations.list'
  | 'destinations.create'
  | 'destinations.delete'
  | 'withdrawals.prepare'
  | 'withdrawals.request'
  | 'withdrawals.read'
  | 'withdrawals.cancel'
  | 'withdrawals.queue'
  | 'withdrawals.open'
  | 'withdrawals.approve'
  | 'withdrawals.reject'
  | 'withdrawals.hold'
  | 'withdrawals.record-sent'
  | 'withdrawals.give-back'

export function withdrawalsRoutes(deps: PaymentsDeps): SliceHandlers<WithdrawalsOperation> {
  const opened = async (context: RequestContext, id: string, done: Promise<void>) => {
    await done
    return await readQueuedWithdrawal(deps, { id, personId: callerOf(context).userId })
  }
  return {
    'destinations.list': async (_input, context) => {
      const rows = await selectDestinations(deps.database.kysely, callerOf(context).userId)
      return { items: rows.map((row) => presentDestination(row, deps.clock.now())) }
    },
    'destinations.create': async ({ body }, context) => {
      const row = await createDestination(deps, { owner: requesterOf(context), ...body })
      return presentDestination(row, deps.clock.now())
    },
    'destinations.delete': async ({ params }, context) => {
      await removeDestination(deps, { owner: requesterOf(context), destinationId: params.destinationId })
      return undefined
    },
    'withdrawals.prepare': async ({ body: { amount, ...which } }, context) => {
      const { userId: ownerId, sessionId } = callerOf(context)
      return await prepareWithdrawal(deps, { ownerId, sessionId, grossMicros: amount, ...which })
    },
    'withdrawals.request': async ({ body }, context) => {
      const { userId: ownerId, sessionId } = callerOf(context)
      const { id } = await requestWithdrawal(deps, { ownerId, sessionId, ...body, origin: originOf(context) })
      return await readOwnWithdrawal(deps, { ownerId, id })
    },
    'withdrawals.read': async ({ params }, context) =>
      readOwnWithdrawal(deps, { ownerId: callerOf(context).userId, id: params.withdrawalId }),
    'withdrawals.cancel': async ({ params: { withdrawalId: id } }, context) => {
      const by = requesterOf(context)
      await cancelWithdrawal(deps, { id, by })
      return await readOwnWithdrawal(deps, { ownerId: by.userId, id })
    },
    'withdrawals.queue': async ({ query }, context) =>
      listQueue(deps, { ...query, personId: callerOf(context).userId }),
    'withdrawals.open': async ({ params }, context) =>
      readQueuedWithdrawal(deps, { id: params.withdrawalId, personId: callerOf(context).userId }),
    'withdrawals.approve': async ({ params: { withdrawalId: id }, body }, context) =>
      opened(context, id, approveWithdrawal(deps, { id, by: requesterOf(context), ...body })),
    'withdrawals.reject': async ({ params: { withdrawalId: id }, body }, context) =>
      opened(context, id, rejectWithdrawal(deps, { id, by: requesterOf(context), ...body })),
    'withdrawals.hold': async ({ params: { withdrawalId: id }, body: { reason, until } }, context) => {
      const held = { reason, until: until === null ? null : new Date(until) }
      return await opened(context, id, holdWithdrawal(deps, { id, by: requesterOf(context), ...held }))
    },
    'withdrawals.record-sent': async ({ params: { withdrawalId: id }, body }, context) =>
      opened(context, id, recordSent(deps, { id, by: requesterOf(context), ...body })),
    'withdrawals.give-back': async ({ params: { withdrawalId: id }, body }, context) =>
      opened(context, id, giveBackWithdrawal(deps, { id, by: requesterOf(context), ...body })),
  }
}

function callerOf(context: RequestContext): CallerContext['caller'] {
  return requireCaller(context).caller
}

function originOf({ address, requestId }: RequestContext): { address: string; requestId: string } {
  return { address, requestId }
}

function requesterOf(context: RequestContext): Requester {
  return { userId: callerOf(context).userId, ...originOf(context) }
}
