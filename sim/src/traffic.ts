// Messages as carriers deliver them, made up: who writes what to whom, in which language and how long, and how many
// over a day. Pure: the same random numbers give the same messages. Numbers are picked with a skew, because a few are
// busy and most are quiet. Deliberately not: when anything is sent, and what goes wrong on the way (faults.ts).
import type { ShortMessageInput } from '@inrange/smpp/pdu/short-message'
import { TAG, integerTlv } from '@inrange/smpp/tlv'
import type { Tlv } from '@inrange/smpp/tlv'
import { countSegments, encodeText, splitText } from '@inrange/smpp/text/encode-text'
import type { SendAlphabet, TextPart } from '@inrange/smpp/text/encode-text'
import { decodeUdh } from '@inrange/smpp/udh'
import { brands, emoji, languageByPrefix, names, personalNumbers, phrases, shortCodes } from './phrases.tables.ts'
import type { Language } from './phrases.tables.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The numbers prefix + start to prefix + end, both included; start and end have equally many digits. */
export interface RangeOfNumbers {
  readonly prefix: string
  readonly start: string
  readonly end: string
}

/** One message, before it is cut into parts. `text` is null exactly when `binary` is not. */
export interface GeneratedMessage {
  readonly sender: string
  /** 1 international, 3 network specific, 5 alphanumeric (SMPP 3.4, 5.2.5). */
  readonly senderTon: number
  readonly senderNpi: number
  /** E.164 digits without '+'. */
  readonly recipient: string
  readonly text: string | null
  readonly binary: Buffer | null
}

export interface GenerateOptions {
  readonly numbers: readonly RangeOfNumbers[]
  /** When it is written: times in the text are near it. */
  readonly atMs: number
  /** Put at the end of the text to make it unique. With a mark no message is binary. */
  readonly mark?: string
}

/** Relative traffic by hour of the day (UTC); the mean is 1. Nights are quiet, noon and evening are busy. */
const DAY_CURVE: readonly number[] =
  '0.35 0.25 0.2 0.2 0.25 0.4 0.7 1.05 1.3 1.4 1.45 1.5 1.55 1.45 1.35 1.3 1.35 1.5 1.6 1.55 1.3 0.95 0.65 0.4'
    .split(' ')
    .map(Number)
const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MINUTES = 24 * 60

/** Messages in the minute at `atMs` when a day has `messagesPerDay`; hours run into each other, and days are alike. */
export function messagesPerMinute(atMs: number, messagesPerDay: number): number {
  const hours = (atMs / HOUR_MS) % 24
  const hour = Math.floor(hours)
  const here = DAY_CURVE[hour] as number
  const next = DAY_CURVE[(hour + 1) % 24] as number
  return ((here + (next - here) * (hours - hour)) * messagesPerDay) / DAY_MINUTES
}

const BINARY_SHARE = 0.004
const LONG_SHARE = 0.12
const CODE_SHARE = 0.45
const NOTICE_SHARE = 0.24
const BINARY_OCTETS_MAX = 140

/** The next message. Throws a RangeError without numbers, or when a range ends before it starts. */
export function generateMessage(random: SeededRandom, options: GenerateOptions): GeneratedMessage {
  const recipient = pickNumber(random, options.numbers)
  const language = pickLanguage(random, recipient)
  const kind = random.next()
  if (kind < BINARY_SHARE && options.mark === undefined) {
    const binary = Buffer.from(Array.from({ length: 8 + random.below(BINARY_OCTETS_MAX - 8) }, () => random.below(256)))
    return { ...personalSender(random), recipient, text: null, binary }
  }
  const brand = random.pick(brands)
  const fill = (template: string): string => fillIn(template, { random, brand, atMs: options.atMs })
  const { codes, notices, chats, sentences } = phrases[language]
  const suffix = options.mark ?? ''
  if (kind < BINARY_SHARE + LONG_SHARE) {
    const text = longText(random, () => fill(random.pick(sentences)))
    return { ...companySender(random, brand), recipient, text: text + suffix, binary: null }
  }
  if (kind < BINARY_SHARE + LONG_SHARE + CODE_SHARE + NOTICE_SHARE) {
    const templates = kind < BINARY_SHARE + LONG_SHARE + CODE_SHARE ? codes : notices
    return { ...companySender(random, brand), recipient, text: fill(random.pick(templates)) + suffix, binary: null }
  }
  const chat = fill(random.pick(chats))
  const text = random.chance(0.25) ? `${chat} ${random.pick(emoji)}` : chat
  return { ...personalSender(random), recipient, text: text + suffix, binary: null }
}

const BUSY_SKEW = 2.5
const BUSY_RANKS_MAX = 1_000_000
const GOLDEN_FRACTION = 0.618_033_988_749_894_9

function pickNumber(random: SeededRandom, numbers: readonly RangeOfNumbers[]): string {
  // Squaring favours the ranges named first.
  const range = numbers[Math.floor(random.next() ** 2 * numbers.length)]
  if (range === undefined) throw new RangeError('there are no numbers to write to')
  const { prefix, start, end } = range
  const size = Number(end) - Number(start) + 1
  if (!(size > 0)) throw new RangeError(`the range ${prefix}${start} ends before it starts`)
  const ranks = Math.min(size, BUSY_RANKS_MAX)
  const rank = Math.floor(ranks * random.next() ** BUSY_SKEW)
  // Steps of the golden ratio spread the busy ones evenly over the range.
  const offset = ranks < 2 ? 0 : Math.floor(((rank * GOLDEN_FRACTION) % 1) * size)
  return prefix + String(Number(start) + offset).padStart(start.length, '0')
}

