// The operations of the slice, each to its function. No logic here.
import type { SliceHandlers } from '../../platform/http.ts'
import { measureSystem } from './measure-system.ts'
import { presentSystem } from './present-system.ts'
import { healthReader } from './read-health.ts'
import { readHistory } from './read-history.ts'
import { clientErrorReporter } from './report-client-error.ts'
import type { SystemDeps } from './system.deps.ts'
import type { SystemRecorder } from './system.recorder.ts'

type SystemOperation = 'system.health' | 'system.report-client-error' | 'system.read' | 'system.history'

export function systemRoutes(deps: SystemDeps, recorder: SystemRecorder): SliceHandlers<SystemOperation> {
  const readHealth = healthReader({ database: deps.database.kysely, version: deps.version })
  const reportClientError = clientErrorReporter(deps)
  return {
    'system.health': () => readHealth(),
    'system.report-client-error': async ({ body }, { address }) => {
      reportClientError(body, address)
      return undefined
    },
    'system.read': async () => presentSystem(await measureSystem(deps, recorder), deps),
    'system.history': ({ query }) => readHistory(deps, query.hours),
  }
}
