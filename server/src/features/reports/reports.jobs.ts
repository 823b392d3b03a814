// The background work of the slice: making files, starting what is due, clearing away what is over.
import type { JobDefinition } from '../../platform/jobs.ts'
import { WORK_EXPORTS } from './create-export.ts'
import { deleteOldExports, deletePieces, markExpired } from './exports.queries.ts'
import type { WorkDeps } from './reports.deps.ts'
import { runSchedules } from './run-schedules.ts'
import { workExports } from './work-exports.ts'

/** So much is deleted in a statement, about 100 MB, and so many statements in a run. */
const PIECES_AT_ONCE = 100
const STATEMENTS_MAX = 50
const LISTED_MS = 90 * 86_400_000
const EXPORTS_AT_ONCE = 1_000

export function reportsJobs(deps: WorkDeps): JobDefinition[] {
  return [
    {
      name: WORK_EXPORTS,
      // Also takes up what a process left that was killed.
      schedule: '* * * * *',
      handle: async (_payload, { signal }) => {
        await workExports(deps, signal)
        await clearExports(deps, signal)
      },
    },
    {
      name: 'run-schedules',
      schedule: '* * * * *',
      handle: async (_payload, { signal }) => void (await runSchedules(deps, signal)),
    },
  ]
}

/** Expires files, and deletes the octets of what gives no file any more. */
export async function clearExports(
  { database, clock }: Pick<WorkDeps, 'database' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const { kysely } = database
  await markExpired(kysely, clock.now())
  for (let statements = 0; statements < STATEMENTS_MAX; statements += 1) {
    if (signal?.aborted === true) return
    if ((await deletePieces(kysely, PIECES_AT_ONCE)) < PIECES_AT_ONCE) break
  }
  await deleteOldExports(kysely, new Date(clock.nowMs() - LISTED_MS), EXPORTS_AT_ONCE)
}
