// Messages for other slices: all that match a filter, page by page, for exports; the newest few that a search is
// about; what came to a test range. Guarantees that a text leaves masked wherever the list would mask it, and that a
// reader who goes on at the place where it stopped misses nothing and gets nothing twice. It deliberately decides
// nothing about who may ask for whose messages.
import type { Queryable } from '../../platform/database.ts'
import { findMessages } from './find-messages.ts'
import { refuseMaskedSearch } from './list-messages.ts'
import type { FixedFilter } from './message-filter.rules.ts'
import { presentMessage, type Message } from './message.presenter.ts'

type Reading = {
  /** Who will read it. Anybody else's messages come masked. */
  viewerId: string
  ownerId: string
}

export type MatchingPage = {
  /** Newest first. */
  rows: Message[]
  /**
   * Everything that matches from here on up has been given: the place to go on from, as `before`. Null on the last
   * page.
   */
  reachedMicros: bigint | null
}

const PAGE_SIZE_MAX = 5_000

/**
 * All messages that match, newest first, in pages of at most `pageSize`. A page may be short or empty, because each
 * looks at a bounded part of the archive. What lands meanwhile is not among them.
 * @param input.before a place: only what landed before it
 * @throws AppError not_found for an owner who does not exist; invalid_request for a text filter of somebody else's
 * messages
 */
export async function* readMatching(
  database: Queryable,
  input: Reading & { filter: FixedFilter; before?: bigint | undefined; pageSize: number },
): AsyncIterable<MatchingPage> {
  const { viewerId, ownerId, filter } = input
  refuseMaskedSearch(input)
  const limit = Math.min(input.pageSize, PAGE_SIZE_MAX)
  let { before } = input
  for (;;) {
    const { rows, reachedMicros } = await findMessages(database, { ownerId, filter, before, limit })
    yield { rows: rows.map((row) => presentMessage(row, { isMasked: viewerId !== ownerId })), reachedMicros }
    if (reachedMicros === null) return
    before = reachedMicros
  }
}

/**
 * The newest messages whose text, sender or recipient a person may mean by `text`. Of somebody else's messages the text
 * is not searched, as in the list.
 * @throws AppError not_found for an owner who does not exist
 */
export async function searchMessages(
  database: Queryable,
  input: Reading & { text: string; limit: number },
): Promise<Message[]> {
  const { viewerId, ownerId, limit } = input
  const text = input.text.trim()
  const digits = text.replace(/[\s().+-]/g, '')
  const filters: FixedFilter[] = []
  if (viewerId === ownerId && text !== '') filters.push({ text: text.slice(0, 200) })
  if (/^\d{3,15}$/.test(digits)) filters.push({ recipient: digits })
  if (text.length >= 2 && text.length <= 30) filters.push({ sender: text })
  const found = new Map<bigint, Message>()
  for (const filter of filters) {
    const { rows } = await findMessages(database, { ownerId, filter, limit })
    for (const row of rows) found.set(row.landedAtMicros, presentMessage(row, { isMasked: viewerId !== ownerId }))
  }
  const newestFirst = [...found].sort(([a], [b]) => (a < b ? 1 : -1))
  return newestFirst.slice(0, limit).map(([, message]) => message)
}

/**
 * The newest messages of one range of an owner, unmasked. Only what landed as a test (flag `test`), whatever range is
 * asked for: other messages are their owner's alone.
 * @param input.recipient digits of the whole number
 * @throws AppError not_found for an owner who does not exist
 */
export async function listRangeMessages(
  database: Queryable,
  input: { ownerId: string; rangeId: string; recipient?: string | undefined; limit: number },
): Promise<Message[]> {
  const { ownerId, rangeId, recipient, limit } = input
  const filter: FixedFilter = { rangeId, flag: 'test', recipient, recipientMatch: 'is' }
  const { rows } = await findMessages(database, { ownerId, filter, limit })
  return rows.map((row) => presentMessage(row, { isMasked: false }))
}
