// All SQL of the digest: reading an owner's messages in the order of their places, and what is made of them. Guarantees
// by the row lock of message_digests that one process at a time works on an owner, and with that, since cursor, rollups
// and chunks are written in one transaction, that every message is counted once.
import { sql, type RawBuilder } from 'kysely'
import type { DatabaseTransaction, Queryable } from '../../platform/database.ts'
import { invariant } from '../../platform/invariant.ts'
import type { DigestRow, LanguageDay, SenderDay, SenderSum, SourceSum } from './digest.rules.ts'
import { microsToTimestamp } from './messages.rules.ts'

/**
 * Owners with messages that are not digested, at most `limit`. Reads the inboxes and digests of all owners, a row each;
 * never messages.
 */
export async function selectOwnersBehind(database: Queryable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ ownerId: string }>`
    select i.owner_id as "ownerId" from inboxes i left join message_digests d on d.owner_id = i.owner_id
    where i.messages > 0 and (d.digested_through is null or d.digested_through < i.last_landed_at)
    limit ${limit}`.execute(database)
  return rows.map(({ ownerId }) => ownerId)
}

/** Whether an owner has messages that are not digested; by two primary keys. */
export async function selectIsBehind(database: Queryable, ownerId: string): Promise<boolean> {
  const { rows } = await sql<{ isBehind: boolean }>`
    select d.digested_through is null or d.digested_through < i.last_landed_at as "isBehind"
    from inboxes i left join message_digests d on d.owner_id = i.owner_id where i.owner_id = ${ownerId}`.execute(
    database,
  )
  return rows[0]?.isBehind ?? false
}

export type DigestState = {
  /** Places; 0 when there is none yet. */
  digestedMicros: bigint
  chunkedMicros: bigint
  droppedMicros: bigint
  unchunked: number
  /** How many chunks were made, since they are counted. */
  chunks: bigint
  senders: number
  sendersComplete: boolean
}

const state = sql`coalesce((extract(epoch from digested_through) * 1000000)::bigint, 0) as "digestedMicros",
  coalesce((extract(epoch from chunked_through) * 1000000)::bigint, 0) as "chunkedMicros",
  coalesce((extract(epoch from dropped_through) * 1000000)::bigint, 0) as "droppedMicros",
  unchunked, chunks, senders, senders_complete as "sendersComplete"`

/** How far an owner is digested, as committed; null when nothing is. */
export async function selectDigest(database: Queryable, ownerId: string): Promise<DigestState | null> {
  const { rows } = await sql<DigestState>`
    select ${state} from message_digests where owner_id = ${ownerId}`.execute(database)
  return rows[0] ?? null
}

/**
 * The state of an owner, made if there is none, locked until the transaction ends. Null while another process has it.
 */
export async function lockDigest(transaction: DatabaseTransaction, ownerId: string): Promise<DigestState | null> {
  return lockState(transaction, ownerId, sql`skip locked`)
}

/** The same, once whoever has it has ended its page. */
export async function awaitDigest(transaction: DatabaseTransaction, ownerId: string): Promise<DigestState> {
  const digest = await lockState(transaction, ownerId, sql``)
  invariant(digest, 'It was made where there was none')
  return digest
}

async function lockState(
  transaction: DatabaseTransaction,
  ownerId: string,
  whenLocked: RawBuilder<unknown>,
): Promise<DigestState | null> {
  await sql`insert into message_digests (owner_id) values (${ownerId}) on conflict do nothing`.execute(transaction)
  const { rows } = await sql<DigestState>`
    select ${state} from message_digests where owner_id = ${ownerId} for update ${whenLocked}`.execute(transaction)
  return rows[0] ?? null
}

