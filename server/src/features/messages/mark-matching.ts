// Marks what a filter matches read or unread. Guarantees a bounded amount of work a request, an exact number of unread
// messages whatever lands or is marked meanwhile, and that receiving is never held up for long: messages are marked in
// small lots, each under the lock of the inbox and in a transaction of its own.
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { AppError } from '@inrange/contract/errors'
import type { Clock } from '../../platform/clock.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { findMessages } from './find-messages.ts'
import { markPlaces } from './mark-messages.ts'
import type { FixedFilter } from './message-filter.rules.ts'
import { selectInbox } from './messages.queries.ts'
import { cursorPlace } from './messages.rules.ts'

/** Some seconds of the fastest stream; a button that marks more says how far it is. */
const MARKED_MAX = 5_000
/** The lock of the inbox is held for some milliseconds. */
const LOT_MAX = 500
/** Each looks at a bounded part of the archive. */
const LOOKS_MAX = 20

/**
 * From the newest on, or from a cursor: what lands meanwhile keeps its state.
 * @throws AppError invalid_request for a cursor or a number that is none
 */
export async function markMatching(
  deps: { database: Database; clock: Clock },
  input: { ownerId: string; filter: FixedFilter; isRead: boolean; cursor?: string | undefined },
): Promise<OperationResult<Operations['messages.mark-matching']>> {
  const { kysely } = deps.database
  const { ownerId, isRead } = input
  const filter: FixedFilter = { ...input.filter, read: isRead ? 'unread' : 'read' }
  let before = cursorPlace(decodeCursor(input.cursor, 1))
  let marked = 0
  for (let looks = 0; looks < LOOKS_MAX && marked < MARKED_MAX; looks += 1) {
    const { rows, reachedMicros } = await findMessages(kysely, { ownerId, filter, before, limit: LOT_MAX })
    if (rows.length > 0) {
      const places = rows.map((row) => row.landedAtMicros)
      marked += (await markPlaces(deps, { ownerId, places, isRead })).changed
    }
    before = reachedMicros
    if (before === null) break
  }
  const inbox = await selectInbox(kysely, ownerId)
  if (!inbox) throw new AppError('not_found')
  return {
    marked,
    unread: Number(inbox.unread),
    nextCursor: before === null ? null : encodeCursor([before.toString()]),
  }
}
