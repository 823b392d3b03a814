// The SQL that makes a large archive: ranges, messages spread over weeks with the rhythm of days, and every rollup that
// the pipeline would have written with them, in sets. Messages repeat from a number alone (`hashint8`), so that two
// archives of one size are the same.
import type pg from 'pg'

export type ArchiveSpan = { ownerId: string; from: number; until: number; total: number; days: number; newestAt: Date }

/**
 * Ranges of one owner, owned and rated since before the archive begins, each of `numbers` numbers, from the block
 * `block` on: two owners with other blocks share no number.
 * @returns their database uuids
 */
export async function insertArchiveRanges(
  client: pg.Client,
  ranges: { ownerId: string; count: number; numbers: number; block: number; since: Date },
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with places as (
       select n, (array['44', '49', '33', '46', '34', '1', '90', '971', '55', '7'])[n % 10 + 1] as code,
         (array['GB', 'DE', 'FR', 'SE', 'ES', 'US', 'TR', 'AE', 'BR', 'RU'])[n % 10 + 1] as country
       from generate_series(0, $2::int - 1) n
     ), made as (
       insert into ranges (name, prefix, start_number, end_number, country, is_test)
       select country || ' Mobile ' || to_char($4::int + n, 'FM0000'), code || '7' || to_char($4::int + n, 'FM0000'),
         '00000', to_char($3::int - 1, 'FM00000'), country, false
       from places order by n returning id
     ), owned as (
       insert into range_owners (range_id, owner_id, during) select id, $1::uuid, tstzrange($5::timestamptz, null) from made
     ), rated as (
       insert into range_rates (range_id, rate_micros, during)
       select id, 2000 + abs(hashtext(id::text)) % 6000, tstzrange($5::timestamptz, null) from made
     )
     select id from made`,
    [ranges.ownerId, ranges.count, ranges.numbers, ranges.block, ranges.since],
  )
  return rows.map(({ id }) => id)
}

/** The ranges of an archive as messages need them, for the session alone; `messages` are numbered through them. */
export async function makeArchivePlaces(
  client: pg.Client,
  places: { rangeIds: readonly string[]; connectionIds: readonly string[]; numbers: number },
): Promise<void> {
  await client.query('drop table if exists archive_ranges, archive_connections, archive_texts')
  await client.query(
    'create temporary table archive_ranges (n int primary key, id uuid, first bigint, rate_micros bigint)',
  )
  await client.query(
    `insert into archive_ranges
     select o.n - 1, r.id, (r.prefix || r.start_number)::bigint, t.rate_micros
     from unnest($1::uuid[]) with ordinality o (id, n)
     join ranges r on r.id = o.id join range_rates t on t.range_id = r.id and upper_inf(t.during)`,
    [places.rangeIds],
  )
  await client.query('create temporary table archive_connections (n int primary key, id uuid)')
  await client.query(
    'insert into archive_connections select n - 1, id from unnest($1::uuid[]) with ordinality c (id, n)',
    [places.connectionIds],
  )
  await client.query('create temporary table archive_texts (n int primary key, text text)')
  await client.query(
    'insert into archive_texts select n - 1, text from unnest($1::text[]) with ordinality t (text, n)',
    [ARCHIVE_TEXTS],
  )
}

/** What senders write; %c is a code, %w a word of which there are 5,000. */
const ARCHIVE_TEXTS = [
  '%c is your WhatsApp code. Do not share it with anyone.',
  'Your Google verification code is %c',
  '[Apple] Your code: %c. Never share it.',
  'Use %c to verify your Airbnb account. It expires in 10 minutes.',
  'Telegram code: %c. You can also tap on this link to log in.',
  'Your parcel %w is on its way and arrives today between 14:00 and 18:00.',
  'Amazon: your order %w was delivered. Thank you for your purchase!',
  'Tu código de verificación es %c. No lo compartas con nadie.',
  'Su pedido %w está en camino y llegará mañana por la tarde.',
  'Votre code de confirmation est %c. Ne le communiquez à personne.',
  'Ihr Bestätigungscode lautet %c. Geben Sie ihn nicht weiter.',
  'Ваш код подтверждения: %c. Никому его не сообщайте.',
  'رمز التحقق الخاص بك هو %c. لا تشاركه مع أي شخص.',
  'Doğrulama kodunuz %c. Lütfen kimseyle paylaşmayın.',
  '您的验证码是%c，请勿泄露给他人。',
  'Seu código de verificação é %c. Não compartilhe com ninguém.',
]

/**
 * Messages `from` to `until` (exclusive) of `total` of one owner, oldest first, over the days before `newestAt`, denser
 * by day than by night. Inserted without a rollup. Places are unique and grow with the number.
 */
export async function insertArchiveMessages(client: pg.Client, span: ArchiveSpan): Promise<void> {
  await client.query(
    `with numbered as (
       select i, abs(hashint8(i)::bigint) as h, abs(hashint8(i + 7919)::bigint) as g, abs(hashint8(i * 31 + 5)::bigint) as k,
         power((i + 1)::float8 / $4::float8, 0.85) * $5::float8 as even
       from generate_series($2::bigint, $3::bigint - 1) i
     ), weekly as (
       -- A little more from week to week, and less at one end of each week than in its middle.
       select e.*, even + 0.25 * 7 / (2 * pi()) * sin(2 * pi() * (even - $5::float8) / 7) as x from numbered e
     ), timed as (
       -- A sum of a rising line and a wave that never falls faster than the line rises: noon is denser than midnight.
       select n.*, $6::timestamptz - $5::int * interval '1 day'
         + (floor(x) + (x - floor(x)) + 0.7 * sin(2 * pi() * (x - floor(x))) / (2 * pi())) * interval '1 day' as at
       from weekly n
     )
     insert into messages (owner_id, landed_at, received_at, range_id, connection_id, sender, recipient, content, coding,
       segments, flags, rate_micros, earned_micros, provider_id, raw)
     select $1::uuid, t.at, t.at - interval '40 milliseconds', r.id, c.id,
       case when s.n < 60 then (array['WhatsApp', 'Google', 'Apple', 'Airbnb', 'Telegram', 'Amazon', 'TikTok', 'PayPal', 'Uber',
         'Microsoft'])[s.n % 10 + 1] || case when s.n < 10 then '' else ' ' || s.n / 10 end
         else (447400000000 + s.n * 7)::text end,
       r.first + (power(g % 100003 / 100003.0, 2) * $7::int)::bigint % $7::int,
       replace(replace(x.text, '%c', to_char(k % 900000 + 100000, 'FM000000')), '%w', 'P' || to_char(g % 5000, 'FM00000')),
       case when x.n in (7, 8, 11, 12, 13, 14, 15) then 5 else 0 end, q.segments, 0, r.rate_micros, r.rate_micros * q.segments,
       null, decode(md5(t.i::text), 'hex')
     from timed t
     cross join lateral (select (power(h % 100019 / 100019.0, 3) * 2000)::int as n) s
     cross join lateral (select (case when h % 29 = 0 then 2 else 1 end)::int2 as segments) q
     join archive_ranges r on r.n = (power(k % 99991 / 99991.0, 2) * (select count(*) from archive_ranges))::int
       % (select count(*) from archive_ranges)::int
     join archive_connections c on c.n = h % (select count(*) from archive_connections)
     join archive_texts x on x.n = g % (select count(*) from archive_texts)`,
    [span.ownerId, span.from, span.until, span.total, span.days, span.newestAt, await numbersPerRange(client)],
  )
}

async function numbersPerRange(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ numbers: string }>(
    `select min(upper(numbers) - lower(numbers))::text as numbers from ranges where id in (select id from archive_ranges)`,
  )
  return Number(rows[0]?.numbers ?? 1)
}

/** Weekly partitions for the archive. */
export async function ensureArchivePartitions(client: pg.Client, from: Date, until: Date): Promise<void> {
  await client.query('select ensure_message_partitions($1::timestamptz, $2::timestamptz)', [from, until])
}

/** What the pipeline writes beside messages, in sets, for one owner whose messages were all inserted here. */
export async function insertArchiveRollups(client: pg.Client, ownerId: string, readThrough: Date): Promise<void> {
  const statements = [
    `insert into traffic_hourly (owner_id, range_id, hour, messages, segments, earned_micros, unsettled)
     select owner_id, range_id, date_trunc('hour', received_at, 'UTC'), count(*), sum(segments), sum(earned_micros),
       sum(earned_micros) <> 0
     from messages where owner_id = $1 group by 1, 2, 3`,
    `insert into traffic_connection_hourly as t (connection_id, hour, lane, messages, segments, earned_micros)
     select connection_id, date_trunc('hour', received_at, 'UTC'), 0, count(*), sum(segments), sum(earned_micros)
     from messages where owner_id = $1 group by 1, 2
     on conflict (connection_id, hour, lane) do update set messages = t.messages + excluded.messages,
       segments = t.segments + excluded.segments, earned_micros = t.earned_micros + excluded.earned_micros`,
    `insert into range_numbers (range_id, number, first_received_at)
     select range_id, recipient, min(received_at) from messages where owner_id = $1 group by 1, 2`,
    `insert into range_totals (range_id, messages, segments, earned_micros, used_numbers, last_received_at)
     select t.range_id, sum(t.messages), sum(t.segments), sum(t.earned_micros),
       (select count(*) from range_numbers n where n.range_id = t.range_id), max(t.hour) + interval '59 minutes'
     from traffic_hourly t where t.owner_id = $1 group by 1`,
  ]
  for (const statement of statements) await client.query(statement, [ownerId])
  await client.query(
    `insert into inboxes (owner_id, last_landed_at, messages, segments, earned_micros, read_messages, read_through_at)
     select $1::uuid, (select max(landed_at) from messages where owner_id = $1), sum(messages), sum(segments),
       sum(earned_micros), (select count(*) from messages where owner_id = $1 and landed_at <= $2::timestamptz), $2::timestamptz
     from traffic_hourly where owner_id = $1`,
    [ownerId, readThrough],
  )
}

/** Messages that matched no range, over the same days. */
export async function insertArchiveQuarantine(
  client: pg.Client,
  quarantine: { connectionId: string; messages: number; days: number; newestAt: Date },
): Promise<void> {
  await client.query(
    `insert into quarantine (received_at, connection_id, reason, sender, recipient, content, coding, segments, raw)
     select $4::timestamptz - i::float8 / $2 * $3::int * interval '1 day', $1::uuid,
       (array['no_range', 'inactive_range', 'no_owner'])[i % 3 + 1], 'Sender ' || i % 40, (447999000000 + i % 5000)::text,
       'Your code is ' || 100000 + i % 900000, 0, 1, '\\x0001'
     from generate_series(1, $2::int) i`,
    [quarantine.connectionId, quarantine.messages, quarantine.days, quarantine.newestAt],
  )
}

/** Opens all days again: what was closed while the archive was being made did not know all of it. */
export async function reopenDays(client: pg.Client): Promise<void> {
  await client.query(`truncate traffic_daily, traffic_platform_daily`)
  await client.query(`update traffic_days_closed set closed_through = '1970-01-01'`)
}

/** Of all owners; null when everything is settled. */
export async function oldestUnsettledHour(client: pg.Client): Promise<Date | null> {
  const { rows } = await client.query<{ hour: Date | null }>(
    'select min(hour) as hour from traffic_hourly where unsettled',
  )
  return rows[0]?.hour ?? null
}

/** So that the planner knows what a running platform's statistics would tell it. */
export async function analyzeArchive(client: pg.Client): Promise<void> {
  await client.query('vacuum (analyze)')
}

/** Rows that this connection has read in sequential scans since its counters were last passed on, by table. */
export async function readRowsInOrder(client: pg.Client): Promise<{ table: string; inOrder: number }[]> {
  const { rows } = await client.query<{ table: string; inOrder: number }>(
    `select relname as "table", seq_tup_read::int as "inOrder" from pg_stat_xact_user_tables where seq_tup_read > 0`,
  )
  return rows
}
