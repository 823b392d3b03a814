// What the watch over all connections is read from: each with its counters, its last session and what is usual for it.
import { sql } from 'kysely'
import type { ConnectionKind } from '@inrange/contract/carriers'
import type { Queryable } from '../../platform/database.ts'

export type WatchedRow = {
  id: string
  name: string
  kind: ConnectionKind
  carrierId: string
  carrier: string
  isActive: boolean
  acknowledged: bigint
  lastMessageAt: Date | null
  lastError: string | null
  lastErrorAt: Date | null
  messages24h: bigint
  /** Whether it was ever bound; and when the last of its sessions ended that has. */
  wasBound: boolean
  lastEndedAt: Date | null
}

/** How many are watched; an installation has tens. */
const WATCHED_MAX = 1_000

/**
 * Every connection, oldest first. Its sessions are a look at either index of smpp_sessions, the day's messages one
 * stretch of the primary key of traffic_connection_hourly.
 */
export async function selectWatched(database: Queryable, now: Date): Promise<WatchedRow[]> {
  const { rows } = await sql<WatchedRow>`
    select x.id, x.name, x.kind, x.carrier_id as "carrierId", c.name as carrier,
      x.status = 'active' and c.status = 'active' as "isActive", coalesce(k.acknowledged, 0) as acknowledged,
      k.last_message_at as "lastMessageAt", k.last_error as "lastError", k.last_error_at as "lastErrorAt",
      (select coalesce(sum(t.messages), 0)::bigint from traffic_connection_hourly t
        where t.connection_id = x.id and t.hour >= ${now}::timestamptz - interval '24 hours') as "messages24h",
      exists (select from smpp_sessions s where s.connection_id = x.id) as "wasBound",
      (select max(ended_at) from smpp_sessions s where s.connection_id = x.id) as "lastEndedAt"
    from connections x join carriers c on c.id = x.carrier_id
    left join connection_counters k on k.connection_id = x.id
    order by x.id limit ${WATCHED_MAX}
  `.execute(database)
  return rows
}

/**
 * What each connection had in one clock hour on each of the seven days before, as one list a connection; a day without
 * messages is not in it. Index: the primary key, a look for each of the seven hours.
 */
export async function selectUsualHours(database: Queryable, hour: Date): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ id: string; counts: number[] }>`
    select id, array_agg(messages) as counts from (
      select x.id, d.ago, sum(t.messages)::int as messages
      from connections x cross join generate_series(1, 7) d (ago)
      join traffic_connection_hourly t
        on t.connection_id = x.id and t.hour = ${hour}::timestamptz - d.ago * interval '24 hours'
      where x.status = 'active' group by x.id, d.ago
    ) days group by id
  `.execute(database)
  return new Map(rows.map(({ id, counts }) => [id, counts]))
}
