// All SQL of the health of a connection: sessions that a stretch of time saw, and its hours. Everything by an index
// that begins with the connection, bounded.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

export type SessionRow = {
  startedMs: number
  /** Null while it lasts. */
  endedMs: number | null
  endReason: string | null
}

/**
 * The newest sessions that were bound at some time since `from`, oldest first. A session that is open in the records
 * while its process is dead (which held a lock for as long as it lived) ended when it was last heard of. Indexes:
 * smpp_sessions_ended, smpp_sessions_open.
 */
export async function selectSessionsSince(
  database: Queryable,
  connectionId: string,
  window: { from: Date; limit: number },
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    with seen as (
      (select s.* from smpp_sessions s where s.connection_id = ${connectionId} and s.ended_at >= ${window.from}
        order by s.ended_at desc limit ${window.limit})
      union all
      (select s.* from smpp_sessions s where s.connection_id = ${connectionId} and s.ended_at is null
        limit ${window.limit})
    ), alive as (
      select p.process_id from (select distinct process_id from seen where ended_at is null) p
      where exists (select from pg_locks l
        where l.locktype = 'advisory' and l.granted and l.objsubid = 1
          and (l.classid::int8 << 32) | l.objid::int8 = hashtextextended('inrange process ' || p.process_id::text, 0))
    )
    select (extract(epoch from s.started_at) * 1000)::float8 as "startedMs",
      (extract(epoch from case
        when s.ended_at is not null then s.ended_at
        when s.process_id in (select process_id from alive) then null
        else greatest(s.started_at, s.proven_until, least(k.last_message_at, now())) end) * 1000)::float8 as "endedMs",
      case when s.ended_at is null then 'the process that served it ended without a word' else s.end_reason end
        as "endReason"
    from seen s left join connection_counters k on k.connection_id = s.connection_id
    order by s.started_at desc limit ${window.limit}`.execute(database)
  return rows.toReversed()
}

export type HourRow = {
  hour: Date
  messages: bigint
  received: bigint
  quarantined: bigint
  duplicates: bigint
  receipts: bigint
  refused: bigint
  malformed: bigint
  throttled: bigint
}

/** What came and what became of it by the hour, since an hour. Primary keys of both tables. */
export async function selectHoursSince(database: Queryable, connectionId: string, from: Date): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select coalesce(h.hour, t.hour) as hour, coalesce(t.messages, 0)::bigint as messages,
      coalesce(h.received, 0) as received, coalesce(h.quarantined, 0) as quarantined,
      coalesce(h.duplicates, 0) as duplicates, coalesce(h.receipts, 0) as receipts, coalesce(h.refused, 0) as refused,
      coalesce(h.malformed, 0) as malformed, coalesce(h.throttled, 0) as throttled
    from (select * from connection_hours where connection_id = ${connectionId} and hour >= ${from}) h
    full join (select hour, sum(messages) as messages from traffic_connection_hourly
      where connection_id = ${connectionId} and hour >= ${from} group by hour) t on t.hour = h.hour
    order by 1`.execute(database)
  return rows
}

/** Whether other processes have sessions of a connection open. Index: smpp_sessions_open. */
export async function countOpenSessions(database: Queryable, connectionId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from smpp_sessions s
    where s.connection_id = ${connectionId} and s.ended_at is null and exists (select from pg_locks l
      where l.locktype = 'advisory' and l.granted and l.objsubid = 1
        and (l.classid::int8 << 32) | l.objid::int8 = hashtextextended('inrange process ' || s.process_id::text, 0))
  `.execute(database)
  return rows[0]?.count ?? 0
}

/** Hours that no screen shows any more. By the index on the hour, bounded. */
export async function pruneConnectionHours(database: Queryable, before: Date): Promise<void> {
  await sql`
    delete from connection_hours where (connection_id, hour) in (
      select connection_id, hour from connection_hours where hour < ${before} order by hour limit 50000)
  `.execute(database)
}
