// All SQL of what admins read and change about carriers and connections. Constraints of the tables are the last word
// on uniqueness; their names are turned into errors by whoever calls. Secrets are selected nowhere in this file.
import { sql } from 'kysely'
import type { ConnectionKind } from '@inrange/contract/carriers'
import type { Queryable } from '../../platform/database.ts'

export type ActiveStatus = 'active' | 'inactive'

export type CarrierRow = {
  id: string
  name: string
  status: ActiveStatus
  notes: string
  createdAt: Date
  messages24h: bigint
  lastMessageAt: Date | null
}

export type ConnectionRow = {
  id: string
  carrierId: string
  carrierStatus: ActiveStatus
  name: string
  kind: ConnectionKind
  status: ActiveStatus
  settings: unknown
  systemId: string | null
  secretSet: boolean
  createdAt: Date
  received: bigint
  acknowledged: bigint
  duplicates: bigint
  quarantined: bigint
  receipts: bigint
  refused: bigint
  malformed: bigint
  throttled: bigint
  lastMessageAt: Date | null
  lastError: string | null
  lastErrorAt: Date | null
}

export type EventRow = { id: string; at: Date; kind: string; detail: string; remoteAddress: string | null }

// Traffic of the last 24 whole hours and the running one comes from the hourly sums (primary key), never from
// counting messages.
const carrierColumns = sql`
  c.id, c.name, c.status, c.notes, c.created_at as "createdAt",
  (select coalesce(sum(t.messages), 0)::bigint from connections x
    join traffic_connection_hourly t on t.connection_id = x.id and t.hour >= now() - interval '24 hours'
    where x.carrier_id = c.id) as "messages24h",
  (select max(k.last_message_at) from connections x join connection_counters k on k.connection_id = x.id
    where x.carrier_id = c.id) as "lastMessageAt"`

/**
 * A page of carriers by name, of those whose name, notes or a connection's name contains the pattern (for ILIKE; null:
 * all). Order: lower(name), which is unique; index carriers_name_unique. Carriers are some hundreds at most.
 */
export async function selectCarriers(
  database: Queryable,
  page: { afterName: string | null; pattern: string | null; limit: number },
): Promise<CarrierRow[]> {
  const { pattern } = page
  const after = page.afterName === null ? sql`true` : sql`lower(c.name) > lower(${page.afterName})`
  const matches =
    pattern === null
      ? sql`true`
      : sql`(c.name ilike ${pattern} or c.notes ilike ${pattern} or exists (select from connections x
          where x.carrier_id = c.id and (x.name ilike ${pattern} or x.system_id ilike ${pattern})))`
  const { rows } = await sql<CarrierRow>`
    select ${carrierColumns} from carriers c where ${after} and ${matches}
    order by lower(c.name) limit ${page.limit}`.execute(database)
  return rows
}

/** Messages by the hour of the connections of carriers, from an hour on. Primary key of traffic_connection_hourly. */
export async function selectCarrierHours(
  database: Queryable,
  carrierIds: readonly string[],
  from: Date,
): Promise<{ carrierId: string; hour: Date; messages: bigint }[]> {
  const { rows } = await sql<{ carrierId: string; hour: Date; messages: bigint }>`
    select x.carrier_id as "carrierId", t.hour, sum(t.messages)::bigint as messages
    from connections x join traffic_connection_hourly t on t.connection_id = x.id and t.hour >= ${from}
    where x.carrier_id = any(${carrierIds}::uuid[]) group by x.carrier_id, t.hour`.execute(database)
  return rows
}

/** One carrier by its primary key, or null. */
export async function selectCarrier(database: Queryable, carrierId: string): Promise<CarrierRow | null> {
  const { rows } = await sql<CarrierRow>`
    select ${carrierColumns} from carriers c where c.id = ${carrierId}`.execute(database)
  return rows[0] ?? null
}

/**
 * The editable facts of one carrier, locked until the transaction ends, so that two edits happen one after the other.
 */
export async function lockCarrier(
  database: Queryable,
  carrierId: string,
): Promise<{ name: string; notes: string; status: ActiveStatus } | null> {
  const { rows } = await sql<{ name: string; notes: string; status: ActiveStatus }>`
    select name, notes, status from carriers where id = ${carrierId} for update`.execute(database)
  return rows[0] ?? null
}

