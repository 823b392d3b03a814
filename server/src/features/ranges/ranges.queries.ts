// All SQL of the ranges slice except the routing table's (routing.queries.ts). "The owner of a range" is always the
// open period; periods are only ever opened at the present, so there is no other current one.
import { sql, type RawBuilder } from 'kysely'
import type { DatabaseTransaction, Queryable } from '../../platform/database.ts'

export type RangeRow = {
  id: string
  name: string
  /** lower(name) as the database says it: the order of lists. */
  sortName: string
  prefix: string
  startNumber: string
  endNumber: string
  totalNumbers: bigint
  usedNumbers: bigint
  messages: bigint
  earnedMicros: bigint
  isActive: boolean
  isTest: boolean
  country: string | null
  createdAt: Date
  lastReceivedAt: Date | null
  ownerId: string | null
  ownerUsername: string | null
  ownerEmail: string | null
  rateMicros: bigint | null
  version: bigint
}

export type RangeFilter = {
  /** Only ranges that this user owns now, with what they received under this user; null: all. */
  viewerId: string | null
  ownerId: string | null
  status: string | null
  /** For LIKE. */
  pattern: string | null
  digits: string | null
}

/**
 * A page of ranges by name. Index ranges_by_name (lower(name), id) gives order and start; owners, rates and totals
 * are read by key for the rows of the page only.
 */
export async function selectRanges(
  database: Queryable,
  filter: RangeFilter,
  page: { after: { name: string; rangeId: string } | null; limit: number },
): Promise<RangeRow[]> {
  const { after } = page
  const following = after ? sql`and (lower(r.name), r.id) > (${after.name}, ${after.rangeId}::uuid)` : sql``
  const { rows } = await sql<RangeRow>`
    ${rangeColumns(filter.viewerId)} where ${matches(filter)} ${following}
    order by lower(r.name), r.id limit ${page.limit}`.execute(database)
  return rows
}

/** One range, or undefined when there is none or the viewer does not own it now. By primary key. */
export async function selectRange(
  database: Queryable,
  rangeId: string,
  viewerId: string | null,
): Promise<RangeRow | undefined> {
  const { rows } = await sql<RangeRow>`
    ${rangeColumns(viewerId)} where r.id = ${rangeId} and ${isOwnedBy(viewerId)}`.execute(database)
  return rows[0]
}

/**
 * Sums over everything the filter matches, from ranges and their totals: never from messages. Reads as many ranges as
 * match.
 */
export async function selectRangeSummary(
  database: Queryable,
  filter: RangeFilter,
): Promise<{ totalRanges: bigint; totalNumbers: bigint; usedNumbers: bigint; earnedMicros: bigint }> {
  const { rows } = await sql<{
    totalRanges: bigint
    totalNumbers: bigint
    usedNumbers: bigint
    earnedMicros: bigint
  }>`
    select count(*) as "totalRanges", coalesce(sum(upper(r.numbers) - lower(r.numbers)), 0)::bigint as "totalNumbers",
      coalesce(sum(t.used_numbers), 0)::bigint as "usedNumbers",
      coalesce(sum(${received(filter.viewerId, 'earned_micros')}), 0)::bigint as "earnedMicros"
    from ranges r left join range_totals t on t.range_id = r.id
    where ${matches(filter)}`.execute(database)
  return rows[0]!
}

function rangeColumns(viewerId: string | null): RawBuilder<unknown> {
  // When a range came from somebody else, its last message may be theirs.
  const lastReceivedAt =
    viewerId === null
      ? sql`t.last_received_at`
      : sql`case when t.last_received_at >= lower(o.during) then t.last_received_at end`
  return sql`
    select r.id, r.name, lower(r.name) as "sortName", r.prefix, r.start_number as "startNumber",
      r.end_number as "endNumber",
      upper(r.numbers) - lower(r.numbers) as "totalNumbers", coalesce(t.used_numbers, 0) as "usedNumbers",
      coalesce(${received(viewerId, 'messages')}, 0) as "messages",
      coalesce(${received(viewerId, 'earned_micros')}, 0) as "earnedMicros",
      r.status = 'active' as "isActive", r.is_test as "isTest", r.country, r.created_at as "createdAt",
      ${lastReceivedAt} as "lastReceivedAt", u.id as "ownerId", u.username as "ownerUsername", u.email as "ownerEmail",
      p.rate_micros as "rateMicros", r.version
    from ranges r
    left join range_totals t on t.range_id = r.id
    left join range_owners o on o.range_id = r.id and upper_inf(o.during)
    left join users u on u.id = o.owner_id
    left join range_rates p on p.range_id = r.id and upper_inf(p.during)`
}

