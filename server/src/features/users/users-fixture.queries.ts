// What the tests of the users slice arrange and look at. Imported by tests only.
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database.ts'

export async function insertPerson(
  database: Queryable,
  person: { username: string; role: string; isActive?: boolean; createdAt?: Date | string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into users (username, email, role, is_active, created_at)
    values (${person.username}, ${`${person.username}@example.com`}, ${person.role}, ${person.isActive ?? true},
      coalesce(${person.createdAt ?? null}::timestamptz, now()))
    returning id
  `.execute(database)
  return rows[0]!.id
}

/** Also a second time. */
export async function insertPassword(database: Queryable, userId: string, hash: string): Promise<void> {
  await sql`insert into passwords (user_id, hash) values (${userId}, ${hash}) on conflict do nothing`.execute(database)
}

export async function insertFactor(database: Queryable, userId: string, name: string): Promise<void> {
  await sql`
    insert into factors (user_id, factor_type, friendly_name, status, phone)
    values (${userId}, 'phone', ${name}, 'verified', '4915112345678')
  `.execute(database)
}

/** A session as if its user showed a second factor, which these tests are not about. */
export async function raiseSessions(database: Queryable, userId: string): Promise<void> {
  await sql`update sessions set aal = 'aal2', aal2_at = now() where user_id = ${userId}`.execute(database)
}

/** Sessions as if time had passed for them. */
export async function moveSessions(
  database: Queryable,
  userId: string,
  to: { expiresAt?: Date; lastSeenAt?: Date },
): Promise<void> {
  await sql`
    update sessions set expires_at = coalesce(${to.expiresAt ?? null}::timestamptz, expires_at),
      last_seen_at = coalesce(${to.lastSeenAt ?? null}::timestamptz, last_seen_at)
    where user_id = ${userId}
  `.execute(database)
}

export async function readPersonFacts(
  database: Queryable,
  userId: string,
): Promise<{ role: string; isActive: boolean; hash: string | null; mustChange: boolean | null }> {
  const { rows } = await sql<{ role: string; isActive: boolean; hash: string | null; mustChange: boolean | null }>`
    select u.role, u.is_active as "isActive", p.hash, p.must_change as "mustChange"
    from users u left join passwords p on p.user_id = u.id where u.id = ${userId}
  `.execute(database)
  return rows[0]!
}

export type ImportedFacts = {
  id: string
  role: string
  isActive: boolean
  createdAt: Date
  totalLogins: number
  mustChange: boolean | null
}
export async function readImported(database: Queryable, username: string): Promise<ImportedFacts | null> {
  const { rows } = await sql<ImportedFacts>`
    select u.id, u.role, u.is_active as "isActive", u.created_at as "createdAt", u.total_logins as "totalLogins",
      p.must_change as "mustChange"
    from users u left join passwords p on p.user_id = u.id where lower(u.username) = lower(${username})
  `.execute(database)
  return rows[0] ?? null
}

export async function readAuditOf(
  database: Queryable,
  userId: string,
): Promise<{ action: string; before: unknown; after: unknown }[]> {
  const { rows } = await sql<{ action: string; before: unknown; after: unknown }>`
    select action, before, after from audit_log where subject_type = 'user' and subject_id = ${userId} order by id
  `.execute(database)
  return rows
}

/** Everything recorded about anybody, as text, to search for what must not be in it. */
export async function readRecords(database: Queryable): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select string_agg(line, e'\n') as text
    from (select to_jsonb(a)::text as line from audit_log a union all select to_jsonb(a)::text from activities a) lines
  `.execute(database)
  return rows[0]?.text ?? ''
}

/**
 * An owner's rollups as the pipeline leaves them: an inbox, two hours of traffic, one range owned now and one owned
 * before.
 */
export async function insertTraffic(
  database: Queryable,
  traffic: { ownerId: string; today: Date; yesterday: Date },
): Promise<void> {
  const { ownerId, today, yesterday } = traffic
  await sql`
    insert into inboxes (owner_id, last_landed_at, messages, segments, earned_micros, read_messages)
    values (${ownerId}, ${today}, 30, 33, 330000, 12)
  `.execute(database)
  for (const [hour, messages] of [
    [today, 10],
    [yesterday, 20],
  ] as const) {
    await sql`
      insert into traffic_hourly (owner_id, range_id, hour, messages, segments, earned_micros, unsettled)
      values (${ownerId}, uuidv7(), date_trunc('hour', ${hour}::timestamptz, 'UTC'), ${messages}, ${messages},
        ${messages * 11_000}, true)
    `.execute(database)
  }
  for (const [start, during] of [
    ['000', sql`tstzrange(${yesterday}, null)`],
    ['100', sql`tstzrange(${yesterday}, ${today})`],
  ] as const) {
    await sql`
      with made as (
        insert into ranges (name, prefix, start_number, end_number)
        values ('Range', '4477009', ${start}, ${start}) returning id
      )
      insert into range_owners (range_id, owner_id, during) select id, ${ownerId}, ${during} from made
    `.execute(database)
  }
}

/** Keeps everybody else from locking or changing a user until the transaction ends. */
export async function holdUsers(database: Queryable): Promise<void> {
  await sql`select from users for update`.execute(database)
}

/**
 * How many connections to this database wait for a lock. What they wait with is hidden from the program's role; that
 * they do is not.
 */
export async function countWaiters(database: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct l.pid)::int as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where not l.granted and a.datname = current_database()
  `.execute(database)
  return rows[0]!.count
}

export async function readNotices(database: Queryable, userId: string): Promise<{ kind: string; recipient: string }[]> {
  const { rows } = await sql<{ kind: string; recipient: string }>`
    select kind, recipient from notices where user_id = ${userId} order by id
  `.execute(database)
  return rows
}

/** A mail server that nothing is sent to, because no job runs. */
export async function storeMailServer(database: Queryable): Promise<void> {
  const mail = { host: '127.0.0.1', port: 2525, security: 'none', username: '', fromAddress: 'inrange@example.com' }
  await sql`
    insert into settings (key, value) values ('mail', ${JSON.stringify({ ...mail, fromName: 'Inrange' })}::jsonb)
    on conflict (key) do update set value = excluded.value
  `.execute(database)
}

export async function forgetMailServer(database: Queryable): Promise<void> {
  await sql`delete from settings where key = 'mail'`.execute(database)
}
