// Schedules of one person: listed, made, changed, paused, ended. A request is checked when it is made as it will be
// when it is due, so that what cannot be made is refused to a person and not to the night.
import { AppError } from '@inrange/contract/errors'
import type { OperationParsed, OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { SCHEDULES_MAX } from '@inrange/contract/schedules'
import { recordAudit } from '../audit/audit.public.ts'
import type { Notices } from '../notices/notices.public.ts'
import { prepareExport } from './create-export.ts'
import { selectExports } from './exports.queries.ts'
import type { ReportsDeps } from './reports.deps.ts'
import type { Asker } from './request.rules.ts'
import { nextDueAfter } from './schedule.rules.ts'
import {
  countSchedules,
  deleteSchedule,
  insertSchedule,
  lockSchedule,
  selectSchedules,
  updateSchedule,
  type ScheduleRow,
} from './schedules.queries.ts'
import { presentSchedule, type PresentedSchedule } from './schedules.presenter.ts'

type Deps = ReportsDeps & { notices: Pick<Notices, 'isConfigured'> }
type Maker = Asker & { address: string | null; requestId: string | null }
type New = OperationParsed<Operations['schedules.create']>['body']
type Changes = OperationParsed<Operations['schedules.update']>['body']

export async function listSchedules(
  { database, notices }: Deps,
  ownerId: string,
): Promise<OperationResult<Operations['schedules.list']>> {
  const rows = await selectSchedules(database.kysely, ownerId)
  const items = await Promise.all(rows.map((row) => present(database.kysely, row)))
  return { items, isMailSent: await notices.isConfigured(database.kysely) }
}

/** @throws AppError limit_exceeded, and as `createExport` */
export async function createSchedule(
  { database, clock }: ReportsDeps,
  { asker, body }: { asker: Maker; body: New },
): Promise<PresentedSchedule> {
  const now = clock.now()
  const { userId, address, requestId } = asker
  await prepareExport(database.kysely, { asked: body.request, asker, asOf: now })
  return database.transaction(async (transaction) => {
    if ((await countSchedules(transaction, userId)) >= SCHEDULES_MAX) {
      throw new AppError('limit_exceeded', { message: `You have ${SCHEDULES_MAX} schedules. Delete one first.` })
    }
    const facts = { ...body, isPaused: false, pausedReason: null, nextAt: nextDueAfter(body, now) }
    const row = await insertSchedule(transaction, { ...facts, ownerId: userId, now })
    const subject = { subjectType: 'schedule', subjectId: row.id, address, requestId }
    await recordAudit(transaction, {
      actorId: userId,
      action: 'schedule_created',
      ...subject,
      after: { name: row.name },
    })
    return presentSchedule(row, null)
  })
}

/** @throws AppError not_found, also for somebody else's; and as `createExport` for a changed request */
export async function changeSchedule(
  { database, clock }: ReportsDeps,
  { id, asker, changes }: { id: string; asker: Maker; changes: Changes },
): Promise<PresentedSchedule> {
  const now = clock.now()
  const { request } = changes
  return database.transaction(async (transaction) => {
    const row = await lockSchedule(transaction, id, asker.userId)
    if (!row) throw new AppError('not_found')
    if (request !== undefined) await prepareExport(transaction, { asked: request, asker, asOf: now })
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const changed: ScheduleRow = { ...row, ...given, pausedReason: null }
    // Whoever resumes or moves a schedule means the next time, not what was missed.
    const next = { ...changed, nextAt: nextDueAfter(changed, now) }
    await updateSchedule(transaction, id, next)
    return present(transaction, next)
  })
}

/** @throws AppError not_found, also for somebody else's */
export async function endSchedule({ database }: ReportsDeps, id: string, asker: Maker): Promise<void> {
  const { userId, address, requestId } = asker
  await database.transaction(async (transaction) => {
    if (!(await deleteSchedule(transaction, id, userId))) throw new AppError('not_found')
    const subject = { subjectType: 'schedule', subjectId: id, address, requestId }
    await recordAudit(transaction, { actorId: userId, action: 'schedule_deleted', ...subject })
  })
}

async function present(database: ReportsDeps['database']['kysely'], row: ScheduleRow): Promise<PresentedSchedule> {
  const [last] = await selectExports(database, { ownerId: row.ownerId, scheduleId: row.id, beforeId: null, limit: 1 })
  return presentSchedule(row, last ?? null)
}
