// Clears away what second factors no longer need: enrolments that nobody finished within a day, challenges that are
// over, and counts of codes sent before yesterday.
import type { IdentityDeps } from '../identity.deps.ts'
import { deleteOldFactorRows } from './factors.queries.ts'

const KEPT_MS = 86_400_000

/** Answers how many enrolments were removed. A daily job; safe to run twice at once. */
export async function sweepFactors(deps: Pick<IdentityDeps, 'database' | 'clock'>): Promise<number> {
  return deleteOldFactorRows(deps.database.kysely, new Date(deps.clock.nowMs() - KEPT_MS))
}
