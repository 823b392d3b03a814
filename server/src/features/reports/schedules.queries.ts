// All SQL of schedules. A schedule that is due is taken with its row locked, so that two processes make one export of
// it.
import { sql, type RawBuilder } from 'kysely'
import type { ExportRequest } from '@inrange/contract/exports'
import type { Role } from '@inrange/contract/roles'
import type { ScheduleRhythm } from '@inrange/contract/schedules'
import type { Queryable } from '../../platform/database.ts'
import type { Timing } from './schedule.rules.ts'

export type ScheduleRow = Timing & {
  id: string
  ownerId: string
  name: string
  /** As it was parsed: ids of the database. */
  request: ExportRequest
  every: ScheduleRhythm
  isPaused: boolean
  pausedReason: string | null
  nextAt: Date
  createdAt: Date
}

const columns: RawBuilder<unknown> = sql`s.id, s.owner_id as "ownerId", s.name, s.request, s.every, s.weekday,
  s.month_day as "monthDay", s.hour, s.zone, s.is_paused as "isPaused", s.paused_reason as "pausedReason",
  s.next_at as "nextAt", s.created_at as "createdAt"`

/** All of one owner, newest first, by report_schedules_of_owner; few, since their number is bounded. */
export async function selectSchedules(database: Queryable, ownerId: string): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select ${columns} from report_schedules s where s.owner_id = ${ownerId} order by s.id desc`.execute(database)
  return rows
}

/** One of its owner, locked, or null: somebody else's does not exist. */
export async function lockSchedule(transaction: Queryable, id: string, ownerId: string): Promise<ScheduleRow | null> {
  const { rows } = await sql<ScheduleRow>`
    select ${columns} from report_schedules s where s.id = ${id} and s.owner_id = ${ownerId} for update`.execute(
    transaction,
  )
  return rows[0] ?? null
}

/** The row of the owner is locked, so that two at once are counted once each. */
export async function countSchedules(transaction: Queryable, ownerId: string): Promise<number> {
  await sql`select from users where id = ${ownerId} for no key update`.execute(transaction)
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from report_schedules where owner_id = ${ownerId}`.execute(transaction)
  return Number(rows[0]?.count ?? 0)
}

export type ScheduleFacts = Omit<ScheduleRow, 'id' | 'createdAt' | 'ownerId'>

export async function insertSchedule(
  transaction: Queryable,
  made: ScheduleFacts & { ownerId: string; now: Date },
): Promise<ScheduleRow> {
  const { rows } = await sql<ScheduleRow>`
    insert into report_schedules as s (owner_id, name, request, every, weekday, month_day, hour, zone, next_at,
      created_at)
    values (${made.ownerId}, ${made.name}, ${JSON.stringify(made.request)}, ${made.every}, ${made.weekday},
      ${made.monthDay}, ${made.hour}, ${made.zone}, ${made.nextAt}, ${made.now})
    returning ${columns}`.execute(transaction)
  const [row] = rows
  if (!row) throw new TypeError('An insert returns its row.')
  return row
}

export async function updateSchedule(transaction: Queryable, id: string, facts: ScheduleFacts): Promise<void> {
  await sql`
    update report_schedules set name = ${facts.name}, request = ${JSON.stringify(facts.request)},
      every = ${facts.every}, weekday = ${facts.weekday}, month_day = ${facts.monthDay}, hour = ${facts.hour},
      zone = ${facts.zone}, is_paused = ${facts.isPaused},
      paused_reason = ${facts.pausedReason}, next_at = ${facts.nextAt}
    where id = ${id}`.execute(transaction)
}

export async function deleteSchedule(database: Queryable, id: string, ownerId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from report_schedules where id = ${id} and owner_id = ${ownerId} returning 1`.execute(database)
  return rows.length > 0
}

export async function selectScheduleName(database: Queryable, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from report_schedules where id = ${id}`.execute(database)
  return rows[0]?.name ?? null
}

export type DueSchedule = ScheduleRow & { role: Role; isActive: boolean }

/** The schedule that has been due longest, locked and passed over by others, by report_schedules_due. */
export async function takeDueSchedule(
  transaction: Queryable,
  { now, except }: { now: Date; except: { scheduleIds: readonly string[]; ownerIds: readonly string[] } },
): Promise<DueSchedule | null> {
  const { rows } = await sql<DueSchedule>`
    select ${columns}, u.role, u.is_active as "isActive" from report_schedules s join users u on u.id = s.owner_id
    where not s.is_paused and s.next_at <= ${now} and s.id <> all(${except.scheduleIds}::uuid[])
      and s.owner_id <> all(${except.ownerIds}::uuid[])
    order by s.next_at limit 1 for update of s skip locked`.execute(transaction)
  return rows[0] ?? null
}
