// What the numbers in a stored message mean, how its evidence is laid out, how it is masked, and how its place is
// written. Pure: no database, no clock. It deliberately decides nothing about who may see what; the operations do.
import { AppError } from '@inrange/contract/errors'
import type { MatchMode, MessageFlag } from '@inrange/contract/messages'
import type { Alphabet } from '@inrange/smpp/text/data-coding'

/**
 * Bits of messages.flags. partial: joined without all its parts; test: landed in a test range and earned nothing;
 * binary: octets, no text.
 */
export const messageFlagBits = { partial: 1, test: 2, binary: 4 } as const satisfies Record<MessageFlag, number>

/** Beside the flags that callers see: text and octets were dropped by retention. */
export const DROPPED_BIT = 8

export function isDropped(flags: number): boolean {
  return (flags & DROPPED_BIT) !== 0
}

/**
 * messages.coding and quarantine.coding: in which alphabet the content came. Stored, so a number is never given a
 * second meaning.
 */
export const alphabetCodes = {
  gsm7: 0,
  'gsm7-packed': 1,
  ascii: 2,
  latin1: 3,
  binary: 4,
  ucs2: 5,
  'iso-8859-5': 6,
  'iso-8859-8': 7,
  shift_jis: 8,
  'iso-2022-jp': 9,
  'euc-kr': 10,
} as const satisfies Record<Alphabet, number>

const ALPHABET_TEXTS: Record<number, string> = {
  0: 'GSM 7-bit',
  1: 'GSM 7-bit, packed',
  2: 'ASCII (IA5)',
  3: 'Latin-1 (ISO-8859-1)',
  4: 'Binary',
  5: 'UCS-2',
  6: 'Cyrillic (ISO-8859-5)',
  7: 'Hebrew (ISO-8859-8)',
  8: 'Japanese (Shift JIS)',
  9: 'Japanese (ISO-2022-JP)',
  10: 'Korean (EUC-KR)',
}

/** What a person reads for a stored coding. */
export function alphabetText(coding: number): string {
  return ALPHABET_TEXTS[coding] ?? `Unknown (${coding})`
}

/** The flags that are set, in the order of the contract. */
export function flagNames(flags: number): MessageFlag[] {
  return (Object.keys(messageFlagBits) as MessageFlag[]).filter((name) => (flags & messageFlagBits[name]) !== 0)
}

/**
 * The parts held in messages.raw: each a big-endian uint16 length and that many octets, in sequence order. Total: a
 * cut or empty column gives what is there, because evidence is shown as it is and never refused.
 */
export function splitRaw(raw: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let offset = 0; offset + 2 <= raw.length;) {
    const length = raw.readUInt16BE(offset)
    parts.push(raw.subarray(offset + 2, offset + 2 + length))
    offset += 2 + length
  }
  return parts
}

const LETTERS_AND_DIGITS = /[\p{L}\p{N}]/gu

/** The shape of a text without what it says: letters and digits become dots, everything between them stays. */
export function maskText(text: string): string {
  return text.replace(LETTERS_AND_DIGITS, '•')
}

/** '2026-11-20T20:19:00.123456Z' from microseconds since 1970, because a Date would lose the last three digits. */
export function microsToTimestamp(micros: bigint): string {
  const millis = micros / 1000n
  return `${new Date(Number(millis)).toISOString().slice(0, -1)}${(micros % 1000n).toString().padStart(3, '0')}Z`
}

/** The least id of a row that was made at a time: uuids of version 7 begin with it (RFC 9562, section 5.7). */
export function firstIdAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Microseconds since 1970 of a Date. */
export function dateToMicros(date: Date): bigint {
  return BigInt(date.getTime()) * 1000n
}

/** ISO 8601 with milliseconds, as the contract's timestamps are. */
export function microsToIso(micros: bigint): string {
  return new Date(Number(micros / 1000n)).toISOString()
}

const HOUR_MS = 3_600_000

/** The start of the hour (UTC) that a moment lies in: where its traffic and its settlement are kept. */
export function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
}

/** Whether an hour can still grow by messages that arrive now. */
export function isHourOpen(hour: Date, now: Date): boolean {
  return now.getTime() < hour.getTime() + HOUR_MS
}

export type SettlementState = 'nothing_earned' | 'hour_open' | 'waiting' | 'settled' | 'matured'

/**
 * How far the money of one message has come. Settlement works by owner, range and hour, so this reads the hour: what
 * is settled of it covers its messages in the order in which they were rated, and as long as any of it is not, the
 * answer is the earlier state.
 */
export function settlementState(facts: {
  earnedMicros: bigint
  hourIsOpen: boolean
  hourEarnedMicros: bigint
  hourSettledMicros: bigint
  linesMatured: readonly boolean[]
}): SettlementState {
  if (facts.earnedMicros === 0n) return 'nothing_earned'
  if (facts.hourSettledMicros < facts.hourEarnedMicros) return facts.hourIsOpen ? 'hour_open' : 'waiting'
  return facts.linesMatured.length > 0 && facts.linesMatured.every(Boolean) ? 'matured' : 'settled'
}

/**
 * The last place that a timestamp of four year digits can say; ids, cursors and positions of callers may name later
 * ones.
 */
const PLACE_MICROS_MAX = 253_402_300_799_999_999n

/** A place that a caller named, within what the database is asked for: 1970 to 9999. */
export function boundedPlace(micros: bigint): bigint {
  if (micros < 0n) return 0n
  return micros > PLACE_MICROS_MAX ? PLACE_MICROS_MAX : micros
}

/**
 * The place in the cursor of a page.
 * @throws AppError invalid_request when it holds none
 */
export function cursorPlace(parts: readonly string[] | null): bigint | null {
  if (parts === null) return null
  const [text = ''] = parts
  if (/^\d{1,18}$/.test(text)) return boundedPlace(BigInt(text))
  throw new AppError('invalid_request', {
    fields: { cursor: 'This cursor is not one of ours; start from the first page.' },
  })
}

/** A text as a pattern for LIKE that lies so in another, in which only our own wildcards mean something. */
export function likePattern(text: string, mode: MatchMode): string {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const before = mode === 'contains' || mode === 'ends' ? '%' : ''
  return `${before}${escaped}${mode === 'contains' || mode === 'starts' ? '%' : ''}`
}

/**
 * The digits of a number or a part of one, as people write it.
 * @throws AppError invalid_request when there is no digit in it, or something that belongs to no number
 */
export function recipientDigits(text: string): string {
  const digits = text.replace(/[\s().-]/g, '').replace(/^\+/, '')
  if (/^\d+$/.test(digits)) return digits
  throw new AppError('invalid_request', {
    fields: { recipient: 'Give a number or part of one, for example +44 7700.' },
  })
}

const DAY_MICROS = 86_400_000_000n

/**
 * The spans in which a reader looks back from a place: a week, then two months, then the rest. A bound on both sides
 * lets PostgreSQL open one or two weekly partitions for a full page instead of all there are.
 */
export function spansBack(beforeMicros: bigint, fromMicros: bigint): { fromMicros: bigint; beforeMicros: bigint }[] {
  const edges = [beforeMicros - 7n * DAY_MICROS, beforeMicros - 67n * DAY_MICROS, 0n]
  const spans: { fromMicros: bigint; beforeMicros: bigint }[] = []
  let before = beforeMicros
  for (const edge of edges) {
    const from = edge > fromMicros ? edge : fromMicros
    if (from >= before) break
    spans.push({ fromMicros: from, beforeMicros: before })
    before = from
  }
  return spans
}
