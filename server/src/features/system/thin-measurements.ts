// Keeps what was measured few: a day of minutes, then quarters of an hour, for thirty days. Safe to run twice or by two
// processes at once: whoever comes second finds nothing left.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { JobDefinition } from '../../platform/jobs.ts'
import {
  deleteMinutes,
  deleteOldMeasurements,
  lockThinning,
  selectMinutesToThin,
  upsertMinutes,
} from './minutes.queries.ts'
import { QUARTER_SECONDS, thin } from './minutes.rules.ts'

const DAY_MS = 86_400_000
const KEPT_MS = 30 * DAY_MS
/** About a day of one process; what is left is found by the next round. */
const MINUTES_AT_ONCE_MAX = 2_000
const ROUNDS_MAX = 50

export function systemJobs(deps: { database: Database; clock: Clock }): JobDefinition[] {
  return [
    {
      name: 'thin-measurements',
      schedule: '23 * * * *',
      handle: async (_payload, { signal }) => void (await thinMeasurements(deps, signal)),
    },
  ]
}

/** @returns how many rows became fewer ones */
export async function thinMeasurements(
  deps: { database: Database; clock: Clock },
  signal?: AbortSignal,
): Promise<number> {
  const nowMs = deps.clock.nowMs()
  const denseMs = nowMs - DAY_MS
  // Whole quarters only: the running one of a day ago is thinned when it is over.
  const dense = new Date(denseMs - (denseMs % (QUARTER_SECONDS * 1_000)))
  let thinned = 0
  for (let round = 0; round < ROUNDS_MAX; round++) {
    if (signal?.aborted === true) break
    const count = await deps.database.transaction(async (transaction) => {
      await lockThinning(transaction)
      const minutes = await selectMinutesToThin(transaction, { before: dense, limit: MINUTES_AT_ONCE_MAX })
      if (minutes.length === 0) return 0
      await deleteMinutes(transaction, minutes)
      await upsertMinutes(transaction, thin(minutes))
      return minutes.length
    })
    thinned += count
    if (count === 0) break
  }
  await deleteOldMeasurements(deps.database.kysely, { kept: new Date(nowMs - KEPT_MS), dense })
  return thinned
}
