// A page of ranges by name, and a summary of everything that the filter matches.
import { microsToDecimal } from '@inrange/contract/money'
import { toApiId } from '@inrange/contract/ids'
import type { RangeStatus } from '@inrange/contract/ranges'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { presentRange } from './present-range.ts'
import { selectRanges, selectRangeSummary, type RangeFilter } from './ranges.queries.ts'
import { containsPattern, cursorKey, searchedDigits } from './ranges.rules.ts'

export type ListRangesInput = {
  /** Only what this user owns now; null: everything. */
  viewerId: string | null
  search?: string | undefined
  ownerId?: string | undefined
  status?: RangeStatus | undefined
  cursor?: string | undefined
  limit: number
}

/** @throws AppError invalid_request for a cursor that is not one of ours */
export async function listRanges(deps: { database: Database }, input: ListRangesInput) {
  const after = cursorKey(decodeCursor(input.cursor, 2))
  const search = input.search === undefined || input.search === '' ? null : input.search
  const filter: RangeFilter = {
    viewerId: input.viewerId,
    ownerId: input.ownerId ?? null,
    status: input.status ?? null,
    pattern: search === null ? null : containsPattern(search),
    digits: search === null ? null : searchedDigits(search),
  }
  const [rows, summary] = await Promise.all([
    selectRanges(deps.database.kysely, filter, { after, limit: input.limit + 1 }),
    selectRangeSummary(deps.database.kysely, filter),
  ])
  const shown = rows.slice(0, input.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(presentRange),
    nextCursor: rows.length > input.limit && last ? encodeCursor([last.sortName, toApiId('range', last.id)]) : null,
    summary: {
      totalRanges: Number(summary.totalRanges),
      totalNumbers: Number(summary.totalNumbers),
      usedNumbers: Number(summary.usedNumbers),
      earnings: microsToDecimal(summary.earnedMicros),
    },
  }
}
