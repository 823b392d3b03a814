// Keeps what is stored within its bounds: so many a person, and read ones for so many days.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { deleteBeyond, deleteReadBefore } from './notifications.queries.ts'

export const KEPT_PER_READER = 1_000
const READ_KEPT_MS = 90 * 86_400_000
const READERS_PER_STEP = 500
const DELETED_PER_STEP = 5_000
const STEPS_MAX = 10_000

export async function sweepNotifications(
  { database: { kysely }, clock }: { database: Database; clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(clock.nowMs() - READ_KEPT_MS)
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (signal?.aborted) return
    if ((await deleteReadBefore(kysely, before, DELETED_PER_STEP)) < DELETED_PER_STEP) break
  }
  let afterUserId: string | null = null
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (signal?.aborted) return
    afterUserId = await deleteBeyond(kysely, { afterUserId, keep: KEPT_PER_READER, readers: READERS_PER_STEP })
    if (afterUserId === null) return
  }
}
