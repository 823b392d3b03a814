// All SQL that reads messages. Guarantees that every statement leads with one owner and a span of places, so that it
// opens only the weekly partitions of that span and walks the primary key (owner_id, landed_at). A place is a bigint
// of microseconds since 1970, because a Date would lose three digits of it. It deliberately counts nothing over
// messages: counters stand in inboxes.
import { sql, type RawBuilder } from 'kysely'
import { invariant } from '../../platform/invariant.ts'
import type { Queryable } from '../../platform/database.ts'
import { CHUNK_MESSAGES_MAX } from './chunk-terms.rules.ts'
import type { RowFilter, TextCondition } from './message-filter.rules.ts'
import { microsToTimestamp } from './messages.rules.ts'

export type MessageRow = {
  ownerId: string
  landedAtMicros: bigint
  receivedAt: Date
  rangeId: string
  rangeName: string
  sender: string
  recipient: bigint
  content: string | null
  segments: number
  flags: number
  earnedMicros: bigint
  isRead: boolean
}

/** Places at or above `fromMicros` and below `beforeMicros`. */
export type Span = { fromMicros: bigint; beforeMicros: bigint }

export type InboxFacts = {
  /** Place of the newest message; 0 when none has ever landed. */
  lastLandedMicros: bigint
  messages: bigint
  unread: bigint
}

/**
 * Newest place and counters of one owner, or null when there is no such user. By the primary keys of users and
 * inboxes.
 */
export async function selectInbox(database: Queryable, ownerId: string): Promise<InboxFacts | null> {
  const { rows } = await sql<InboxFacts>`
    select coalesce((extract(epoch from i.last_landed_at) * 1000000)::bigint, 0) as "lastLandedMicros",
      coalesce(i.messages, 0) as messages, coalesce(i.messages - i.read_messages, 0) as unread
    from users u left join inboxes i on i.owner_id = u.id where u.id = ${ownerId}`.execute(database)
  return rows[0] ?? null
}

/** What filters ask about and pages show. */
const comparedColumns = sql`landed_at, received_at, range_id, connection_id, sender, recipient, content, segments,
  flags, earned_micros, read_at`

/**
 * Looks at the newest `lookAtMost` messages of a span and gives, newest first, those that match, at most `limit`, and
 * how far it got. Walks the primary key backwards through the partitions of the span and stops after `lookAtMost` rows,
 * whatever the filter: once along the index alone, to count, and once with the rows, which are compared as they come,
 * because keeping them for both costs more than both walks. Names of ranges are read for the rows of the page alone.
 */
export async function lookBack(
  database: Queryable,
  ownerId: string,
  span: Span,
  filter: RowFilter,
  bounds: { lookAtMost: number; limit: number },
): Promise<{ rows: MessageRow[]; looked: number; oldestMicros: bigint | null }> {
  const newest = sql`
    from messages m where owner_id = ${ownerId} and ${within(span)} order by landed_at desc limit ${bounds.lookAtMost}`
  const { rows } = await sql<MessageRow & { looked: bigint; oldestMicros: bigint | null }>`
    with matched as (
      select m.*, ${isRead(ownerId)} as is_read from (select ${comparedColumns} ${newest}) m
      where ${matches(ownerId, filter)} order by m.landed_at desc limit ${bounds.limit}
    )
    select l.looked, ${micros(sql`l.oldest`)} as "oldestMicros", ${messageColumns(ownerId)}
    from (select count(*) as looked, min(landed_at) as oldest from (select landed_at ${newest}) m) l
    left join matched m on true left join ranges r on r.id = m.range_id
    order by m.landed_at desc`.execute(database)
  const [first] = rows
  invariant(first, 'A count without groups is one row')
  const found = rows.filter((row) => row.landedAtMicros !== null)
  return { rows: found, looked: Number(first.looked), oldestMicros: first.oldestMicros }
}

/**
 * Messages of these chunks that match and landed before a place, newest first, at most `limit`. Each chunk is a stretch
 * of the primary key; the bounds over all of them let PostgreSQL open the partitions of that time alone. A chunk is
 * read forward, as it was written: what comes from a disk is then read ahead.
 */
export async function lookInChunks(
  database: Queryable,
  ownerId: string,
  chunks: readonly { fromMicros: bigint; untilMicros: bigint }[],
  span: Span,
  filter: RowFilter,
  limit: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    with matched as (
      select m.*, ${isRead(ownerId)} as is_read
      from unnest(${chunks.map(({ fromMicros }) => microsToTimestamp(fromMicros))}::timestamptz[],
        ${chunks.map(({ untilMicros }) => microsToTimestamp(untilMicros))}::timestamptz[]) c (from_at, until_at)
      cross join lateral (
        select ${comparedColumns} from messages m
        where owner_id = ${ownerId} and ${within(span)} and m.landed_at >= c.from_at and m.landed_at <= c.until_at
        order by landed_at limit ${CHUNK_MESSAGES_MAX}
      ) m
      where ${matches(ownerId, filter)}
      order by m.landed_at desc limit ${limit}
    )
    select ${messageColumns(ownerId)} from matched m left join ranges r on r.id = m.range_id
    order by m.landed_at desc`.execute(database)
  return rows
}

/**
 * What landed in a span, oldest first. Complete: places of one owner are handed out under the lock of the inbox row,
 * which is held to the commit, so no statement sees a place without all places before it.
 */
export async function selectLanded(
  database: Queryable,
  ownerId: string,
  span: Span,
  limit: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns(ownerId)}
    from (
      select landed_at, received_at, range_id, sender, recipient, content, segments, flags, earned_micros,
        ${isRead(ownerId)} as is_read
      from messages m where owner_id = ${ownerId} and ${within(span)} order by landed_at limit ${limit}
    ) m left join ranges r on r.id = m.range_id
    order by m.landed_at`.execute(database)
  return rows
}

