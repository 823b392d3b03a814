// A page of quarantine, newest first, and the choice of rows that a decision is about. Guarantees a bounded amount of
// work whatever the filter: a filtered page looks back over at most LOOK_MAX rows, says how far it got, and its cursor
// goes on from there.
import type { OperationParsed, OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { QUARANTINE_ROUTED_MAX } from '@inrange/contract/quarantine'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Queryable } from '../../platform/database.ts'
import { presentRow } from './quarantine.presenter.ts'
import {
  isCompared,
  lookForKeys,
  selectConnectionIds,
  selectRows,
  type QuarantineFilter,
  type QuarantineKey,
} from './quarantine.queries.ts'
import { decodeKey, encodeKey, likePattern, recipientPattern } from './quarantine.rules.ts'

/** Rows of a few short columns: 20,000 are compared in some 20 ms. */
const LOOK_MAX = 20_000

type ListQuery = OperationParsed<Operations['quarantine.list']>['query']
export type FilterInput = Omit<ListQuery, 'cursor' | 'limit'>

/** @throws AppError invalid_request for a cursor that is not one of ours */
export async function listQuarantine(
  database: Queryable,
  query: ListQuery,
): Promise<OperationResult<Operations['quarantine.list']>> {
  const before = decodeKey(decodeCursor(query.cursor, 2))
  const filter = await filterOf(database, query)
  const found = await findKeys(database, filter, { before, limit: query.limit })
  const rows = await selectRows(
    database,
    found.keys.map(({ id }) => id),
  )
  const { reached } = found
  return {
    items: rows.map((row) => presentRow(row, { isMasked: true })),
    nextCursor: reached && encodeCursor(encodeKey(reached)),
    searchedBackTo: reached && new Date(Number(reached.receivedMicros / 1_000n)).toISOString(),
  }
}

/**
 * The rows that a request decides about: those it names, or what its filter matches, newest first, at most
 * QUARANTINE_ROUTED_MAX.
 */
export async function chooseRows(
  database: Queryable,
  which: { ids?: string[] | undefined; filter?: FilterInput | undefined },
): Promise<{ ids: string[]; hasMore: boolean }> {
  if (which.ids !== undefined) return { ids: [...new Set(which.ids)], hasMore: false }
  const filter = await filterOf(database, which.filter ?? {})
  const ids: string[] = []
  let before: QuarantineKey | null = null
  // A decision looks further than a page, because whoever decides about all expects all, and still not for ever.
  for (let look = 0; look < LOOKS_OF_CHOICE_MAX; look++) {
    const found = await findKeys(database, filter, { before, limit: QUARANTINE_ROUTED_MAX - ids.length })
    ids.push(...found.keys.map(({ id }) => id))
    before = found.reached
    if (before === null) return { ids, hasMore: false }
    if (ids.length >= QUARANTINE_ROUTED_MAX) break
  }
  return { ids, hasMore: true }
}

const LOOKS_OF_CHOICE_MAX = 10

/** @returns reached: down to where everything has been looked at; null when nothing older is left */
async function findKeys(
  database: Queryable,
  filter: QuarantineFilter,
  page: { before: QuarantineKey | null; limit: number },
): Promise<{ keys: QuarantineKey[]; reached: QuarantineKey | null }> {
  const lookAtMost = isCompared(filter) ? LOOK_MAX : page.limit + 1
  const look = await lookForKeys(database, filter, { ...page, lookAtMost, limit: page.limit + 1 })
  const keys = look.keys.slice(0, page.limit)
  if (look.keys.length > page.limit) return { keys, reached: keys.at(-1) ?? null }
  return { keys, reached: look.looked < lookAtMost ? null : look.oldest }
}

async function filterOf(database: Queryable, input: FilterInput): Promise<QuarantineFilter> {
  const { connectionId, carrierId, recipient, sender } = input
  const ofCarrier = carrierId === undefined ? null : await selectConnectionIds(database, carrierId)
  return {
    state: input.state ?? 'waiting',
    reason: input.reason ?? null,
    connectionIds: connectionId === undefined ? ofCarrier : [connectionId],
    recipient: recipient === undefined ? null : recipientPattern(recipient, input.recipientMatch ?? 'contains'),
    sender: sender === undefined ? null : likePattern(sender, 'contains'),
    receivedFrom: input.from === undefined ? null : new Date(input.from),
    receivedUntil: input.until === undefined ? null : new Date(input.until),
  }
}