/** @throws a violation of carriers_name_unique when another carrier has the name, in any case of letters */
export async function insertCarrier(database: Queryable, carrier: { name: string; notes: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into carriers (name, notes) values (${carrier.name}, ${carrier.notes}) returning id`.execute(database)
  return rows[0]!.id
}

/** @throws a violation of carriers_name_unique */
export async function updateCarrierRow(
  database: Queryable,
  carrierId: string,
  carrier: { name: string; notes: string; status: ActiveStatus },
): Promise<void> {
  await sql`
    update carriers set name = ${carrier.name}, notes = ${carrier.notes}, status = ${carrier.status}
    where id = ${carrierId}`.execute(database)
}

// Counters of a connection that never received anything have no row yet and read as zero.
const connectionColumns = sql`
  x.id, x.carrier_id as "carrierId", c.status as "carrierStatus", x.name, x.kind, x.status, x.settings,
  x.system_id as "systemId", (x.password_hash is not null or x.secret_sealed is not null) as "secretSet",
  x.created_at as "createdAt",
  coalesce(k.received, 0) as received, coalesce(k.acknowledged, 0) as acknowledged,
  coalesce(k.duplicates, 0) as duplicates, coalesce(k.quarantined, 0) as quarantined,
  coalesce(k.receipts, 0) as receipts, coalesce(k.refused, 0) as refused,
  coalesce(k.malformed, 0) as malformed, coalesce(k.throttled, 0) as throttled,
  k.last_message_at as "lastMessageAt", k.last_error as "lastError", k.last_error_at as "lastErrorAt"`

/** The connections of these carriers, oldest first. Index: connections_of_carrier (carrier_id, id). */
export async function selectConnectionsOf(
  database: Queryable,
  carrierIds: readonly string[],
): Promise<ConnectionRow[]> {
  const { rows } = await sql<ConnectionRow>`
    select ${connectionColumns} from connections x
    join carriers c on c.id = x.carrier_id
    left join connection_counters k on k.connection_id = x.id
    where x.carrier_id = any(${carrierIds}::uuid[])
    order by x.carrier_id, x.id`.execute(database)
  return rows
}

/** One connection by its primary key, or null. */
export async function selectConnection(database: Queryable, connectionId: string): Promise<ConnectionRow | null> {
  const { rows } = await sql<ConnectionRow>`
    select ${connectionColumns} from connections x
    join carriers c on c.id = x.carrier_id
    left join connection_counters k on k.connection_id = x.id
    where x.id = ${connectionId}`.execute(database)
  return rows[0] ?? null
}

export type EditableConnection = {
  name: string
  kind: ConnectionKind
  status: ActiveStatus
  systemId: string | null
  settings: unknown
}

/** The editable facts of one connection, locked until the transaction ends. */
export async function lockConnection(database: Queryable, connectionId: string): Promise<EditableConnection | null> {
  const { rows } = await sql<EditableConnection>`
    select name, kind, status, system_id as "systemId", settings from connections
    where id = ${connectionId} for update`.execute(database)
  return rows[0] ?? null
}

export type Credentials = { passwordHash: string | null; secretSealed: string | null }

/**
 * The id is the caller's, because a sealed secret is bound to it.
 * @throws a violation of connections_system_id_unique
 */
export async function insertConnection(
  database: Queryable,
  connection: Omit<EditableConnection, 'status'> & Credentials & { id: string; carrierId: string },
): Promise<void> {
  await sql`
    insert into connections (id, carrier_id, name, kind, settings, system_id, password_hash, secret_sealed)
    values (${connection.id}, ${connection.carrierId}, ${connection.name}, ${connection.kind},
      ${JSON.stringify(connection.settings)}::jsonb, ${connection.systemId}, ${connection.passwordHash},
      ${connection.secretSealed})`.execute(database)
}

/** Credentials that are null stay as they are. @throws a violation of connections_system_id_unique */
export async function updateConnectionRow(
  database: Queryable,
  connectionId: string,
  connection: Omit<EditableConnection, 'kind'> & Credentials,
): Promise<void> {
  await sql`
    update connections set name = ${connection.name}, status = ${connection.status}, system_id = ${connection.systemId},
      settings = ${JSON.stringify(connection.settings)}::jsonb,
      password_hash = coalesce(${connection.passwordHash}, password_hash),
      secret_sealed = coalesce(${connection.secretSealed}, secret_sealed),
      updated_at = now()
    where id = ${connectionId}`.execute(database)
}

/** A page of a connection's log, newest first: a backward scan of the primary key; ids are time-ordered. */
export async function selectEvents(
  database: Queryable,
  page: { connectionId: string; beforeId: string | null; limit: number },
): Promise<EventRow[]> {
  const older = page.beforeId === null ? sql`` : sql`and id < ${page.beforeId}`
  const { rows } = await sql<EventRow>`
    select id, at, kind, detail, remote_address as "remoteAddress" from connection_events
    where connection_id = ${page.connectionId} ${older}
    order by id desc limit ${page.limit}`.execute(database)
  return rows
}
