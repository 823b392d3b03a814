// Creates a range with its first owner and its first rate, effective now. That no number is in two ranges is the
// database's guarantee; here its refusal becomes a sentence.
import { countryOfNumbers } from '@inrange/contract/country'
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import type { RangeNumbers } from '@inrange/contract/ranges'
import { recordActivity, recordAudit } from '../audit/audit.public.ts'
import { notify } from '../notifications/notifications.public.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, DatabaseTransaction } from '../../platform/database.ts'
import { violatedConstraint } from '../../platform/database-fault.ts'
import { blockOf } from './preview-range.ts'
import {
  assignOwner,
  changeRate,
  insertRange,
  lockActiveUser,
  lockRouting,
  selectOverlaps,
  type RangeFacts,
} from './ranges.queries.ts'
import { overlapSentence, rangeText } from './ranges.rules.ts'

/** Who changes something, for the audit log. */
export type Actor = { userId: string; address: string; requestId: string }
export type CreateRangeInput = RangeNumbers & {
  actor: Actor
  name: string
  ownerId: string
  isActive: boolean
  isTest: boolean
  /** micro-USD per segment */
  rate: bigint
}

/**
 * @returns the id of the new range
 * @throws AppError range_overlaps naming a range in the way; owner_inactive when the owner is inactive or nobody
 */
export function createRange(deps: { database: Database; clock: Clock }, input: CreateRangeInput): Promise<string> {
  const { actor, ownerId, rate, isActive, ...given } = input
  const range = { ...given, status: isActive ? 'active' : 'inactive', country: countryOfNumbers(given) }
  return overlapAsError(deps.database, { ...range, rangeId: null }, () =>
    deps.database.transaction(async (transaction) => {
      const at = deps.clock.now()
      await requireActiveOwner(transaction, ownerId)
      await lockRouting(transaction)
      const rangeId = await insertRange(transaction, range, at)
      await assignOwner(transaction, rangeId, ownerId, at)
      await changeRate(transaction, rangeId, rate, at)
      await recordAssignment(transaction, { ownerId, rangeId, range })
      await recordRangeAudit(transaction, {
        actor,
        action: 'range_created',
        rangeId,
        after: { ...range, ownerId, rate },
      })
      return rangeId
    }),
  )
}

/** @throws AppError owner_inactive */
export async function requireActiveOwner(transaction: DatabaseTransaction, ownerId: string): Promise<void> {
  if (await lockActiveUser(transaction, ownerId)) return
  const error = new AppError('owner_inactive')
  throw new AppError('owner_inactive', { fields: { ownerId: error.message } })
}

/** Tells the new owner, in the transaction that makes it so. */
export async function recordAssignment(
  transaction: DatabaseTransaction,
  { ownerId, rangeId, range }: { ownerId: string; rangeId: string; range: RangeFacts },
): Promise<void> {
  await recordActivity(transaction, {
    userId: ownerId,
    activityType: 'user_range_assigned',
    description: `Range ${range.name} assigned`,
    metadata: { range: range.name, numbers: rangeText(range) },
  })
  await notify(transaction, {
    to: [ownerId],
    kind: 'range_assigned',
    facts: { range: range.name, numbers: rangeText(range) },
    subject: { noun: 'range', id: toApiId('range', rangeId) },
  })
}

export async function recordRangeAudit(
  transaction: DatabaseTransaction,
  fact: { actor: Actor; action: string; rangeId: string; before?: unknown; after: unknown },
): Promise<void> {
  const { actor, action, rangeId, before, after } = fact
  await recordAudit(transaction, {
    actorId: actor.userId,
    action,
    subjectType: 'range',
    subjectId: rangeId,
    address: actor.address,
    requestId: actor.requestId,
    before,
    after,
  })
}

/**
 * Turns the refusal of the exclusion constraint into a sentence that names the range in the way and by how many
 * numbers.
 */
export async function overlapAsError<Result>(
  database: Database,
  block: RangeNumbers & { rangeId: string | null },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) !== 'ranges_do_not_overlap') throw error
    const overlaps = await selectOverlaps(database.kysely, {
      ...blockOf(block),
      exceptRangeId: block.rangeId,
      limit: 1,
    })
    const message = overlapSentence(overlaps, Number(overlaps[0]?.total ?? 0n))
    throw new AppError('range_overlaps', { message, fields: { startNumber: message }, cause: error })
  }
}
