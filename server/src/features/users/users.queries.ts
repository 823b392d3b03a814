// All SQL of the users slice. Hashes and tokens are another slice's; nothing here reads them.
import { sql } from 'kysely'
import type { Role } from '@inrange/contract/roles'
import type { Queryable } from '../../platform/database.ts'

export type UserRow = {
  id: string
  username: string
  email: string
  role: Role
  isActive: boolean
  createdAt: Date
  /** Microseconds since 1970 as digits: a Date would lose what orders two users of one millisecond. */
  createdAtMicros: string
  lastLogin: Date | null
  lastActivity: Date | null
  totalLogins: number
  usdtAddress: string | null
  paypalEmail: string | null
}

const userColumns = sql`id, username, email, role, is_active as "isActive", created_at as "createdAt",
  (extract(epoch from created_at) * 1000000)::bigint::text as "createdAtMicros", last_login as "lastLogin",
  last_activity as "lastActivity", total_logins as "totalLogins", usdt_address as "usdtAddress",
  paypal_email as "paypalEmail"`

export async function selectUser(database: Queryable, userId: string): Promise<UserRow | null> {
  const { rows } = await sql<UserRow>`select ${userColumns} from users where id = ${userId}`.execute(database)
  return rows[0] ?? null
}

export type UsersFilter = {
  /** A LIKE pattern. */
  pattern: string | null
  role: Role | null
  status: UserStatus | null
  now: Date
  before: { createdAtMicros: string; id: string } | null
  limit: number
}

export type UserStatus = 'active' | 'inactive' | 'invited' | 'locked'

/** Whoever has nothing to sign in with: an invitation, or a link, is what they wait for. */
const isInvited = sql`(
  not exists (select from passwords p where p.user_id = u.id)
  and not exists (select from identities i where i.user_id = u.id)
  and not exists (
    select from factors f where f.user_id = u.id and f.factor_type = 'webauthn' and f.status = 'verified'))`

/**
 * The end of the wait after wrong passwords, whichever of the account's two names they were tried with; null when there
 * is none. The keys are those of identity's back-off.
 */
function lockedUntil(now: Date) {
  return sql`(
    select max(f.blocked_until) from sign_in_failures f
    where f.key in ('account:' || lower(u.username), 'account:' || lower(u.email)) and f.blocked_until > ${now})`
}

function statusCondition(status: UserStatus, now: Date) {
  if (status === 'invited') return sql`${isInvited}`
  if (status === 'locked') return sql`${lockedUntil(now)} is not null`
  return sql`u.is_active = ${status === 'active'}`
}

export type UserAccess = {
  id: string
  isInvited: boolean
  lockedUntil: Date | null
  factorCount: number
  sessionCount: number
}

/** How these users get in, in one read; each subquery is a look at an index of its table. */
export async function selectUsersAccess(database: Queryable, ids: readonly string[], now: Date): Promise<UserAccess[]> {
  const { rows } = await sql<UserAccess>`
    select u.id, ${isInvited} as "isInvited", ${lockedUntil(now)} as "lockedUntil",
      (select count(*)::int from factors f
        where f.user_id = u.id and f.status = 'verified' and f.factor_type <> 'recovery_code') as "factorCount",
      (select count(*)::int from sessions s
        where s.user_id = u.id and s.ended_at is null and s.expires_at > ${now}) as "sessionCount"
    from users u where u.id = any(${[...ids]}::uuid[])
  `.execute(database)
  return rows
}

/** A page of users, newest first: a walk along users_newest (created_at desc, id desc), filtered on the way. */
export async function selectUsers(database: Queryable, filter: UsersFilter): Promise<UserRow[]> {
  const { before } = filter
  const older = before
    ? sql`and (created_at, id) <
        (timestamptz 'epoch' + ${before.createdAtMicros}::bigint * interval '1 microsecond', ${before.id}::uuid)`
    : sql``
  const { rows } = await sql<UserRow>`
    select ${userColumns} from users u
    where (${filter.pattern}::text is null or username ilike ${filter.pattern} or email ilike ${filter.pattern})
      and (${filter.role}::text is null or role = ${filter.role})
      and ${filter.status === null ? sql`true` : statusCondition(filter.status, filter.now)}
      ${older}
    order by created_at desc, id desc
    limit ${filter.limit}
  `.execute(database)
  return rows
}

