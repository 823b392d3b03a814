// One range with its owners and rates over time. A user sees only the periods that are the user's own.
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { Queryable } from '../../platform/database.ts'
import { presentRange, type PresentedRange } from './present-range.ts'
import { selectLastEdit, selectOwnerPeriods, selectRange, selectRatePeriods } from './ranges.queries.ts'

/** @throws AppError not_found when there is none, or the viewer does not own it now */
export async function findRange(
  database: Queryable,
  rangeId: string,
  viewerId: string | null,
): Promise<PresentedRange> {
  const row = await selectRange(database, rangeId, viewerId)
  if (!row) throw new AppError('not_found')
  return presentRange(row)
}

/** @throws AppError not_found, as above */
export async function readRange(database: Queryable, input: { rangeId: string; viewerId: string | null }) {
  const { rangeId, viewerId } = input
  const range = await findRange(database, rangeId, viewerId)
  const [owners, rates, lastEdit] = await Promise.all([
    selectOwnerPeriods(database, rangeId, viewerId),
    selectRatePeriods(database, rangeId, viewerId),
    // Who administers a range is not its owner's to know.
    viewerId === null ? selectLastEdit(database, rangeId) : undefined,
  ])
  return {
    ...range,
    lastEdit: lastEdit ? { by: lastEdit.username, at: lastEdit.at.toISOString() } : null,
    owners: owners.map((period) => ({
      id: toApiId('user', period.ownerId),
      username: period.username,
      ...presentPeriod(period),
    })),
    rates: rates.map((period) => ({ rate: microsToDecimal(period.rateMicros), ...presentPeriod(period) })),
  }
}

function presentPeriod(period: { from: Date; until: Date | null }) {
  return { from: period.from.toISOString(), until: period.until?.toISOString() ?? null }
}
