// Lifetime totals of one owner, what waits for them, and the steps of setting up; each asked of the tables it is about.
import { sql } from 'kysely'
import { invariant } from '../../platform/invariant.ts'
import type { Queryable } from '../../platform/database.ts'

export type Totals = {
  messages: bigint
  unread: bigint
  earnedMicros: bigint
  ranges: number
  activeRanges: number
}

/** Lifetime totals from the one inbox row, and the ranges owned now (range_owners_of_owner). */
export async function selectTotals(database: Queryable, ownerId: string, now: Date): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select coalesce(i.messages, 0) as messages, coalesce(i.messages - i.read_messages, 0) as unread,
      coalesce(i.earned_micros, 0) as "earnedMicros", r.ranges, r."activeRanges"
    from (
      select count(*)::int as ranges, (count(*) filter (where g.status = 'active'))::int as "activeRanges"
      from range_owners o join ranges g on g.id = o.range_id
      where o.owner_id = ${ownerId} and o.during @> ${now}::timestamptz
    ) r left join inboxes i on i.owner_id = ${ownerId}
  `.execute(database)
  const [row] = rows
  invariant(row, 'A count is one row')
  return row
}

export type Steps = {
  userCreated: boolean
  carrierConnected: boolean
  rangeCreated: boolean
  messageReceived: boolean
  paymentMethodAdded: boolean
}

/** Each step asked by the existence of one row. */
export async function selectSteps(database: Queryable): Promise<Steps> {
  const { rows } = await sql<Steps>`
    select exists (select from users where role <> 'super_admin') as "userCreated",
      exists (select from connection_counters where received > 0)
        or exists (select from smpp_sessions) as "carrierConnected",
      exists (select from ranges) as "rangeCreated",
      exists (select from inboxes where messages > 0) as "messageReceived",
      exists (select from payment_methods) as "paymentMethodAdded"
  `.execute(database)
  const [row] = rows
  invariant(row, 'A row of existences is one row')
  return row
}

export type FirstSteps = {
  rangeAssigned: boolean
  messageReceived: boolean
  payoutDestination: boolean
  secondFactor: boolean
}

/** A user's way to the first money, each step asked by the existence of one row of theirs. */
export async function selectFirstSteps(database: Queryable, userId: string, now: Date): Promise<FirstSteps> {
  const { rows } = await sql<FirstSteps>`
    select exists (select from range_owners where owner_id = ${userId} and during @> ${now}::timestamptz)
        as "rangeAssigned",
      exists (select from inboxes where owner_id = ${userId} and messages > 0) as "messageReceived",
      exists (select from payout_destinations where owner_id = ${userId} and removed_at is null)
        as "payoutDestination",
      exists (select from factors where user_id = ${userId} and status = 'verified') as "secondFactor"
  `.execute(database)
  const [row] = rows
  invariant(row, 'A row of existences is one row')
  return row
}

export type Waiting = { openCases: number; quietRanges: number }

/**
 * Cases that hold the owner's money, and active ranges that have fallen silent. Indexes: cases_of_owner;
 * range_owners_of_owner, then one total a range.
 */
export async function selectWaiting(
  database: Queryable,
  ownerId: string,
  now: Date,
  quietSince: Date,
): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select (select count(*)::int from cases where owner_id = ${ownerId} and ended_at is null) as "openCases",
      (select count(*)::int from range_owners o
       join ranges g on g.id = o.range_id and g.status = 'active' and not g.is_test
       join range_totals t on t.range_id = o.range_id and t.last_received_at < ${quietSince}
       where o.owner_id = ${ownerId} and o.during @> ${now}::timestamptz) as "quietRanges"
  `.execute(database)
  const [row] = rows
  invariant(row, 'Two counts are one row')
  return row
}

/** By the primary key. */
export async function ownerExists(database: Queryable, ownerId: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${ownerId}`.execute(database)
  return rows.length > 0
}
