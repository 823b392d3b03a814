// For tests only: owners, ranges, and messages that landed the way the pipeline lands them (message, inbox, numbers,
// hours and totals in one transaction), so that tests of money work on what is true in use. It deliberately goes
// through the app role, which may do nothing more.
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Database, DatabaseTransaction, Queryable } from '../../platform/database.ts'
import type { DB } from '../../platform/schema.types.ts'
import { invariant } from '../../platform/invariant.ts'

async function one<Row>(promise: Promise<{ rows: Row[] }>): Promise<Row> {
  const [row] = (await promise).rows
  invariant(row !== undefined, 'The statement returns a row')
  return row
}

let made = 0

/** A user of the role `user`. */
export async function makeOwner(database: Queryable, name = `owner${++made}`): Promise<string> {
  const query = sql<{
    id: string
  }>`insert into users (username, email) values (${name}, ${`${name}@example.com`}) returning id`
  return (await one(query.execute(database))).id
}

/** A range of 1,000 numbers of its own, with this owner; its name sorts by the order of making. */
export async function makeRange(database: Queryable, ownerId: string, name?: string): Promise<string> {
  const prefix = String(440_000_000 + ++made)
  const { id } = await one(
    sql<{ id: string }>`insert into ranges (name, prefix, start_number, end_number)
      values (${name ?? `Range ${prefix}`}, ${prefix}, '000', '999') returning id`.execute(database),
  )
  await sql`insert into range_owners (range_id, owner_id, during) values (${id}, ${ownerId}, '[2020-01-01,)')`.execute(
    database,
  )
  return id
}

export async function makeConnection(database: Queryable): Promise<string> {
  const name = `Carrier ${++made}`
  const carrier = await one(
    sql<{ id: string }>`insert into carriers (name) values (${name}) returning id`.execute(database),
  )
  const query = sql<{ id: string }>`insert into connections (carrier_id, name, kind, settings, secret_sealed)
    values (${carrier.id}, 'http', 'http', '{}', 'sealed') returning id`
  return (await one(query.execute(database))).id
}

export type Landing = {
  ownerId: string
  rangeId: string
  connectionId: string
  receivedAt: Date | string
  messages: number
  rateMicros?: bigint
  segments?: number
  isTest?: boolean
}

/** Lands messages to successive numbers of the range. @returns what they earned */
export async function landMessages(database: Database, landing: Landing): Promise<bigint> {
  const rateMicros = landing.rateMicros ?? 4_300n
  const segments = landing.segments ?? 1
  const earnedMicros = landing.isTest === true ? 0n : rateMicros * BigInt(segments)
  const batch = { ...landing, rateMicros, segments, earnedMicros, receivedAt: new Date(landing.receivedAt) }
  await database.transaction(async (transaction) => {
    await sql`select ensure_message_partitions(now(), now() + interval '1 day')`.execute(transaction)
    await insertMessages(transaction, batch)
    await countMessages(transaction, batch)
  })
  return earnedMicros * BigInt(landing.messages)
}

type Batch = Required<Omit<Landing, 'isTest' | 'receivedAt'>> & {
  isTest?: boolean
  receivedAt: Date
  earnedMicros: bigint
}

async function insertMessages(transaction: DatabaseTransaction, batch: Batch): Promise<void> {
  const { ownerId, messages, segments, earnedMicros } = batch
  await sql`
    with place as (
      insert into inboxes (owner_id, last_landed_at, messages, segments, earned_micros)
      values (${ownerId}, now() + ${messages}::int * interval '1 microsecond', ${messages}, ${messages * segments},
              ${earnedMicros * BigInt(messages)})
      on conflict (owner_id) do update set
        last_landed_at = greatest(inboxes.last_landed_at, now()) + ${messages}::int * interval '1 microsecond',
        messages = inboxes.messages + excluded.messages, segments = inboxes.segments + excluded.segments,
        earned_micros = inboxes.earned_micros + excluded.earned_micros
      returning last_landed_at
    )
    insert into messages (owner_id, landed_at, received_at, range_id, connection_id, sender, recipient, content, coding,
                          segments, flags, rate_micros, earned_micros, raw)
    select ${ownerId}, place.last_landed_at - (${messages}::int - n) * interval '1 microsecond', ${batch.receivedAt},
           r.id, ${batch.connectionId}, 'Sender', lower(r.numbers) + (n - 1) % 1000, 'Your code is ' || n, 0,
           ${segments}, ${batch.isTest === true ? 2 : 0}, ${batch.rateMicros}, ${earnedMicros}, ''
    from place, ranges r, generate_series(1, ${messages}::int) n where r.id = ${batch.rangeId}`.execute(transaction)
}

async function countMessages(transaction: DatabaseTransaction, batch: Batch): Promise<void> {
  const { ownerId, rangeId, receivedAt, messages } = batch
  const segments = messages * batch.segments
  const earnedMicros = batch.earnedMicros * BigInt(messages)
  await sql`
    with used as (
      insert into range_numbers (range_id, number, first_received_at)
      select id, lower(numbers) + n, ${receivedAt}::timestamptz
        from ranges, generate_series(0, ${Math.min(messages, 1000) - 1}::int) n
      where id = ${rangeId} on conflict do nothing returning 1
    ), hour as (
      insert into traffic_hourly (owner_id, range_id, hour, messages, segments, earned_micros, unsettled)
      values (${ownerId}, ${rangeId}, date_trunc('hour', ${receivedAt}::timestamptz, 'UTC'), ${messages}, ${segments},
              ${earnedMicros}, ${earnedMicros > 0n})
      on conflict (owner_id, hour, range_id) do update set messages = traffic_hourly.messages + excluded.messages,
        segments = traffic_hourly.segments + excluded.segments,
        earned_micros = traffic_hourly.earned_micros + excluded.earned_micros,
        unsettled = traffic_hourly.earned_micros + excluded.earned_micros <> traffic_hourly.settled_micros
    ), connection as (
      insert into traffic_connection_hourly (connection_id, hour, messages, segments, earned_micros)
      values (${batch.connectionId}, date_trunc('hour', ${receivedAt}::timestamptz, 'UTC'), ${messages}, ${segments},
        ${earnedMicros})
      on conflict (connection_id, hour, lane) do update set messages = traffic_connection_hourly.messages + excluded.messages,
        segments = traffic_connection_hourly.segments + excluded.segments,
        earned_micros = traffic_connection_hourly.earned_micros + excluded.earned_micros
    )
    insert into range_totals (range_id, messages, segments, earned_micros, used_numbers, last_received_at)
    select ${rangeId}, ${messages}, ${segments}, ${earnedMicros}, count(*), ${receivedAt}::timestamptz from used
    on conflict (range_id) do update set messages = range_totals.messages + excluded.messages,
      segments = range_totals.segments + excluded.segments,
        earned_micros = range_totals.earned_micros + excluded.earned_micros,
      used_numbers = range_totals.used_numbers + excluded.used_numbers,
      last_received_at = greatest(range_totals.last_received_at, excluded.last_received_at)`.execute(transaction)
}

/** The database through one client of a test: sees what that client has done and not committed. */
export function throughClient(client: pg.Client): Database {
  const connection = { query: client.query.bind(client), release: () => undefined } as unknown as pg.PoolClient
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve(), options: {} }
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return {
    kysely,
    hot: pool as unknown as pg.Pool,
    transaction: (work) => work(kysely as DatabaseTransaction),
    pool: () => ({ open: 1, idle: 0, waiting: 0, max: 1 }),
    close: () => kysely.destroy(),
  }
}
