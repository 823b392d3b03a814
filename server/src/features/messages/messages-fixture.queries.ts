// What the tests of messages arrange: messages that land the way the pipeline lands them (place under the lock of the
// inbox row, message, hour, one statement), with the texts and times a test wants. Imported by tests only.
import type pg from 'pg'

export async function insertPerson(client: pg.Client, username: string, role = 'user'): Promise<string> {
  const text = `insert into users (username, email, role) values ($1, $1 || '@example.com', $2) returning id`
  const { rows } = await client.query<{ id: string }>(text, [username, role])
  return rows[0]!.id
}

export async function insertRange(client: pg.Client, name: string, prefix: string): Promise<string> {
  const text = `insert into ranges (name, prefix, start_number, end_number) values ($1, $2, '000', '999') returning id`
  const { rows } = await client.query<{ id: string }>(text, [name, prefix])
  return rows[0]!.id
}

export async function insertConnection(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `with carrier as (insert into carriers (name) values ('Acme') returning id)
     insert into connections (carrier_id, name, kind, settings, secret_sealed)
     select id, 'main', 'http', '{}', 'sealed' from carrier returning id`,
  )
  return rows[0]!.id
}

export async function insertCarrier(client: pg.Client, name: string): Promise<string> {
  const text = 'insert into carriers (name) values ($1) returning id'
  const { rows } = await client.query<{ id: string }>(text, [name])
  return rows[0]!.id
}

export async function insertConnectionOf(client: pg.Client, carrierId: string, name: string): Promise<string> {
  const text = `insert into connections (carrier_id, name, kind, settings, secret_sealed)
    values ($1, $2, 'http', '{}', 'sealed') returning id`
  const { rows } = await client.query<{ id: string }>(text, [carrierId, name])
  return rows[0]!.id
}

export type LandedMessage = {
  content?: string | null
  sender?: string
  recipient?: string
  coding?: number
  segments?: number
  flags?: number
  rateMicros?: number
  earnedMicros?: number
  /** Parts as received, in hexadecimal; framed for the column here. */
  partsHex?: string[]
  providerId?: string | null
}
export type Place = {
  ownerId: string
  rangeId: string
  connectionId: string
  at: string
  /** `at` unless given. */
  receivedAt?: string
}

/** @returns the places in microseconds since 1970, in the order of the messages */
export async function landMessages(
  client: pg.Client,
  place: Place,
  messages: readonly LandedMessage[],
): Promise<bigint[]> {
  await client.query(`select ensure_message_partitions($1::timestamptz, $1::timestamptz + interval '1 day')`, [
    place.at,
  ])
  const { rows } = await client.query<{ micros: bigint }>(LAND, [
    place.ownerId,
    place.rangeId,
    place.connectionId,
    place.at,
    JSON.stringify(messages.map(complete)),
    place.receivedAt ?? place.at,
  ])
  return rows.map(({ micros }) => micros)
}

function complete(message: LandedMessage) {
  const { partsHex = ['48656c6c6f'], earnedMicros = 4_300, content = 'Hello' } = message
  const raw = partsHex.map((hex) => (hex.length / 2).toString(16).padStart(4, '0') + hex).join('')
  return {
    sender: 'Acme',
    recipient: '447700000001',
    coding: 0,
    segments: 1,
    flags: 0,
    rateMicros: 4_300,
    providerId: null,
    ...message,
    content,
    earnedMicros,
    raw,
  }
}

