// All SQL that changes whether messages are read. Guarantees that the counter of the inbox moves with the messages in
// one transaction, under the lock of the inbox row, so that it is exact whatever lands or is marked at the same
// moment.
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../platform/database.ts'
import { microsToTimestamp } from './messages.rules.ts'

export type LockedInbox = {
  messages: bigint
  readMessages: bigint
  lastLandedMicros: bigint
  readThroughMicros: bigint
}

/**
 * Takes the lock of the owner's inbox until the transaction ends: nothing lands and nothing else is marked meanwhile.
 * Null when nothing has ever landed. `readThroughMicros` is 0 when everything has never been marked read.
 */
export async function lockInbox(transaction: DatabaseTransaction, ownerId: string): Promise<LockedInbox | null> {
  const { rows } = await sql<LockedInbox>`
    select messages, read_messages as "readMessages",
      (extract(epoch from last_landed_at) * 1000000)::bigint as "lastLandedMicros",
      (extract(epoch from greatest(read_through_at, 'epoch')) * 1000000)::bigint as "readThroughMicros"
    from inboxes where owner_id = ${ownerId} for no key update`.execute(transaction)
  return rows[0] ?? null
}

/**
 * Which of these places hold a message, and whether it is read. By the primary key, in the partitions of these places
 * alone.
 */
export async function selectReadStates(
  transaction: DatabaseTransaction,
  ownerId: string,
  placesMicros: readonly bigint[],
): Promise<{ landedAtMicros: bigint; isRead: boolean }[]> {
  const { rows } = await sql<{ landedAtMicros: bigint; isRead: boolean }>`
    select (extract(epoch from m.landed_at) * 1000000)::bigint as "landedAtMicros",
      m.read_at is not null or (m.landed_at <= i.read_through_at and k.owner_id is null) as "isRead"
    from messages m join inboxes i on i.owner_id = m.owner_id
    left join unread_marks k on k.owner_id = m.owner_id and k.landed_at = m.landed_at
    where m.owner_id = ${ownerId} and m.landed_at = any (${places(placesMicros)}::timestamptz[])`.execute(transaction)
  return rows
}

/** Call with unread messages only, under the lock of the inbox. */
export async function storeRead(
  transaction: DatabaseTransaction,
  ownerId: string,
  placesMicros: readonly bigint[],
  at: Date,
): Promise<void> {
  await sql`
    with unmarked as (
      delete from unread_marks where owner_id = ${ownerId} and landed_at = any (${places(placesMicros)}::timestamptz[])
    )
    update messages set read_at = ${at}
    where owner_id = ${ownerId} and landed_at = any (${places(placesMicros)}::timestamptz[])`.execute(transaction)
  await moveReadMessages(transaction, ownerId, BigInt(placesMicros.length))
}

/**
 * Call with read messages only, under the lock of the inbox. A mark is kept only where `read_through_at` would make
 * the message read again.
 */
export async function storeUnread(
  transaction: DatabaseTransaction,
  ownerId: string,
  placesMicros: readonly bigint[],
): Promise<void> {
  await sql`
    with marked as (
      insert into unread_marks (owner_id, landed_at)
      select i.owner_id, p.landed_at from inboxes i, unnest(${places(placesMicros)}::timestamptz[]) as p (landed_at)
      where i.owner_id = ${ownerId} and p.landed_at <= i.read_through_at
    )
    update messages set read_at = null
    where owner_id = ${ownerId} and landed_at = any (${places(placesMicros)}::timestamptz[])`.execute(transaction)
  await moveReadMessages(transaction, ownerId, -BigInt(placesMicros.length))
}

async function moveReadMessages(transaction: DatabaseTransaction, ownerId: string, by: bigint): Promise<void> {
  await sql`update inboxes set read_messages = read_messages + ${by} where owner_id = ${ownerId}`.execute(transaction)
}

/** Forgets the marks up to a place; how many there were. By the primary key of unread_marks. */
export async function deleteMarks(
  transaction: DatabaseTransaction,
  ownerId: string,
  throughMicros: bigint,
): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    with gone as (
      delete from unread_marks
      where owner_id = ${ownerId} and landed_at <= ${microsToTimestamp(throughMicros)}::timestamptz returning 1
    ) select count(*) as count from gone`.execute(transaction)
  return rows[0]?.count ?? 0n
}

/**
 * What landed after a place, looked at up to `lookAtMost`: how many, and how many of them are unread by themselves.
 * Walks the primary key from the newest place back, so it costs what landed since.
 */
export async function countAfter(
  transaction: DatabaseTransaction,
  ownerId: string,
  placeMicros: bigint,
  lookAtMost: number,
): Promise<{ landed: number; unread: number }> {
  const { rows } = await sql<{ landed: bigint; unread: bigint }>`
    select count(*) as landed, count(*) filter (where read_at is null) as unread from (
      select read_at from messages
      where owner_id = ${ownerId} and landed_at > ${microsToTimestamp(placeMicros)}::timestamptz
      order by landed_at desc limit ${lookAtMost}
    ) later`.execute(transaction)
  return { landed: Number(rows[0]?.landed ?? 0), unread: Number(rows[0]?.unread ?? 0) }
}

/** From now on everything up to a place counts as read. */
export async function storeReadThrough(
  transaction: DatabaseTransaction,
  ownerId: string,
  throughMicros: bigint,
  readMessages: bigint,
): Promise<void> {
  await sql`update inboxes set read_messages = ${readMessages},
      read_through_at = greatest(read_through_at, ${microsToTimestamp(throughMicros)}::timestamptz)
    where owner_id = ${ownerId}`.execute(transaction)
}

/** Tells the owner's live views, in every process, to look again once this transaction has committed. */
export async function notifyInbox(transaction: DatabaseTransaction, ownerId: string): Promise<void> {
  await sql`select pg_notify('inbox', ${ownerId})`.execute(transaction)
}

function places(placesMicros: readonly bigint[]): string[] {
  return placesMicros.map(microsToTimestamp)
}
