// The slice's background work, for the job queue.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { closeDays } from './close-days.ts'

/** Soon after a start too, when years of history may be waiting; cheap where nothing is to be closed. */
const EVERY_TEN_MINUTES = '4,14,24,34,44,54 * * * *'

export function insightsJobs(deps: { database: Database; clock: Clock }): JobDefinition[] {
  return [
    {
      name: 'close-days',
      schedule: EVERY_TEN_MINUTES,
      handle: async (_payload, { log }) => {
        const isFirstOfHour = deps.clock.now().getUTCMinutes() < 10
        const result = await closeDays(deps, { countsAgain: isFirstOfHour })
        if (result.closed > 0 || result.corrected > 0n) log.info(result, 'days closed')
      },
    },
  ]
}