const LAND = `
with m as materialized (
  select ordinal, j from jsonb_array_elements($5::jsonb) with ordinality as e (j, ordinal)
), sums as (
  select count(*) as messages, sum((j->>'segments')::int) as segments,
    sum((j->>'earnedMicros')::bigint)::bigint as earned from m
), place as (
  insert into inboxes as i (owner_id, last_landed_at, messages, segments, earned_micros)
  select $1::uuid, $4::timestamptz + messages * interval '1 microsecond', messages, segments, earned from sums
  on conflict (owner_id) do update set
    last_landed_at = greatest(i.last_landed_at + excluded.messages * interval '1 microsecond', excluded.last_landed_at),
    messages = i.messages + excluded.messages, segments = i.segments + excluded.segments,
    earned_micros = i.earned_micros + excluded.earned_micros
  returning i.last_landed_at
), numbers as (
  insert into range_numbers (range_id, number, first_received_at)
  select distinct $2::uuid, (j->>'recipient')::bigint, $4::timestamptz from m on conflict do nothing returning number
), totals as (
  insert into range_totals as t (range_id, used_numbers) select $2::uuid, count(*) from numbers
  on conflict (range_id) do update set used_numbers = t.used_numbers + excluded.used_numbers
), hour as (
  insert into traffic_hourly as t (owner_id, range_id, hour, messages, segments, earned_micros, unsettled)
  select $1::uuid, $2::uuid, date_trunc('hour', $4::timestamptz, 'UTC'), messages, segments, earned, earned <> 0
  from sums
  on conflict (owner_id, hour, range_id) do update set messages = t.messages + excluded.messages,
    segments = t.segments + excluded.segments, earned_micros = t.earned_micros + excluded.earned_micros,
    unsettled = t.earned_micros + excluded.earned_micros <> t.settled_micros
)
insert into messages (owner_id, landed_at, received_at, range_id, connection_id, sender, recipient, content, coding,
  segments, flags, rate_micros, earned_micros, provider_id, raw)
select $1::uuid, place.last_landed_at - (sums.messages - ordinal) * interval '1 microsecond', $6::timestamptz,
  $2::uuid, $3::uuid, j->>'sender', (j->>'recipient')::bigint, j->>'content', (j->>'coding')::int2,
  (j->>'segments')::int2, (j->>'flags')::int2,
  (j->>'rateMicros')::bigint, (j->>'earnedMicros')::bigint, j->>'providerId', decode(j->>'raw', 'hex')
from place, sums, m order by ordinal
returning (extract(epoch from landed_at) * 1000000)::bigint as micros`

/** Many messages with one text, newest after `at`, counted in the inbox; for tests of bounds. */
export async function landMany(client: pg.Client, place: Place, count: number): Promise<void> {
  await client.query(`select ensure_message_partitions($1::timestamptz, $1::timestamptz + interval '1 day')`, [
    place.at,
  ])
  await client.query(
    `with place as (
       insert into inboxes as i (owner_id, last_landed_at, messages, segments, earned_micros)
       values ($1::uuid, $4::timestamptz + $5::bigint * interval '1 microsecond', $5, $5, 0)
       on conflict (owner_id) do update set messages = i.messages + excluded.messages,
         last_landed_at = greatest(i.last_landed_at + $5::bigint * interval '1 microsecond', excluded.last_landed_at)
       returning i.last_landed_at
     )
     insert into messages (owner_id, landed_at, received_at, range_id, connection_id, sender, recipient,
       content, coding, segments, flags, rate_micros, earned_micros, raw)
     select $1::uuid, last_landed_at - ($5::bigint - n) * interval '1 microsecond', $6::timestamptz, $2::uuid, $3::uuid,
       'Bulk', 447700000001, 'One of many', 0, 1, 0, 0, 0, '' from place, generate_series(1, $5::bigint) n`,
    [place.ownerId, place.rangeId, place.connectionId, place.at, count, place.receivedAt ?? place.at],
  )
}

/** What the counter of an inbox says, and what a count over its messages by the same rule gives. */
export async function readUnread(client: pg.Client, ownerId: string): Promise<{ counted: number; kept: number }> {
  const { rows } = await client.query<{ counted: bigint; kept: bigint }>(
    `select (i.messages - i.read_messages) as kept, (
       select count(*) from messages m left join unread_marks k on k.owner_id = m.owner_id and k.landed_at = m.landed_at
       where m.owner_id = i.owner_id and m.read_at is null
         and (m.landed_at > i.read_through_at or k.owner_id is not null)
     ) as counted
     from inboxes i where i.owner_id = $1`,
    [ownerId],
  )
  return { counted: Number(rows[0]!.counted), kept: Number(rows[0]!.kept) }
}

export async function readReveals(
  client: pg.Client,
): Promise<{ actorId: string; subjectId: string; after: unknown }[]> {
  const { rows } = await client.query<{ actorId: string; subjectId: string; after: unknown }>(
    `select actor_id as "actorId", subject_id as "subjectId", after from audit_log
     where action = 'message_revealed' order by id`,
  )
  return rows
}

export async function emptyInboxes(client: pg.Client): Promise<void> {
  // The audit log refuses to be emptied, also by its owner, who has to silence its trigger first.
  await client.query("set session_replication_role = 'replica'")
  await client.query(
    `truncate messages, inboxes, unread_marks, traffic_hourly, audit_log, message_digests, message_chunks,
       traffic_sender_daily, traffic_language_daily, owner_senders, owner_sources`,
  )
  await client.query("set session_replication_role = 'origin'")
}

