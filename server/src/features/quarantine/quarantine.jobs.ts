// What quarantine does by itself: it forgets by which hour messages came once no screen shows that hour any more.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { pruneHours } from './quarantine.queries.ts'

const HOURS_KEPT_MS = 90 * 24 * 3_600_000

export function quarantineJobs({ database, clock }: { database: Database; clock: Clock }): JobDefinition[] {
  const handle = () => pruneHours(database.kysely, new Date(clock.nowMs() - HOURS_KEPT_MS))
  return [{ name: 'prune-quarantine-hours', schedule: '47 3 * * *', handle }]
}