export type UsersSummary = { total: number; active: number; admins: number; users: number }

/**
 * The four cards, over the whole platform whatever the filter. Users are few; this table does not grow with traffic.
 */
export async function selectUsersSummary(database: Queryable): Promise<UsersSummary> {
  const { rows } = await sql<UsersSummary>`
    select count(*)::int as total, (count(*) filter (where is_active))::int as active,
      (count(*) filter (where role <> 'user'))::int as admins, (count(*) filter (where role = 'user'))::int as users
    from users
  `.execute(database)
  return rows[0]!
}

export type UserOptionRow = { id: string; username: string; email: string }

/** Active users by name, to choose an owner from. Uses users_username_unique for the order. */
export async function selectUserOptions(
  database: Queryable,
  query: { pattern: string | null; limit: number },
): Promise<UserOptionRow[]> {
  const { rows } = await sql<UserOptionRow>`
    select id, username, email from users
    where is_active
      and (${query.pattern}::text is null or username ilike ${query.pattern} or email ilike ${query.pattern})
    order by lower(username)
    limit ${query.limit}
  `.execute(database)
  return rows
}

/** Refused by users_username_unique or users_email_unique when either is taken, in any case of letters. */
export async function insertUser(
  database: Queryable,
  user: { username: string; email: string; role: Role; createdAt: Date },
): Promise<UserRow> {
  const { rows } = await sql<UserRow>`
    insert into users (username, email, role, created_at)
    values (${user.username}, ${user.email}, ${user.role}, ${user.createdAt})
    returning ${userColumns}
  `.execute(database)
  return rows[0]!
}

/**
 * The people a change of roles or access depends on: actor, subject and every active super admin, locked in the order
 * of their ids until the transaction ends. So two super admins who demote each other do so one after the other.
 */
export async function lockPeople(database: Queryable, ids: readonly string[]): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from users
    where id = any(${[...ids]}::uuid[]) or (role = 'super_admin' and is_active)
    order by id for no key update
  `.execute(database)
  return rows
}

export async function selectHasPassword(database: Queryable, userId: string): Promise<boolean> {
  const { rows } = await sql`select from passwords where user_id = ${userId}`.execute(database)
  return rows.length > 0
}

export async function updateUserFacts(
  database: Queryable,
  user: { id: string; username: string; email: string; role: Role; isActive: boolean },
): Promise<UserRow> {
  const { rows } = await sql<UserRow>`
    update users
    set username = ${user.username}, email = ${user.email}, role = ${user.role}, is_active = ${user.isActive}
    where id = ${user.id}
    returning ${userColumns}
  `.execute(database)
  return rows[0]!
}

export type UserStatsRow = {
  totalMessages: bigint
  unreadMessages: bigint
  totalEarnedMicros: bigint
  numberRanges: number
  todayMessages: bigint
  todayEarnedMicros: bigint
}

/**
 * Totals of one owner from the rollups, never from messages: the inbox row, today's hours of traffic_hourly (a scan of
 * its primary key from the start of the UTC day), and the ranges owned now (range_owners_of_owner).
 */
export async function selectUserStats(database: Queryable, userId: string, now: Date): Promise<UserStatsRow> {
  const { rows } = await sql<UserStatsRow>`
    select coalesce(i.messages, 0) as "totalMessages", coalesce(i.messages - i.read_messages, 0) as "unreadMessages",
      coalesce(i.earned_micros, 0) as "totalEarnedMicros",
      (select count(*)::int from range_owners o
        where o.owner_id = ${userId} and o.during @> ${now}::timestamptz) as "numberRanges",
      t.messages as "todayMessages", t.earned_micros as "todayEarnedMicros"
    from (
      select coalesce(sum(messages), 0)::bigint as messages, coalesce(sum(earned_micros), 0)::bigint as earned_micros
      from traffic_hourly where owner_id = ${userId} and hour >= date_trunc('day', ${now}::timestamptz, 'UTC')
    ) t left join inboxes i on i.owner_id = ${userId}
  `.execute(database)
  return rows[0]!
}
