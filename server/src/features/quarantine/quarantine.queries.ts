// All SQL of quarantine. Lists walk an index on (received_at, id), newest first, over a bounded number of rows; counts
// come from sums that the database keeps with every insert and decision, never from the table itself.
import { sql, type RawBuilder } from 'kysely'
import type { QuarantineReason, QuarantineState } from '@inrange/contract/quarantine'
import type { DatabaseTransaction, Queryable } from '../../platform/database.ts'

export type QuarantineRow = {
  id: string
  receivedAt: Date
  /** Microseconds since 1970: the order of lists. */
  receivedMicros: bigint
  connectionId: string
  reason: QuarantineReason
  state: QuarantineState
  sender: string
  recipient: string
  content: string | null
  coding: number
  segments: number
  flags: number
  connectionName: string | null
  carrierId: string | null
  carrierName: string | null
  decidedAt: Date | null
  decidedBy: string | null
  ownerId: string | null
  landedMicros: bigint | null
}
export type EvidenceRow = QuarantineRow & { providerId: string | null; raw: Buffer }

export type QuarantineKey = { receivedMicros: bigint; id: string }
/** Null: not filtered by. `recipient` and `sender` are patterns for LIKE and ILIKE. */
export type QuarantineFilter = {
  state: QuarantineState
  connectionIds: readonly string[] | null
  reason: QuarantineReason | null
  recipient: string | null
  sender: string | null
  receivedFrom: Date | null
  receivedUntil: Date | null
}
export type Look = {
  keys: QuarantineKey[]
  /** How many rows were looked at, and the last of them. */
  looked: number
  oldest: QuarantineKey | null
}

const receivedMicros = sql`(extract(epoch from q.received_at) * 1000000)::bigint`
const columns = sql`
  q.id, q.received_at as "receivedAt", ${receivedMicros} as "receivedMicros",
  q.connection_id as "connectionId", q.reason, q.state, q.sender, q.recipient, q.content, q.coding, q.segments, q.flags,
  x.name as "connectionName", c.id as "carrierId", c.name as "carrierName", q.decided_at as "decidedAt",
  u.username as "decidedBy", q.owner_id as "ownerId",
  (extract(epoch from q.landed_at) * 1000000)::bigint as "landedMicros"`
const sources = sql`
  quarantine q left join connections x on x.id = q.connection_id left join carriers c on c.id = x.carrier_id
  left join users u on u.id = q.decided_by`

/**
 * Keys of what matches among the next `lookAtMost` rows, newest first. Walks quarantine_waiting, quarantine_decided, or
 * quarantine_of_connection once for each connection; what no index knows is compared row by row within that bound.
 */
export async function lookForKeys(
  database: Queryable,
  filter: QuarantineFilter,
  page: { before: QuarantineKey | null; lookAtMost: number; limit: number },
): Promise<Look> {
  const order = sql`order by q.received_at desc, q.id desc`
  const matching = sql`filter (where ${compared(filter)})`
  // One pass over rows that come in this order already: keeping them to be read twice costs three times as much.
  const { rows } = await sql<{
    looked: bigint
    oldestMicros: bigint | null
    oldestId: string | null
    micros: bigint[] | null
    ids: string[] | null
  }>`
    select count(*) as looked, (extract(epoch from min(q.received_at)) * 1000000)::bigint as "oldestMicros",
      (array_agg(q.id ${order}))[count(*)] as "oldestId",
      (array_agg(${receivedMicros} ${order}) ${matching})[1:${page.limit}::int] as micros,
      (array_agg(q.id ${order}) ${matching})[1:${page.limit}::int] as ids
    from (select q.* from ${walked(filter, page)} ${order} limit ${page.lookAtMost}) q`.execute(database)
  const row = rows[0]!
  const { oldestMicros, oldestId } = row
  return {
    keys: (row.ids ?? []).map((id, index) => ({ receivedMicros: row.micros![index]!, id })),
    looked: Number(row.looked),
    oldest: oldestMicros === null || oldestId === null ? null : { receivedMicros: oldestMicros, id: oldestId },
  }
}

const compactColumns = sql`q.id, q.received_at, q.state, q.reason, q.recipient, q.sender`

/** Rows in the order of an index, of each connection by itself where connections are asked for. */
function walked(
  filter: QuarantineFilter,
  page: { before: QuarantineKey | null; lookAtMost: number },
): RawBuilder<unknown> {
  if (filter.connectionIds === null) {
    const ofState = filter.state === 'waiting' ? sql`q.state = 'waiting'` : sql`q.state <> 'waiting'`
    return sql`(select ${compactColumns} from quarantine q where ${ofState} and ${within(filter, page.before)}) q`
  }
  return sql`unnest(${filter.connectionIds}::uuid[]) as c (id) cross join lateral (
    select ${compactColumns} from quarantine q where q.connection_id = c.id and ${within(filter, page.before)}
    order by q.received_at desc, q.id desc limit ${page.lookAtMost}) q`
}

