// Which function answers which operation on quarantine. No logic here: the policy table has said who may call.
import { requireCaller, type RequestContext, type SliceHandlers } from '../../platform/http.ts'
import { listQuarantine } from './list-quarantine.ts'
import { readQuarantined, revealQuarantined, type Actor } from './read-quarantined.ts'
import { readSummary } from './read-summary.ts'
import { previewRoute, routeQuarantined, setAside, type RouteDeps } from './route-quarantined.ts'
import { tryRoute } from './try-route.ts'

export type QuarantineOperationId =
  | 'quarantine.list'
  | 'quarantine.summary'
  | 'quarantine.read'
  | 'quarantine.reveal'
  | 'quarantine.preview-route'
  | 'quarantine.route'
  | 'quarantine.set-aside'
  | 'quarantine.test-route'

export function quarantineRoutes(deps: RouteDeps): SliceHandlers<QuarantineOperationId> {
  const queryable = deps.database.kysely
  return {
    'quarantine.list': ({ query }) => listQuarantine(queryable, query),
    'quarantine.summary': ({ query }) => readSummary({ queryable, clock: deps.clock }, query),
    'quarantine.read': ({ params }) => readQuarantined(queryable, params.quarantineId),
    'quarantine.reveal': ({ params }, context) => revealQuarantined(deps, params.quarantineId, actorOf(context)),
    'quarantine.preview-route': ({ body }) => previewRoute(deps, body),
    'quarantine.route': ({ body }, context) => routeQuarantined(deps, body, actorOf(context)),
    'quarantine.set-aside': ({ body }, context) => setAside(deps, body, actorOf(context)),
    'quarantine.test-route': ({ body }) => tryRoute({ ...deps, queryable }, body),
  }
}

function actorOf(context: RequestContext): Actor {
  const { caller, address, requestId } = requireCaller(context)
  return { userId: caller.userId, address, requestId }
}
