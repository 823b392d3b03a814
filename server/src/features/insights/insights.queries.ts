// All SQL of insights: rollups of one owner, and the set-up steps of the installation.
import { sql } from 'kysely'
import { invariant } from '../../platform/invariant.ts'
import type { Queryable } from '../../platform/database.ts'
import type { DayFigures, Period } from './insights.rules.ts'

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

/**
 * Messages and earnings per day of UTC; a scan of the owner's hours by the primary key of traffic_hourly, at most 90
 * days × 24 × ranges rows.
 */
export async function selectDays(database: Queryable, ownerId: string, from: Date): Promise<DayFigures[]> {
  const { rows } = await sql<{ day: string; messages: bigint; earnedMicros: bigint }>`
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, sum(messages)::bigint as messages,
      sum(earned_micros)::bigint as "earnedMicros"
    from traffic_hourly where owner_id = ${ownerId} and hour >= ${from} group by 1
  `.execute(database)
  return rows.map((row) => ({ ...row, messages: Number(row.messages) }))
}

export type PeriodSums = { messages: bigint; earnedMicros: bigint }

/**
 * What the previous period had. Its last hour is the one that holds the same time of day; the rollup knows no parts
 * of an hour, so that hour counts whole, as the running one does on the other side.
 */
export async function selectPrevious(database: Queryable, ownerId: string, period: Period): Promise<PeriodSums> {
  const { rows } = await sql<PeriodSums>`
    select coalesce(sum(messages), 0)::bigint as messages, coalesce(sum(earned_micros), 0)::bigint as "earnedMicros"
    from traffic_hourly where owner_id = ${ownerId}
      and hour >= ${new Date(period.previousFromMs)} and hour <= ${new Date(period.previousUntilMs)}
  `.execute(database)
  const [row] = rows
  invariant(row, 'A sum without groups is one row')
  return row
}

export type Steps = { userCreated: boolean; carrierConnected: boolean; rangeCreated: boolean; messageReceived: boolean }

/** Each step asked by the existence of one row. */
export async function selectSteps(database: Queryable): Promise<Steps> {
  const { rows } = await sql<Steps>`
    select exists (select from users where role <> 'super_admin') as "userCreated",
      exists (select from connection_counters where received > 0)
        or exists (select from smpp_sessions) as "carrierConnected",
      exists (select from ranges) as "rangeCreated",
      exists (select from inboxes where messages > 0) as "messageReceived"
  `.execute(database)
  const [row] = rows
  invariant(row, 'A row of existences is one row')
  return row
}
