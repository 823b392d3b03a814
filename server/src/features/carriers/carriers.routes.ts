// Which function answers which operation on carriers and connections. No logic here: the policy table has already
// said who may call, and after every change the runtime is told, so that an edit holds when its answer arrives.
import { requireCaller, type RequestContext, type SliceHandlers } from '../../platform/http.ts'
import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { createCarrier, type Actor } from './create-carrier.ts'
import { createConnection } from './create-connection.ts'
import type { ConnectionsRuntime } from './connections.runtime.ts'
import { listCarriers } from './list-carriers.ts'
import { listConnectionEvents } from './list-connection-events.ts'
import { readCarrier, readConnection } from './read-carrier.ts'
import { readHealth } from './read-health.ts'
import type { SelfRequestDeps } from './self-request.ts'
import { testConnection } from './test-connection.ts'
import { traceConnection } from './trace-connection.ts'
import { updateCarrier } from './update-carrier.ts'
import { rotateSecret, updateConnection } from './update-connection.ts'

export type CarriersDeps = SelfRequestDeps & {
  database: Database
  secrets: Secrets
  runtime: Pick<ConnectionsRuntime, 'statusOf' | 'refresh' | 'test' | 'watch' | 'findHttpConnection'>
  log: Log
  /** Where carriers reach us, for the sample that a test of an HTTP connection shows. */
  publicUrl: string
}

export type CarriersOperationId =
  | 'carriers.list'
  | 'carriers.create'
  | 'carriers.read'
  | 'carriers.update'
  | 'connections.create'
  | 'connections.read'
  | 'connections.update'
  | 'connections.rotate-secret'
  | 'connections.test'
  | 'connections.events'
  | 'connections.health'
  | 'connections.trace'

export function carriersRoutes(deps: CarriersDeps): SliceHandlers<CarriersOperationId> {
  const reading = { ...deps, queryable: deps.database.kysely, status: deps.runtime }
  const oneCarrier = async (carrierId: string) => readCarrier(reading, carrierId)
  const oneConnection = async (connectionId: string) => readConnection(reading, connectionId)
  return {
    'carriers.list': ({ query }) => listCarriers(reading, query),
    'carriers.read': ({ params }) => oneCarrier(params.carrierId),
    'carriers.create': async ({ body }, context) =>
      oneCarrier(await createCarrier(deps, { ...body, actor: actorOf(context) })),
    'carriers.update': async ({ params, body }, context) => {
      await updateCarrier(deps, { ...params, change: body, actor: actorOf(context) })
      await deps.runtime.refresh()
      return oneCarrier(params.carrierId)
    },
    'connections.read': ({ params }) => oneConnection(params.connectionId),
    'connections.create': async ({ params, body }, context) => {
      const made = await createConnection(deps, { ...params, connection: body, actor: actorOf(context) })
      await deps.runtime.refresh()
      return { ...(await oneConnection(made.connectionId)), secret: made.secret }
    },
    'connections.update': async ({ params, body }, context) => {
      await updateConnection(deps, { ...params, change: body, actor: actorOf(context) })
      await deps.runtime.refresh()
      return oneConnection(params.connectionId)
    },
    'connections.rotate-secret': async ({ params }, context) => {
      const secret = await rotateSecret(deps, { ...params, actor: actorOf(context) })
      await deps.runtime.refresh()
      return { secret }
    },
    'connections.test': ({ params }) => testConnection(deps, params.connectionId),
    'connections.events': ({ params, query }) => listConnectionEvents(deps, { ...params, ...query }),
    'connections.health': ({ params, query }) => readHealth(deps, { ...params, ...query }),
    'connections.trace': ({ params }, context) => {
      const { signal, authenticateAgain } = context
      const isStillCaller = async () => (authenticateAgain ? (await authenticateAgain()) !== null : true)
      return traceConnection(deps, { ...params, actor: actorOf(context), signal, isStillCaller })
    },
  }
}

function actorOf(context: RequestContext): Actor {
  const { caller, address, requestId } = requireCaller(context)
  return { userId: caller.userId, address, requestId }
}
