// A CDR report on the screen: totals and the first lines, from rollups alone.
import { AppError } from '@inrange/contract/errors'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { CDR_GROUPS_MAX, CDR_PREVIEW_LINES } from '@inrange/contract/reports'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import { ownedRangeExists, selectDigestedThrough, selectGroups, sumMessages } from './cdr.queries.ts'
import { linesOf, presentSums } from './cdr.rules.ts'
import { userExists } from './exports.queries.ts'
import { fixCdr, readsSenders, type Asker, type CdrAsked, type FixedCdr } from './request.rules.ts'

type Report = OperationResult<Operations['reports.cdr']>

/** @throws AppError not_found, invalid_request as `fixCdr` */
export async function readCdrReport(
  { database, clock }: { database: Database; clock: Clock },
  asked: CdrAsked,
  asker: Asker,
): Promise<Report> {
  const { kysely } = database
  const cdr = fixCdr(asked, asker, clock.now())
  await requireKnown(kysely, { ownerId: cdr.ownerId, rangeId: cdr.rangeId })
  const { from, until } = cdr.period
  const head = { from: from.toISOString(), until: until.toISOString(), zone: cdr.zone, groupBy: cdr.groupBy }
  if (cdr.groupBy === 'message') return { ...head, ...(await messageTotals(kysely, cdr)) }
  const found = await selectGroups(kysely, cdr, cdr.groupBy === 'day' ? CDR_GROUPS_MAX : CDR_PREVIEW_LINES)
  const lines = linesOf(cdr, found)
  const bySender = readsSenders(cdr)
  return {
    ...head,
    totals: presentSums(found.totals, found.totals.messages),
    lines: lines.slice(0, CDR_PREVIEW_LINES),
    lineCount: cdr.groupBy === 'day' ? lines.length : Math.min(found.groupCount, CDR_GROUPS_MAX + 1),
    countedUntil: bySender && cdr.ownerId !== null ? await countedUntil(kysely, cdr.ownerId) : null,
    isInUtcDays: bySender && cdr.zone !== 'UTC',
  }
}

/**
 * That what a request names exists, and belongs to whose traffic is asked for.
 * @throws AppError not_found
 */
export async function requireKnown(
  database: Queryable,
  { ownerId, rangeId }: { ownerId: string | null; rangeId: string | null },
): Promise<void> {
  if (ownerId !== null && !(await userExists(database, ownerId))) throw new AppError('not_found')
  if (rangeId !== null && !(await ownedRangeExists(database, rangeId, ownerId))) throw new AppError('not_found')
}

async function messageTotals(
  database: Queryable,
  cdr: FixedCdr,
): Promise<Omit<Report, 'from' | 'until' | 'zone' | 'groupBy'>> {
  const rest = { lines: [], countedUntil: null, isInUtcDays: false }
  if (cdr.sender !== null) return { ...rest, totals: null, lineCount: null }
  const sums = await sumMessages(database, cdr)
  return { ...rest, totals: presentSums(sums, sums.messages), lineCount: Number(sums.messages) }
}

async function countedUntil(database: Queryable, ownerId: string): Promise<string | null> {
  return (await selectDigestedThrough(database, ownerId))?.toISOString() ?? null
}
