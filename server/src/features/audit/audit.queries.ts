// What is written to the two records, and the activities that are read. Both tables are append-only: the program's role
// may insert and read, never change. Reading and sealing the log have files of their own.
import { sql } from 'kysely'
import type { AuditOutcome } from '@inrange/contract/audit'
import type { Queryable } from '../../platform/database.ts'

export type ActivityRow = {
  id: string
  userId: string
  activityType: string
  description: string
  metadata: Record<string, unknown>
  createdAt: Date
}

export type AuditEntryRow = {
  actorId: string | null
  onBehalfOf: string | null
  action: string
  outcome: AuditOutcome
  subjectType: string
  subjectId: string
  address: string | null
  requestId: string | null
  /** JSON text, or null for "nothing". */
  before: string | null
  after: string | null
}

/** One activity. Called inside the transaction of what it describes, so neither exists without the other. */
export async function insertActivity(
  database: Queryable,
  activity: { userId: string; activityType: string; description: string; metadata: string },
): Promise<ActivityRow> {
  const { rows } = await sql<ActivityRow>`
    insert into activities (user_id, activity_type, description, metadata)
    values (${activity.userId}, ${activity.activityType}, ${activity.description}, ${activity.metadata}::jsonb)
    returning id, user_id as "userId", activity_type as "activityType", description, metadata, created_at as "createdAt"
  `.execute(database)
  return rows[0]!
}

/** One audit entry. Called inside the transaction of what it describes. */
export async function insertAuditEntry(database: Queryable, entry: AuditEntryRow): Promise<void> {
  await sql`
    insert into audit_log (actor_id, on_behalf_of, action, outcome, subject_type, subject_id, address, request_id,
      before, after)
    values (${entry.actorId}, ${entry.onBehalfOf}, ${entry.action}, ${entry.outcome}, ${entry.subjectType},
      ${entry.subjectId}, ${entry.address}::inet, ${entry.requestId}, ${entry.before}::jsonb, ${entry.after}::jsonb)
  `.execute(database)
}

/**
 * A page of one user's activities, newest first: one backward scan of the primary key (user_id, id); ids are
 * time-ordered.
 */
export async function selectActivities(
  database: Queryable,
  page: { userId: string; beforeId: string | null; limit: number },
): Promise<ActivityRow[]> {
  const older = page.beforeId === null ? sql`` : sql`and id < ${page.beforeId}`
  const { rows } = await sql<ActivityRow>`
    select id, user_id as "userId", activity_type as "activityType", description, metadata, created_at as "createdAt"
    from activities
    where user_id = ${page.userId} ${older}
    order by id desc
    limit ${page.limit}
  `.execute(database)
  return rows
}
