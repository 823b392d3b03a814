// Makes what is due. Guarantees one export for each time that a schedule is due, however many processes look and
// however often they are killed: the export and the next time are one transaction, and the pair of schedule and time is
// unique. What was missed while the program was away is made up once. It runs as its owner, with the role they have by
// then.
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import type { DatabaseTransaction } from '../../platform/database.ts'
import { notify } from '../notifications/notifications.public.ts'
import { prepareExport, queueExport, requireRoom } from './create-export.ts'
import type { ReportsDeps } from './reports.deps.ts'
import { latestDue, nextDueAfter } from './schedule.rules.ts'
import { takeDueSchedule, updateSchedule, type DueSchedule } from './schedules.queries.ts'

const PER_RUN_MAX = 200

/** @returns how many exports were put into the queue */
export async function runSchedules(deps: ReportsDeps, signal?: AbortSignal): Promise<number> {
  let queued = 0
  // Those that have to wait for room are looked at again in the next run.
  const waiting: string[] = []
  for (let looked = 0; looked < PER_RUN_MAX; looked += 1) {
    if (signal?.aborted === true) break
    const outcome = await deps.database.transaction((transaction) => runNext(deps, transaction, waiting))
    if (outcome === null) return queued
    if (outcome.kind === 'queued') queued += 1
    if (outcome.kind === 'no_room') waiting.push(outcome.id)
  }
  return queued
}

type Outcome = { kind: 'queued' | 'skipped' | 'paused' | 'no_room'; id: string }

async function runNext(
  { clock }: ReportsDeps,
  transaction: DatabaseTransaction,
  waiting: readonly string[],
): Promise<Outcome | null> {
  const now = clock.now()
  const due = await takeDueSchedule(transaction, { now, except: waiting })
  if (!due) return null
  const dueAt = latestDue(due, due.nextAt, now)
  const next = { ...due, nextAt: nextDueAfter(due, now) }
  if (!due.isActive) {
    await updateSchedule(transaction, due.id, next)
    return { kind: 'skipped', id: due.id }
  }
  const asker = { userId: due.ownerId, role: due.role }
  try {
    const request = await prepareExport(transaction, { asked: due.request, asker, asOf: dueAt })
    await requireRoom(transaction, due.ownerId)
    const schedule = { id: due.id, dueAt }
    const row = await queueExport(transaction, { request, asker, asOf: dueAt, now, schedule })
    await updateSchedule(transaction, due.id, next)
    return { kind: row === null ? 'skipped' : 'queued', id: due.id }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'limit_exceeded') return { kind: 'no_room', id: due.id }
    await pause(transaction, due, error)
    return { kind: 'paused', id: due.id }
  }
}

/** What can never be made again, such as for a role that was taken away, is not tried every day. */
async function pause(transaction: DatabaseTransaction, due: DueSchedule, error: AppError): Promise<void> {
  const pausedReason = Object.values(error.fields ?? {})[0] ?? error.message
  await updateSchedule(transaction, due.id, { ...due, isPaused: true, pausedReason })
  await notify(transaction, {
    to: [due.ownerId],
    kind: 'export_ready',
    facts: { name: due.name, state: 'failed', rows: null },
    subject: { noun: 'schedule', id: toApiId('schedule', due.id) },
  })
}
