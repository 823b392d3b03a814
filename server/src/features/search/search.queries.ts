// The SQL of search but that of payments. Every statement is bounded in rows and runs within a time that PostgreSQL
// keeps. `viewerId` null: everybody's; otherwise what this user owns now.
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

type Asked = { viewerId: string | null; limit: number }

export type NumberRow = {
  number: bigint
  rangeId: string
  rangeName: string
  isUsed: boolean
  ownerName: string | null
}

/** Joins the present owner, by the range's own periods. */
const withOwner = sql`left join range_owners o on o.range_id = r.id and upper_inf(o.during)
  left join users u on u.id = o.owner_id`
function isSeenBy(viewerId: string | null): RawBuilder<unknown> {
  return viewerId === null ? sql`true` : sql`o.owner_id = ${viewerId}`
}

/** What a former owner received is not a present owner's to know. */
function usedBy(viewerId: string | null): RawBuilder<unknown> {
  return viewerId === null ? sql`true` : sql`n.first_received_at >= lower(o.during)`
}

/** Of a used number `n`. */
const numberColumns = sql`n.number, r.id as "rangeId", r.name as "rangeName", u.username as "ownerName", true as "isUsed"`

/** The range that holds a whole number, and whether the number was used. By ranges_do_not_overlap (gist). */
export async function selectHeldNumber(
  database: Queryable,
  asked: { viewerId: string | null; number: bigint },
): Promise<NumberRow[]> {
  const { rows } = await sql<NumberRow>`
    select ${asked.number}::bigint as number, r.id as "rangeId", r.name as "rangeName", u.username as "ownerName",
      exists (select from range_numbers n where n.range_id = r.id and n.number = ${asked.number}::bigint
        and ${usedBy(asked.viewerId)}) as "isUsed"
    from ranges r ${withOwner}
    where r.numbers @> ${asked.number}::bigint and ${isSeenBy(asked.viewerId)} limit 1`.execute(database)
  return rows
}

/** Of so many numbers that have the digits it is asked whose they are; more than that have digits that say little. */
const CANDIDATES_MAX = 20_000

/**
 * Used numbers that have these digits anywhere, in no order, and whether all numbers that have them were looked at. By
 * range_numbers_by_digits (trigrams), or, where the digits are in most numbers, as they lie in the table.
 */
export async function selectUsedNumbers(
  database: Queryable,
  asked: Asked & { pattern: string },
): Promise<{ rows: NumberRow[]; areAll: boolean }> {
  const { rows } = await sql<Partial<NumberRow> & { areAll: boolean }>`
    with candidate as materialized (
      select range_id, number, first_received_at from range_numbers where number::text like ${asked.pattern}
      limit ${CANDIDATES_MAX + 1}
    )
    select c."areAll", found.*
    from (select count(*) <= ${CANDIDATES_MAX} as "areAll" from candidate) c
    left join (
      select ${numberColumns} from candidate n join ranges r on r.id = n.range_id ${withOwner}
      where ${isSeenBy(asked.viewerId)} and ${usedBy(asked.viewerId)} limit ${asked.limit}
    ) found on true`.execute(database)
  return { rows: rows.filter((row) => row.number !== null) as NumberRow[], areAll: rows[0]?.areAll === true }
}

/**
 * The same in the ranges that a user owns, one after another, for digits that too many numbers of others have. By the
 * primary key alone; only of what is found the row is read.
 */
export async function walkOwnNumbers(
  database: Queryable,
  asked: Asked & { viewerId: string; pattern: string },
): Promise<NumberRow[]> {
  const { rows } = await sql<NumberRow>`
    select ${numberColumns}
    from ranges r ${withOwner}
    cross join lateral (
      select range_id, number from range_numbers where range_id = r.id and number::text like ${asked.pattern}
      limit ${asked.limit}
    ) w
    join range_numbers n on n.range_id = w.range_id and n.number = w.number
    where ${isSeenBy(asked.viewerId)} and ${usedBy(asked.viewerId)} limit ${asked.limit}`.execute(database)
  return rows
}

export type RangeRow = {
  id: string
  name: string
  prefix: string
  startNumber: string
  endNumber: string
  isActive: boolean
  ownerName: string | null
}

/**
 * Ranges by name, by the digits of their first or last number, or by a number that lies inside; those whose name begins
 * so come first. Ranges are thousands, and are looked through.
 */
