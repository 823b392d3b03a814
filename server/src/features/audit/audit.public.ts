// The door of the audit slice: what happened to a user (activities, which the user reads) and who did what to whom from
// where (the audit log, which admins read). Both are written in the transaction of the fact itself, and neither can be
// changed. It deliberately decides nothing: whoever writes knows what is worth recording, and never hands over a
// secret.
import { isIP } from 'node:net'
import type { AuditOutcome } from '@inrange/contract/audit'
import { toApiId } from '@inrange/contract/ids'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Queryable } from '../../platform/database.ts'
import { insertActivity, insertAuditEntry, selectActivities, type ActivityRow } from './audit.queries.ts'
import { badCursor, isUuid, outcomeOf } from './audit.rules.ts'
import { currentActing } from './acting.scope.ts'

export { runOnBehalf } from './acting.scope.ts'

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

export type AuditFact = {
  /**
   * Null when nobody known did it: the program itself, or a stranger at the sign-in. Inside `runOnBehalf` the one who
   * acts is written, whoever is named here.
   */
  actorId: string | null
  /** Past tense, such as `user_updated`. */
  action: string
  subjectType: string
  /** The database uuid of the subject, or what names it. */
  subjectId: string
  /** Needed only where the action does not say it: one that ends in `_refused`, `_denied` or `_failed` does. */
  outcome?: AuditOutcome
  address?: string | null
  requestId?: string | null
  /** The changed facts only, before and after; never a secret, never a message body. */
  before?: unknown
  after?: unknown
}

/** Writes one activity of a user. Call it in the transaction of what it describes. */
export async function recordActivity(database: Queryable, fact: ActivityFact): Promise<Activity> {
  return toActivity(await insertActivity(database, { ...fact, metadata: toJson(fact.metadata ?? {}) }))
}

/** Writes one audit entry. Call it in the transaction of what it describes. An address that is none is left out. */
export async function recordAudit(database: Queryable, fact: AuditFact): Promise<void> {
  const acting = currentActing()
  await insertAuditEntry(database, {
    actorId: acting?.actorId ?? fact.actorId,
    onBehalfOf: acting?.userId ?? null,
    action: fact.action,
    outcome: fact.outcome ?? outcomeOf(fact.action),
    subjectType: fact.subjectType,
    subjectId: fact.subjectId,
    address: fact.address && isIP(fact.address) !== 0 ? fact.address : null,
    requestId: fact.requestId ?? null,
    before: fact.before === undefined || fact.before === null ? null : toJson(fact.before),
    after: fact.after === undefined || fact.after === null ? null : toJson(fact.after),
  })
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

/** Money is bigint inside and text in JSON. */
function toJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner))
}
