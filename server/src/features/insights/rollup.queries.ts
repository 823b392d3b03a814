// All SQL that makes the figures by day from those by the hour. Whoever writes them holds the one row of
// traffic_days_closed to the end of their transaction, so that two never count the same day at once and a late hour is
// either in what the other reads or counted again after it.
import { sql } from 'kysely'
import type { DatabaseTransaction, Queryable } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'

/** The last closed day, 'YYYY-MM-DD'. By the only row. */
export async function selectClosedThrough(database: Queryable): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select closed_through::text as day from traffic_days_closed`.execute(database)
  return dayOf(rows)
}

/** The same, locked to the end of the transaction: nobody else closes or counts a day meanwhile. */
export async function lockClosedThrough(transaction: DatabaseTransaction): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select closed_through::text as day from traffic_days_closed for no key update`.execute(transaction)
  return dayOf(rows)
}

function dayOf([row]: { day: string }[]): string {
  invariant(row, 'traffic_days_closed has its one row')
  return row.day
}

/** Under the lock. */
export async function moveClosedThrough(transaction: DatabaseTransaction, day: string): Promise<void> {
  await sql`update traffic_days_closed set closed_through = ${day}::date, closed_at = now()`.execute(transaction)
}

/** The day of the oldest hour, or null before the first message. Index: traffic_hourly_by_hour, its first entry. */
export async function selectOldestDay(database: Queryable): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(min(hour) at time zone 'UTC', 'YYYY-MM-DD') as day from traffic_hourly`.execute(database)
  return rows[0]?.day ?? null
}

/**
 * Counts the days from..through of every owner again; a row that says so already is left alone. Index:
 * traffic_hourly_by_hour, the hours of these days. In key order, as every writer of the table.
 * @returns how many rows were new or other than before
 */
export async function countDays(transaction: DatabaseTransaction, from: string, through: string): Promise<bigint> {
  const { numAffectedRows } = await sql`
    insert into traffic_daily as d (owner_id, day, range_id, messages, segments, earned_micros)
    select owner_id, (hour at time zone 'UTC')::date, range_id, sum(messages), sum(segments), sum(earned_micros)
    from traffic_hourly
    where hour >= (${from}::date)::timestamp at time zone 'UTC'
      and hour < (${through}::date + 1)::timestamp at time zone 'UTC'
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (owner_id, day, range_id) do update set messages = excluded.messages, segments = excluded.segments,
      earned_micros = excluded.earned_micros
    where (d.messages, d.segments, d.earned_micros)
      is distinct from (excluded.messages, excluded.segments, excluded.earned_micros)`.execute(transaction)
  return numAffectedRows ?? 0n
}

/** The same for single days of one owner. Index: the primary key of traffic_hourly, by owner and hour. */
export async function countOwnerDays(
  transaction: DatabaseTransaction,
  ownerId: string,
  days: readonly string[],
): Promise<void> {
  await sql`
    insert into traffic_daily as d (owner_id, day, range_id, messages, segments, earned_micros)
    select h.owner_id, day, h.range_id, sum(h.messages), sum(h.segments), sum(h.earned_micros)
    from unnest(${days}::date[]) as day
    join traffic_hourly h on h.owner_id = ${ownerId} and h.hour >= day::timestamp at time zone 'UTC'
      and h.hour < (day + 1)::timestamp at time zone 'UTC'
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (owner_id, day, range_id) do update set messages = excluded.messages, segments = excluded.segments,
      earned_micros = excluded.earned_micros
    where (d.messages, d.segments, d.earned_micros)
      is distinct from (excluded.messages, excluded.segments, excluded.earned_micros)`.execute(transaction)
}

/**
 * Counts days of the whole platform again, from what its connections received. A day without traffic gets no row.
 * Index: the primary key of traffic_connection_hourly, once a connection.
 */
export async function countPlatformDays(transaction: DatabaseTransaction, days: readonly string[]): Promise<void> {
  await sql`
    insert into traffic_platform_daily as d (day, messages, segments, earned_micros)
    select day, sum(t.messages), sum(t.segments), sum(t.earned_micros)
    from unnest(${days}::date[]) as day
    cross join connections c
    cross join lateral (
      select messages, segments, earned_micros from traffic_connection_hourly
      where connection_id = c.id and hour >= day::timestamp at time zone 'UTC'
        and hour < (day + 1)::timestamp at time zone 'UTC'
    ) t
    group by day order by day
    on conflict (day) do update set messages = excluded.messages, segments = excluded.segments,
      earned_micros = excluded.earned_micros
    where (d.messages, d.segments, d.earned_micros)
      is distinct from (excluded.messages, excluded.segments, excluded.earned_micros)`.execute(transaction)
}
