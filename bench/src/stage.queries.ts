// What the benchmarks write and read directly, as the owner of the tables.
import type pg from 'pg'

export async function insertOwner(client: pg.Client, username: string): Promise<string> {
  const text = `insert into users (username, email) values ($1, $1 || '@example.com') returning id`
  const { rows } = await client.query<{ id: string }>(text, [username])
  return rows[0]?.id ?? ''
}

/** A range of 10,000 numbers, owned and rated since yesterday. */
export async function insertRange(
  client: pg.Client,
  range: { name: string; prefix: string; ownerId: string },
): Promise<void> {
  await client.query(
    `with made as (
       insert into ranges (name, prefix, start_number, end_number) values ($1, $2, '0000', '9999') returning id
     ), owned as (
       insert into range_owners (range_id, owner_id, during) select id, $3, tstzrange(now() - interval '1 day',
         null) from made
     ) insert into range_rates (range_id, rate_micros, during) select id, 4300,
       tstzrange(now() - interval '1 day', null) from made`,
    [range.name, range.prefix, range.ownerId],
  )
}

export async function insertServerConnection(
  client: pg.Client,
  facts: { systemId: string; passwordHash: string },
): Promise<void> {
  await client.query(
    `with carrier as (insert into carriers (name) values ('bench') returning id)
     insert into connections (carrier_id, name, kind, settings, system_id, password_hash)
     select id, 'bench', 'smpp_server',
       '{"dedupePolicy":"redelivery-aware","dedupeWindowSeconds":300,"defaultAlphabet":"gsm7","reassemblyTimeoutSeconds":600,
         "allowList":[],"bindsMax":16,"enquireLinkSeconds":30,"inactivitySeconds":300}', $1, $2 from carrier`,
    [facts.systemId, facts.passwordHash],
  )
}

export async function countMessages(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>('select sum(messages) as count from inboxes')
  return Number(rows[0]?.count ?? 0)
}

/**
 * The messages that the pipeline stored, as the columns of a bare multi-row insert: the same rows, without place,
 * rollups and answers.
 */
export const BARE_INSERT = `
insert into messages (owner_id, landed_at, received_at, range_id, connection_id, sender, recipient, content,
  coding, segments, flags,
  rate_micros, earned_micros, provider_id, raw)
select * from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::uuid[], $5::uuid[], $6::text[],
  $7::bigint[], $8::text[], $9::int2[],
  $10::int2[], $11::int2[], $12::bigint[], $13::bigint[], $14::text[], $15::bytea[])`

export type StoredMessage = {
  owner_id: string
  landed_at: Date
  received_at: Date
  range_id: string
  connection_id: string
  sender: string
  recipient: string
  content: string | null
  coding: number
  segments: number
  flags: number
  rate_micros: string
  earned_micros: string
  provider_id: string | null
  raw: Buffer
}

/** A sample of what was stored, newest first of one owner after another. */
export async function readStored(client: pg.Client, limit: number): Promise<StoredMessage[]> {
  const { rows } = await client.query<StoredMessage>('select * from messages limit $1', [limit])
  return rows
}

/** A password of the owner's own, so that they can sign in. */
export async function upsertPasswordOfOwner(
  client: pg.Client,
  password: { userId: string; hash: string },
): Promise<void> {
  await client.query(
    `insert into passwords (user_id, hash) values ($1, $2) on conflict (user_id) do update set hash = excluded.hash`,
    [password.userId, password.hash],
  )
}