/** How many statements wait for a lock that another transaction of this database holds. */
export async function countWaiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: bigint }>(
    `select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return Number(rows[0]!.count)
}

/** What the digest has counted for an owner, and what a count over the messages gives. */
export async function readDigestSums(client: pg.Client, ownerId: string): Promise<Record<string, unknown>> {
  const { rows } = await client.query<Record<string, unknown>>(
    `select
       (select count(*)::int from messages where owner_id = $1) as messages,
       (select coalesce(sum(earned_micros), 0)::bigint from messages where owner_id = $1) as earned,
       (select coalesce(sum(messages), 0)::int from traffic_sender_daily where owner_id = $1) as "senderDays",
       (select coalesce(sum(earned_micros), 0)::bigint from traffic_sender_daily where owner_id = $1) as "senderEarned",
       (select coalesce(sum(messages), 0)::int from traffic_language_daily where owner_id = $1) as "languageDays",
       (select coalesce(sum(messages), 0)::int from owner_senders where owner_id = $1) as senders,
       (select coalesce(sum(messages), 0)::int from owner_sources where owner_id = $1) as sources,
       (select coalesce(sum(messages), 0)::int from message_chunks where owner_id = $1) as chunked,
       (select unchunked from message_digests where owner_id = $1) as unchunked`,
    [ownerId],
  )
  return rows[0] ?? {}
}

export async function readSenderDays(client: pg.Client, ownerId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await client.query<Record<string, unknown>>(
    `select day, sender, messages::int, segments::int, earned_micros::int as earned, codes::int
     from traffic_sender_daily where owner_id = $1 order by day, sender`,
    [ownerId],
  )
  return rows
}

export async function readLanguages(client: pg.Client, ownerId: string): Promise<Record<string, number>> {
  const { rows } = await client.query<{ language: string; messages: number }>(
    `select language, messages::int from traffic_language_daily where owner_id = $1 order by language`,
    [ownerId],
  )
  return Object.fromEntries(rows.map(({ language, messages }) => [language, messages]))
}

/** The setting that says after how many days texts go. */
export async function setBodyDays(client: pg.Client, bodyDays: number): Promise<void> {
  await client.query(
    `insert into settings (key, value) values ('retention', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify({ bodyDays })],
  )
}

/** An entry of quarantine that was made at a time, with the id that it would have got then. */
export async function insertQuarantined(client: pg.Client, connectionId: string, id: string, at: Date): Promise<void> {
  await client.query(
    `insert into quarantine (id, received_at, connection_id, reason, sender, recipient, content, coding, segments, raw)
     values ($2, $3, $1, 'no_range', 'Acme', '4479', 'Your code is 4711', 0, 1, '\\x00014f')`,
    [connectionId, id, at],
  )
}

export async function readQuarantined(
  client: pg.Client,
): Promise<{ content: string | null; octets: number; flags: number }[]> {
  const { rows } = await client.query<{ content: string | null; octets: number; flags: number }>(
    'select content, length(raw) as octets, flags from quarantine order by id',
  )
  return rows
}

/** Asks the database to drop texts, as the program would. */
export async function askToDrop(client: pg.Client, ownerId: string, from: Date, through: Date): Promise<number> {
  const { rows } = await client.query<{ dropped: number }>('select drop_message_bodies($1, $2, $3) as dropped', [
    ownerId,
    from,
    through,
  ])
  return rows[0]!.dropped
}

export type StoredChunk = { fromMicros: bigint; untilMicros: bigint; part: number | null; terms: readonly number[] }

/** Chunks as the digest leaves them, without their messages; without a part as an older program left them. */
export async function insertStoredChunks(
  client: pg.Client,
  ownerId: string,
  chunks: readonly StoredChunk[],
): Promise<void> {
  const stored = chunks.map(({ fromMicros, untilMicros, part, terms }) => ({
    begins: Number(fromMicros) / 1_000_000,
    ends: Number(untilMicros) / 1_000_000,
    part,
    terms: `{${[...terms, ...(part === null ? [] : [part])].join(',')}}`,
  }))
  await client.query(
    `insert into message_chunks (owner_id, from_at, until_at, messages, part, terms)
     select $1, to_timestamp(c.begins), to_timestamp(c.ends), 1, c.part, c.terms::integer[]
     from jsonb_to_recordset($2) as c (begins numeric, ends numeric, part integer, terms text)`,
    [ownerId, JSON.stringify(stored)],
  )
}