export async function storeDigest(
  transaction: DatabaseTransaction,
  ownerId: string,
  digest: Omit<DigestState, 'droppedMicros'>,
): Promise<void> {
  const chunked = digest.chunkedMicros === 0n ? null : microsToTimestamp(digest.chunkedMicros)
  await sql`
    update message_digests set digested_through = ${microsToTimestamp(digest.digestedMicros)}::timestamptz,
      chunked_through = ${chunked}::timestamptz, unchunked = ${digest.unchunked}, chunks = ${digest.chunks},
      senders = ${digest.senders}, senders_complete = ${digest.sendersComplete}
    where owner_id = ${ownerId}`.execute(transaction)
}

/**
 * What landed after a place, oldest first. Walks the primary key of messages forwards and stops after `limit` rows.
 * Complete up to the last row: places are handed out under the lock of the inbox, which is held to the commit.
 */
export async function selectToDigest(
  database: Queryable,
  ownerId: string,
  afterMicros: bigint,
  limit: number,
): Promise<DigestRow[]> {
  const { rows } = await sql<DigestRow>`
    select (extract(epoch from landed_at) * 1000000)::bigint as "landedAtMicros",
      to_char(received_at at time zone 'UTC', 'YYYY-MM-DD') as day, sender, recipient, content, flags, segments,
      range_id as "rangeId", connection_id as "connectionId", earned_micros as "earnedMicros",
      landed_at - received_at > interval '1 hour' as "isLate"
    from messages where owner_id = ${ownerId} and landed_at > ${microsToTimestamp(afterMicros)}::timestamptz
    order by landed_at limit ${limit}`.execute(database)
  return rows
}

/** Of these senders those that have a row on these days, as `day sender`, and how many rows each day has. */
export async function selectSenderDays(
  transaction: DatabaseTransaction,
  ownerId: string,
  sums: readonly SenderDay[],
): Promise<{ known: Set<string>; counts: Map<string, number> }> {
  const days = [...new Set(sums.map(({ day }) => day))]
  const counts = await sql<{ day: string; count: bigint }>`
    select day, count(*) as count from traffic_sender_daily
    where owner_id = ${ownerId} and day = any (${days}::date[]) and sender <> '' group by day`.execute(transaction)
  const known = await sql<{ day: string; sender: string }>`
    select t.day, t.sender from unnest(${column(sums, 'day')}::date[], ${column(sums, 'sender')}::text[])
      as s (day, sender)
    join traffic_sender_daily t on t.owner_id = ${ownerId} and t.day = s.day and t.sender = s.sender`.execute(
    transaction,
  )
  return {
    known: new Set(known.rows.map(({ day, sender }) => `${day} ${sender}`)),
    counts: new Map(counts.rows.map(({ day, count }) => [day, Number(count)])),
  }
}

export async function addSenderDays(
  transaction: DatabaseTransaction,
  ownerId: string,
  sums: readonly SenderDay[],
): Promise<void> {
  await sql`
    insert into traffic_sender_daily as t (owner_id, day, sender, messages, segments, earned_micros, codes)
    select ${ownerId}::uuid, s.* from unnest(${column(sums, 'day')}::date[], ${column(sums, 'sender')}::text[],
      ${column(sums, 'messages')}::bigint[], ${column(sums, 'segments')}::bigint[],
      ${column(sums, 'earnedMicros')}::bigint[], ${column(sums, 'codes')}::bigint[]) s
    on conflict (owner_id, day, sender) do update set messages = t.messages + excluded.messages,
      segments = t.segments + excluded.segments, earned_micros = t.earned_micros + excluded.earned_micros,
      codes = t.codes + excluded.codes`.execute(transaction)
}

export async function addLanguageDays(
  transaction: DatabaseTransaction,
  ownerId: string,
  sums: readonly LanguageDay[],
): Promise<void> {
  await sql`
    insert into traffic_language_daily as t (owner_id, day, language, messages)
    select ${ownerId}::uuid, s.* from unnest(${column(sums, 'day')}::date[], ${column(sums, 'language')}::text[],
      ${column(sums, 'messages')}::bigint[]) s
    on conflict (owner_id, day, language) do update set messages = t.messages + excluded.messages`.execute(transaction)
}

