// The SQL of the kept results of checks. Guarantees: rows are only added; the newest is found by the primary key.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

export type KeptCheck = {
  startedAt: Date
  finishedAt: Date
  /** How many differences were found; of each kind of check at most 200 are counted. */
  faults: number
  /** The first of them in words; null when there is none. */
  firstFault: string | null
}

export async function insertCheck(database: Queryable, check: KeptCheck): Promise<void> {
  await sql`
    insert into ledger.checks (started_at, finished_at, faults, first_fault)
    values (${check.startedAt}, ${check.finishedAt}, ${check.faults}, ${check.firstFault})`.execute(database)
}

/** The newest result, or null before the first check. Index: the primary key, whose ids are made in order of time. */
export async function selectLatestCheck(database: Queryable): Promise<KeptCheck | null> {
  const { rows } = await sql<KeptCheck>`
    select started_at as "startedAt", finished_at as "finishedAt", faults, first_fault as "firstFault"
    from ledger.checks order by id desc limit 1`.execute(database)
  return rows[0] ?? null
}

/** How many messages there are, by what the inboxes count: cheap, and good enough to tell few from many. */
export async function countMessages(database: Queryable): Promise<bigint> {
  const { rows } = await sql<{ messages: bigint }>`
    select coalesce(sum(messages), 0)::bigint as messages from inboxes`.execute(database)
  return rows[0]?.messages ?? 0n
}
