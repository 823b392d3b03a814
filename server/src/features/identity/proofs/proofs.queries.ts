// All SQL that proofs have of their own.
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database.ts'

/** A password set with the account is part of its making. */
const FIRST_PASSWORD_SECONDS = 60

/**
 * The last change of password, email address or factors at or after `since`, whoever made it, or null. Indexes: the
 * key of passwords; audit_log_of_subject, from the first id that can be so late.
 */
export async function selectSignInChange(
  database: Queryable,
  which: { userId: string; since: Date; actions: readonly string[] },
): Promise<Date | null> {
  const { userId, since, actions } = which
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from (
      select p.changed_at as at from passwords p join users u on u.id = p.user_id
      where p.user_id = ${userId} and p.changed_at > u.created_at + make_interval(secs => ${FIRST_PASSWORD_SECONDS})
      union all
      select at from audit_log
      where subject_type = 'user' and subject_id = ${userId}::text and id >= ${firstIdAt(since)}::uuid
        and (action = any(${[...actions]}::text[]) or (action = 'user_updated' and after ? 'email'))
    ) changes where at >= ${since}
  `.execute(database)
  return rows[0]?.at ?? null
}

/** The least uuid of version 7 that a row of that moment can have (RFC 9562, section 5.7). */
function firstIdAt(at: Date): string {
  const ms = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`
}
