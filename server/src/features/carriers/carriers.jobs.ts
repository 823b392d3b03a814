// What the slice does by itself: hours of connections are kept as long as somebody could ask for them.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { pruneConnectionHours } from './health.queries.ts'

const HOURS_KEPT_MS = 400 * 24 * 3_600_000

export function carriersJobs({ database, clock }: { database: Database; clock: Clock }): JobDefinition[] {
  const handle = () => pruneConnectionHours(database.kysely, new Date(clock.nowMs() - HOURS_KEPT_MS))
  return [{ name: 'prune-connection-hours', schedule: '53 3 * * *', handle }]
}
