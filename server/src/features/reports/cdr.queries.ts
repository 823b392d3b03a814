// All SQL of the CDR report. Guarantees that nothing is counted over messages: groups are sums of rollups, by day of
// UTC where days are closed and by the hour elsewhere, and lines by message walk one owner's places. Which rollup
// answers which grouping is decided here; how long a period may be, in request.rules.ts.
import { sql, type RawBuilder } from 'kysely'
import { invariant } from '../../platform/invariant.ts'
import type { Queryable } from '../../platform/database.ts'
import { readsSenders, type FixedCdr } from './request.rules.ts'

export type CdrSums = { messages: bigint; segments: bigint; earnedMicros: bigint }
export type CdrGroupRow = CdrSums & { key: string; label: string; detail: string | null }
export type CdrGroups = { groups: CdrGroupRow[]; totals: CdrSums; groupCount: number }

/** What the rollups by day reach; later days are read by the hour. By its only row. */
async function selectClosedThrough(database: Queryable): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(closed_through, 'YYYY-MM-DD') as day from traffic_days_closed`.execute(database)
  return rows[0]?.day ?? '1970-01-01'
}

/** Whom a range belonged to in a period: whose hours hold its traffic. By range_owners_one_at_a_time. */
export async function selectRangeOwners(database: Queryable, rangeId: string): Promise<string[]> {
  const { rows } = await sql<{ ownerId: string }>`
    select distinct owner_id as "ownerId" from range_owners where range_id = ${rangeId}`.execute(database)
  return rows.map((row) => row.ownerId)
}

/**
 * Groups in the order of a report, at most `limit`, with the sums and the number of all of them. Days in their order,
 * everything else by what it earned.
 */
export async function selectGroups(database: Queryable, cdr: FixedCdr, limit: number): Promise<CdrGroups> {
  const source = await sourceOf(database, cdr)
  const order = cdr.groupBy === 'day' ? sql`g.key` : sql`g.earned desc, g.messages desc, g.key`
  const { rows } = await sql<CdrGroupRow & { all: [string, string, string, string] }>`
    with g as materialized (
      select s.key, sum(s.messages)::bigint as messages, sum(s.segments)::bigint as segments,
        sum(s.earned_micros)::bigint as earned
      from (${source}) s group by s.key
    ), shown as (select * from g order by ${order} limit ${limit}), sums as (
      select array[count(*), coalesce(sum(messages), 0), coalesce(sum(segments), 0),
        coalesce(sum(earned), 0)]::text[] as all
      from g
    )
    select sums.all, g.key, g.messages, g.segments, g.earned as "earnedMicros", ${namesOf(cdr)}
    from sums left join shown g on true ${joinOf(cdr)} order by ${order}`.execute(database)
  const [first] = rows
  invariant(first, 'A sum without groups is one row')
  const [count, messages, segments, earned] = first.all
  return {
    groups: rows.filter((row) => row.key !== null),
    totals: { messages: BigInt(messages), segments: BigInt(segments), earnedMicros: BigInt(earned) },
    groupCount: Number(count),
  }
}

/** Messages of a period from rollups: what an export by message may be about. */
export async function sumMessages(database: Queryable, cdr: FixedCdr): Promise<CdrSums> {
  return (await selectGroups(database, { ...cdr, groupBy: cdr.ownerId === null ? 'day' : 'range', zone: 'UTC' }, 0))
    .totals
}

function namesOf({ groupBy }: FixedCdr): RawBuilder<unknown> {
  if (groupBy === 'range') {
    return sql`coalesce(r.name, '') as label, r.prefix || r.start_number || ' - ' || r.prefix || r.end_number as detail`
  }
  if (groupBy === 'user') return sql`coalesce(u.username, '') as label, null as detail`
  if (groupBy === 'carrier') return sql`coalesce(c.name, '') as label, null as detail`
  return sql`coalesce(g.key, '') as label, null as detail`
}

function joinOf({ groupBy }: FixedCdr): RawBuilder<unknown> {
  if (groupBy === 'range') return sql`left join ranges r on r.id::text = g.key`
  if (groupBy === 'user') return sql`left join users u on u.id::text = g.key`
  if (groupBy === 'carrier') return sql`left join carriers c on c.id::text = g.key`
  return sql``
}

/** Rows of (key, messages, segments, earned_micros), one or many a key. */
async function sourceOf(database: Queryable, cdr: FixedCdr): Promise<RawBuilder<unknown>> {
  if (readsSenders(cdr)) return sendersOf(cdr)
  if (cdr.groupBy === 'carrier') return carriersOf(cdr)
  const closedThrough = await selectClosedThrough(database)
  if (cdr.groupBy === 'day' && cdr.ownerId === null && cdr.rangeId === null) return platformDaysOf(cdr, closedThrough)
  const owners = cdr.rangeId === null ? null : await selectRangeOwners(database, cdr.rangeId)
  return trafficOf(cdr, closedThrough, owners)
}

/**
 * By the primary key of traffic_sender_daily for one owner, by traffic_sender_daily_by_sender for everybody's of one
 * sender; days of the period as days of UTC.
 */
function sendersOf({ groupBy, ownerId, sender, period }: FixedCdr): RawBuilder<unknown> {
  const keys = { day: sql`to_char(day, 'YYYY-MM-DD')`, user: sql`owner_id::text` } as Partial<
    Record<string, RawBuilder<unknown>>
  >
  return sql`select ${keys[groupBy] ?? sql`sender`} as key, messages, segments, earned_micros
    from traffic_sender_daily where day between ${period.firstDay}::date and ${period.lastDay}::date
      ${ownerId === null ? sql`` : sql`and owner_id = ${ownerId}`}
      ${sender === null ? sql`` : sql`and sender = ${sender}`}`
}

/** By the primary key of traffic_connection_hourly: connections are few, and each is one walk. */
function carriersOf({ period }: FixedCdr): RawBuilder<unknown> {
  return sql`select c.carrier_id::text as key, t.messages, t.segments, t.earned_micros
    from connections c join traffic_connection_hourly t on t.connection_id = c.id
      and t.hour >= ${period.from} and t.hour < ${period.until}`
}

type Split = { dayFrom: string; dayUntil: string; hours: [Date, Date][] }

/** Closed days of UTC that lie wholly in a period, and the hours around them. */
function splitOf({ from, until }: { from: Date; until: Date }, closedThrough: string): Split {
  const dayMs = 86_400_000
  const firstMs = Math.ceil(from.getTime() / dayMs) * dayMs
  const closedMs = Date.parse(`${closedThrough}T00:00:00Z`) + dayMs
  const lastMs = Math.min(Math.floor(until.getTime() / dayMs) * dayMs, closedMs)
  if (lastMs <= firstMs) return { dayFrom: '', dayUntil: '', hours: [[from, until]] }
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const hours: [Date, Date][] = [
    [from, new Date(firstMs)],
    [new Date(lastMs), until],
  ]
  return { dayFrom: day(firstMs), dayUntil: day(lastMs), hours: hours.filter(([start, end]) => start < end) }
}

/** Everybody's days. traffic_platform_daily by its key, hours by the connections, which are few. */
function platformDaysOf({ zone, period }: FixedCdr, closedThrough: string): RawBuilder<unknown> {
  const split = zone === 'UTC' ? splitOf(period, closedThrough) : splitOf(period, '1970-01-01')
  const hours = split.hours.map(
    ([start, end]) => sql`select ${dayKey(zone)} as key, t.messages, t.segments, t.earned_micros
      from connections c join traffic_connection_hourly t on t.connection_id = c.id
        and t.hour >= ${start} and t.hour < ${end}`,
  )
  const days = sql`select to_char(day, 'YYYY-MM-DD') as key, messages, segments, earned_micros
    from traffic_platform_daily where day >= ${split.dayFrom}::date and day < ${split.dayUntil}::date`
  return sql.join(split.dayFrom === '' ? hours : [days, ...hours], sql` union all `)
}

/** The local day in which an hour of UTC begins. */
function dayKey(zone: string): RawBuilder<unknown> {
  return sql`to_char(t.hour at time zone ${zone}, 'YYYY-MM-DD')`
}

/**
 * Owners' traffic by range. One owner: by the primary keys of traffic_daily and traffic_hourly; everybody: by
 * traffic_daily_by_day and traffic_hourly_by_hour.
 */
function trafficOf(cdr: FixedCdr, closedThrough: string, rangeOwners: string[] | null): RawBuilder<unknown> {
  const { groupBy, zone, period, ownerId, rangeId } = cdr
  const isByLocalDay = groupBy === 'day' && zone !== 'UTC'
  const split = splitOf(period, isByLocalDay ? '1970-01-01' : closedThrough)
  const owners = ownerId === null ? rangeOwners : [ownerId]
  const whose = sql`${owners === null ? sql`` : sql`and t.owner_id = any(${owners}::uuid[])`}
    ${rangeId === null ? sql`` : sql`and t.range_id = ${rangeId}`}`
  const join = groupBy === 'country' ? sql`join ranges r on r.id = t.range_id` : sql``
  const keys = { country: sql`coalesce(r.country, '')`, user: sql`t.owner_id::text` } as Partial<
    Record<string, RawBuilder<unknown>>
  >
  const keyOf = (day: RawBuilder<unknown>) => (groupBy === 'day' ? day : (keys[groupBy] ?? sql`t.range_id::text`))
  const hours = split.hours.map(
    ([start, end]) => sql`select ${keyOf(dayKey(zone))} as key, t.messages, t.segments, t.earned_micros
      from traffic_hourly t ${join} where t.hour >= ${start} and t.hour < ${end} ${whose}`,
  )
  const days = sql`select ${keyOf(sql`to_char(t.day, 'YYYY-MM-DD')`)} as key, t.messages, t.segments, t.earned_micros
    from traffic_daily t ${join} where t.day >= ${split.dayFrom}::date and t.day < ${split.dayUntil}::date ${whose}`
  return sql.join(split.dayFrom === '' ? hours : [days, ...hours], sql` union all `)
}

/**
 * Up to where senders of one owner are counted; null: nothing landed, or nothing is counted yet. By the primary key.
 */
export async function selectDigestedThrough(database: Queryable, ownerId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select digested_through as at from message_digests where owner_id = ${ownerId}`.execute(database)
  return rows[0]?.at ?? null
}

