// Starts an export: checks what may be asked for, says before it starts what would not end, and puts it into the queue.
// What it holds is fixed here (whose, which stretch of time, up to which moment), so that it is the same file however
// long it takes and however often it is interrupted.
import { AppError } from '@inrange/contract/errors'
import { EXPORTS_RUNNING_MAX, type ExportRequest } from '@inrange/contract/exports'
import type { DatabaseTransaction, Queryable } from '../../platform/database.ts'
import { addJob } from '../../platform/jobs.queries.ts'
import { recordAudit } from '../audit/audit.public.ts'
import { sumMessages } from './cdr.queries.ts'
import { presentExport, requireRowsFit, STORED_OCTETS_MAX, type PresentedExport } from './exports.rules.ts'
import { countRunning, insertExport, sumStored, type ExportRow } from './exports.queries.ts'
import { requireKnown } from './read-cdr.ts'
import type { ReportsDeps } from './reports.deps.ts'
import { periodOf } from './report-period.rules.ts'
import { fileNameOf, fixRequest, reachesOthers, readCdr, type Asker, type FixedRequest } from './request.rules.ts'

export const WORK_EXPORTS = 'work-exports'

export type ExportAsked = { asked: ExportRequest; asker: Asker; address: string | null; requestId: string | null }

/**
 * @throws AppError not_found for somebody else's; invalid_request for what cannot be counted; limit_exceeded for too
 * many at once, too many rows, or no room
 */
export async function createExport(
  deps: ReportsDeps,
  { asked, asker, ...from }: ExportAsked,
): Promise<PresentedExport> {
  const now = deps.clock.now()
  const request = await prepareExport(deps.database.kysely, { asked, asker, asOf: now })
  const made = await deps.database.transaction(async (transaction) => {
    await requireRoom(transaction, asker.userId)
    const row = await queueExport(transaction, { request, asker, asOf: now, now, schedule: null, from })
    if (row === null) throw new AppError('state_changed')
    return row
  })
  return presentExport(made)
}

/**
 * Fixes a request and checks it against what is there.
 * @throws AppError as `createExport`, but for too many at once
 */
export async function prepareExport(
  database: Queryable,
  { asked, asker, asOf }: { asked: ExportRequest; asker: Asker; asOf: Date },
): Promise<FixedRequest> {
  const request = fixRequest(asked, asker, asOf)
  const [ownerId, rangeId] =
    request.kind === 'cdr'
      ? [request.cdr.ownerId, request.cdr.rangeId]
      : [request.ownerId, request.filter.rangeId ?? null]
  await requireKnown(database, { ownerId, rangeId })
  requireRowsFit(await estimateRows(database, request, asOf))
  return request
}

type Queued = {
  request: FixedRequest
  asker: Asker
  /** Nothing that landed later is in it. */
  asOf: Date
  now: Date
  schedule: { id: string; dueAt: Date } | null
  /** For the audit log; a schedule comes from nowhere. */
  from: { address: string | null; requestId: string | null }
}

/** Puts it into the queue and the audit log, in a transaction. @returns null when its schedule made it before */
export async function queueExport(transaction: DatabaseTransaction, queued: Queued): Promise<ExportRow | null> {
  const { request, asker, asOf, now, schedule, from } = queued
  const row = await insertExport(transaction, {
    ownerId: asker.userId,
    scheduleId: schedule?.id ?? null,
    dueAt: schedule?.dueAt ?? null,
    request,
    reachesOthers: reachesOthers(request, asker.userId),
    fileName: fileNameOf(request, asOf),
    asOf,
    estimatedRows: await estimateRows(transaction, request, asOf),
    now,
  })
  if (row === null) return null
  await recordAudit(transaction, {
    actorId: asker.userId,
    action: 'export_created',
    subjectType: 'export',
    subjectId: row.id,
    ...from,
    after: presentForLog(request),
  })
  await addJob(transaction, { name: WORK_EXPORTS, payload: {}, key: WORK_EXPORTS })
  return row
}

/** @throws AppError limit_exceeded */
export async function requireRoom(transaction: Queryable, ownerId: string): Promise<void> {
  if ((await countRunning(transaction, ownerId)) >= EXPORTS_RUNNING_MAX) {
    const message = `${EXPORTS_RUNNING_MAX} exports of yours wait or run. Wait for one to end, or cancel one.`
    throw new AppError('limit_exceeded', { message })
  }
  const { own, all } = await sumStored(transaction, ownerId)
  if (own >= STORED_OCTETS_MAX.own) {
    throw new AppError('limit_exceeded', { message: 'Your exports take all the room there is for one person.' })
  }
  if (all >= STORED_OCTETS_MAX.all) {
    throw new AppError('limit_exceeded', { message: 'There is no room for further exports. Ask an administrator.' })
  }
}

/** From rollups; null where only reading the messages would tell. */
async function estimateRows(database: Queryable, request: FixedRequest, asOf: Date): Promise<bigint | null> {
  if (request.kind === 'cdr') {
    const cdr = readCdr(request.cdr)
    if (cdr.groupBy !== 'message' || cdr.sender !== null) return null
    return (await sumMessages(database, cdr)).messages
  }
  const { rangeId, from, until, ...others } = request.filter
  if (Object.values(others).some((value) => value !== undefined)) return null
  const whole = periodOf({ period: 'custom', from: '2000-01-01', to: '2000-01-01', zone: 'UTC' }, asOf)
  const period = { ...whole, from: new Date(from ?? whole.from), until: new Date(until ?? asOf) }
  const { messages } = await sumMessages(database, {
    groupBy: 'range',
    zone: 'UTC',
    period,
    ownerId: request.ownerId,
    rangeId: rangeId ?? null,
    sender: null,
    figures: [],
  })
  return messages
}

/** For the audit log: what was asked, without the words that were searched for. */
function presentForLog({ asked }: FixedRequest): { asked: unknown } {
  if (asked.kind === 'cdr') return { asked }
  const { text, ...filter } = asked.filter
  return { asked: { ...asked, filter: text === undefined ? filter : { ...filter, text: 'given' } } }
}
