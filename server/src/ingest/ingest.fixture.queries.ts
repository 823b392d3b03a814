// What the tests of the pipeline write and read behind its back, as the owner of the tables.
import type pg from 'pg'

export async function insertUser(client: pg.Client, username: string): Promise<string> {
  const text = `insert into users (username, email) values ($1, $1 || '@example.com') returning id`
  const { rows } = await client.query<{ id: string }>(text, [username])
  return rows[0]?.id ?? ''
}

type RangeFacts = {
  name: string
  prefix: string
  ownerId: string
  rateMicros: number
  status: string
  isTest: boolean
  from: string
}

/** A range of 1,000 numbers. */
export async function insertRange(client: pg.Client, facts: RangeFacts): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `with made as (
       insert into ranges (name, prefix, start_number, end_number, status, is_test) values ($1, $2, '000', '999', $3, $4) returning id
     ), owned as (
       insert into range_owners (range_id, owner_id, during) select id, $5, tstzrange($7::timestamptz, null) from made
     ), rated as (
       insert into range_rates (range_id, rate_micros, during) select id, $6, tstzrange($7::timestamptz, null) from made
     ) select id from made`,
    [facts.name, facts.prefix, facts.status, facts.isTest, facts.ownerId, facts.rateMicros, facts.from],
  )
  return rows[0]?.id ?? ''
}

export async function insertConnection(client: pg.Client): Promise<{ connectionId: string; carrierId: string }> {
  const { rows } = await client.query<{ id: string; carrier_id: string }>(
    `with carrier as (insert into carriers (name) values ('carrier ' || uuidv7()) returning id)
     insert into connections (carrier_id, name, kind, settings, system_id, password_hash)
     select id, 'main', 'smpp_server', '{}', left(uuidv7()::text, 15) || id, 'x' from carrier returning id, carrier_id`,
  )
  return { connectionId: rows[0]?.id ?? '', carrierId: rows[0]?.carrier_id ?? '' }
}

/** A connection to which a carrier binds, with the default settings. */
export async function insertServerConnection(
  client: pg.Client,
  facts: { systemId: string; passwordHash: string },
): Promise<void> {
  await client.query(
    `with carrier as (insert into carriers (name) values ('carrier ' || uuidv7()) returning id)
     insert into connections (carrier_id, name, kind, settings, system_id, password_hash)
     select id, 'main', 'smpp_server', '{}', $1, $2 from carrier`,
    [facts.systemId, facts.passwordHash],
  )
}

/** How often each text with this mark landed. */
export async function countTexts(client: pg.Client, mark: string): Promise<Map<string, number>> {
  const { rows } = await client.query<{ content: string; times: string }>(
    `select content, count(*) as times from messages where content like '%' || $1 || '%' group by content`,
    [mark],
  )
  return new Map(rows.map((row) => [row.content, Number(row.times)]))
}

/** Hands a range over to another owner from a moment on. */
export async function reassignRange(client: pg.Client, rangeId: string, ownerId: string, from: string): Promise<void> {
  await client.query('begin')
  await client.query(
    `update range_owners set during = tstzrange(lower(during), $2::timestamptz) where range_id = $1 and upper_inf(during)`,
    [rangeId, from],
  )
  await client.query(
    `insert into range_owners (range_id, owner_id, during) values ($1, $2, tstzrange($3::timestamptz, null))`,
    [rangeId, ownerId, from],
  )
  await client.query('commit')
}

export type LandedRow = {
  username: string
  sender: string
  recipient: bigint
  content: string | null
  segments: number
  flags: number
  earned_micros: string
  landed_micros: string
}

export async function readLanded(client: pg.Client): Promise<LandedRow[]> {
  const { rows } = await client.query<LandedRow>(
    `select u.username, m.sender, m.recipient, m.content, m.segments, m.flags, m.earned_micros::text,
       (extract(epoch from m.landed_at) * 1000000)::bigint::text as landed_micros
     from messages m join users u on u.id = m.owner_id order by u.username, m.landed_at`,
  )
  return rows
}

export async function readQuarantine(
  client: pg.Client,
): Promise<{ reason: string; recipient: string; content: string | null }[]> {
  const { rows } = await client.query(`select reason, recipient, content from quarantine order by id`)
  return rows
}

/** Where the rollups differ from the messages; empty when they agree. */
export async function readDifferences(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `select 'hour' as what, owner_id, range_id, sum(messages) as messages, sum(segments) as segments, sum(earned) as earned from (
       select owner_id, range_id, date_trunc('hour', received_at, 'UTC') as hour, 1 as messages, segments, earned_micros as earned from messages
       union all select owner_id, range_id, hour, -messages, -segments, -earned_micros from traffic_hourly) x
     group by owner_id, range_id, hour having sum(messages) <> 0 or sum(segments) <> 0 or sum(earned) <> 0
     union all
     select 'inbox', owner_id, null, sum(messages), sum(segments), sum(earned) from (
       select owner_id, 1 as messages, segments, earned_micros as earned from messages
       union all select owner_id, -messages, -segments, -earned_micros from inboxes) x
     group by owner_id having sum(messages) <> 0 or sum(segments) <> 0 or sum(earned) <> 0
     union all
     select 'range', null, range_id, sum(messages), sum(used), sum(earned) from (
       select range_id, 1 as messages, 0 as used, earned_micros as earned from messages
       union all select range_id, 0, 1, 0 from (select distinct range_id, recipient from messages) d
       union all select range_id, -messages, -used_numbers, -earned_micros from range_totals) x
     group by range_id having sum(messages) <> 0 or sum(used) <> 0 or sum(earned) <> 0`,
  )
  return rows
}

/** Makes PostgreSQL refuse messages of one text, as it would something that no check before it has caught. */
export async function refuseText(client: pg.Client, text: string): Promise<void> {
  await client.query(
    `create function refuse_text() returns trigger language plpgsql as $$
     begin raise exception 'refused' using errcode = '22000'; end $$`,
  )
  await client.query(
    `create trigger refuse_text before insert on messages for each row when (new.content = ${client.escapeLiteral(text)})
     execute function refuse_text()`,
  )
}

/** Holds the row that every commit needs, so that nothing can be written; returns what gives it free. */
export async function blockCommits(client: pg.Client): Promise<() => Promise<void>> {
  await client.query('begin')
  await client.query('select from routing for update')
  return async () => {
    await client.query('rollback')
  }
}
