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

/** Passed over in this run, and looked at again in the next one. */
type Passed = { scheduleIds: string[]; ownerIds: string[] }

/**
 * @returns how many exports were put into the queue
 * @throws what the first that failed for a reason of ours failed for, once all others had their turn
 */
export async function runSchedules(
  deps: ReportsDeps,
  signal?: AbortSignal,
  looksMax: number = PER_RUN_MAX,
): Promise<number> {
  let queued = 0
  const passed: Passed = { scheduleIds: [], ownerIds: [] }
  const failures: unknown[] = []
  for (let looked = 0; looked < looksMax; looked += 1) {
    if (signal?.aborted === true) break
    const taken: { id: string | null } = { id: null }
    try {
      const outcome = await deps.database.transaction((transaction) => runNext(deps, transaction, passed, taken))
      if (outcome === null) break
      if (outcome.kind === 'queued') queued += 1
      // Room is a person's, or everybody's: of theirs nothing more is looked at.
      if (outcome.kind === 'no_room') passed.ownerIds.push(outcome.ownerId)
    } catch (error) {
      if (taken.id === null) throw error
      passed.scheduleIds.push(taken.id)
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return queued
}

type Outcome = { kind: 'queued' | 'skipped' | 'paused' | 'no_room'; ownerId: string }

async function runNext(
  { clock }: ReportsDeps,
  transaction: DatabaseTransaction,
  passed: Passed,
  taken: { id: string | null },
): Promise<Outcome | null> {
  const now = clock.now()
  const due = await takeDueSchedule(transaction, { now, except: passed })
  if (!due) return null
  const { id, ownerId } = due
  taken.id = id
  const dueAt = latestDue(due, due.nextAt, now)
  const next = { ...due, nextAt: nextDueAfter(due, now) }
  if (!due.isActive) {
    await updateSchedule(transaction, id, next)
    return { kind: 'skipped', ownerId }
  }
  const asker = { userId: ownerId, role: due.role }
  const request = await orRefusal(prepareExport(transaction, { asked: due.request, asker, asOf: dueAt }))
  if (request instanceof AppError) {
    await pause(transaction, due, request)
    return { kind: 'paused', ownerId }
  }
  if ((await orRefusal(requireRoom(transaction, ownerId))) instanceof AppError) return { kind: 'no_room', ownerId }
  const from = { address: null, requestId: null }
  const row = await queueExport(transaction, { request, asker, asOf: dueAt, now, schedule: { id, dueAt }, from })
  await updateSchedule(transaction, id, next)
  return { kind: row === null ? 'skipped' : 'queued', ownerId }
}

/** What was thrown for a person to read. */
async function orRefusal<Value>(work: Promise<Value>): Promise<Value | AppError> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** What cannot be made again, for a role that was taken away or for its size, is not tried every day. */
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
