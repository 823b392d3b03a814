// The door of the audit slice: what happened to a user (activities, which the user reads) and who did what to whom from
// where (the audit log, which admins read). Both are written in the transaction of the fact itself, and neither can be
// changed. It deliberately decides nothing: whoever writes knows what is worth recording, and never hands over a
// secret.
import { toApiId } from '@inrange/contract/ids'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Queryable } from '../../platform/database.ts'
import { insertActivity, selectActivities, type ActivityRow } from './audit.queries.ts'
import { badCursor, isUuid, toJson } from './audit.rules.ts'

export { runOnBehalf } from './acting.scope.ts'
export { auditJobs } from './audit.jobs.ts'
export { auditRoutes } from './audit.routes.ts'
export { latestVerification } from './latest-verification.ts'
export { recordAudit, type AuditFact } from './record-audit.ts'
export { createDenials, type RecordDenial } from './record-denial.ts'
export { renderChainReport } from './render-chain-report.ts'
export { verifyAuditChain, type ChainReport } from './verify-audit-chain.ts'

export type ActivityFact = {
  userId: string
  /** Types that start with `user_` are written by the server alone. */
  activityType: string
  description: string
  metadata?: Record<string, unknown>
}

/** As the contract's `activitySchema` wants it. */
export type Activity = {
  id: string
  userId: string
  activityType: string
  description: string
  metadata: Record<string, unknown>
  createdAt: string
}

/** Writes one activity of a user. Call it in the transaction of what it describes. */
export async function recordActivity(database: Queryable, fact: ActivityFact): Promise<Activity> {
  return toActivity(await insertActivity(database, { ...fact, metadata: toJson(fact.metadata ?? {}) }))
}

/**
 * Activities of a user, newest first, as the contract's page.
 * @throws AppError invalid_request for a cursor that is not one of ours
 */
export async function listActivities(
  database: Queryable,
  query: { userId: string; limit: number; cursor?: string | undefined },
): Promise<{ items: Activity[]; nextCursor: string | null }> {
  const beforeId = decodeCursor(query.cursor, 1)?.[0] ?? null
  if (beforeId !== null && !isUuid(beforeId)) throw badCursor()
  const rows = await selectActivities(database, { userId: query.userId, beforeId, limit: query.limit + 1 })
  const items = rows.slice(0, query.limit)
  const last = items.at(-1)
  return {
    items: items.map(toActivity),
    nextCursor: rows.length > query.limit && last ? encodeCursor([last.id]) : null,
  }
}

function toActivity(row: ActivityRow): Activity {
  return {
    ...row,
    id: toApiId('activity', row.id),
    userId: toApiId('user', row.userId),
    createdAt: row.createdAt.toISOString(),
  }
}
