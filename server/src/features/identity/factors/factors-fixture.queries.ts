// What the tests of second factors look at and arrange behind the program's back. Imported by tests only.
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database.ts'

/** Everything stored about factors, to search for what must not be in it. */
export async function readStoredFactors(database: Queryable): Promise<string> {
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(line, e'\n') as text from (
      select to_jsonb(f)::text as line from factors f union all select to_jsonb(c)::text from factor_challenges c
      union all select to_jsonb(r)::text from recovery_codes r union all select to_jsonb(a)::text from audit_log a
      union all select to_jsonb(a)::text from activities a
    ) lines
  `.execute(database)
  return rows[0]?.text ?? ''
}

/** Actions of the audit log about a user, oldest first, those of sessions apart. */
export async function readFactorAudit(database: Queryable, userId: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_id = ${userId} and action not in ('signed_in', 'signed_out') order by id
  `.execute(database)
  return rows.map(({ action }) => action)
}

/** Reasons of the codes of a user that were refused, oldest first. */
export async function readFactorRefusals(database: Queryable, userId: string): Promise<string[]> {
  const { rows } = await sql<{ reason: string }>`
    select after ->> 'reason' as reason from audit_log
    where action = 'second_factor_refused' and subject_id = ${userId} order by id
  `.execute(database)
  return rows.map(({ reason }) => reason)
}

export async function countFactorRows(
  database: Queryable,
  userId: string,
): Promise<{ factors: number; challenges: number; codes: number }> {
  const { rows } = await sql<{ factors: number; challenges: number; codes: number }>`
    select count(distinct f.id)::int as factors, count(distinct c.id)::int as challenges,
      count(distinct r.code_hash)::int as codes
    from factors f left join factor_challenges c on c.factor_id = f.id left join recovery_codes r on r.factor_id = f.id
    where f.user_id = ${userId}
  `.execute(database)
  return rows[0]!
}

/** Kinds of the mails written to a user, oldest first. */
export async function readNoticeKinds(database: Queryable, userId: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from notices where user_id = ${userId} order by id
  `.execute(database)
  return rows.map(({ kind }) => kind)
}

/** Stores a setting, or takes it back with null. */
export async function storeTestSetting(database: Queryable, key: string, value: unknown): Promise<void> {
  await sql`delete from settings where key = ${key}`.execute(database)
  if (value === null) return
  await sql`insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)`.execute(database)
}

export async function deletePhoneCodeCounts(database: Queryable): Promise<void> {
  await sql`delete from phone_code_counts`.execute(database)
}
