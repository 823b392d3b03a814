// What tests of search put into the database and ask it. Imported by tests only.
import { sql } from 'kysely'
import type pg from 'pg'
import type { Queryable } from '../../platform/database.ts'

export async function pause(database: Queryable, seconds: number): Promise<'paused'> {
  await sql`select pg_sleep(${seconds})`.execute(database)
  return 'paused'
}

export async function insertPerson(client: pg.Client, username: string, role: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into users (username, email, role) values ($1, $1 || '@example.test', $2) returning id`,
    [username, role],
  )
  return rows[0]?.id ?? ''
}

export async function insertOwnedRange(
  client: pg.Client,
  range: { name: string; prefix: string; start: string; end: string; ownerId: string; used: readonly string[] },
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into ranges (name, prefix, start_number, end_number) values ($1, $2, $3, $4) returning id`,
    [range.name, range.prefix, range.start, range.end],
  )
  const id = rows[0]?.id ?? ''
  await client.query(`insert into range_owners (range_id, owner_id, during) values ($1, $2, '[2026-01-01Z,)')`, [
    id,
    range.ownerId,
  ])
  await client.query(
    `insert into range_numbers (range_id, number, first_received_at) select $1, n, '2026-02-01Z' from unnest($2::bigint[]) n`,
    [id, range.used],
  )
  return id
}

/** From then on the range is somebody else's. */
export async function handOver(client: pg.Client, rangeId: string, ownerId: string): Promise<void> {
  await client.query(
    `update range_owners set during = tstzrange(lower(during), '2026-03-01Z') where range_id = $1 and upper_inf(during)`,
    [rangeId],
  )
  await client.query(`insert into range_owners (range_id, owner_id, during) values ($1, $2, '[2026-03-01Z,)')`, [
    rangeId,
    ownerId,
  ])
}

export async function insertCarrierWithConnection(
  client: pg.Client,
  name: string,
): Promise<{ carrierId: string; connectionId: string }> {
  const { rows } = await client.query<{ id: string; carrier_id: string }>(
    `with made as (insert into carriers (name) values ($1) returning id)
     insert into connections (carrier_id, kind, name, settings, secret_sealed)
     select id, 'http', 'Main of ' || $1, '{}', 'sealed' from made
     returning id, carrier_id`,
    [name],
  )
  return { carrierId: rows[0]?.carrier_id ?? '', connectionId: rows[0]?.id ?? '' }
}