/**
 * What a range received: for an admin the range's totals; for its owner, when others had it before, only the owner's
 * own hours (primary key of traffic_hourly by owner). So a new owner never sees what an earlier one earned.
 */
function received(viewerId: string | null, column: 'messages' | 'earned_micros'): RawBuilder<unknown> {
  const name = sql.ref(column)
  if (viewerId === null) return sql`t.${name}`
  return sql`case when exists (select from range_owners e where e.range_id = r.id and e.owner_id <> ${viewerId})
    then (select coalesce(sum(h.${name}), 0)::bigint from traffic_hourly h
      where h.owner_id = ${viewerId} and h.range_id = r.id)
    else t.${name} end`
}

function matches(filter: RangeFilter): RawBuilder<unknown> {
  const conditions = [isOwnedBy(filter.viewerId), isOwnedBy(filter.ownerId)]
  if (filter.status !== null) conditions.push(sql`r.status = ${filter.status}`)
  if (filter.pattern !== null) conditions.push(sql`(${anyOf(searched(filter.pattern, filter.digits))})`)
  return sql.join(conditions, sql` and `)
}

/**
 * By name; by any run of digits of the first or last number; by a number that lies inside (ranges_do_not_overlap is
 * its index).
 */
function searched(pattern: string, digits: string | null): RawBuilder<unknown>[] {
  const byName = sql`r.name ilike ${pattern}`
  if (digits === null) return [byName]
  return [
    byName,
    sql`r.prefix || r.start_number like ${`%${digits}%`}`,
    sql`r.prefix || r.end_number like ${`%${digits}%`}`,
    sql`r.numbers @> ${digits}::bigint`,
  ]
}

function anyOf(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` or `)
}

/** By range_owners_of_owner, or by the range's own periods, whichever PostgreSQL finds fewer. */
function isOwnedBy(userId: string | null): RawBuilder<unknown> {
  if (userId === null) return sql`true`
  return sql`exists (select from range_owners w
    where w.range_id = r.id and w.owner_id = ${userId} and upper_inf(w.during))`
}

export type OwnerPeriodRow = { ownerId: string; username: string; from: Date; until: Date | null }
export type RatePeriodRow = { rateMicros: bigint; from: Date; until: Date | null }

/**
 * Owners over time, newest first, bounded; of one owner only when `viewerId` is given. By the primary key's range_id.
 */
export async function selectOwnerPeriods(
  database: Queryable,
  rangeId: string,
  viewerId: string | null,
): Promise<OwnerPeriodRow[]> {
  const { rows } = await sql<OwnerPeriodRow>`
    select o.owner_id as "ownerId", u.username, lower(o.during) as "from", upper(o.during) as "until"
    from range_owners o join users u on u.id = o.owner_id
    where o.range_id = ${rangeId} ${viewerId === null ? sql`` : sql`and o.owner_id = ${viewerId}`}
    order by lower(o.during) desc limit 200`.execute(database)
  return rows
}

/**
 * Rates over time, newest first, bounded; when `viewerId` is given only those that held while that user owned the
 * range.
 */
export async function selectRatePeriods(
  database: Queryable,
  rangeId: string,
  viewerId: string | null,
): Promise<RatePeriodRow[]> {
  const whileOwned =
    viewerId === null
      ? sql``
      : sql`and exists (select from range_owners o
          where o.range_id = p.range_id and o.owner_id = ${viewerId} and o.during && p.during)`
  const { rows } = await sql<RatePeriodRow>`
    select p.rate_micros as "rateMicros", lower(p.during) as "from", upper(p.during) as "until"
    from range_rates p where p.range_id = ${rangeId} ${whileOwned}
    order by lower(p.during) desc limit 200`.execute(database)
  return rows
}

/**
 * Ranges that share a number with a block, by their first number, and how many there are in all. Index:
 * ranges_do_not_overlap (gist).
 */
export async function selectOverlaps(
  database: Queryable,
  block: { first: bigint; last: bigint; exceptRangeId: string | null; limit: number },
): Promise<{ id: string; name: string; numbers: bigint; total: bigint }[]> {
  const others = block.exceptRangeId === null ? sql`` : sql`and r.id <> ${block.exceptRangeId}`
  const { rows } = await sql<{ id: string; name: string; numbers: bigint; total: bigint }>`
    select r.id, r.name, upper(r.numbers * b.numbers) - lower(r.numbers * b.numbers) as "numbers",
      count(*) over () as "total"
    from (select int8range(${block.first}::bigint, ${block.last}::bigint, '[]') as numbers) b
    join ranges r on r.numbers && b.numbers
    where true ${others}
    order by lower(r.numbers) limit ${block.limit}`.execute(database)
  return rows
}

