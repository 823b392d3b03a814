// The slice's background work, for the job queue.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { closeDays } from './close-days.ts'

/** Past the hour, and past the check of the ledger. */
const EVERY_HOUR = '17 * * * *'

export function insightsJobs(deps: { database: Database; clock: Clock }): JobDefinition[] {
  return [
    {
      name: 'close-days',
      schedule: EVERY_HOUR,
      handle: async (_payload, { log }) => {
        const result = await closeDays(deps)
        if (result.closed > 0 || result.corrected > 0n) log.info(result, 'days closed')
      },
    },
  ]
}
