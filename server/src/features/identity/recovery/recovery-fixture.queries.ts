// What the tests of recovery look at behind the program's back. Imported by tests only.
import { sql } from 'kysely'
import type pg from 'pg'
import type { Queryable } from '../../../platform/database.ts'

/** What audit entries of one action say came after it, oldest first. */
export async function readAuditOf(
  database: Queryable,
  subjectId: string,
  action: string,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ after: Record<string, unknown> }>`
    select after from audit_log where subject_id = ${subjectId} and action = ${action} order by id
  `.execute(database)
  return rows.map(({ after }) => after)
}

export type StoredNotice = { id: string; kind: string; recipient: string; factsSealed: string }

/** Mails that wait, oldest first. */
export async function selectNotices(database: Queryable): Promise<StoredNotice[]> {
  const { rows } = await sql<StoredNotice>`
    select id, kind, recipient, facts_sealed as "factsSealed" from notices order by created_at, id
  `.execute(database)
  return rows
}

export async function deleteNotices(owner: pg.Client): Promise<void> {
  await owner.query('delete from notices')
}
