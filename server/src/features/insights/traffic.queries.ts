// All SQL that reads traffic: of one owner, or with owner null of the whole platform. Every statement leads with the
// owner and a span of time, or with a span of days; none looks at a message.
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../platform/database.ts'
import type { Figures, Reading, Sums } from './insights.rules.ts'

type Row = { at: Date; messages: bigint; segments: bigint; earnedMicros: bigint }

function figuresOf(rows: readonly Row[]): Figures[] {
  return rows.map(({ at, messages, segments, earnedMicros }) => ({
    atMs: at.getTime(),
    messages: Number(messages),
    segments: Number(segments),
    earnedMicros,
  }))
}

const sums = sql`sum(messages)::bigint as messages, sum(segments)::bigint as segments,
  sum(earned_micros)::bigint as "earnedMicros"`

/** The hours of every connection, each by its primary key. */
function platformHours(from: Date, until: Date): RawBuilder<unknown> {
  return sql`(select t.hour, t.messages, t.segments, t.earned_micros from connections c cross join lateral (
    select hour, messages, segments, earned_micros from traffic_connection_hourly
    where connection_id = c.id and hour >= ${from} and hour < ${until}) t)`
}

/** What is not closed, and the parts of days at both ends: by the hour. */
function openHours(ownerId: string | null, { before, after }: Reading): RawBuilder<unknown> {
  const of = ({ from, until }: { from: Date; until: Date }) =>
    ownerId === null
      ? sql`select hour, messages, segments, earned_micros from ${platformHours(from, until)} p`
      : sql`select hour, messages, segments, earned_micros from traffic_hourly
          where owner_id = ${ownerId} and hour >= ${from} and hour < ${until}`
  return sql`${of(before)} union all ${of(after)}`
}

function closedDays(ownerId: string | null, { fromDay, untilDay }: Reading): RawBuilder<unknown> {
  const days = sql`day >= ${fromDay}::date and day < ${untilDay}::date`
  return ownerId === null
    ? sql`traffic_platform_daily where ${days}`
    : sql`traffic_owner_daily where owner_id = ${ownerId} and ${days}`
}

/**
 * By the hour. Index: the primary keys of traffic_owner_daily and traffic_platform_daily, whose rows hold their hours;
 * for what is not closed those of traffic_hourly and traffic_connection_hourly.
 */
export async function selectHours(database: Queryable, ownerId: string | null, reading: Reading): Promise<Figures[]> {
  const { rows } = await sql<Row>`
    select hour as at, ${sums} from (
      select h.hour, h.messages, h.segments, h.earned_micros
      from (select hours, hour_messages, hour_segments, hour_earned_micros from ${closedDays(ownerId, reading)}) d,
        unnest(hours, hour_messages, hour_segments, hour_earned_micros) as h (hour, messages, segments, earned_micros)
      union all ${openHours(ownerId, reading)}
    ) t group by hour`.execute(database)
  return figuresOf(rows)
}

/** By the day of UTC. Index: as above. */
export async function selectDays(database: Queryable, ownerId: string | null, reading: Reading): Promise<Figures[]> {
  const { rows } = await sql<Row>`
    select at, ${sums} from (
      select day::timestamp at time zone 'UTC' as at, messages, segments, earned_micros
      from ${closedDays(ownerId, reading)}
      union all
      select date_trunc('day', hour, 'UTC'), messages, segments, earned_micros
      from (${openHours(ownerId, reading)}) h
    ) t group by at`.execute(database)
  return figuresOf(rows)
}

export type Part = Sums & {
  kind: 'range' | 'country' | 'owner'
  key: string | null
  name: string
  country: string | null
}

/** Ranges and owners that are listed; the rest is in the totals. */
const PARTS_MAX = 50

/**
 * By range, country and (of the platform) owner, the largest first. Index: the primary keys of traffic_daily and
 * traffic_hourly; of the platform traffic_daily_by_day, which holds all that is read, and traffic_hourly_by_hour.
 */
export async function selectParts(database: Queryable, ownerId: string | null, reading: Reading): Promise<Part[]> {
  const { fromDay, untilDay, before, after } = reading
  const columns = sql`owner_id, range_id, messages, segments, earned_micros`
  const ofOwner = ownerId === null ? sql`` : sql`owner_id = ${ownerId} and`
  const byOwner =
    ownerId === null
      ? sql`union all (
          select 'owner', s.owner_id::text, u.username, null, ${sums} from sums s join users u on u.id = s.owner_id
          group by s.owner_id, u.username order by 5 desc, 3 limit ${PARTS_MAX})`
      : sql``
  const { rows } = await sql<Omit<Part, keyof Sums> & Omit<Row, 'at'>>`
    with sums as (
      select owner_id, range_id, sum(messages) as messages, sum(segments) as segments,
        sum(earned_micros) as earned_micros
      from (
        select ${columns} from traffic_daily
        where ${ofOwner} day >= ${fromDay}::date and day < ${untilDay}::date
        union all select ${columns} from traffic_hourly
        where ${ofOwner} hour >= ${before.from} and hour < ${before.until}
        union all select ${columns} from traffic_hourly
        where ${ofOwner} hour >= ${after.from} and hour < ${after.until}
      ) t group by owner_id, range_id
    )
    (select 'range' as kind, s.range_id::text as key, r.name, r.country, ${sums}
     from sums s join ranges r on r.id = s.range_id
     group by s.range_id, r.name, r.country order by 5 desc, 3 limit ${PARTS_MAX})
    union all
    (select 'country', r.country, '', r.country, ${sums} from sums s join ranges r on r.id = s.range_id
     group by r.country order by 5 desc limit 300)
    ${byOwner}`.execute(database)
  return rows.map(({ messages, segments, ...row }) => ({
    ...row,
    messages: Number(messages),
    segments: Number(segments),
  }))
}
