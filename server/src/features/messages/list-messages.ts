// A page of one owner's messages, newest first. Guarantees a bounded amount of work whatever the filter and the size
// of the inbox: a filtered page looks back over at most LOOK_MAX messages, says how far it got, and its cursor goes on
// from there. It deliberately keeps no search index: that would be written for every message that arrives and read for
// few.
import { AppError } from '@inrange/contract/errors'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Queryable } from '../../platform/database.ts'
import { presentMessage, type Message } from './message.presenter.ts'
import { lookBack, selectInbox, type MessageFilter, type MessageRow } from './messages.queries.ts'
import {
  boundedPlace,
  containsPattern,
  cursorPlace,
  dateToMicros,
  microsToIso,
  recipientPattern,
  spansBack,
} from './messages.rules.ts'

/**
 * Measured with 100-octet texts: 20,000 rows are looked at in 30 ms; more would let one request take a connection for
 * long.
 */
const LOOK_MAX = 20_000
const LANDING_LAG_MICROS_MAX = 3_600_000_000n
/** A filter that matches often is answered after the first look; one that matches rarely takes few. */
const LOOKS = [2_000, 6_000, LOOK_MAX]

export type ListMessagesInput = {
  /** Who asks. Anybody else's messages come masked. */
  viewerId: string
  ownerId: string
  text?: string | undefined
  sender?: string | undefined
  recipient?: string | undefined
  rangeId?: string | undefined
  read?: 'read' | 'unread' | undefined
  /** When it reached us, as hours of traffic count it: ISO 8601; `from` inclusive, `until` exclusive. */
  from?: string | undefined
  until?: string | undefined
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
  const isMasked = input.viewerId !== input.ownerId
  if (isMasked && input.text !== undefined) {
    // The answer would tell, word by word and without a trace in the audit log, what the mask hides.
    throw new AppError('invalid_request', {
      fields: { text: "Other people's messages cannot be searched by their text." },
    })
  }
  const cursor = cursorPlace(decodeCursor(input.cursor, 1))
  const filter = filterOf(input)
  const inbox = await selectInbox(database, input.ownerId)
  if (!inbox) throw new AppError('not_found')
  // A message lands after it was received, by moments, or by minutes after an outage: within this it is looked for.
  const until = input.until === undefined ? null : dateToMicros(new Date(input.until)) + LANDING_LAG_MICROS_MAX
  const before = [cursor, until].reduce<bigint>(
    (lowest, place) => (place !== null && place < lowest ? place : lowest),
    inbox.lastLandedMicros + 1n,
  )
  const from = input.from === undefined ? 0n : boundedPlace(dateToMicros(new Date(input.from)))
  const found = await findBack(database, input.ownerId, { from, before }, filter, input.limit + 1)
  const shown = found.rows.slice(0, input.limit)
  const last = shown.at(-1)
  const reached = found.rows.length > input.limit && last ? last.landedAtMicros : found.reachedMicros
  return {
    items: shown.map((row) => presentMessage(row, { isMasked })),
    nextCursor: reached === null ? null : encodeCursor([reached.toString()]),
    searchedBackTo: reached === null ? null : microsToIso(reached),
  }
}

/** The newest messages of an owner, as the owner sees them. */
export async function recentMessages(database: Queryable, ownerId: string, limit: number): Promise<Message[]> {
  return (await listMessages(database, { viewerId: ownerId, ownerId, limit })).items
}

function filterOf(input: ListMessagesInput): MessageFilter {
  return {
    text: input.text === undefined ? null : containsPattern(input.text),
    sender: input.sender === undefined ? null : containsPattern(input.sender),
    recipient: input.recipient === undefined ? null : recipientPattern(input.recipient),
    rangeId: input.rangeId ?? null,
    isRead: input.read === undefined ? null : input.read === 'read',
    receivedFrom: input.from === undefined ? null : new Date(input.from),
    receivedUntil: input.until === undefined ? null : new Date(input.until),
  }
}

/**
 * Up to `limit` matches below a place, newest first.
 * @returns reachedMicros the place down to which everything has been looked at; null when nothing older is left
 */
async function findBack(
  database: Queryable,
  ownerId: string,
  bounds: { from: bigint; before: bigint },
  filter: MessageFilter,
  limit: number,
): Promise<{ rows: MessageRow[]; reachedMicros: bigint | null }> {
  const isFiltered = Object.values(filter).some((value) => value !== null)
  const rows: MessageRow[] = []
  let looked = 0
  for (const span of spansBack(bounds.before, bounds.from)) {
    let before = span.beforeMicros
    for (;;) {
      const lookMax = isFiltered ? (LOOKS.find((looks) => looks > looked) ?? LOOK_MAX) - looked : limit - rows.length
      const open = { fromMicros: span.fromMicros, beforeMicros: before }
      const look = await lookBack(database, ownerId, open, filter, {
        lookAtMost: lookMax,
        limit: limit - rows.length,
      })
      rows.push(...look.rows)
      looked += look.looked
      if (rows.length >= limit) return { rows, reachedMicros: rows.at(-1)?.landedAtMicros ?? null }
      if (look.looked < lookMax || look.oldestMicros === null) break
      before = look.oldestMicros
      if (looked >= LOOK_MAX) return { rows, reachedMicros: before }
    }
  }
  return { rows, reachedMicros: null }
}
