// The SQL of statements: what changed what an owner has (available and held together) in a period, from the journal. It
// reads one owner at a time and writes nothing.
import { sql, type RawBuilder } from 'kysely'
import { invariant } from '../../platform/invariant.ts'
import type { Queryable } from '../../platform/database.ts'
import type { Entry, Movement } from './statement.rules.ts'

/** From the first moment on, and before the second. */
export type Period = { from: Date; until: Date }

/** Ids begin with the time at which they were made, a moment beside the time of the row: this is more than enough. */
const SLACK_MS = 3_600_000

/**
 * Transfers of the owner that change what they have, with their sign. A transfer between the two accounts changes
 * nothing. Index: the primary key (owner_id, id), whose ids bound the period.
 */
function effects(ownerId: string, { from, until }: { from: Date; until: Date | null }): RawBuilder<unknown> {
  const upTo = until === null ? sql`` : sql`and t.created_at < ${until} and t.id < ${leastId(until, SLACK_MS)}::uuid`
  return sql`
    (select t.id, t.created_at as at, t.code, t.description,
            case when t.credit_account_id = any (own.ids) then t.amount_micros else -t.amount_micros end as micros
     from (
       select array_agg(id) as ids from ledger.accounts
       where owner_id = ${ownerId} and kind in ('available', 'held')
     ) own
     join ledger.transfers t on t.owner_id = ${ownerId}
       and (t.credit_account_id = any (own.ids)) <> (t.debit_account_id = any (own.ids))
     where t.created_at >= ${from} and t.id >= ${leastId(from, -SLACK_MS)}::uuid ${upTo})`
}

/** The least uuid v7 of a millisecond (RFC 9562, 5.7). */
function leastId(at: Date, slackMs: number): string {
  const hex = Math.max(0, at.getTime() + slackMs)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`
}

/**
 * What the owner had at a moment: what they have now, less what has changed it since. So the newest statements, which
 * people open, read least. True within one snapshot.
 */
export async function selectBalanceAt(database: Queryable, ownerId: string, at: Date): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    select (
      coalesce((select sum(credits_micros - debits_micros) from ledger.accounts
                where owner_id = ${ownerId} and kind in ('available', 'held')), 0)
      - coalesce((select sum(e.micros) from ${effects(ownerId, { from: at, until: null })} e), 0)
    )::bigint as micros`.execute(database)
  const [row] = rows
  invariant(row, 'A sum is one row')
  return row.micros
}

/** What the period did, by code. */
export async function selectMovements(database: Queryable, ownerId: string, period: Period): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select e.code, sum(e.micros)::bigint as "amountMicros", count(*)::int as entries
    from ${effects(ownerId, period)} e group by e.code`.execute(database)
  return rows
}

/** Entries of the period, oldest first, from above the place given. */
export async function selectEntries(
  database: Queryable,
  ownerId: string,
  period: Period,
  page: { after: { at: Date; id: string } | null; limit: number },
): Promise<Entry[]> {
  // To the microsecond a time does not fit into a Date, so the place is the row's own.
  const after =
    page.after === null
      ? sql``
      : sql`where (e.at, e.id) > (select created_at, id from ledger.transfers
                                  where owner_id = ${ownerId} and id = ${page.after.id}::uuid)`
  const { rows } = await sql<Entry>`
    select e.id, e.at, e.code, e.description, e.micros as "amountMicros"
    from ${effects(ownerId, period)} e ${after} order by e.at, e.id limit ${page.limit}`.execute(database)
  return rows
}

/** When the first transfer of the owner was posted; null when none was. Index: the primary key. */
export async function selectFirstTransferAt(database: Queryable, ownerId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from ledger.transfers where owner_id = ${ownerId} order by owner_id, id limit 1
  `.execute(database)
  return rows[0]?.at ?? null
}

export async function selectOwner(database: Queryable, ownerId: string): Promise<{ username: string; email: string }> {
  const { rows } = await sql<{ username: string; email: string }>`
    select username, email from users where id = ${ownerId}`.execute(database)
  const [row] = rows
  invariant(row, 'Who asks for a statement exists')
  return row
}
