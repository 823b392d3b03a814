// All SQL of notifications. Everything but the jobs begins with one reader's user_id, which leads every key here.
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../platform/database.ts'
import { LOOK_YOURSELF } from '../../platform/live.ts'

export type NotificationRow = {
  id: string
  kind: string
  subject: unknown
  facts: unknown
  createdAt: Date
  readAt: Date | null
}

const columns = sql`id, kind, subject, facts, created_at as "createdAt", read_at as "readAt"`
/** People told in one call; there are never so many administrators. */
const READERS_MAX = 1_000
/** A payload of a PostgreSQL notification has less than 8,000 octets; a uuid takes 37. */
const NAMED_MAX = 200

export type InsertedNotification = {
  audience: readonly string[] | 'admins' | 'super_admins'
  kind: string
  facts: object
  subject: object | null
  key: string | null
  /** What holds for readers who have not chosen. */
  inConsole: boolean
  byMail: boolean
  /** Whether this kind can be mailed at all. */
  isMailed: boolean
}

/**
 * Writes one row a reader, in the order of their ids so that two never wait for each other in a circle, and tells open
 * consoles. Readers by primary key, or by role: users are few beside messages.
 */
export async function insertNotifications(database: Queryable, told: InsertedNotification): Promise<number> {
  const { rows } = await sql<{ readers: bigint }>`
    with readers as materialized (
      select u.id, coalesce(p.in_console, ${told.inConsole}) as is_shown,
        ${told.isMailed} and coalesce(p.by_mail, ${told.byMail}) as is_mail_due
      from users u left join notification_preferences p on p.user_id = u.id and p.kind = ${told.kind}
      where u.is_active and ${isOf(told.audience)}
      order by u.id limit ${READERS_MAX}
    ), written as (
      insert into notifications (user_id, kind, subject, facts, dedupe_key, is_shown, is_mail_due)
      select id, ${told.kind}, ${told.subject === null ? null : JSON.stringify(told.subject)}::jsonb,
        ${JSON.stringify(told.facts)}::jsonb, ${told.key}, is_shown, is_mail_due
      from readers where is_shown or is_mail_due order by id
      on conflict (user_id, dedupe_key) where dedupe_key is not null do nothing
      returning user_id, is_shown
    ), told as (
      select pg_notify('notifications', case when count(*) > ${NAMED_MAX} then ${LOOK_YOURSELF}
        else string_agg(user_id::text, ',') end) from written where is_shown having count(*) > 0
    )
    select count(*) as readers from written left join told on true`.execute(database)
  return Number(rows[0]?.readers ?? 0n)
}

function isOf(audience: InsertedNotification['audience']): RawBuilder<unknown> {
  if (audience === 'super_admins') return sql`u.role = 'super_admin'`
  if (audience === 'admins') return sql`u.role in ('admin', 'super_admin')`
  return sql`u.id = any(${audience}::uuid[])`
}

export type NotificationFilter = {
  userId: string
  read: 'read' | 'unread' | undefined
  kind: string | undefined
}

/**
 * A page, newest first. Indexes: the primary key; notifications_unread and notifications_of_kind for the filters. A
 * reader has at most some thousands of rows in all.
 */
export async function selectNotifications(
  database: Queryable,
  filter: NotificationFilter,
  page: { beforeId: string | null; limit: number },
): Promise<NotificationRow[]> {
  const conditions = [sql`user_id = ${filter.userId}`, sql`is_shown`]
  if (filter.read === 'unread') conditions.push(sql`read_at is null`)
  if (filter.read === 'read') conditions.push(sql`read_at is not null`)
  if (filter.kind !== undefined) conditions.push(sql`kind = ${filter.kind}`)
  if (page.beforeId !== null) conditions.push(sql`id < ${page.beforeId}::uuid`)
  const { rows } = await sql<NotificationRow>`
    select ${columns} from notifications where ${sql.join(conditions, sql` and `)}
    order by id desc limit ${page.limit}`.execute(database)
  return rows
}

/** Some of a reader's, the newest first. By the primary key. */
export async function selectShown(
  database: Queryable,
  userId: string,
  ids: readonly string[],
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select ${columns} from notifications where user_id = ${userId} and id = any(${ids}::uuid[]) and is_shown
    order by id desc`.execute(database)
  return rows
}

/** The newest of a reader that are shown, the newest first. By the primary key. */
export async function selectNewestIds(database: Queryable, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from notifications where user_id = ${userId} and is_shown order by id desc limit ${limit}
  `.execute(database)
  return rows.map(({ id }) => id)
}

/** How many are unread, counted up to `max` in notifications_unread. */
export async function countUnread(database: Queryable, userId: string, max: number): Promise<number> {
  const { rows } = await sql<{ unread: bigint }>`
    select count(*) as unread from (
      select from notifications where user_id = ${userId} and read_at is null and is_shown limit ${max}) u
  `.execute(database)
  return Number(rows[0]?.unread ?? 0n)
}

/**
 * By the primary key; what is not the reader's is not touched. Tells the reader's other consoles.
 * @returns whether any of them is the reader's
 */
export async function updateRead(
  database: Queryable,
  input: { userId: string; ids: readonly string[]; readAt: Date | null },
): Promise<boolean> {
  return changeRead(database, input.userId, {
    which: sql`id = any(${input.ids}::uuid[])`,
    change: sql`id = any(${input.ids}::uuid[]) and (read_at is null) = ${input.readAt !== null}`,
    readAt: input.readAt,
  })
}

/**
 * Everything unread up to a notification; by notifications_unread. Tells the reader's other consoles.
 * @returns whether that notification is the reader's
 */