/** Of these senders those that the owner is known to have. By the primary key. */
export async function selectKnownSenders(
  transaction: DatabaseTransaction,
  ownerId: string,
  senders: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ sender: string }>`
    select sender from owner_senders where owner_id = ${ownerId} and sender = any (${[...senders]}::text[])`.execute(
    transaction,
  )
  return new Set(rows.map(({ sender }) => sender))
}

export async function addSenders(
  transaction: DatabaseTransaction,
  ownerId: string,
  sums: readonly SenderSum[],
): Promise<void> {
  await sql`
    insert into owner_senders as o (owner_id, sender, messages, last_at)
    select ${ownerId}::uuid, s.* from unnest(${column(sums, 'sender')}::text[], ${column(sums, 'messages')}::bigint[],
      ${lastPlaces(sums)}::timestamptz[]) s
    on conflict (owner_id, sender) do update set messages = o.messages + excluded.messages, last_at = excluded.last_at
  `.execute(transaction)
}

export async function addSources(
  transaction: DatabaseTransaction,
  ownerId: string,
  sums: readonly SourceSum[],
): Promise<void> {
  await sql`
    insert into owner_sources as o (owner_id, range_id, connection_id, messages, last_at)
    select ${ownerId}::uuid, s.* from unnest(${column(sums, 'rangeId')}::uuid[],
      ${column(sums, 'connectionId')}::uuid[], ${column(sums, 'messages')}::bigint[],
      ${lastPlaces(sums)}::timestamptz[]) s
    on conflict (owner_id, range_id, connection_id)
      do update set messages = o.messages + excluded.messages, last_at = excluded.last_at`.execute(transaction)
}

export type Chunk = {
  fromMicros: bigint
  untilMicros: bigint
  messages: number
  /** Which stretch of the owner's chunks it belongs to; one more term of it. */
  part: number
  terms: readonly number[]
}

/** Oldest first. Terms travel as one text for each chunk: arrays of arrays would have to be of one length. */
export async function insertChunks(
  transaction: DatabaseTransaction,
  ownerId: string,
  chunks: readonly Chunk[],
): Promise<void> {
  await sql`
    insert into message_chunks (owner_id, from_at, until_at, messages, part, terms)
    select ${ownerId}::uuid, c.from_at, c.until_at, c.messages, c.part, c.terms::integer[] || c.part
    from unnest(${chunks.map((chunk) => microsToTimestamp(chunk.fromMicros))}::timestamptz[],
      ${chunks.map((chunk) => microsToTimestamp(chunk.untilMicros))}::timestamptz[],
      ${column(chunks, 'messages')}::int2[], ${column(chunks, 'part')}::integer[],
      ${chunks.map(({ terms }) => `{${terms.join(',')}}`)}::text[])
      as c (from_at, until_at, messages, part, terms)`.execute(transaction)
}

/** Other terms for a chunk that there is; that of its part stays. */
export async function replaceTerms(
  transaction: DatabaseTransaction,
  ownerId: string,
  chunk: { untilMicros: bigint; terms: readonly number[] },
): Promise<void> {
  await sql`
    update message_chunks set terms = array_remove(${`{${chunk.terms.join(',')}}`}::integer[] || part, null)
    where owner_id = ${ownerId} and until_at = ${microsToTimestamp(chunk.untilMicros)}::timestamptz`.execute(
    transaction,
  )
}

function column<Sum>(sums: readonly Sum[], name: keyof Sum): RawBuilder<unknown> {
  return sql`${sums.map((sum) => sum[name])}`
}

function lastPlaces(sums: readonly { lastMicros: bigint }[]): RawBuilder<unknown> {
  return sql`${sums.map(({ lastMicros }) => microsToTimestamp(lastMicros))}`
}
