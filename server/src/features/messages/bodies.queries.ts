// All SQL that drops texts. The program may not change a message itself: it goes through drop_message_bodies, which
// opens only for what is older than the setting `retention` says.
import { sql } from 'kysely'
import type { DatabaseTransaction, Queryable } from '../../platform/database.ts'
import type { ChunkSpan } from './archive.queries.ts'
import { microsToTimestamp } from './messages.rules.ts'

/**
 * Owners with messages up to a place whose texts may be there, at most `limit`. Only what is digested counts: figures
 * of codes and languages are made from texts. Reads a row for each owner, never messages.
 */
export async function selectOwnersToDrop(database: Queryable, throughMicros: bigint, limit: number): Promise<string[]> {
  const { rows } = await sql<{ ownerId: string }>`
    select owner_id as "ownerId" from message_digests
    where coalesce(dropped_through, '-infinity')
      < least(digested_through, ${microsToTimestamp(throughMicros)}::timestamptz)
    limit ${limit}`.execute(database)
  return rows.map(({ ownerId }) => ownerId)
}

/** The first and the last place of the next `limit` messages after one and up to another; by the primary key. */
export async function selectStretch(
  database: Queryable,
  ownerId: string,
  afterMicros: bigint,
  throughMicros: bigint,
  limit: number,
): Promise<ChunkSpan | null> {
  const { rows } = await sql<{ fromMicros: bigint | null; untilMicros: bigint | null }>`
    select (extract(epoch from min(landed_at)) * 1000000)::bigint as "fromMicros",
      (extract(epoch from max(landed_at)) * 1000000)::bigint as "untilMicros"
    from (
      select landed_at from messages
      where owner_id = ${ownerId} and landed_at > ${microsToTimestamp(afterMicros)}::timestamptz
        and landed_at <= ${microsToTimestamp(throughMicros)}::timestamptz
      order by landed_at limit ${limit}
    ) next`.execute(database)
  const { fromMicros = null, untilMicros = null } = rows[0] ?? {}
  return fromMicros === null || untilMicros === null ? null : { fromMicros, untilMicros }
}

/** Drops text and octets of the messages of a stretch, whose bounds are inclusive; how many had some. */
export async function dropBodiesOf(
  transaction: DatabaseTransaction,
  ownerId: string,
  { fromMicros, untilMicros }: ChunkSpan,
): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`
    select drop_message_bodies(${ownerId}, ${microsToTimestamp(fromMicros)}, ${microsToTimestamp(untilMicros)})
      as dropped`.execute(transaction)
  return rows[0]?.dropped ?? 0
}

/** The chunks that hold a message of a stretch, oldest first; by the primary key. */
export async function selectChunksOver(
  transaction: DatabaseTransaction,
  ownerId: string,
  { fromMicros, untilMicros }: ChunkSpan,
): Promise<(ChunkSpan & { messages: number })[]> {
  const { rows } = await sql<ChunkSpan & { messages: number }>`
    select (extract(epoch from from_at) * 1000000)::bigint as "fromMicros",
      (extract(epoch from until_at) * 1000000)::bigint as "untilMicros", messages
    from message_chunks
    where owner_id = ${ownerId} and until_at >= ${microsToTimestamp(fromMicros)}::timestamptz
      and from_at <= ${microsToTimestamp(untilMicros)}::timestamptz
    order by until_at`.execute(transaction)
  return rows
}

export async function storeDropped(
  transaction: DatabaseTransaction,
  ownerId: string,
  throughMicros: bigint,
): Promise<void> {
  await sql`
    update message_digests set dropped_through = ${microsToTimestamp(throughMicros)}::timestamptz
    where owner_id = ${ownerId}`.execute(transaction)
}

/**
 * Drops text and octets of the next entries of quarantine below an id, oldest first, and remembers where it got to.
 * Ids carry the time of their row, so this walks the primary key.
 * @returns how many entries it went over
 */
export async function dropQuarantineBodies(
  transaction: DatabaseTransaction,
  beforeId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    with progress as (
      select coalesce(quarantine_through, '00000000-0000-0000-0000-000000000000'::uuid) as through
      from retention_progress for update
    ), next as materialized (
      select q.id from quarantine q, progress p where q.id > p.through and q.id < ${beforeId}::uuid
      order by q.id limit ${limit}
    ), dropped as (
      update quarantine q set content = null, raw = '', flags = q.flags | 8 from next n where q.id = n.id
    ), moved as (
      update retention_progress set quarantine_through = (select id from next order by id desc limit 1)
      where exists (select from next)
    )
    select count(*) as count from next`.execute(transaction)
  return Number(rows[0]?.count ?? 0)
}
