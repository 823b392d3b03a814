// All SQL that makes the figures by day from those by the hour. Whoever writes them holds the one row of
// traffic_days_closed to the end of their transaction, so that two never count the same day at once and a late hour is
// either in what the other reads or counted again after it.
import { sql, type RawBuilder } from 'kysely'
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

/** The first day from this one on with an hour of traffic, or null. Index: traffic_hourly_by_hour, its next entry. */
export async function selectFirstDay(database: Queryable, from: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(min(hour) at time zone 'UTC', 'YYYY-MM-DD') as day from traffic_hourly
    where hour >= ${midnight(sql`${from}::date`)}`.execute(database)
  return rows[0]?.day ?? null
}

const midnight = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'UTC'`

/** The hours of the days from..through of every owner, by traffic_hourly_by_hour. */
function hoursOfAll(from: string, through: string): RawBuilder<unknown> {
  return sql`select owner_id, range_id, hour, messages, segments, earned_micros from traffic_hourly
    where hour >= ${midnight(sql`${from}::date`)} and hour < ${midnight(sql`${through}::date + 1`)}`
}

/** The hours of single days of one owner, by the primary key of traffic_hourly. */
function hoursOfOwner(ownerId: string, days: readonly string[]): RawBuilder<unknown> {
  return sql`select h.owner_id, h.range_id, h.hour, h.messages, h.segments, h.earned_micros
    from unnest(${days}::date[]) as day
    join traffic_hourly h on h.owner_id = ${ownerId} and h.hour >= ${midnight(sql`day`)}
      and h.hour < ${midnight(sql`day + 1`)}`
}

const day = sql`(hour at time zone 'UTC')::date`
const isOther = sql`(d.messages, d.segments, d.earned_micros)
  is distinct from (excluded.messages, excluded.segments, excluded.earned_micros)`
const setSums = sql`messages = excluded.messages, segments = excluded.segments,
  earned_micros = excluded.earned_micros`
/** Sums of hours that are one row each, and the hours themselves, which belong together by place. */
const hourColumns = sql`sum(messages), sum(segments), sum(earned_micros), array_agg(hour order by hour),
  array_agg(messages order by hour), array_agg(segments order by hour), array_agg(earned_micros order by hour)`
const sumsOfHour = sql`sum(messages)::bigint as messages, sum(segments)::bigint as segments,
  sum(earned_micros)::bigint as earned_micros`
const hourArrays = sql`hours, hour_messages, hour_segments, hour_earned_micros`
const setHours = sql`${setSums}, hours = excluded.hours, hour_messages = excluded.hour_messages,
  hour_segments = excluded.hour_segments, hour_earned_micros = excluded.hour_earned_micros`
/** One hour may have given what another took, so the hours are looked at too. */
const hasOtherHours = sql`(d.hour_messages, d.hour_segments, d.hour_earned_micros, d.hours) is distinct from
  (excluded.hour_messages, excluded.hour_segments, excluded.hour_earned_micros, excluded.hours)`

/**
 * Writes the days of these hours, by range and over all ranges; a row that says so already is left alone. In key order,
 * as every writer of the tables.
 * @returns how many rows by range were new or other than before
 */
async function writeDays(transaction: DatabaseTransaction, hours: RawBuilder<unknown>): Promise<bigint> {
  const { numAffectedRows } = await sql`
    insert into traffic_daily as d (owner_id, day, range_id, messages, segments, earned_micros)
    select owner_id, ${day}, range_id, sum(messages), sum(segments), sum(earned_micros)
    from (${hours}) h group by 1, 2, 3 order by 1, 2, 3
    on conflict (owner_id, day, range_id) do update set ${setSums} where ${isOther}`.execute(transaction)
  await sql`
    insert into traffic_owner_daily as d (owner_id, day, messages, segments, earned_micros, ${hourArrays})
    select owner_id, ${day}, ${hourColumns}
    from (select owner_id, hour, ${sumsOfHour} from (${hours}) h group by owner_id, hour) t
    group by 1, 2 order by 1, 2
    on conflict (owner_id, day) do update set ${setHours} where ${hasOtherHours}`.execute(transaction)
  return numAffectedRows ?? 0n
}

/** Counts the days from..through of every owner again. */
export async function countDays(transaction: DatabaseTransaction, from: string, through: string): Promise<bigint> {
  return await writeDays(transaction, hoursOfAll(from, through))
}

/** Counts single days of one owner again. */
export async function countOwnerDays(
  transaction: DatabaseTransaction,
  ownerId: string,
  days: readonly string[],
): Promise<void> {
  await writeDays(transaction, hoursOfOwner(ownerId, days))
}

/**
 * Counts days of the whole platform again, from what its connections received. A day without traffic gets no row.
 * Index: the primary key of traffic_connection_hourly, once a connection and day.
 */
export async function countPlatformDays(transaction: DatabaseTransaction, days: readonly string[]): Promise<void> {
  await sql`
    insert into traffic_platform_daily as d (day, messages, segments, earned_micros, ${hourArrays})
    select day, ${hourColumns}
    from (
      select day, t.hour, ${sumsOfHour}
      from unnest(${days}::date[]) as day
      cross join connections c
      cross join lateral (
        select hour, messages, segments, earned_micros from traffic_connection_hourly
        where connection_id = c.id and hour >= ${midnight(sql`day`)} and hour < ${midnight(sql`day + 1`)}
      ) t group by day, t.hour
    ) h
    group by day order by day
    on conflict (day) do update set ${setHours} where ${hasOtherHours}`.execute(transaction)
}
