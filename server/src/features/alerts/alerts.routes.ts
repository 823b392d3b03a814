// The operations of the slice, each to its function; and its one job. No logic here.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { requireCaller, type SliceHandlers } from '../../platform/http.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { acknowledgeAlert } from './acknowledge-alert.ts'
import { deleteOldAlerts } from './alerts.queries.ts'
import { listAlerts } from './list-alerts.ts'

const KEPT_MS = 90 * 86_400_000

type Deps = { database: Database; clock: Clock }

export function alertsRoutes(deps: Deps): SliceHandlers<'alerts.list' | 'alerts.acknowledge'> {
  return {
    'alerts.list': ({ query }, context) => listAlerts(deps.database.kysely, requireCaller(context).caller.role, query),
    'alerts.acknowledge': ({ params, body }, context) =>
      acknowledgeAlert(deps, requireCaller(context), { id: params.alertId, note: body.note }),
  }
}

export function alertsJobs(deps: Deps): JobDefinition[] {
  return [
    {
      name: 'sweep-alerts',
      schedule: '29 3 * * *',
      handle: () => deleteOldAlerts(deps.database.kysely, new Date(deps.clock.nowMs() - KEPT_MS)),
    },
  ]
}
