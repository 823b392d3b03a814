// All SQL of the overview. Each statement is bounded, or reads a table that does not grow with traffic.
import { sql } from 'kysely'
import type { Role } from '@inrange/contract/roles'
import type { Queryable } from '../../platform/database.ts'
import type { Growth, HourFigures } from './overview.rules.ts'

/** Beyond it a count says that there are more. */
export const COUNT_MAX = 1_000

export type Waiting = { count: number; oldestAt: Date | null }
const nothing: Waiting = { count: 0, oldestAt: null }

/** Withdrawals in these states; index withdrawals_open. */
export async function countWithdrawals(database: Queryable, states: readonly string[]): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*)::int as count, min(requested_at) as "oldestAt" from (
      select requested_at from withdrawals
      where state in ('requested', 'in_review', 'approved', 'sending', 'sent', 'unclaimed', 'needs_attention')
        and state = any(${[...states]}::text[]) order by id limit ${COUNT_MAX + 1}) waiting
  `.execute(database)
  return rows[0] ?? nothing
}

/**
 * Cases nobody has proposed an end for, or (`proposed`) those whose proposal waits for somebody else than the caller.
 * Index: cases_open.
 */
export async function countCases(
  database: Queryable,
  which: { isProposed: boolean; callerId: string },
): Promise<Waiting> {
  const state = which.isProposed
    ? sql`state <> 'open' and proposed_by is distinct from ${which.callerId}::uuid`
    : sql`state = 'open'`
  const { rows } = await sql<Waiting>`
    select count(*)::int as count, min(at) as "oldestAt" from (
      select coalesce(proposed_at, opened_at) as at from cases
      where ended_at is null and owner_id <> ${which.callerId}::uuid and ${state} order by id limit ${COUNT_MAX + 1}
    ) waiting
  `.execute(database)
  return rows[0] ?? nothing
}

/** Payments about which a super admin decides. Index: payment_reviews_open. */
export async function countReviews(database: Queryable): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*)::int as count, min(created_at) as "oldestAt" from (
      select created_at from payment_reviews where state = 'open' order by id limit ${COUNT_MAX + 1}) waiting
  `.execute(database)
  return rows[0] ?? nothing
}

/** What waits in the quarantine: its sums, and the oldest by quarantine_waiting. */
export async function countQuarantine(database: Queryable): Promise<Waiting> {
  const { rows } = await sql<{ count: bigint; oldestAt: Date | null }>`
    select (select coalesce(sum(waiting), 0)::bigint from quarantine_totals) as count,
      (select received_at from quarantine where state = 'waiting' order by received_at, id limit 1) as "oldestAt"
  `.execute(database)
  const [row] = rows
  return row ? { count: Number(row.count), oldestAt: row.oldestAt } : nothing
}

/** How many came into the quarantine within the hour. Index: quarantine_newest. */
export async function countQuarantinedSince(database: Queryable, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from quarantine where received_at >= ${since} order by received_at desc, id desc limit 100001) lately
  `.execute(database)
  return rows[0]?.count ?? 0
}

/**
 * Accounts that wait after wrong passwords. Failures are swept, so the table is small; each is looked up by its name
 * through the unique indexes of users.
 */
export async function countLockedUsers(database: Queryable, now: Date): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*)::int as count, min("lockedAt") as "oldestAt" from (
      select u.id, min(f.last_at) as "lockedAt"
      from (select substr(key, length('account:') + 1) as name, last_at from sign_in_failures
        where key like 'account:%' and blocked_until > ${now} limit ${COUNT_MAX}) f
      join users u on lower(u.username) = f.name or lower(u.email) = f.name
      group by u.id
    ) locked
  `.execute(database)
  return rows[0] ?? nothing
}

export type QuietRange = { id: string; name: string; ownerId: string; owner: string; lastReceivedAt: Date | null }

/**
 * Active ranges that have an owner, are no test ranges and were there a week ago, and have received nothing since: how
 * many, and the few that have been quiet longest. One row a range, so whoever asks remembers the answer.
 */
export async function selectQuietRanges(
  database: Queryable,
  which: { now: Date; since: Date; most: number },
): Promise<{ count: number; oldestAt: Date | null; items: QuietRange[] }> {
  const { rows } = await sql<QuietRange & { count: number; quietSince: Date }>`
    select r.id, r.name, u.id as "ownerId", u.username as owner, t.last_received_at as "lastReceivedAt",
      count(*) over ()::int as count, coalesce(t.last_received_at, r.created_at) as "quietSince"
    from ranges r
    join range_owners o on o.range_id = r.id and o.during @> ${which.now}::timestamptz
    join users u on u.id = o.owner_id
    left join range_totals t on t.range_id = r.id
    where r.status = 'active' and not r.is_test and r.created_at < ${which.since}
      and (t.last_received_at is null or t.last_received_at < ${which.since})
    order by "quietSince", r.id limit ${which.most}
  `.execute(database)
  const [first] = rows
  const items = rows.map(({ count: _count, quietSince: _quietSince, ...range }) => range)
  return { count: first?.count ?? 0, oldestAt: first?.quietSince ?? null, items }
}

/**
 * The whole platform by the hour since: a stretch of the primary key of traffic_connection_hourly for each connection,
 * so connections × hours × lanes rows.
 */
export async function selectPlatformHours(database: Queryable, since: Date): Promise<HourFigures[]> {
  const { rows } = await sql<{ hour: Date; messages: bigint; segments: bigint; earnedMicros: bigint }>`
    select t.hour, sum(t.messages)::bigint as messages, sum(t.segments)::bigint as segments,
      sum(t.earned_micros)::bigint as "earnedMicros"
    from connections x join traffic_connection_hourly t on t.connection_id = x.id and t.hour >= ${since}
    group by t.hour
  `.execute(database)
  return rows.map((row) => ({ ...row, messages: Number(row.messages), segments: Number(row.segments) }))
}

export type NewestUser = { id: string; username: string; role: Role; isActive: boolean; createdAt: Date }

/** Index: users_newest. */
export async function selectNewestUsers(database: Queryable, most: number): Promise<NewestUser[]> {
  const { rows } = await sql<NewestUser>`
    select id, username, role, is_active as "isActive", created_at as "createdAt" from users
    order by created_at desc, id desc limit ${most}
  `.execute(database)
  return rows
}

/**
 * Every user with traffic in these two days, or with an open case. Two stretches of traffic_hourly_by_hour: active
 * ranges × 48 rows, so whoever asks remembers the answer.
 */
export async function selectGrowth(
  database: Queryable,
  hours: { from: Date; middle: Date; before: Date },
): Promise<Growth[]> {
  const { rows } = await sql<Growth>`
    with traffic as (
      select owner_id, coalesce(sum(messages) filter (where hour >= ${hours.middle}), 0)::float8 as messages,
        coalesce(sum(messages) filter (where hour < ${hours.middle}), 0)::float8 as before
      from traffic_hourly where hour >= ${hours.from} and hour < ${hours.before} group by owner_id
    ),
    held as (select owner_id, count(*)::int as cases from cases where ended_at is null group by owner_id)
    select u.id as "userId", u.username, coalesce(t.messages, 0) as messages, coalesce(t.before, 0) as "messagesBefore",
      coalesce(h.cases, 0) as "openCases"
    from traffic t full join held h using (owner_id) join users u on u.id = owner_id
  `.execute(database)
  return rows
}