/** How many messages landed in a span, counted up to `countMax` and no further. */
export async function countLanded(database: Queryable, ownerId: string, span: Span, countMax: number): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      select from messages m where owner_id = ${ownerId} and ${within(span)} limit ${countMax}
    ) landed`.execute(database)
  return Number(rows[0]?.count ?? 0)
}

export type TraceRow = MessageRow & {
  ownerUsername: string
  coding: number
  rateMicros: bigint
  providerId: string | null
  raw: Buffer
  rangeText: string
  carrierName: string | null
  connectionName: string | null
  connectionKind: string | null
}

/** One message with everything that explains it except its money; by primary keys throughout. */
export async function selectTrace(
  database: Queryable,
  key: { ownerId: string; landedAtMicros: bigint },
): Promise<TraceRow | null> {
  const { rows } = await sql<TraceRow>`
    select ${messageColumns(key.ownerId)}, u.username as "ownerUsername", m.coding, m.rate_micros as "rateMicros",
      m.provider_id as "providerId", m.raw,
      coalesce(r.prefix || r.start_number || ' - ' || r.prefix || r.end_number, '') as "rangeText",
      c.name as "carrierName", n.name as "connectionName", n.kind as "connectionKind"
    from (select m.*, ${isRead(key.ownerId)} as is_read from messages m
      where owner_id = ${key.ownerId} and landed_at = ${microsToTimestamp(key.landedAtMicros)}::timestamptz) m
    join users u on u.id = m.owner_id
    left join ranges r on r.id = m.range_id
    left join connections n on n.id = m.connection_id
    left join carriers c on c.id = n.carrier_id`.execute(database)
  return rows[0] ?? null
}

/** The connections of a carrier, by the index of its connections. */
export async function selectConnectionIds(database: Queryable, carrierId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from connections where carrier_id = ${carrierId}`.execute(
    database,
  )
  return rows.map(({ id }) => id)
}

/** What one owner's range earned in an hour, and how much of it is settled. By the primary key of traffic_hourly. */
export async function selectHour(
  database: Queryable,
  ownerId: string,
  rangeId: string,
  hour: Date,
): Promise<{ earnedMicros: bigint; settledMicros: bigint }> {
  const { rows } = await sql<{ earnedMicros: bigint; settledMicros: bigint }>`
    select earned_micros as "earnedMicros", settled_micros as "settledMicros" from traffic_hourly
    where owner_id = ${ownerId} and hour = ${hour} and range_id = ${rangeId}`.execute(database)
  return rows[0] ?? { earnedMicros: 0n, settledMicros: 0n }
}

function messageColumns(ownerId: string): RawBuilder<unknown> {
  return sql`${ownerId}::text as "ownerId", ${micros(sql`m.landed_at`)} as "landedAtMicros",
    m.received_at as "receivedAt",
    m.range_id as "rangeId", coalesce(r.name, '') as "rangeName", m.sender, m.recipient, m.content, m.segments, m.flags,
    m.earned_micros as "earnedMicros", m.is_read as "isRead"`
}

function micros(instant: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(extract(epoch from ${instant}) * 1000000)::bigint`
}

function within({ fromMicros, beforeMicros }: Span): RawBuilder<unknown> {
  return sql`m.landed_at >= ${microsToTimestamp(fromMicros)}::timestamptz
    and m.landed_at < ${microsToTimestamp(beforeMicros)}::timestamptz`
}

/** Read by itself, or by everything up to its place having been read and it not having been marked unread since. */
function isRead(ownerId: string): RawBuilder<unknown> {
  return sql`(m.read_at is not null or (
    m.landed_at <= coalesce((select i.read_through_at from inboxes i where i.owner_id = ${ownerId}), '-infinity')
    and not exists (select from unread_marks k where k.owner_id = ${ownerId} and k.landed_at = m.landed_at)))`
}

/**
 * Texts of ASCII are compared here, in the collation that knows no letters beyond. Of others, which are known by their
 * length, those pass that have what is looked for as it stands, or a letter that folds into a part of it.
 */
export function fits(column: RawBuilder<unknown>, { likes, foldings }: TextCondition): RawBuilder<unknown> {
  const foreign = sql`octet_length(${column}) <> length(${column})`
  if (foldings === null) return foreign
  return sql`(lower(${column} collate "C") like all (${likes}::text[])
    or (${foreign} and ${column} collate "C" ~ ${foldings}))`
}

function matches(ownerId: string, filter: RowFilter): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (filter.text !== null) conditions.push(fits(sql`m.content`, filter.text))
  if (filter.sender !== null) conditions.push(fits(sql`m.sender`, filter.sender))
  if (filter.recipient !== null) conditions.push(sql`m.recipient::text like ${filter.recipient}`)
  if (filter.rangeId !== null) conditions.push(sql`m.range_id = ${filter.rangeId}`)
  if (filter.connectionIds !== null) conditions.push(sql`m.connection_id = any (${filter.connectionIds}::uuid[])`)
  if (filter.flagBit !== null) conditions.push(sql`m.flags & ${filter.flagBit}::int2 <> 0`)
  if (filter.isRead !== null) conditions.push(sql`${isRead(ownerId)} = ${filter.isRead}`)
  if (filter.receivedFrom !== null) conditions.push(sql`m.received_at >= ${filter.receivedFrom}`)
  if (filter.receivedUntil !== null) conditions.push(sql`m.received_at < ${filter.receivedUntil}`)
  return sql.join(conditions, sql` and `)
}
