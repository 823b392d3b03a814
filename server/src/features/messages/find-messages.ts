// Finds an owner's messages that match a filter, newest first. Guarantees a bounded amount of work whatever the filter
// and the size of the archive, and that nothing between two pages is missed: everything from `reachedMicros` up that
// matches has been given, and the next page goes on there.
import { AppError } from '@inrange/contract/errors'
import type { Queryable } from '../../platform/database.ts'
import { planFilter, type FilterPlan, type FixedFilter } from './message-filter.rules.ts'
import { lookBack, selectConnectionIds, selectInbox, type MessageRow } from './messages.queries.ts'
import { spansBack } from './messages.rules.ts'

/**
 * Measured with 100-octet texts: 20,000 rows are looked at in 30 ms; more would let one request take a connection for
 * long.
 */
const LOOK_MAX = 20_000
/** A filter that matches often is answered after the first look; one that matches rarely takes few. */
const LOOKS = [400, 2_000, 6_000, LOOK_MAX]

export type Find = {
  ownerId: string
  filter: FixedFilter
  /** A place: only what landed before it. */
  before?: bigint | null | undefined
  limit: number
}
export type Found = {
  /** Newest first, at most `limit`. */
  rows: MessageRow[]
  /** The place down to which everything has been looked at, to go on before it; null when nothing older is left. */
  reachedMicros: bigint | null
}

/**
 * @throws AppError not_found for an owner who does not exist, invalid_request for a number that is none
 */
export async function findMessages(database: Queryable, find: Find): Promise<Found> {
  const { ownerId, filter, limit } = find
  const ofCarrier = filter.carrierId === undefined ? null : await selectConnectionIds(database, filter.carrierId)
  const plan = planFilter(filter, ofCarrier)
  const inbox = await selectInbox(database, ownerId)
  if (!inbox) throw new AppError('not_found')
  const before = [find.before ?? null, plan.beforeMicros].reduce<bigint>(
    (lowest, place) => (place !== null && place < lowest ? place : lowest),
    inbox.lastLandedMicros + 1n,
  )
  // One more than is shown tells whether anything is left.
  const found = await findBack(database, ownerId, { from: plan.fromMicros, before }, plan, limit + 1)
  const rows = found.rows.slice(0, limit)
  const last = rows.at(-1)
  return { rows, reachedMicros: found.rows.length > limit && last ? last.landedAtMicros : found.reachedMicros }
}

/** Looks back over the messages themselves. */
async function findBack(
  database: Queryable,
  ownerId: string,
  bounds: { from: bigint; before: bigint },
  plan: FilterPlan,
  limit: number,
): Promise<Found> {
  const rows: MessageRow[] = []
  let looked = 0
  for (const span of spansBack(bounds.before, bounds.from)) {
    let before = span.beforeMicros
    for (;;) {
      const lookMax = plan.isFiltered
        ? (LOOKS.find((looks) => looks > looked) ?? LOOK_MAX) - looked
        : limit - rows.length
      const open = { fromMicros: span.fromMicros, beforeMicros: before }
      const look = await lookBack(database, ownerId, open, plan.rows, {
        lookAtMost: lookMax,
        // What is checked afterwards may be fewer: all that could match in this stretch is read.
        limit: plan.check === null ? limit - rows.length : lookMax,
      })
      const { check } = plan
      rows.push(...(check === null ? look.rows : look.rows.filter(check)))
      looked += look.looked
      if (rows.length >= limit) return { rows, reachedMicros: rows[limit - 1]?.landedAtMicros ?? null }
      if (look.looked < lookMax || look.oldestMicros === null) break
      before = look.oldestMicros
      if (looked >= LOOK_MAX) return { rows, reachedMicros: before }
    }
  }
  return { rows, reachedMicros: null }
}
