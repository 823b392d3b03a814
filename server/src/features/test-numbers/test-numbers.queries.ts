// All SQL of test numbers. Numbers are not rows: they are counted out of their ranges, never more than a page of them.
// What arrived is read by owner and place, from a place on, within a bound.
import { sql, type RawBuilder } from 'kysely'
import type { DatabaseTransaction, Queryable } from '../../platform/database.ts'

export type TestNumberRow = {
  number: bigint
  rangeId: string
  rangeName: string
  rangeNumbers: bigint
  country: string | null
  isActive: boolean
  lastReceivedAt: Date | null
  /** Who owns the range now; null: nobody. */
  ownerId: string | null
}

export type TestNumberFilter = {
  rangeId: string | null
  /** For ILIKE on the range's name. */
  pattern: string | null
  /** The first and the last number that begin with what was searched, for each length that a number can have. */
  spans: readonly { first: bigint; last: bigint }[]
}

const facts = sql`
  r.id as "rangeId", r.name as "rangeName", upper(r.numbers) - lower(r.numbers) as "rangeNumbers", r.country,
  r.status = 'active' as "isActive", t.last_received_at as "lastReceivedAt", o.owner_id as "ownerId"`
const joined = sql`
  left join range_totals t on t.range_id = r.id
  left join range_owners o on o.range_id = r.id and upper_inf(o.during)`

/**
 * A page of numbers in their order. Index: ranges_for_tests, in its order; each range gives at most a page, and no more
 * than a page of ranges is looked at, because each has a number.
 */
export async function selectTestNumbers(
  database: Queryable,
  filter: TestNumberFilter,
  page: { after: bigint; limit: number },
): Promise<TestNumberRow[]> {
  const { after, limit } = page
  const { rows } = await sql<TestNumberRow>`
    with found as (
      select r.id, greatest(lower(s.numbers), ${after}::bigint + 1) as first, upper(s.numbers) - 1 as last
      from ranges r cross join lateral (${searched(filter)}) s (numbers)
      where r.is_test and not isempty(s.numbers) and upper(s.numbers) > ${after}::bigint + 1 ${ofRange(filter.rangeId)}
      order by lower(s.numbers) limit ${limit}
    )
    select n.number, ${facts}
    from found f
    cross join lateral generate_series(f.first, least(f.last, f.first + ${limit}::bigint - 1)) as n (number)
    join ranges r on r.id = f.id ${joined}
    order by n.number limit ${limit}`.execute(database)
  return rows
}

function ofRange(rangeId: string | null): RawBuilder<unknown> {
  return rangeId === null ? sql`` : sql`and r.id = ${rangeId}`
}

/** The numbers of a range that are asked for: all where its name fits, else those within the spans. */
function searched({ pattern, spans }: TestNumberFilter): RawBuilder<unknown> {
  if (pattern === null) return sql`select r.numbers`
  const byName = sql`select r.numbers where r.name ilike ${pattern}`
  if (spans.length === 0) return byName
  const parts = spans.map(
    ({ first, last }) => sql`select r.numbers * int8range(${first}::bigint, ${last}::bigint, '[]')
      where not (r.name ilike ${pattern})`,
  )
  return sql`${byName} union all ${sql.join(parts, sql` union all `)}`
}

/** The test number, or null when the number lies in no test range. Index: ranges_do_not_overlap. */
export async function selectTestNumber(database: Queryable, number: bigint): Promise<TestNumberRow | null> {
  const { rows } = await sql<TestNumberRow>`
    select ${number}::bigint as number, ${facts} from ranges r ${joined}
    where r.is_test and r.numbers @> ${number}::bigint`.execute(database)
  return rows[0] ?? null
}

/** The newest place of an inbox, in microseconds since 1970; 0 for an empty one. Primary key. */
export async function selectNewestPlace(database: Queryable, ownerId: string): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    select (extract(epoch from last_landed_at) * 1000000)::bigint as micros from inboxes
    where owner_id = ${ownerId}`.execute(database)
  return rows[0]?.micros ?? 0n
}

export type LandedRow = {
  ownerId: string
  landedAtMicros: bigint
  receivedAt: Date
  sender: string
  recipient: bigint
  content: string | null
  segments: number
  flags: number
  providerId: string | null
}

/**
 * What landed on a test number after a place, newest first. Only what landed as a test (bit 2 of flags): what a range
 * received before it became one is its owner's alone. Primary key, by owner and place; looks at a bounded number.
 */
export async function selectLandedSince(
  database: Queryable,
  asked: { ownerId: string; rangeId: string; number: bigint; since: bigint; until: bigint; limit: number },
): Promise<LandedRow[]> {
  const { rows } = await sql<LandedRow>`
    select m.owner_id as "ownerId", (extract(epoch from m.landed_at) * 1000000)::bigint as "landedAtMicros",
      m.received_at as "receivedAt", m.sender, m.recipient, m.content, m.segments, m.flags,
      m.provider_id as "providerId"
    from (select * from messages
      where owner_id = ${asked.ownerId} and landed_at > ${instantOf(asked.since)}
        and landed_at <= ${instantOf(asked.until)}
      order by landed_at desc limit ${sql.lit(LOOK_MAX)}) m
    where m.range_id = ${asked.rangeId} and m.recipient = ${asked.number} and m.flags & 2 <> 0
    order by m.landed_at desc limit ${asked.limit}`.execute(database)
  return rows
}

const LOOK_MAX = 20_000

function instantOf(micros: bigint): RawBuilder<unknown> {
  return sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`
}

export type WayRow = { id: string; name: string; carrierId: string; carrierName: string }

/** Active HTTP connections, by carrier and name. Connections are some hundreds at most. */
export async function selectWays(database: Queryable): Promise<WayRow[]> {
  const { rows } = await sql<WayRow>`
    select x.id, x.name, c.id as "carrierId", c.name as "carrierName"
    from connections x join carriers c on c.id = x.carrier_id
    where x.kind = 'http' and x.status = 'active' and c.status = 'active'
    order by lower(c.name), lower(x.name), x.id limit 200`.execute(database)
  return rows
}

/** How many a user has sent in an hour. Primary key. */
export async function selectInjected(database: Queryable, userId: string, hour: Date): Promise<number> {
  const { rows } = await sql<{ messages: number }>`
    select messages from test_injections where user_id = ${userId} and hour = ${hour}`.execute(database)
  return rows[0]?.messages ?? 0
}

/**
 * Counts one more, unless that would be too many: two requests at once cannot both take the last place.
 * @returns how many it makes, or null
 */
export async function countInjection(
  transaction: DatabaseTransaction,
  asked: { userId: string; hour: Date; most: number },
): Promise<number | null> {
  const { rows } = await sql<{ messages: number }>`
    insert into test_injections as t (user_id, hour, messages) values (${asked.userId}, ${asked.hour}, 1)
    on conflict (user_id, hour) do update set messages = t.messages + 1 where t.messages < ${asked.most}
    returning messages`.execute(transaction)
  return rows[0]?.messages ?? null
}

/** Hours that no quota asks for any more. */
export async function pruneInjections(database: Queryable, before: Date): Promise<void> {
  await sql`delete from test_injections where hour < ${before}`.execute(database)
}
