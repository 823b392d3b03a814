// All SQL that reads traffic to judge it. It writes nothing of traffic. Every read is bounded: by the hour's index, by
// one owner's hours of two weeks, or by a number of rows.
import { sql } from 'kysely'
import type { DatabaseTransaction, Queryable } from '../../platform/database.ts'

/** Rows of an owner's hour that a sample looks through, and messages that it takes. */
const ROWS_LOOKED_THROUGH_MAX = 50_000
const SAMPLE_MAX = 5_000

/**
 * The last judged hour, locked until the transaction ends, so that two processes never judge at once; null for the
 * second one, which has nothing to do.
 */
export async function lockProgress(transaction: DatabaseTransaction, startAt: Date): Promise<Date | null> {
  await sql`
    insert into integrity_progress (last_hour) values (${startAt}) on conflict (singleton) do nothing
  `.execute(transaction)
  const { rows } = await sql<{ lastHour: Date }>`
    select last_hour as "lastHour" from integrity_progress for no key update skip locked`.execute(transaction)
  return rows[0]?.lastHour ?? null
}

export async function saveProgress(transaction: DatabaseTransaction, lastHour: Date): Promise<void> {
  await sql`update integrity_progress set last_hour = ${lastHour} where last_hour < ${lastHour}`.execute(transaction)
}

export type BusyHour = {
  ownerId: string
  rangeId: string
  messages: bigint
  earnedMicros: bigint
  rangeCreatedAt: Date
  numbers: bigint
}

/** Ranges that had at least so many messages in this hour; test ranges earn nothing. Index: traffic_hourly_by_hour. */
export async function selectBusyHours(database: Queryable, hour: Date, messagesMin: number): Promise<BusyHour[]> {
  const { rows } = await sql<BusyHour>`
    select t.owner_id as "ownerId", t.range_id as "rangeId", t.messages, t.earned_micros as "earnedMicros",
           r.created_at as "rangeCreatedAt", upper(r.numbers) - lower(r.numbers) as numbers
    from traffic_hourly t join ranges r on r.id = t.range_id
    where t.hour = ${hour} and t.messages >= ${messagesMin} and t.earned_micros > 0
    order by t.owner_id, t.range_id limit 10000`.execute(database)
  return rows
}

export type Baseline = { medianMessages: number | null; hoursBefore: bigint; earnedInDayMicros: bigint }

/** The range's own hours in the two weeks before, and what it earned in the day up to this hour. Index: primary key. */
export async function selectBaseline(
  database: Queryable,
  key: { ownerId: string; rangeId: string; hour: Date },
): Promise<Baseline> {
  const { ownerId, rangeId, hour } = key
  const { rows } = await sql<Baseline>`
    select percentile_disc(0.5) within group (order by messages) filter (where hour < ${hour})::float8
             as "medianMessages",
           count(*) filter (where hour < ${hour}) as "hoursBefore",
           coalesce(sum(earned_micros) filter (where hour > ${hour}::timestamptz - interval '1 day'), 0)::bigint
             as "earnedInDayMicros"
    from traffic_hourly
    where owner_id = ${ownerId} and range_id = ${rangeId}
      and hour >= ${hour}::timestamptz - interval '14 days' and hour <= ${hour}`.execute(database)
  return rows[0] ?? { medianMessages: null, hoursBefore: 0n, earnedInDayMicros: 0n }
}

export type SampleRow = { sender: string; recipient: bigint; textDigest: string | null }

/** The newest messages of a range that landed in this hour, in order of arrival. Index: the primary key. */
export async function selectSample(
  database: Queryable,
  key: { ownerId: string; rangeId: string; hour: Date },
): Promise<SampleRow[]> {
  const { ownerId, rangeId, hour } = key
  const { rows } = await sql<SampleRow>`
    select sender, recipient, case when content is null then null else md5(content) end as "textDigest"
    from (
      select * from (
        select landed_at, range_id, sender, recipient, content from messages
        where owner_id = ${ownerId} and landed_at >= ${hour} and landed_at < ${hour}::timestamptz + interval '1 hour'
        order by landed_at desc limit ${ROWS_LOOKED_THROUGH_MAX}
      ) looked where range_id = ${rangeId} order by landed_at desc limit ${SAMPLE_MAX}
    ) sampled order by landed_at`.execute(database)
  return rows
}
