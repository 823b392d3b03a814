// What the slice does by itself: it forgets who sent how many test messages in hours that are over.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { pruneInjections } from './test-numbers.queries.ts'

const HOURS_KEPT_MS = 48 * 3_600_000

export function testNumbersJobs({ database, clock }: { database: Database; clock: Clock }): JobDefinition[] {
  const handle = () => pruneInjections(database.kysely, new Date(clock.nowMs() - HOURS_KEPT_MS))
  return [{ name: 'prune-test-injections', schedule: '57 3 * * *', handle }]
}
