// What a page of messages adds to the rollups of its owner: by sender and day, by language and day, by sender ever, by
// range and connection. Pure. Senders are written by whoever sends, so their number has bounds: beyond them a day's
// senders are told together, and an owner's are no more than can be listed.
import { findCode } from '@inrange/contract/one-time-code'
import { CHUNK_MESSAGES, type TermSource } from './chunk-terms.rules.ts'
import { detectLanguage } from './language.rules.ts'

/** Senders of an owner that have a row for a day; the rest adds to OTHER_SENDERS. */
export const DAY_SENDERS_MAX = 1_000
export const OTHER_SENDERS = ''
/** Senders of an owner that are known by name; the rest is found by looking back. */
export const OWNER_SENDERS_MAX = 50_000

export type DigestRow = Omit<TermSource, 'language'> & {
  landedAtMicros: bigint
  /** The day of UTC on which it reached us: '2026-11-20'. */
  day: string
  segments: number
  earnedMicros: bigint
}
export type DigestedRow = DigestRow & { language: string; hasCode: boolean }

export function digestRow(row: DigestRow): DigestedRow {
  const hasCode = row.content !== null && findCode(row.content) !== null
  return { ...row, language: detectLanguage(row.content), hasCode }
}

export type SenderDay = {
  day: string
  sender: string
  messages: number
  segments: number
  earnedMicros: bigint
  codes: number
}
export type LanguageDay = { day: string; language: string; messages: number }
export type SenderSum = { sender: string; messages: number; lastMicros: bigint }
export type SourceSum = { rangeId: string; connectionId: string; messages: number; lastMicros: bigint }
export type DigestSums = {
  senderDays: SenderDay[]
  languageDays: LanguageDay[]
  senders: SenderSum[]
  sources: SourceSum[]
}

/** In the order of their keys, so that those who write them lock rows in one order. */
export function sumRows(rows: readonly DigestedRow[]): DigestSums {
  const senderDays = new Map<string, SenderDay>()
  const languageDays = new Map<string, LanguageDay>()
  const senders = new Map<string, SenderSum>()
  const sources = new Map<string, SourceSum>()
  for (const row of rows) {
    const { day, sender, language, rangeId, connectionId, landedAtMicros: lastMicros } = row
    const empty = { day, sender, messages: 0, segments: 0, earnedMicros: 0n, codes: 0 }
    const senderDay = entryOf(senderDays, `${day} ${sender}`, empty)
    senderDay.messages += 1
    senderDay.segments += row.segments
    senderDay.earnedMicros += row.earnedMicros
    senderDay.codes += row.hasCode ? 1 : 0
    entryOf(languageDays, `${day} ${language}`, { day, language, messages: 0 }).messages += 1
    const ofSender = entryOf(senders, sender, { sender, messages: 0, lastMicros })
    ofSender.messages += 1
    ofSender.lastMicros = lastMicros
    const source = entryOf(sources, `${rangeId} ${connectionId}`, { rangeId, connectionId, messages: 0, lastMicros })
    source.messages += 1
    source.lastMicros = lastMicros
  }
  return {
    senderDays: inOrder(senderDays),
    languageDays: inOrder(languageDays),
    senders: inOrder(senders),
    sources: inOrder(sources),
  }
}

function entryOf<Sum>(sums: Map<string, Sum>, key: string, empty: Sum): Sum {
  const known = sums.get(key)
  if (known !== undefined) return known
  sums.set(key, empty)
  return empty
}

function inOrder<Sum>(sums: ReadonlyMap<string, Sum>): Sum[] {
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

/**
 * The sums of days with no more senders than there may be: who is known on a day keeps its row, who is not gets one
 * while there is room.
 * @param known `day sender` of those that have a row
 * @param counts rows by day
 */
export function boundSenderDays(
  sums: readonly SenderDay[],
  known: ReadonlySet<string>,
  counts: ReadonlyMap<string, number>,
): SenderDay[] {
  const room = new Map<string, number>()
  const others = new Map<string, SenderDay>()
  const bounded: SenderDay[] = []
  for (const sum of sums) {
    const left = room.get(sum.day) ?? DAY_SENDERS_MAX - (counts.get(sum.day) ?? 0)
    const isKnown = sum.sender === OTHER_SENDERS || known.has(`${sum.day} ${sum.sender}`)
    if (!isKnown) room.set(sum.day, left - 1)
    if (sum.sender !== OTHER_SENDERS && (isKnown || left > 0)) {
      bounded.push(sum)
      continue
    }
    const empty = { day: sum.day, sender: OTHER_SENDERS, messages: 0, segments: 0, earnedMicros: 0n, codes: 0 }
    const other = entryOf(others, sum.day, empty)
    other.messages += sum.messages
    other.segments += sum.segments
    other.earnedMicros += sum.earnedMicros
    other.codes += sum.codes
  }
  return [...bounded, ...others.values()]
}

/** Messages cut into whole chunks, oldest first; what is left over waits for more. */
export function cutChunks<Row>(rows: readonly Row[]): Row[][] {
  const chunks: Row[][] = []
  for (let start = 0; start + CHUNK_MESSAGES <= rows.length; start += CHUNK_MESSAGES) {
    chunks.push(rows.slice(start, start + CHUNK_MESSAGES))
  }
  return chunks
}
