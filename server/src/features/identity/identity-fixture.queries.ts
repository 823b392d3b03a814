// What the tests of this slice look at and arrange behind the program's back. Imported by tests only.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

export async function insertTestUser(
  database: Queryable,
  user: { username: string; role: string; hash: string | null; mustChange: boolean; isActive: boolean },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into users (username, email, role, is_active)
    values (${user.username}, ${`${user.username}@example.com`}, ${user.role}, ${user.isActive}) returning id
  `.execute(database)
  const { id } = rows[0]!
  if (user.hash !== null) {
    await sql`
      insert into passwords (user_id, hash, must_change, changed_at)
      values (${id}, ${user.hash}, ${user.mustChange}, now() - interval '1 day')
    `.execute(database)
  }
  return id
}

export async function setActive(database: Queryable, userId: string, isActive: boolean): Promise<void> {
  await sql`update users set is_active = ${isActive} where id = ${userId}`.execute(database)
}

/** Reasons of the refused sign-ins of a subject, oldest first. */
export async function readRefusals(database: Queryable, subjectId: string): Promise<string[]> {
  const { rows } = await sql<{ reason: string }>`
    select after ->> 'reason' as reason from audit_log
    where action = 'sign_in_refused' and subject_id = ${subjectId} order by id
  `.execute(database)
  return rows.map((row) => row.reason)
}

/** Codes of the denied requests from an address, oldest first. */
export async function readDenialCodes(database: Queryable, address: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select after ->> 'code' as code from audit_log
    where action = 'request_denied' and address = ${address}::inet order by id
  `.execute(database)
  return rows.map((row) => row.code)
}

export async function readActivityTypes(database: Queryable, userId: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select activity_type as type from activities where user_id = ${userId} order by id
  `.execute(database)
  return rows.map((row) => row.type)
}

export type SignInFacts = { totalLogins: number; lastLogin: Date | null; lastActivity: Date | null }

export async function readSignInFacts(database: Queryable, userId: string): Promise<SignInFacts> {
  const { rows } = await sql<SignInFacts>`
    select total_logins as "totalLogins", last_login as "lastLogin", last_activity as "lastActivity"
    from users where id = ${userId}
  `.execute(database)
  return rows[0]!
}

/** End reasons of a user's sessions, oldest first; null for a live one. */
export async function readSessionEnds(database: Queryable, userId: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ reason: string | null }>`
    select ended_reason as reason from sessions where user_id = ${userId} order by id
  `.execute(database)
  return rows.map((row) => row.reason)
}

/** Every text and binary that the database keeps about sign-in, to search for what must not be in it. */
export async function readStoredTexts(database: Queryable): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select string_agg(line, e'\n') as text from (
      select to_jsonb(t)::text as line from refresh_tokens t union all select to_jsonb(s)::text from sessions s
      union all select to_jsonb(p)::text from passwords p union all select to_jsonb(a)::text from audit_log a
      union all select to_jsonb(a)::text from activities a union all select to_jsonb(k)::text from signing_keys k
      union all select to_jsonb(f)::text from sign_in_failures f union all select to_jsonb(c)::text from auth_codes c
      union all select to_jsonb(l)::text from links l
    ) lines
  `.execute(database)
  return rows[0]?.text ?? ''
}

export async function countRows(database: Queryable, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
    database,
  )
  return rows[0]!.count
}

export async function deleteFailures(database: Queryable): Promise<void> {
  await sql`delete from sign_in_failures`.execute(database)
}

export async function retireKeys(database: Queryable): Promise<void> {
  await sql`update signing_keys set retired_at = now() - interval '1 day'`.execute(database)
}
