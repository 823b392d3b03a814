// A page of one owner's messages, newest first. Guarantees that the texts of somebody else's messages leave masked and
// are not searched. How a page is found is in find-messages.ts.
import { AppError } from '@inrange/contract/errors'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Queryable } from '../../platform/database.ts'
import { findMessages } from './find-messages.ts'
import type { FixedFilter } from './message-filter.rules.ts'
import { presentMessage, type Message } from './message.presenter.ts'
import { cursorPlace, microsToIso } from './messages.rules.ts'

export type ListMessagesInput = FixedFilter & {
  /** Who asks. Anybody else's messages come masked. */
  viewerId: string
  ownerId: string
  cursor?: string | undefined
  limit: number
}

/**
 * @throws AppError not_found for an owner who does not exist, invalid_request for a cursor, number or search that
 * cannot be answered
 */
export async function listMessages(
  database: Queryable,
  input: ListMessagesInput,
): Promise<OperationResult<Operations['messages.list']>> {
  const { viewerId, ownerId, cursor, limit, ...filter } = input
  refuseMaskedSearch({ viewerId, ownerId, filter })
  const before = cursorPlace(decodeCursor(cursor, 1))
  const { rows, reachedMicros } = await findMessages(database, { ownerId, filter, before, limit })
  return {
    items: rows.map((row) => presentMessage(row, { isMasked: viewerId !== ownerId })),
    nextCursor: reachedMicros === null ? null : encodeCursor([reachedMicros.toString()]),
    searchedBackTo: reachedMicros === null ? null : microsToIso(reachedMicros),
  }
}

/**
 * The answer would tell, word by word and without a trace in the audit log, what the mask hides.
 * @throws AppError invalid_request for a text filter of somebody else's messages
 */
export function refuseMaskedSearch(input: { viewerId: string; ownerId: string; filter: FixedFilter }): void {
  if (input.viewerId === input.ownerId || input.filter.text === undefined) return
  throw new AppError('invalid_request', {
    fields: { text: "Other people's messages cannot be searched by their text." },
  })
}

/** The newest messages of an owner, as the owner sees them. */
export async function recentMessages(database: Queryable, ownerId: string, limit: number): Promise<Message[]> {
  return (await listMessages(database, { viewerId: ownerId, ownerId, limit })).items
}