/** Whether a range is or was somebody's. By range_owners_one_at_a_time. */
export async function ownedRangeExists(database: Queryable, rangeId: string, ownerId: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from ranges r where r.id = ${rangeId} and (${ownerId}::uuid is null
      or exists (select from range_owners o where o.range_id = r.id and o.owner_id = ${ownerId}))`.execute(database)
  return rows.length > 0
}

// ── one line a message ──────────────────────────────────────────────────────────────────────────────────────────────

export type CdrMessageRow = {
  landedAtMicros: bigint
  receivedAt: Date
  sender: string
  recipient: bigint
  rangeName: string | null
  country: string | null
  segments: number
  flags: number
  rateMicros: bigint
  earnedMicros: bigint
  carrier: string | null
  connection: string | null
}

/** The next owner with an inbox after one, in the order of their ids. By the primary key of inboxes. */
export async function selectNextOwner(
  database: Queryable,
  after: string | null,
): Promise<{ ownerId: string; username: string } | null> {
  const { rows } = await sql<{ ownerId: string; username: string }>`
    select i.owner_id as "ownerId", u.username from inboxes i join users u on u.id = i.owner_id
    where ${after === null ? sql`true` : sql`i.owner_id > ${after}`} order by i.owner_id limit 1`.execute(database)
  return rows[0] ?? null
}

export async function selectUsername(database: Queryable, ownerId: string): Promise<string | null> {
  const { rows } = await sql<{ username: string }>`select username from users where id = ${ownerId}`.execute(database)
  return rows[0]?.username ?? null
}

/**
 * Looks at the newest `lookAtMost` messages of a span of places and gives those that match, newest first. The inner
 * query walks the primary key and stops there, whatever the filter.
 * @returns `oldestMicros` the place down to which everything was looked at; null when nothing was left
 */
export async function lookAtCdr(
  database: Queryable,
  asked: {
    ownerId: string
    /** Places as timestamps with microseconds: from inclusive, before exclusive. */
    from: string
    before: string
    receivedFrom: Date
    receivedUntil: Date
    rangeId: string | null
    sender: string | null
  },
  lookAtMost: number,
): Promise<{ rows: CdrMessageRow[]; looked: number; oldestMicros: bigint | null }> {
  const conditions = [
    sql`l.received_at >= ${asked.receivedFrom}`,
    sql`l.received_at < ${asked.receivedUntil}`,
    ...(asked.rangeId === null ? [] : [sql`l.range_id = ${asked.rangeId}`]),
    ...(asked.sender === null ? [] : [sql`l.sender = ${asked.sender}`]),
  ]
  const { rows } = await sql<CdrMessageRow & { looked: bigint; oldestMicros: bigint | null }>`
    with looked as materialized (
      select landed_at, received_at, range_id, connection_id, sender, recipient, segments, flags, rate_micros,
        earned_micros
      from messages where owner_id = ${asked.ownerId} and landed_at >= ${asked.from}::timestamptz
        and landed_at < ${asked.before}::timestamptz
      order by landed_at desc limit ${lookAtMost}
    )
    select s.looked, (extract(epoch from s.oldest) * 1000000)::bigint as "oldestMicros",
      (extract(epoch from m.landed_at) * 1000000)::bigint as "landedAtMicros", m.received_at as "receivedAt", m.sender,
      m.recipient, m.segments, m.flags, m.rate_micros as "rateMicros", m.earned_micros as "earnedMicros",
      r.name as "rangeName", r.country, c.name as connection, k.name as carrier
    from (select count(*) as looked, min(landed_at) as oldest from looked) s
    left join (select * from looked l where ${sql.join(conditions, sql` and `)}) m on true
    left join ranges r on r.id = m.range_id
    left join connections c on c.id = m.connection_id left join carriers k on k.id = c.carrier_id
    order by m.landed_at desc`.execute(database)
  const [first] = rows
  invariant(first, 'A count without groups is one row')
  const found = rows.filter((row) => row.landedAtMicros !== null)
  return { rows: found, looked: Number(first.looked), oldestMicros: first.oldestMicros }
}
