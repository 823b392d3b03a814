// Edits a range. A new owner or rate is effective from now and the past keeps what it had; the same owner or rate
// given again opens no period. Numbers stay once a message has landed on the range, because its messages would then
// lie outside of it.
import { countryOfNumbers } from '@inrange/contract/country'
import { AppError } from '@inrange/contract/errors'
import { rangeFault, type RangeNumbers } from '@inrange/contract/ranges'
import { recordActivity } from '../audit/audit.public.ts'
import { notify } from '../notifications/notifications.public.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, DatabaseTransaction } from '../../platform/database.ts'
import { overlapAsError, recordAssignment, recordRangeAudit, requireActiveOwner, type Actor } from './create-range.ts'
import {
  assignOwner,
  changeRate,
  lockRouting,
  raiseVersion,
  selectLastEdit,
  selectRange,
  updateRangeFacts,
  type RangeFacts,
  type RangeRow,
} from './ranges.queries.ts'
import { rangeText, shownValue, storedValues, utcMinute } from './ranges.rules.ts'

export type RangeChange = {
  name?: string | undefined
  prefix?: string | undefined
  startNumber?: string | undefined
  endNumber?: string | undefined
  ownerId?: string | undefined
  isActive?: boolean | undefined
  isTest?: boolean | undefined
  /** micro-USD per segment */
  rate?: bigint | undefined
  /** What the editor has read; undefined: whatever there is. */
  version?: string | undefined
}
type Changed = Record<string, { before: unknown; after: unknown }>

/**
 * @throws AppError not_found; range_changed when it names another version than there is; invalid_request when the
 * numbers are unsound together with those that stay; range_in_use when messages have landed and the numbers would
 * change; range_overlaps; owner_inactive
 */
export async function updateRange(
  deps: { database: Database; clock: Clock },
  input: { actor: Actor; rangeId: string; change: RangeChange },
): Promise<void> {
  // What an overlap is reported for: known only once the transaction has read the range.
  const block: RangeNumbers & { rangeId: string } = {
    prefix: '1',
    startNumber: '0',
    endNumber: '0',
    rangeId: input.rangeId,
  }
  await overlapAsError(deps.database, block, () =>
    deps.database.transaction(async (transaction) => {
      // Before the first read, so that a message of a batch under way is seen as received.
      await lockRouting(transaction)
      const row = await selectRange(transaction, input.rangeId, null)
      if (!row) throw new AppError('not_found')
      await requireVersion(transaction, row, input.change)
      const after = changedFacts(row, input.change)
      Object.assign(block, { prefix: after.prefix, startNumber: after.startNumber, endNumber: after.endNumber })
      await applyChange(transaction, { ...input, row, after, at: deps.clock.now() })
    }),
  )
}

/**
 * Refuses an edit of what somebody else has edited since it was read: who did, when, and what each asked field is now.
 * @throws AppError range_changed
 */
async function requireVersion(transaction: DatabaseTransaction, row: RangeRow, change: RangeChange): Promise<void> {
  if (change.version === undefined || change.version === row.version.toString()) return
  const edit = await selectLastEdit(transaction, row.id)
  const fields = Object.fromEntries(
    storedValues(row)
      .filter(([name, stored]) => change[name] !== undefined && change[name] !== stored)
      .map(([name, stored]) => [name, `It is ${shownValue(name, stored, row)} now.`]),
  )
  const message =
    edit && `${edit.username} changed this range on ${utcMinute(edit.at)}. Look at it again before you save.`
  throw new AppError('range_changed', { fields, ...(message === undefined ? {} : { message }) })
}

async function applyChange(
  transaction: DatabaseTransaction,
  input: { actor: Actor; rangeId: string; change: RangeChange; row: RangeRow; after: RangeFacts; at: Date },
): Promise<void> {
  const { row, after, change, rangeId, at } = input
  const before = factsOf(row)
  const changed = differences(before, after)
  if (Object.keys(changed).length > 0) await updateRangeFacts(transaction, rangeId, after, at)
  if (change.ownerId !== undefined && change.ownerId !== row.ownerId) {
    await requireActiveOwner(transaction, change.ownerId)
    await assignOwner(transaction, rangeId, change.ownerId, at)
    await recordAssignment(transaction, { ownerId: change.ownerId, rangeId, range: after })
    if (row.ownerId !== null) await recordRelease(transaction, row.ownerId, after)
    changed['ownerId'] = { before: row.ownerId, after: change.ownerId }
  }
  if (change.rate !== undefined && change.rate !== row.rateMicros) {
    await changeRate(transaction, rangeId, change.rate, at)
    changed['rate'] = { before: row.rateMicros, after: change.rate }
  }
  if (Object.keys(changed).length === 0) return
  await raiseVersion(transaction, rangeId)
  await recordRangeAudit(transaction, {
    actor: input.actor,
    action: 'range_updated',
    rangeId,
    before: mapValues(changed, (value) => value.before),
    after: mapValues(changed, (value) => value.after),
  })
}

/** The facts as they would be. */
function changedFacts(row: RangeRow, change: RangeChange): RangeFacts {
  const before = factsOf(row)
  const numbers = {
    prefix: change.prefix ?? before.prefix,
    startNumber: change.startNumber ?? before.startNumber,
    endNumber: change.endNumber ?? before.endNumber,
  }
  const numbersChange = Object.keys(differences(before, { ...before, ...numbers }))
  const fault = rangeFault(numbers)
  if (fault) throw new AppError('invalid_request', { fields: { [fault.field]: fault.message } })
  if (numbersChange.length > 0 && row.messages > 0n) {
    const error = new AppError('range_in_use')
    throw new AppError('range_in_use', {
      fields: Object.fromEntries(numbersChange.map((field) => [field, error.message])),
    })
  }
  return {
    ...numbers,
    name: change.name ?? before.name,
    status: change.isActive === undefined ? before.status : change.isActive ? 'active' : 'inactive',
    isTest: change.isTest ?? before.isTest,
    country: numbersChange.length > 0 ? countryOfNumbers(numbers) : before.country,
  }
}

function factsOf(row: RangeRow): RangeFacts {
  const { name, prefix, startNumber, endNumber, isTest, country } = row
  return { name, prefix, startNumber, endNumber, isTest, country, status: row.isActive ? 'active' : 'inactive' }
}

function differences(before: RangeFacts, after: RangeFacts): Changed {
  const fields = Object.keys(before) as (keyof RangeFacts)[]
  return Object.fromEntries(
    fields
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { before: before[field], after: after[field] }]),
  )
}

function mapValues(changed: Changed, pick: (value: Changed[string]) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changed).map(([field, value]) => [field, pick(value)]))
}

async function recordRelease(transaction: DatabaseTransaction, ownerId: string, range: RangeFacts): Promise<void> {
  await recordActivity(transaction, {
    userId: ownerId,
    activityType: 'user_range_released',
    description: `Range ${range.name} is no longer yours`,
    metadata: { range: range.name },
  })
  // Without a subject: it is not there any more for who reads this.
  const facts = { range: range.name, numbers: rangeText(range) }
  await notify(transaction, { to: [ownerId], kind: 'range_withdrawn', facts, subject: null })
}