/**
 * Takes the lock under which anything changes that decides where a message goes, until the transaction ends. A batch
 * of the pipeline that is being committed holds it shared: so a change waits for batches that located with the old
 * facts, and what is read after this lock includes them.
 */
export async function lockRouting(transaction: DatabaseTransaction): Promise<void> {
  await sql`select version from routing for update`.execute(transaction)
}

/** Whether a user exists and is active, holding it so until the transaction ends. By primary key. */
export async function lockActiveUser(transaction: DatabaseTransaction, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isActive: boolean }>`
    select is_active as "isActive" from users where id = ${userId} for share`.execute(transaction)
  return rows[0]?.isActive ?? false
}

export type RangeFacts = {
  name: string
  prefix: string
  startNumber: string
  endNumber: string
  status: string
  isTest: boolean
  country: string | null
}

/** @throws the exclusion violation ranges_do_not_overlap */
export async function insertRange(transaction: DatabaseTransaction, range: RangeFacts, at: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into ranges (name, prefix, start_number, end_number, status, is_test, country, created_at, updated_at)
    values (${range.name}, ${range.prefix}, ${range.startNumber}, ${range.endNumber}, ${range.status}, ${range.isTest},
      ${range.country}, ${at}, ${at})
    returning id`.execute(transaction)
  const rangeId = rows[0]!.id
  await sql`insert into range_totals (range_id) values (${rangeId})`.execute(transaction)
  return rangeId
}

/** @throws the exclusion violation ranges_do_not_overlap */
export async function updateRangeFacts(
  transaction: DatabaseTransaction,
  rangeId: string,
  range: RangeFacts,
  at: Date,
): Promise<void> {
  await sql`
    update ranges set name = ${range.name}, prefix = ${range.prefix}, start_number = ${range.startNumber},
      end_number = ${range.endNumber}, status = ${range.status}, is_test = ${range.isTest}, country = ${range.country},
      updated_at = ${at}
    where id = ${rangeId}`.execute(transaction)
}

/** Gives the range another version: after an edit of whatever kind. The caller holds the lock of routing. */
export async function raiseVersion(transaction: DatabaseTransaction, rangeId: string): Promise<void> {
  await sql`update ranges set version = version + 1 where id = ${rangeId}`.execute(transaction)
}

/** Who edited a range last, by audit_log_of_subject; undefined when nobody did. */
export async function selectLastEdit(
  database: Queryable,
  rangeId: string,
): Promise<{ username: string; at: Date } | undefined> {
  const { rows } = await sql<{ username: string; at: Date }>`
    select u.username, a.at from audit_log a join users u on u.id = a.actor_id
    where a.subject_type = 'range' and a.subject_id = ${rangeId} and a.action in ('range_created', 'range_updated')
    order by a.id desc limit 1`.execute(database)
  return rows[0]
}

/**
 * Ends the open period of a range's owners or rates and gives the moment at which it ended: `at`, or one microsecond
 * after its start where that is not earlier, because a period is never empty and the clock of another process may be
 * ahead.
 */
async function closePeriod(
  transaction: DatabaseTransaction,
  table: 'range_owners' | 'range_rates',
  rangeId: string,
  at: Date,
): Promise<string> {
  const { rows } = await sql<{ until: string }>`
    update ${sql.table(table)}
    set during = tstzrange(lower(during), greatest(${at}::timestamptz, lower(during) + interval '1 microsecond'))
    where range_id = ${rangeId} and upper_inf(during)
    returning upper(during)::text as until`.execute(transaction)
  return rows[0]?.until ?? at.toISOString()
}

/** Opens a period of ownership now, ending the open one. Text keeps the microseconds that a Date would lose. */
export async function assignOwner(
  transaction: DatabaseTransaction,
  rangeId: string,
  ownerId: string,
  at: Date,
): Promise<void> {
  const from = await closePeriod(transaction, 'range_owners', rangeId, at)
  await sql`insert into range_owners (range_id, owner_id, during)
    values (${rangeId}, ${ownerId}, tstzrange(${from}::timestamptz, null))`.execute(transaction)
}

/** Opens a period of a rate now, ending the open one. */
export async function changeRate(
  transaction: DatabaseTransaction,
  rangeId: string,
  rateMicros: bigint,
  at: Date,
): Promise<void> {
  const from = await closePeriod(transaction, 'range_rates', rangeId, at)
  await sql`insert into range_rates (range_id, rate_micros, during)
    values (${rangeId}, ${rateMicros}, tstzrange(${from}::timestamptz, null))`.execute(transaction)
}
