// The background work of messages: what the digest may have left behind, and texts that are kept no longer.
import type { Database } from '../../platform/database.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import { digestPage } from './digest-messages.ts'
import { selectOwnersBehind } from './digests.queries.ts'

/** Ends before the next one starts. */
const SWEEP_MS_MAX = 50_000
const OWNERS_MAX = 1_000

export function messagesJobs(deps: { database: Database }): JobDefinition[] {
  return [
    {
      name: 'digest-messages',
      schedule: '* * * * *',
      handle: (_payload, { signal }) => digestBehind(deps.database, { signal, msMax: SWEEP_MS_MAX }),
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
