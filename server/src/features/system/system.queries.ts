// What the installation is asked about itself. Each statement is a look at an index, at a table that does not grow with
// traffic, or bounded; together they are run every few seconds.
import { sql } from 'kysely'
import type { MethodKind } from '@inrange/contract/payment-kinds'
import type { Queryable } from '../../platform/database.ts'

/** Nothing is read but the connection itself. */
export async function selectNothing(database: Queryable): Promise<void> {
  await sql`select 1`.execute(database)
}

async function selectOne<Row>(rows: Promise<{ rows: Row[] }>): Promise<Row> {
  const [row] = (await rows).rows
  if (row === undefined) throw new Error('A statement without a table, or of sums alone, answers one row')
  return row
}

/** Users are few; this table does not grow with traffic. */
export function countUsers(database: Queryable): Promise<{ total: number; active: number }> {
  return selectOne(
    sql<{ total: number; active: number }>`
      select count(*)::int as total, (count(*) filter (where is_active))::int as active from users
    `.execute(database),
  )
}

export type DatabaseRow = { version: string; bytes: bigint; connections: number; connectionsMax: number }

/** The size is a look at the sizes of the files; connections are those to every database of the server, ours or not. */
export function selectDatabaseFacts(database: Queryable): Promise<DatabaseRow> {
  return selectOne(
    sql<DatabaseRow>`
      select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
        (select count(*)::int from pg_stat_activity where datid is not null) as connections,
        current_setting('max_connections')::int as "connectionsMax"
    `.execute(database),
  )
}

export type SettlementRow = { settledAt: Date | null; unsettledHour: Date | null }
const UNSETTLED_LOOKED_AT_MAX = 100_000

/**
 * The newest settlement by settlements_by_id, and the oldest hour that closed before `closedBefore` and is not settled:
 * traffic_hourly_unsettled holds only what is not, and at most so much of it is looked at.
 */
export function selectSettlement(database: Queryable, closedBefore: Date): Promise<SettlementRow> {
  return selectOne(
    sql<SettlementRow>`
      select (select created_at from ledger.settlements order by id desc limit 1) as "settledAt",
        (select min(hour) from (
          select hour from traffic_hourly where unsettled and earned_micros > settled_micros
          limit ${UNSETTLED_LOOKED_AT_MAX}) open where hour < ${closedBefore}) as "unsettledHour"
    `.execute(database),
  )
}

export type MailRow = { waiting: number; tried: number; oldestAt: Date | null; failed: number; error: string | null }

/** What waits by notices_unsent, what failed since by notices_failed; of each at most a thousand are counted. */
export function selectMail(database: Queryable, failedSince: Date): Promise<MailRow> {
  return selectOne(
    sql<MailRow>`
      with waiting as (
        select created_at, attempts, last_error from notices where sent_at is null and failed_at is null limit 1000
      ),
      failed as (
        select failed_at, last_error from notices where failed_at >= ${failedSince}
        order by failed_at desc limit 1000
      )
      select (select count(*)::int from waiting) as waiting,
        (select count(*)::int from waiting where attempts > 1) as tried,
        (select min(created_at) from waiting) as "oldestAt", (select count(*)::int from failed) as failed,
        coalesce((select last_error from failed order by failed_at desc limit 1),
          (select last_error from waiting where last_error is not null limit 1)) as error
    `.execute(database),
  )
}

export type MethodRow = {
  id: string
  name: string
  kind: MethodKind
  isOk: boolean
  detail: string | null
  checkedAt: Date | null
  scannedAt: Date | null
  createdAt: Date
}

/** Active payment methods, one of a kind at most, and what their last contact with the outside was like. */
export async function selectMethods(database: Queryable): Promise<MethodRow[]> {
  const { rows } = await sql<MethodRow>`
    select m.id, m.name, m.kind, coalesce(h.is_ok, true) as "isOk", h.detail, h.checked_at as "checkedAt",
      h.scanned_at as "scannedAt", m.created_at as "createdAt"
    from payment_methods m left join payment_method_health h on h.method_id = m.id
    where m.is_active order by m.kind
  `.execute(database)
  return rows
}

export type PaymentsRow = {
  webhooksWaiting: number
  webhooksOldestAt: Date | null
  withdrawalsWaiting: number
  withdrawalsOldestAt: Date | null
}

/** Webhooks by paypal_events_unhandled; withdrawals that wait for an approval by withdrawals_open. */
export function selectPaymentsWaiting(database: Queryable): Promise<PaymentsRow> {
  return selectOne(
    sql<PaymentsRow>`
      select p.count as "webhooksWaiting", p.oldest as "webhooksOldestAt", w.count as "withdrawalsWaiting",
        w.oldest as "withdrawalsOldestAt"
      from (select count(*)::int, min(received_at) as oldest
          from (select received_at from paypal_events where handled_at is null
            order by received_at limit 1000) events) p,
        (select count(*)::int, min(requested_at) as oldest
          from (select requested_at from withdrawals where state in ('requested', 'in_review')
            order by id limit 1000) asked) w
    `.execute(database),
  )
}

export type DigestsRow = { owners: number; behindSince: Date | null }

/**
 * Owners whose newest message no digest knows, and since when the oldest such message waits. Inboxes are one row an
 * owner; of those behind the few that were digested longest ago are asked for their first message after it, by the
 * primary key of messages: owner, then place.
 */
export function selectDigests(database: Queryable): Promise<DigestsRow> {
  return selectOne(
    sql<DigestsRow>`
      with behind as (
        select i.owner_id, i.last_landed_at, coalesce(d.digested_through, '-infinity') as digested_through
        from inboxes i left join message_digests d on d.owner_id = i.owner_id
        where i.last_landed_at > coalesce(d.digested_through, '-infinity')
      ),
      oldest as (select * from behind order by digested_through limit 20)
      select (select count(*)::int from behind) as owners,
        (select min(m.landed_at) from oldest o cross join lateral (
          select landed_at from messages
          where owner_id = o.owner_id and landed_at > o.digested_through and landed_at <= o.last_landed_at
          order by landed_at limit 1) m) as "behindSince"
    `.execute(database),
  )
}

/** How many came into the quarantine since, counted up to `countMax`. Index: quarantine_newest. */
export async function countQuarantinedSince(database: Queryable, since: Date, countMax: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from quarantine where received_at >= ${since} order by received_at desc limit ${countMax}) lately
  `.execute(database)
  return rows[0]?.count ?? 0
}

/** How many came into the quarantine in each whole hour since: at most connections × reasons × lanes rows an hour. */
export async function selectQuarantineHours(
  database: Queryable,
  hours: { from: Date; before: Date },
): Promise<number[]> {
  const { rows } = await sql<{ messages: number }>`
    select sum(messages)::int as messages from quarantine_hourly
    where hour >= ${hours.from} and hour < ${hours.before} group by hour
  `.execute(database)
  return rows.map(({ messages }) => messages)
}

/** What each connection has been answered so far: one small row a connection. */
export async function selectAcknowledged(database: Queryable): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; acknowledged: bigint }>`
    select connection_id as id, acknowledged from connection_counters limit 5000
  `.execute(database)
  return new Map(rows.map(({ id, acknowledged }) => [id, Number(acknowledged)]))
}