/** The stretch of time and the place of the cursor: both are the index's own order. */
function within(filter: QuarantineFilter, before: QuarantineKey | null): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (filter.receivedFrom !== null) conditions.push(sql`q.received_at >= ${filter.receivedFrom}`)
  if (filter.receivedUntil !== null) conditions.push(sql`q.received_at < ${filter.receivedUntil}`)
  if (before !== null) {
    conditions.push(sql`(q.received_at, q.id) < (${instantOf(before.receivedMicros)}, ${before.id}::uuid)`)
  }
  return sql.join(conditions, sql` and `)
}

function compared(filter: QuarantineFilter): RawBuilder<unknown> {
  const conditions = [sql`q.state = ${filter.state}`]
  if (filter.reason !== null) conditions.push(sql`q.reason = ${filter.reason}`)
  if (filter.recipient !== null) {
    // One that begins with its digits is compared with how the number begins behind '+' and noughts.
    const isStart = !filter.recipient.startsWith('%')
    conditions.push(sql`${isStart ? sql`ltrim(q.recipient, '+0')` : sql`q.recipient`} like ${filter.recipient}`)
  }
  if (filter.sender !== null) conditions.push(sql`q.sender ilike ${filter.sender}`)
  return sql.join(conditions, sql` and `)
}

/** Whether rows have to be looked at that do not match: no index knows all that the filter asks. */
export function isCompared(filter: QuarantineFilter): boolean {
  if (filter.connectionIds !== null || filter.state !== 'waiting') return true
  return filter.reason !== null || filter.recipient !== null || filter.sender !== null
}

function instantOf(micros: bigint): RawBuilder<unknown> {
  return sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`
}

/** The rows of these keys, newest first. By primary key. */
export async function selectRows(database: Queryable, ids: readonly string[]): Promise<QuarantineRow[]> {
  const { rows } = await sql<QuarantineRow>`
    select ${columns} from ${sources} where q.id = any(${ids}::uuid[])
    order by q.received_at desc, q.id desc`.execute(database)
  return rows
}

/** Rows with their evidence, oldest first, so that they land in the order in which they came. By primary key. */
export async function selectEvidence(database: Queryable, ids: readonly string[]): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`
    select ${columns}, q.provider_id as "providerId", q.raw from ${sources} where q.id = any(${ids}::uuid[])
    order by q.received_at, q.id`.execute(database)
  return rows
}

/**
 * Locks rows until the transaction ends, in the order of their ids, so that two decisions about the same rows happen
 * one after the other, and what is read after it is what the first has left.
 */
export async function lockRows(transaction: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  await sql`select id from quarantine where id = any(${ids}::uuid[]) order by id for update`.execute(transaction)
}

/** Holds the routing facts as they are until the transaction ends, as a commit of the pipeline does. */
export async function holdRouting(transaction: DatabaseTransaction): Promise<bigint> {
  const { rows } = await sql<{ version: bigint }>`select version from routing for share`.execute(transaction)
  return rows[0]!.version
}

/** Names the message that each row became; the rows are locked. By primary key. */
export async function markRouted(
  transaction: DatabaseTransaction,
  decision: { actorId: string; at: Date },
  routed: readonly { id: string; ownerId: string; landedMicros: bigint }[],
): Promise<void> {
  const facts = JSON.stringify(routed.map((one) => ({ ...one, landedMicros: one.landedMicros.toString() })))
  await sql`
    update quarantine q set state = 'routed', decided_at = ${decision.at}, decided_by = ${decision.actorId},
      owner_id = r."ownerId", landed_at = timestamptz 'epoch' + r."landedMicros" * interval '1 microsecond'
    from jsonb_to_recordset(${facts}::jsonb) as r (id uuid, "ownerId" uuid, "landedMicros" bigint)
    where q.id = r.id`.execute(transaction)
}

/** Sets rows aside, or lets them wait again; the rows are locked. @returns how many that changed */
export async function markSetAside(
  transaction: DatabaseTransaction,
  decision: { actorId: string; at: Date; isSetAside: boolean },
  ids: readonly string[],
): Promise<number> {
  const { isSetAside, at, actorId } = decision
  const result = isSetAside
    ? await sql`update quarantine set state = 'set_aside', decided_at = ${at}, decided_by = ${actorId}
        where id = any(${ids}::uuid[]) and state = 'waiting'`.execute(transaction)
    : await sql`update quarantine set state = 'waiting', decided_at = null, decided_by = null
        where id = any(${ids}::uuid[]) and state = 'set_aside'`.execute(transaction)
  return Number(result.numAffectedRows ?? 0n)
}

/** Connections of a carrier. Index: connections_of_carrier. */
export async function selectConnectionIds(database: Queryable, carrierId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from connections where carrier_id = ${carrierId} order by id limit 1000`.execute(database)
  return rows.map(({ id }) => id)
}