export async function updateReadThrough(
  database: Queryable,
  input: { userId: string; upToId: string; readAt: Date },
): Promise<boolean> {
  return changeRead(database, input.userId, {
    which: sql`id = ${input.upToId}::uuid`,
    change: sql`id <= ${input.upToId}::uuid and read_at is null and is_shown and exists (select from known)`,
    readAt: input.readAt,
  })
}

async function changeRead(
  database: Queryable,
  userId: string,
  of: { which: RawBuilder<unknown>; change: RawBuilder<unknown>; readAt: Date | null },
): Promise<boolean> {
  const { rows } = await sql<{ known: bigint }>`
    with known as materialized (
      select id from notifications where user_id = ${userId} and ${of.which}
    ), changed as (
      update notifications set read_at = ${of.readAt} where user_id = ${userId} and ${of.change} returning user_id
    ), told as (
      select pg_notify('notifications', ${userId}) from (select from changed limit 1) c
    )
    select (select count(*) from known) as known, (select count(*) from told) as told`.execute(database)
  return (rows[0]?.known ?? 0n) > 0n
}

/** By the primary key. */
export async function selectChoices(
  database: Queryable,
  userId: string,
): Promise<{ kind: string; inConsole: boolean; byMail: boolean }[]> {
  const { rows } = await sql<{ kind: string; inConsole: boolean; byMail: boolean }>`
    select kind, in_console as "inConsole", by_mail as "byMail"
    from notification_preferences where user_id = ${userId}`.execute(database)
  return rows
}

/** Stores what was chosen for a kind. Where it is chosen for the first time, `preset` gives what was not named. */
export async function upsertChoice(
  database: Queryable,
  chosen: {
    userId: string
    kind: string
    inConsole: boolean | undefined
    byMail: boolean | undefined
    preset: { inConsole: boolean; byMail: boolean }
    now: Date
  },
): Promise<void> {
  const { inConsole, byMail, preset, now } = chosen
  await sql`
    insert into notification_preferences (user_id, kind, in_console, by_mail, updated_at)
    values (${chosen.userId}, ${chosen.kind}, ${inConsole ?? preset.inConsole}, ${byMail ?? preset.byMail}, ${now})
    on conflict (user_id, kind) do update set
      in_console = coalesce(${inConsole ?? null}::boolean, notification_preferences.in_console),
      by_mail = coalesce(${byMail ?? null}::boolean, notification_preferences.by_mail),
      updated_at = excluded.updated_at`.execute(database)
}

export type DueMail = { userId: string; kind: string; username: string; email: string }

/**
 * Readers and kinds for whom a mail is due and none went since `lastBefore`, those that wait longest first. Index
 * notifications_mail_due, which holds only what waits.
 */
export async function selectDueMails(database: Queryable, lastBefore: Date, limit: number): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    select n.user_id as "userId", n.kind, u.username, u.email
    from notifications n join users u on u.id = n.user_id
    where n.is_mail_due and not exists (
      select from notification_mails m where m.user_id = n.user_id and m.kind = n.kind and m.last_at > ${lastBefore})
    group by n.user_id, n.kind, u.username, u.email
    order by min(n.created_at) limit ${limit}`.execute(database)
  return rows
}

/** Takes the turn of mailing a kind to somebody; false when somebody else has just done so. */
export async function takeMailTurn(
  transaction: Queryable,
  turn: { userId: string; kind: string; lastBefore: Date; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into notification_mails (user_id, kind, last_at) values (${turn.userId}, ${turn.kind}, ${turn.now})
    on conflict (user_id, kind) do update set last_at = excluded.last_at
      where notification_mails.last_at <= ${turn.lastBefore}
    returning user_id`.execute(transaction)
  return rows.length > 0
}

/** Everything of a reader and kind that waits for a mail waits no longer; the oldest first. */
export async function takeDue(transaction: Queryable, userId: string, kind: string): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    with taken as (
      update notifications set is_mail_due = false
      where user_id = ${userId} and kind = ${kind} and is_mail_due
      returning ${columns}
    )
    select * from taken order by id`.execute(transaction)
  return rows
}

/** What waits for a mail since before `before` is no news any more. */
export async function dropDueBefore(database: Queryable, before: Date): Promise<void> {
  await sql`update notifications set is_mail_due = false where is_mail_due and created_at < ${before}`.execute(database)
}

/** Removes what was read before `before`, a bounded number at a time. Index notifications_read_long_ago. */
export async function deleteReadBefore(database: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from notifications n using (
      select user_id, id from notifications where read_at < ${before} order by read_at limit ${limit}
    ) old where n.user_id = old.user_id and n.id = old.id returning n.id`.execute(database)
  return rows.length
}

/**
 * Removes what somebody has beyond the newest `keep`, for the next readers after `afterUserId`; a walk over users, each
 * by the primary key. @returns the last of them, null after the last reader of all
 */
export async function deleteBeyond(
  database: Queryable,
  step: { afterUserId: string | null; keep: number; readers: number },
): Promise<string | null> {
  const after = step.afterUserId === null ? sql`true` : sql`u.id > ${step.afterUserId}::uuid`
  const { rows } = await sql<{ id: string }>`
    with readers as materialized (
      select u.id from users u where ${after} order by u.id limit ${step.readers}
    ), bounds as (
      select r.id as user_id, b.id from readers r cross join lateral (
        select n.id from notifications n where n.user_id = r.id order by n.id desc offset ${step.keep} limit 1) b
    ), removed as (
      delete from notifications n using bounds b where n.user_id = b.user_id and n.id <= b.id
    )
    select id from readers order by id desc limit 1`.execute(database)
  return rows[0]?.id ?? null
}
