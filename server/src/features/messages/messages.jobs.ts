// The background work of messages: what the digest may have left behind, and texts that are kept no longer.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { readSettings } from '../settings/settings.public.ts'
import { digestPage } from './digest-messages.ts'
import { selectOwnersBehind } from './digests.queries.ts'
import { dropBodies } from './drop-bodies.ts'

/** Ends before the next one starts. */
const SWEEP_MS_MAX = 50_000
/** What a night does not end, the next one goes on with. */
const DROP_MS_MAX = 2 * 3_600_000
const OWNERS_MAX = 1_000

export function messagesJobs(deps: { database: Database; clock: Clock }): JobDefinition[] {
  return [
    {
      name: 'digest-messages',
      schedule: '* * * * *',
      handle: (_payload, { signal }) => digestBehind(deps.database, { signal, msMax: SWEEP_MS_MAX }),
    },
    {
      name: 'drop-bodies',
      schedule: '41 2 * * *',
      handle: async (_payload, { signal, log }) => {
        const { bodyDays } = (await readSettings(deps.database.kysely)).retention
        const dropped = await dropBodies(deps, { bodyDays, signal, msMax: DROP_MS_MAX })
        if (dropped.messages + dropped.quarantined > 0) log.info(dropped, 'texts dropped that are kept no longer')
      },
    },
  ]
}

/**
 * Digests whatever is behind, until nothing is or the time is over. One that another process works on is left to it.
 */
export async function digestBehind(
  database: Database,
  options: { signal?: AbortSignal; msMax?: number } = {},
): Promise<void> {
  const until = performance.now() + (options.msMax ?? Number.POSITIVE_INFINITY)
  const isOver = () => options.signal?.aborted === true || performance.now() > until
  const owners = await selectOwnersBehind(database.kysely, OWNERS_MAX)
  for (const ownerId of owners) {
    while (!isOver() && (await digestPage(database, ownerId)) === 'more');
  }
}