const LOCAL_SHARE = 0.8
const languages = Object.keys(phrases) as Language[]

function pickLanguage(random: SeededRandom, recipient: string): Language {
  const local =
    languageByPrefix[recipient.slice(0, 3)] ??
    languageByPrefix[recipient.slice(0, 2)] ??
    languageByPrefix[recipient.slice(0, 1)]
  const other = random.pick(languages)
  return random.chance(LOCAL_SHARE) && local !== undefined ? local : other
}

type Sender = Pick<GeneratedMessage, 'sender' | 'senderTon' | 'senderNpi'>

function companySender(random: SeededRandom, brand: string): Sender {
  if (random.chance(0.2)) return { sender: random.pick(shortCodes), senderTon: 3, senderNpi: 0 }
  return { sender: brand, senderTon: 5, senderNpi: 0 }
}

function personalSender(random: SeededRandom): Sender {
  const { prefix, digits } = random.pick(personalNumbers)
  const sender = prefix + String(random.below(10 ** digits)).padStart(digits, '0')
  return { sender, senderTon: 1, senderNpi: 1 }
}

function fillIn(template: string, given: { random: SeededRandom; brand: string; atMs: number }): string {
  const { random, brand, atMs } = given
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'brand') return brand
    if (name === 'code') return String(random.below(1_000_000)).padStart(6, '0')
    if (name === 'amount') return (1 + random.below(24_999) / 100).toFixed(2)
    if (name === 'name') return random.pick(names)
    if (name === 'link') return `${brand.toLowerCase()}.example/${random.below(46_656).toString(36).padStart(3, '0')}`
    // A quarter of an hour within the next half day.
    const quarter = Math.floor(atMs / QUARTER_MS) + 1 + random.below(48)
    return new Date(quarter * QUARTER_MS).toISOString().slice(11, 16)
  })
}

const LONG_SEGMENTS_MAX = 6

// 2 to 6 segments: sentences are added up to a target. One that would make it longer is left out and another one
// tried, because a single character can move the whole text from GSM 7 bit to UCS-2 and double its segments.
function longText(random: SeededRandom, sentence: () => string): string {
  const target = 2 + random.below(LONG_SEGMENTS_MAX - 1)
  let text = sentence()
  for (let segments = countSegments(text).segments; segments < target;) {
    const longer = `${text} ${sentence()}`
    const counted = countSegments(longer).segments
    if (counted > LONG_SEGMENTS_MAX) continue
    text = longer
    segments = counted
  }
  return text
}

export type Via = 'udh8' | 'udh16' | 'sar' | 'payload'

export interface ToPdusOptions {
  /** The alphabet, where it can hold the text; without one GSM 7 bit if that can, and else UCS-2. */
  readonly alphabet?: SendAlphabet
  /** A language of the single shift table (3GPP TS 23.038, 6.2.1.2.4), 1 for Turkish. Only with a header. */
  readonly singleShift?: number
  /** The same for all parts of a message and another for the next; 8 bits of it count for `udh8`, 16 otherwise. */
  readonly reference: number
  /** How parts say what they are. A text that fits into one part says nothing, but for `payload`. */
  readonly via: Via
}

const E164 = { ton: 1, npi: 1 } as const
const BINARY_CODING = 4

/** The PDUs that carry a message, in order. */
export function toPdus(message: GeneratedMessage, options: ToPdusOptions): ShortMessageInput[] {
  const { sender, senderTon, senderNpi, recipient, text, binary } = message
  const envelope = {
    sourceAddrTon: senderTon,
    sourceAddrNpi: senderNpi,
    sourceAddr: sender,
    destAddrTon: E164.ton,
    destAddrNpi: E164.npi,
    destinationAddr: recipient,
  }
  if (text === null) return [{ ...envelope, dataCoding: BINARY_CODING, shortMessage: binary ?? Buffer.alloc(0) }]
  const asked = options.alphabet
  const alphabet = asked !== undefined && encodeText(text, { alphabet: asked }) === null ? undefined : asked
  const chosen = alphabet === undefined ? {} : { alphabet }
  if (options.via === 'payload') {
    const encoded = encodeText(text, chosen)
    if (encoded === null) throw new RangeError('UCS-2 holds every text')
    const payload: Tlv = { tag: TAG.message_payload, value: encoded.units }
    return [{ ...envelope, dataCoding: encoded.dataCoding, tlvs: [payload] }]
  }
  const width = options.via === 'udh8' ? 8 : 16
  const shifts = options.singleShift === undefined || options.via === 'sar' ? {} : { singleShift: options.singleShift }
  const parts = splitText(text, { ...chosen, ...shifts, reference: options.reference, width })
  if (parts === null) throw new RangeError('UCS-2 holds every text')
  return parts.map((part) => ({
    ...envelope,
    ...(options.via === 'sar' && part.total > 1
      ? sarPart(part, options.reference)
      : { esmClass: part.esmClass, shortMessage: part.shortMessage }),
    dataCoding: part.dataCoding,
  }))
}

// The header is taken off again, and what it said is said in parameters (SMPP 3.4, 5.3.2.22 to 5.3.2.24).
function sarPart(part: TextPart, reference: number): ShortMessageInput {
  const header = decodeUdh(part.shortMessage)
  if (!header.ok) throw new RangeError(header.reason)
  return {
    shortMessage: part.shortMessage.subarray(header.octets),
    tlvs: [
      integerTlv(TAG.sar_msg_ref_num, 2, reference & 0xffff),
      integerTlv(TAG.sar_total_segments, 1, part.total),
      integerTlv(TAG.sar_segment_seqnum, 1, part.sequence),
    ],
  }
}
