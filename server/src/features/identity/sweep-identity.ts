// Clears away what sign-in no longer needs: sessions and links that were over a month ago, with their tokens and codes,
// and failures that no longer count. A month keeps the history of sessions for whoever looks into an incident; the
// audit log keeps its own record for good.
import { sweepFactors } from './factors/sweep-factors.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { deleteOldFailures, deleteOldSessions } from './identity.queries.ts'
import { deleteOldLinks } from './recovery/recovery.queries.ts'

const SESSIONS_KEPT_MS = 30 * 86_400_000
const FAILURES_KEPT_MS = 86_400_000
const BATCH_SIZE = 1_000

/** Answers how many sessions were removed. A daily job; safe to run twice at once. */
export async function sweepIdentity(deps: Pick<IdentityDeps, 'database' | 'clock'>): Promise<number> {
  const nowMs = deps.clock.nowMs()
  await sweepFactors(deps)
  await deleteOldFailures(deps.database.kysely, new Date(nowMs - FAILURES_KEPT_MS))
  await deleteOldLinks(deps.database.kysely, new Date(nowMs - SESSIONS_KEPT_MS))
  let removed = 0
  for (;;) {
    const batch = await deleteOldSessions(deps.database.kysely, new Date(nowMs - SESSIONS_KEPT_MS), BATCH_SIZE)
    removed += batch
    if (batch < BATCH_SIZE) return removed
  }
}
