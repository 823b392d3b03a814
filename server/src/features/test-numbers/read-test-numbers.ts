// The numbers of test ranges, and what arrives on one. Guarantees that only what landed as a test is shown, whoever
// asks, and that somebody who waits for a message costs little: what is new is read from a place on, and how often one
// user may ask is bounded.
import { AppError } from '@inrange/contract/errors'
import type { OperationParsed, OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Clock } from '../../platform/clock.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Queryable } from '../../platform/database.ts'
import { listRangeMessages } from '../messages/messages.public.ts'
import {
  selectLandedSince,
  selectNewestPlace,
  selectTestNumber,
  selectTestNumbers,
  type TestNumberRow,
} from './test-numbers.queries.ts'
import {
  cursorNumber,
  presentLanded,
  presentNumber,
  searchOf,
  type TestMessage,
  type TestNumber,
} from './test-numbers.rules.ts'

type Page = OperationResult<Operations['test-numbers.list']>
type ListQuery = OperationParsed<Operations['test-numbers.list']>['query']
type News = OperationResult<Operations['test-numbers.messages']>

const MESSAGES_SHOWN_MAX = 50
/** Older places are not followed up, but read anew. */
const SINCE_MICROS_MAX = 600_000_000n

/** @throws AppError invalid_request for a cursor that is not one of ours */
export async function listTestNumbers(database: Queryable, query: ListQuery): Promise<Page> {
  const after = cursorNumber(decodeCursor(query.cursor, 1))
  const filter = searchOf(query.search, query.rangeId)
  const rows = await selectTestNumbers(database, filter, { after, limit: query.limit + 1 })
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return {
    items: shown.map(presentNumber),
    nextCursor: rows.length > query.limit && last ? encodeCursor([last.number.toString()]) : null,
  }
}

/** @throws AppError not_found for what is no test number */
export async function findTestNumber(database: Queryable, number: bigint): Promise<TestNumberRow> {
  const row = await selectTestNumber(database, number)
  if (!row) throw new AppError('not_found')
  return row
}

/** @throws AppError not_found, as above */
export async function readTestNumber(database: Queryable, number: bigint): Promise<TestNumber> {
  return presentNumber(await findTestNumber(database, number))
}

/** @throws AppError not_found, as above */
export async function readTestMessages(
  deps: { queryable: Queryable; clock: Clock },
  asked: { number: bigint; since?: string | undefined },
): Promise<News> {
  const { queryable } = deps
  const { ownerId, rangeId, number } = await findTestNumber(queryable, asked.number)
  if (ownerId === null) return { items: [], position: '0' }
  const newest = await selectNewestPlace(queryable, ownerId)
  const position = newest.toString()
  const since = asked.since === undefined ? null : BigInt(asked.since)
  const nowMicros = BigInt(Math.trunc(deps.clock.nowMs())) * 1_000n
  // A place ahead of the newest was never given by this database: it was restored from a backup.
  if (since === null || since > newest || nowMicros - since > SINCE_MICROS_MAX) {
    const limit = MESSAGES_SHOWN_MAX
    const messages = await listRangeMessages(queryable, { ownerId, rangeId, recipient: String(number), limit })
    return { items: messages.map(toTestMessage), position }
  }
  if (since === newest) return { items: [], position }
  const span = { ownerId, rangeId, number, since, until: newest, limit: MESSAGES_SHOWN_MAX }
  return { items: (await selectLandedSince(queryable, span)).map(presentLanded), position }
}

function toTestMessage(message: Awaited<ReturnType<typeof listRangeMessages>>[number]): TestMessage {
  const { id, from, to, content, time, segments, flags, position } = message
  return { id, from, to, content, time, segments, flags, position }
}
