// The integrity slice's background work: each closed hour is judged a few minutes after its end, when what was on its
// way into it has landed.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Notices } from '../notices/notices.public.ts'
import { readSettings } from '../settings/settings.public.ts'
import { watchTraffic } from './watch-traffic.ts'

export function integrityJobs(deps: { database: Database; clock: Clock; log: Log; notices: Notices }): JobDefinition[] {
  return [
    {
      name: 'watch-traffic',
      schedule: '5 * * * *',
      handle: async (_payload, { log }) => {
        const { integrity } = await readSettings(deps.database.kysely)
        const result = await watchTraffic(deps, integrity)
        if (result.hours > 0) log.info(result, 'traffic judged')
      },
    },
  ]
}
