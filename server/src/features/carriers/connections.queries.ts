// All SQL of the connection runtime: what it must know of connections, and what it writes down about them. Nothing
// here is on the path of a message: counters and events are gathered in memory and written every few seconds.
import { sql } from 'kysely'
import type { ConnectionKind } from '@inrange/contract/carriers'
import type { Queryable } from '../../platform/database.ts'

/** The channel that says "connections changed"; see the triggers of the first migration. */
export const CONNECTIONS_CHANNEL = 'connections'

export type StoredConnection = {
  id: string
  carrierId: string
  name: string
  kind: ConnectionKind
  isActive: boolean
  settings: unknown
  systemId: string | null
  passwordHash: string | null
  secretSealed: string | null
}

/**
 * Every connection with its credentials, inactive ones too: those must be known to be refused with the right status.
 */
export async function selectStoredConnections(database: Queryable): Promise<StoredConnection[]> {
  const { rows } = await sql<StoredConnection>`
    select x.id, x.carrier_id as "carrierId", x.name, x.kind, x.status = 'active' and c.status = 'active' as "isActive",
      x.settings, x.system_id as "systemId", x.password_hash as "passwordHash", x.secret_sealed as "secretSealed"
    from connections x join carriers c on c.id = x.carrier_id
    order by x.id`.execute(database)
  return rows
}

export type CounterIncrement = {
  connectionId: string
  received: number
  acknowledged: number
  duplicates: number
  quarantined: number
  receipts: number
  refused: number
  malformed: number
  throttled: number
  lastMessageAt: Date | null
  lastError: string | null
  lastErrorAt: Date | null
}

/**
 * Adds increments, so that several processes may count for one connection. One statement for all; rows are taken in
 * the order of their ids, so that two processes that flush at once cannot wait for each other in a circle. A
 * connection that is gone is skipped.
 */
export async function addToCounters(database: Queryable, increments: readonly CounterIncrement[]): Promise<void> {
  await sql`
    insert into connection_counters as k (connection_id, received, acknowledged, duplicates, quarantined, receipts,
      refused, malformed, throttled, last_message_at, last_error, last_error_at)
    select i."connectionId", i.received, i.acknowledged, i.duplicates, i.quarantined, i.receipts, i.refused,
      i.malformed, i.throttled, i."lastMessageAt", i."lastError", i."lastErrorAt"
    from jsonb_to_recordset(${JSON.stringify(increments)}::jsonb) as i("connectionId" uuid, received bigint,
      acknowledged bigint, duplicates bigint, quarantined bigint, receipts bigint, refused bigint, malformed bigint,
      throttled bigint, "lastMessageAt" timestamptz, "lastError" text, "lastErrorAt" timestamptz)
    join connections x on x.id = i."connectionId"
    order by i."connectionId"
    on conflict (connection_id) do update set
      received = k.received + excluded.received, acknowledged = k.acknowledged + excluded.acknowledged,
      duplicates = k.duplicates + excluded.duplicates, quarantined = k.quarantined + excluded.quarantined,
      receipts = k.receipts + excluded.receipts, refused = k.refused + excluded.refused,
      malformed = k.malformed + excluded.malformed, throttled = k.throttled + excluded.throttled,
      last_message_at = greatest(k.last_message_at, excluded.last_message_at),
      last_error = coalesce(excluded.last_error, k.last_error),
      last_error_at = coalesce(excluded.last_error_at, k.last_error_at)`.execute(database)
}

/**
 * Adds the same increments to an hour, in the order of connections for the same reason. One statement for all; by the
 * primary key.
 */
export async function addToHours(
  database: Queryable,
  increments: readonly CounterIncrement[],
  hour: Date,
): Promise<void> {
  await sql`
    insert into connection_hours as k (connection_id, hour, received, acknowledged, duplicates, quarantined, receipts,
      refused, malformed, throttled)
    select i."connectionId", ${hour}::timestamptz, i.received, i.acknowledged, i.duplicates, i.quarantined, i.receipts,
      i.refused, i.malformed, i.throttled
    from jsonb_to_recordset(${JSON.stringify(increments)}::jsonb) as i("connectionId" uuid, received bigint,
      acknowledged bigint, duplicates bigint, quarantined bigint, receipts bigint, refused bigint, malformed bigint,
      throttled bigint)
    join connections x on x.id = i."connectionId"
    order by i."connectionId"
    on conflict (connection_id, hour) do update set
      received = k.received + excluded.received, acknowledged = k.acknowledged + excluded.acknowledged,
      duplicates = k.duplicates + excluded.duplicates, quarantined = k.quarantined + excluded.quarantined,
      receipts = k.receipts + excluded.receipts, refused = k.refused + excluded.refused,
      malformed = k.malformed + excluded.malformed, throttled = k.throttled + excluded.throttled`.execute(database)
}

export type NewEvent = { connectionId: string; at: Date; kind: string; detail: string; remoteAddress: string | null }

/**
 * Appends events in the order given: their ids (uuid v7) are made row by row. Those of a connection that is gone are
 * skipped.
 */
export async function insertEvents(database: Queryable, events: readonly NewEvent[]): Promise<void> {
  await sql`
    insert into connection_events (connection_id, at, kind, detail, remote_address)
    select e."connectionId", e.at, e.kind, e.detail, e."remoteAddress"
    from rows from (jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as ("connectionId" uuid, at timestamptz,
      kind text, detail text, "remoteAddress" text))
      with ordinality as e("connectionId", at, kind, detail, "remoteAddress", place)
    join connections x on x.id = e."connectionId"
    order by e.place`.execute(database)
}

/**
 * Keeps the newest `keep` events of a connection: one backward scan of the primary key (connection_id, id) finds the
 * border.
 */
export async function pruneEvents(database: Queryable, connectionId: string, keep: number): Promise<void> {
  await sql`
    delete from connection_events
    where connection_id = ${connectionId} and id <= (
      select id from connection_events where connection_id = ${connectionId} order by id desc offset ${keep} limit 1)
  `.execute(database)
}

/** Subscribes this client, which must be one of its own, to changes of carriers and connections. */
export async function listenToConnections(client: { query(text: string): Promise<unknown> }): Promise<void> {
  await client.query(`listen ${CONNECTIONS_CHANNEL}`)
}
