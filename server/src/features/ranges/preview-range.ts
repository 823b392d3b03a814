// What a block of numbers would be, before it is saved. It promises nothing: only saving decides, under the
// database's constraint.
import { countryOfNumbers } from '@inrange/contract/country'
import { toApiId } from '@inrange/contract/ids'
import { rangeTotal, type RangeNumbers } from '@inrange/contract/ranges'
import type { Queryable } from '../../platform/database.ts'
import { selectOverlaps } from './ranges.queries.ts'
import { rangeText } from './ranges.rules.ts'

const OVERLAPS_SHOWN_MAX = 20

/** @param input.rangeId the range being edited, which does not overlap itself */
export async function previewRange(database: Queryable, input: RangeNumbers & { rangeId?: string | undefined }) {
  const overlaps = await selectOverlaps(database, {
    ...blockOf(input),
    exceptRangeId: input.rangeId ?? null,
    limit: OVERLAPS_SHOWN_MAX,
  })
  return {
    totalNumbers: Number(rangeTotal(input)),
    text: rangeText(input),
    country: countryOfNumbers(input),
    overlaps: overlaps.map(({ id, name, numbers }) => ({
      id: toApiId('range', id),
      name,
      numbers: Number(numbers),
    })),
  }
}

/** First and last number of a sound block. */
export function blockOf({ prefix, startNumber, endNumber }: RangeNumbers): { first: bigint; last: bigint } {
  return { first: BigInt(prefix + startNumber), last: BigInt(prefix + endNumber) }
}
