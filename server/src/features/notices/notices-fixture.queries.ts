// SQL of the tests of notices.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

export async function insertRecipient(database: Queryable): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into users (username, email) values ('ayse', 'ayse@example.com') returning id
  `.execute(database)
  return rows[0]!.id
}

type Seen = { factsSealed: string; attempts: number; isSent: boolean; isFailed: boolean; lastError: string | null }

/** Newest first. */
export async function selectNotices(database: Queryable): Promise<Seen[]> {
  const { rows } = await sql<Seen>`
    select facts_sealed as "factsSealed", attempts, sent_at is not null as "isSent",
      failed_at is not null as "isFailed", last_error as "lastError"
    from notices order by id desc
  `.execute(database)
  return rows
}
