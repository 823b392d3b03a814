// What a filter asks of one message: which part of it SQL decides, and which is decided on the rows that SQL lets
// through. Pure. SQL never rules out what the rest would let pass: of texts in ASCII it compares as the rest does, and
// texts of other letters it lets through as soon as they could match.
import type { MatchMode, MessageFilterParsed } from '@inrange/contract/messages'
import { foldText, readTextQuery, textMatcher, type TextQuery } from '@inrange/contract/message-text'
import { classOfFoldings } from './folding.rules.ts'
import { detectLanguage } from './language.rules.ts'
import { boundedPlace, dateToMicros, likePattern, messageFlagBits, recipientDigits } from './messages.rules.ts'

/** `during` fixed by `fixDuring`: what takes long has to mean one stretch of time. */
export type FixedFilter = Omit<MessageFilterParsed, 'ownerId' | 'during' | 'timeZone'>

/**
 * A condition on a text. `likes`: patterns for LIKE, of folded text, that all hold where a text is plain ASCII and made
 * small. `foldings`: a class of letters beyond ASCII; a text with one of them has to be folded before it is known.
 * Null: what is looked for is beyond ASCII itself, and every text beyond it has to be folded.
 */
export type TextCondition = { likes: readonly string[]; foldings: string | null }

/** What SQL decides; null: not asked. */
export type RowFilter = {
  text: TextCondition | null
  sender: TextCondition | null
  /** For LIKE on the digits. */
  recipient: string | null
  rangeId: string | null
  connectionIds: readonly string[] | null
  isRead: boolean | null
  /** A bit of messages.flags. */
  flagBit: number | null
  /** When it reached us: from inclusive, until exclusive. */
  receivedFrom: Date | null
  receivedUntil: Date | null
}

type Checked = { content: string | null; sender: string }
export type FilterPlan = {
  rows: RowFilter
  /** What is left to decide about a row; null when SQL decides it all. */
  check: ((row: Checked) => boolean) | null
  isFiltered: boolean
  /** Places in which a match can have landed: from inclusive, before exclusive. */
  fromMicros: bigint
  beforeMicros: bigint | null
  text: TextQuery | null
  senderNeedle: string | null
}

/**
 * A message lands after it was received, by moments, or by minutes after an outage: within this it is looked for.
 */
const LANDING_LAG_MICROS_MAX = 3_600_000_000n

/**
 * @param connectionIds of the carrier that the filter names, and null when it names none
 * @throws AppError invalid_request for a number that is none
 */
export function planFilter(filter: FixedFilter, connectionIds: readonly string[] | null): FilterPlan {
  const text = filter.text === undefined ? null : readTextQuery(filter.text)
  const senderNeedle = filter.sender === undefined ? null : foldText(filter.sender)
  const rows: RowFilter = {
    text: text === null ? null : textCondition([...text.words.map((word) => word.text), ...text.phrases], 'contains'),
    sender: senderNeedle === null ? null : textCondition([senderNeedle], filter.senderMatch ?? 'contains'),
    recipient:
      filter.recipient === undefined
        ? null
        : likePattern(recipientDigits(filter.recipient), filter.recipientMatch ?? 'contains'),
    rangeId: filter.rangeId ?? null,
    connectionIds: bothOf(filter.connectionId, connectionIds),
    isRead: filter.read === undefined ? null : filter.read === 'read',
    flagBit: filter.flag === undefined ? null : messageFlagBits[filter.flag],
    receivedFrom: filter.from === undefined ? null : new Date(filter.from),
    receivedUntil: filter.until === undefined ? null : new Date(filter.until),
  }
  return {
    rows,
    check: checkOf(filter, text, senderNeedle),
    isFiltered: filter.language !== undefined || Object.values(rows).some((value) => value !== null),
    fromMicros: rows.receivedFrom === null ? 0n : boundedPlace(dateToMicros(rows.receivedFrom)),
    beforeMicros:
      rows.receivedUntil === null ? null : boundedPlace(dateToMicros(rows.receivedUntil) + LANDING_LAG_MICROS_MAX),
    text,
    senderNeedle,
  }
}

function bothOf(one: string | undefined, several: readonly string[] | null): readonly string[] | null {
  if (one === undefined) return several
  return several === null || several.includes(one) ? [one] : []
}

const ASCII = /^\p{ASCII}*$/u

function textCondition(needles: readonly string[], mode: MatchMode): TextCondition {
  return {
    likes: needles.map((needle) => likePattern(needle, mode)),
    foldings: needles.every((needle) => ASCII.test(needle)) ? classOfFoldings(needles) : null,
  }
}

function checkOf(filter: FixedFilter, text: TextQuery | null, senderNeedle: string | null): FilterPlan['check'] {
  const checks: ((row: Checked) => boolean)[] = []
  if (senderNeedle !== null) {
    checks.push(({ sender }) => liesIn(senderNeedle, foldText(sender), filter.senderMatch ?? 'contains'))
  }
  if (text !== null) {
    const isFound = textMatcher(text)
    checks.push(({ content }) => isFound(content))
  }
  if (filter.language !== undefined) {
    checks.push(({ content }) => detectLanguage(content) === filter.language)
  }
  return checks.length === 0 ? null : (row) => checks.every((check) => check(row))
}

/** Whether one folded text lies in another as the mode says. */
export function liesIn(needle: string, text: string, mode: MatchMode): boolean {
  switch (mode) {
    case 'contains':
      return text.includes(needle)
    case 'starts':
      return text.startsWith(needle)
    case 'ends':
      return text.endsWith(needle)
    case 'is':
      return text === needle
  }
}