export async function selectRangesLike(
  database: Queryable,
  asked: Asked & { pattern: string; beginning: string; digits: string | null },
): Promise<RangeRow[]> {
  const { digits } = asked
  const byDigits =
    digits === null
      ? sql`false`
      : sql`r.prefix || r.start_number like ${`%${digits}%`} or r.prefix || r.end_number like ${`%${digits}%`}
          or r.numbers @> ${digits}::bigint`
  const { rows } = await sql<RangeRow>`
    select r.id, r.name, r.prefix, r.start_number as "startNumber", r.end_number as "endNumber",
      r.status = 'active' as "isActive", u.username as "ownerName"
    from ranges r ${withOwner}
    where ${isSeenBy(asked.viewerId)} and (r.name ilike ${asked.pattern} or ${byDigits})
    order by r.name ilike ${asked.beginning} desc, lower(r.name), r.id limit ${asked.limit}`.execute(database)
  return rows
}

export async function selectRangeById(
  database: Queryable,
  asked: { viewerId: string | null; id: string },
): Promise<RangeRow[]> {
  const { rows } = await sql<RangeRow>`
    select r.id, r.name, r.prefix, r.start_number as "startNumber", r.end_number as "endNumber",
      r.status = 'active' as "isActive", u.username as "ownerName"
    from ranges r ${withOwner} where r.id = ${asked.id} and ${isSeenBy(asked.viewerId)}`.execute(database)
  return rows
}

export type UserRow = { id: string; username: string; email: string; role: string; isActive: boolean }
const userColumns = sql`id, username, email, role, is_active as "isActive"`

/**
 * Users by name or address, those whose name begins so first. By users_by_username and users_by_email (trigrams) where
 * there are three letters, else looked through: users do not grow with traffic.
 */
export async function selectUsersLike(
  database: Queryable,
  asked: { pattern: string; beginning: string; limit: number },
): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from users
    where lower(username) like lower(${asked.pattern}) or lower(email) like lower(${asked.pattern})
    order by lower(username) like lower(${asked.beginning}) desc, lower(username), id
    limit ${asked.limit}`.execute(database)
  return rows
}

/** By primary key. */
export async function selectUserById(database: Queryable, id: string): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`select ${userColumns} from users where id = ${id}`.execute(database)
  return rows
}

export type CarrierRow = {
  id: string
  name: string
  isActive: boolean
  carrierId: string
  carrierName: string
  /** Null: the carrier itself. */
  kind: string | null
}

const carriersAndConnections = sql`
  select a.id, a.name, a.status = 'active' as "isActive", a.id as "carrierId", a.name as "carrierName",
    null::text as kind, a.name as words
  from carriers a
  union all
  select c.id, c.name, c.status = 'active', a.id, a.name, c.kind, c.name || ' ' || coalesce(c.system_id, '')
  from connections c join carriers a on a.id = c.carrier_id`

/** Carriers by name, and connections by name or system_id. There are tens of either. */
export async function selectCarriersLike(
  database: Queryable,
  asked: { pattern: string; limit: number },
): Promise<CarrierRow[]> {
  const { rows } = await sql<CarrierRow>`
    select id, name, "isActive", "carrierId", "carrierName", kind from (${carriersAndConnections}) x
    where words ilike ${asked.pattern} order by kind is not null, lower(name), id limit ${asked.limit}`.execute(
    database,
  )
  return rows
}

export async function selectCarrierById(database: Queryable, id: string): Promise<CarrierRow[]> {
  const { rows } = await sql<CarrierRow>`
    select id, name, "isActive", "carrierId", "carrierName", kind from (${carriersAndConnections}) x
    where id = ${id}`.execute(database)
  return rows
}

export type MessageRow = {
  sender: string
  recipient: bigint
  content: string | null
  receivedAt: Date
  ownerName: string
}

/** One message by its key: owner and place. */
export async function selectMessageByKey(
  database: Queryable,
  key: { ownerId: string; landedAtMicros: bigint },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.sender, m.recipient, m.content, m.received_at as "receivedAt", u.username as "ownerName"
    from messages m join users u on u.id = m.owner_id
    where m.owner_id = ${key.ownerId}
      and m.landed_at = timestamptz 'epoch' + ${key.landedAtMicros}::bigint * interval '1 microsecond'
  `.execute(database)
  return rows
}

export type CaseRow = { range: string; state: string; ownerName: string }

/** By primary keys. */
export async function selectCaseById(database: Queryable, id: string): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select r.name as range, c.state, u.username as "ownerName"
    from cases c join ranges r on r.id = c.range_id join users u on u.id = c.owner_id where c.id = ${id}
  `.execute(database)
  return rows
}

/** By primary key. */
export async function selectAuditById(database: Queryable, id: string): Promise<{ action: string; at: Date }[]> {
  const { rows } = await sql<{ action: string; at: Date }>`
    select action, at from audit_log where id = ${id}`.execute(database)
  return rows
}

/** By primary key. */
export async function selectQuarantinedById(database: Queryable, id: string): Promise<{ to: string; at: Date }[]> {
  const { rows } = await sql<{ to: string; at: Date }>`
    select recipient as to, received_at as at from quarantine where id = ${id}`.execute(database)
  return rows
}