export type TotalsRow = {
  connectionId: string
  connectionName: string
  carrierId: string
  carrierName: string
  reason: QuarantineReason
  waiting: bigint
  routed: bigint
  setAside: bigint
}

/** Every count, by connection and reason: some rows a connection, whatever lies in quarantine. */
export async function selectTotals(database: Queryable): Promise<TotalsRow[]> {
  const { rows } = await sql<TotalsRow>`
    select t.connection_id as "connectionId", x.name as "connectionName", c.id as "carrierId", c.name as "carrierName",
      t.reason, sum(t.waiting)::bigint as waiting, sum(t.routed)::bigint as routed,
      sum(t.set_aside)::bigint as "setAside"
    from quarantine_totals t join connections x on x.id = t.connection_id join carriers c on c.id = x.carrier_id
    group by t.connection_id, x.name, c.id, c.name, t.reason`.execute(database)
  return rows
}

/** How many came by the hour, from an hour on. Primary key, by hour. */
export async function selectHours(database: Queryable, from: Date): Promise<{ hour: Date; messages: bigint }[]> {
  const { rows } = await sql<{ hour: Date; messages: bigint }>`
    select hour, sum(messages)::bigint as messages from quarantine_hourly where hour >= ${from}
    group by hour order by hour`.execute(database)
  return rows
}

export type RangeFacts = {
  rangeId: string
  name: string
  start: number
  end: number
  isActive: boolean
  isTest: boolean
}

const rangeColumns = sql`
  r.id as "rangeId", r.name, lower(r.numbers)::float8 as "start", (upper(r.numbers) - 1)::float8 as "end",
  r.status = 'active' as "isActive", r.is_test as "isTest"`

/** Ranges that hold any of the numbers, in the order of numbers. Index: ranges_do_not_overlap, one look a number. */
export async function selectRangesOf(database: Queryable, numbers: readonly number[]): Promise<RangeFacts[]> {
  const { rows } = await sql<RangeFacts>`
    select ${rangeColumns} from ranges r
    where r.id in (select s.id from unnest(${numbers.map(String)}::bigint[]) as n (number)
      join ranges s on s.numbers @> n.number)
    order by lower(r.numbers)`.execute(database)
  return rows
}

/** One range by its primary key, or null. */
export async function selectRangeFacts(database: Queryable, rangeId: string): Promise<RangeFacts | null> {
  const { rows } = await sql<RangeFacts>`
    select ${rangeColumns} from ranges r where r.id = ${rangeId}`.execute(database)
  return rows[0] ?? null
}

/** The ranges next to a number, nearest first, on one side. Index: ranges_by_first_number. */
export async function selectNearRanges(
  database: Queryable,
  number: number,
  side: 'below' | 'above',
  limit: number,
): Promise<RangeFacts[]> {
  const { rows } =
    side === 'below'
      ? await sql<RangeFacts>`select ${rangeColumns} from ranges r where lower(r.numbers) < ${number}::bigint
          order by lower(r.numbers) desc limit ${limit}`.execute(database)
      : await sql<RangeFacts>`select ${rangeColumns} from ranges r where lower(r.numbers) > ${number}::bigint
          order by lower(r.numbers) limit ${limit}`.execute(database)
  return rows
}

type PeriodFacts = { rangeId: string; fromMs: number; untilMs: number | null }
export type OwnerPeriod = PeriodFacts & { ownerId: string }
export type RatePeriod = PeriodFacts & { rateMicros: bigint }

const period = sql`coalesce(extract(epoch from lower(during)) * 1000, '-infinity')::float8 as "fromMs",
  case when upper_inf(during) then null else (extract(epoch from upper(during)) * 1000)::float8 end as "untilMs"`

/** Every owner that these ranges ever had, oldest first. By the primary key's range_id. */
export async function selectOwnersOf(database: Queryable, rangeIds: readonly string[]): Promise<OwnerPeriod[]> {
  const { rows } = await sql<OwnerPeriod>`
    select range_id as "rangeId", owner_id as "ownerId", ${period} from range_owners
    where range_id = any(${rangeIds}::uuid[]) order by lower(during)`.execute(database)
  return rows
}

/** Every rate that these ranges ever had, oldest first. By the primary key's range_id. */
export async function selectRatesOf(database: Queryable, rangeIds: readonly string[]): Promise<RatePeriod[]> {
  const { rows } = await sql<RatePeriod>`
    select range_id as "rangeId", rate_micros as "rateMicros", ${period} from range_rates
    where range_id = any(${rangeIds}::uuid[]) order by lower(during)`.execute(database)
  return rows
}

/** Usernames by id. Primary key. */
export async function selectUsernames(database: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from users where id = any(${ids}::uuid[])`.execute(database)
  return new Map(rows.map(({ id, username }) => [id, username]))
}

/** Hours of arrival that no screen shows any more. By the primary key's hour, bounded. */
export async function pruneHours(database: Queryable, before: Date): Promise<void> {
  await sql`delete from quarantine_hourly where hour < ${before}`.execute(database)
}
