// SQL of searches in the archive: which chunks may hold what is looked for, and the values that a pattern stands for.
// Guarantees bounded answers. Messages themselves are read by messages.queries.ts.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'
import type { ChunkSearch } from './chunk-terms.rules.ts'
import type { TextCondition } from './message-filter.rules.ts'
import { fits, type Span } from './messages.queries.ts'
import { microsToTimestamp } from './messages.rules.ts'

/** Both places inclusive. */
export type ChunkSpan = { fromMicros: bigint; untilMicros: bigint }

/**
 * The newest chunks that reach into a span and have the terms of a search, newest first, and whether they are all. By
 * the inverted index of message_chunks alone; its hits are sorted by place, which is a row of some tens of octets each.
 * @param limit at most so many are looked at
 */
export async function selectChunks(
  database: Queryable,
  ownerId: string,
  span: Span,
  search: ChunkSearch & { unlessTerm: number },
  limit: number,
): Promise<{ chunks: ChunkSpan[]; areAll: boolean }> {
  const { rows } = await sql<ChunkSpan>`
    select (extract(epoch from from_at) * 1000000)::bigint as "fromMicros",
      (extract(epoch from until_at) * 1000000)::bigint as "untilMicros"
    from find_message_chunks(${ownerId}, ${microsToTimestamp(span.fromMicros)}, ${microsToTimestamp(span.beforeMicros)},
      ${search.words}, ${search.unlessTerm}, ${search.all},
      ${search.groups.map((group) => `{${group.join(',')}}`)}, ${limit})`.execute(database)
  const chunks = rows.filter((chunk, index) => chunk.untilMicros !== rows[index - 1]?.untilMicros)
  return { chunks, areAll: rows.length < limit }
}

/**
 * Senders that ever wrote to an owner and may fit a condition, at most `limit`. By the primary key's first column: at
 * most the 50,000 rows that an owner has.
 */
export async function selectSenders(
  database: Queryable,
  ownerId: string,
  condition: TextCondition,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ sender: string }>`
    select sender from owner_senders o where owner_id = ${ownerId} and ${fits(sql`o.sender`, condition)}
    limit ${limit}`.execute(database)
  return rows.map(({ sender }) => sender)
}

export type SourceRange = {
  id: string
  /** Whole numbers, of one width. */
  first: string
  last: string
  /** How many of its numbers have received. */
  usedNumbers: bigint
}

/** The ranges through which an owner ever received, a row for each. */
export async function selectSourceRanges(database: Queryable, ownerId: string): Promise<SourceRange[]> {
  const { rows } = await sql<SourceRange>`
    select r.id, r.prefix || r.start_number as first, r.prefix || r.end_number as last,
      coalesce(t.used_numbers, 0) as "usedNumbers"
    from (select distinct range_id from owner_sources where owner_id = ${ownerId}) s
    join ranges r on r.id = s.range_id left join range_totals t on t.range_id = r.id`.execute(database)
  return rows
}

/** Numbers of a range from one to another, both inclusive. */
export type NumberStretch = { rangeId: string; first: bigint; last: bigint }

/**
 * Numbers that have received, lie in one of these stretches and fit a pattern, at most `limit`. Walks the primary key
 * of range_numbers, each stretch by itself (without the inner limit the table could be read for many at once); the
 * caller bounds how many numbers that are.
 */
export async function selectNumbers(
  database: Queryable,
  stretches: readonly NumberStretch[],
  pattern: string,
  limit: number,
): Promise<bigint[]> {
  const { rows } = await sql<{ number: bigint }>`
    select n.number
    from unnest(${stretches.map(({ rangeId }) => rangeId)}::uuid[], ${stretches.map(({ first }) => first)}::bigint[],
      ${stretches.map(({ last }) => last)}::bigint[]) s (range_id, first, last)
    cross join lateral (
      select number from range_numbers
      where range_id = s.range_id and number between s.first and s.last and number::text like ${pattern} limit ${limit}
    ) n
    limit ${limit}`.execute(database)
  return rows.map(({ number }) => number)
}

/** The ranges through which an owner ever received, by name; a row of owner_sources for each and connection. */
export async function selectRangesSeen(database: Queryable, ownerId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, r.name from ranges r
    where r.id in (select range_id from owner_sources where owner_id = ${ownerId}) order by lower(r.name), r.id
  `.execute(database)
  return rows
}

export type ConnectionSeen = { id: string; name: string; carrierId: string; carrierName: string }

/** The connections through which an owner ever received, by the names of carrier and connection. */
export async function selectConnectionsSeen(database: Queryable, ownerId: string): Promise<ConnectionSeen[]> {
  const { rows } = await sql<ConnectionSeen>`
    select n.id, n.name, c.id as "carrierId", c.name as "carrierName"
    from connections n join carriers c on c.id = n.carrier_id
    where n.id in (select connection_id from owner_sources where owner_id = ${ownerId})
    order by lower(c.name), lower(n.name), n.id`.execute(database)
  return rows
}

/** Languages of an owner's messages since a day, the most frequent first; a row for each language and day. */
export async function selectLanguagesSeen(
  database: Queryable,
  ownerId: string,
  since: Date,
): Promise<{ language: string; messages: bigint }[]> {
  const { rows } = await sql<{ language: string; messages: bigint }>`
    select language, sum(messages)::bigint as messages from traffic_language_daily
    where owner_id = ${ownerId} and day >= (${since}::timestamptz at time zone 'UTC')::date
    group by language order by 2 desc, 1`.execute(database)
  return rows
}
