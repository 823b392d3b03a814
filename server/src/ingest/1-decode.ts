// Stage 1: what one received item is: a delivery receipt, a whole message, or a part of a long one. Pure, and total:
// whatever the octets are, they become something that can be kept; nothing here can fail a message.
import { MSISDN_DIGITS_MAX, parseMsisdn } from '@inrange/contract/msisdn'
import { readConcat } from '@inrange/smpp/concat'
import { alphabetOf, type Alphabet } from '@inrange/smpp/text/data-coding'
import { decodeUnits, partUnits } from '@inrange/smpp/text/decode-text'
import { countSegments } from '@inrange/smpp/text/encode-text'
import { decodeUdh, ESM_CLASS_UDHI, lockingShift, singleShift, type UdhElement } from '@inrange/smpp/udh'
import type { ConnectionFacts, IntakeItem } from '../features/carriers/carriers.public.ts'
import { messageFlagBits } from '../features/messages/messages.public.ts'

/** A message that is whole and waits to be located. */
export type Composed = {
  connection: ConnectionFacts
  receivedAtMs: number
  sender: string
  /** As received, for quarantine and for people. */
  recipientText: string
  /** E.164 digits as a number; NaN when the recipient is no E.164 number. */
  recipient: number
  content: string | null
  alphabet: Alphabet
  segments: number
  flags: number
  providerId: string | null
  /** Evidence: each part as uint16 length (big-endian) and its octets, in sequence. */
  raw: Buffer
}

/** One part of a long message. Parts correlate by connection, sender, recipient, reference and total. */
export type Part = {
  connection: ConnectionFacts
  receivedAtMs: number
  sender: string
  recipientText: string
  reference: number
  total: number
  sequence: number
  dataCoding: number
  lockingShift: number | null
  singleShift: number | null
  units: Buffer
  providerId: string | null
  raw: Buffer
}

export type Decoded = { kind: 'receipt' } | { kind: 'whole'; message: Composed } | { kind: 'part'; part: Part }

const RECEIPT: Decoded = { kind: 'receipt' }
/** 140 octets are one SMS whatever the alphabet (3GPP TS 23.040, 9.2.3.24). */
const SEGMENT_OCTETS = 140
const BINARY_PART_OCTETS = 134
const SENDER_LENGTH_MAX = 64
const RAW_OCTETS_MAX = 65_535

export function decode(item: IntakeItem): Decoded {
  const { content } = item
  if (content.isReceipt) return RECEIPT
  const hasHeader = (content.esmClass & ESM_CLASS_UDHI) !== 0
  const udh = hasHeader ? decodeUdh(content.userData) : null
  // A header that does not add up is no header: the octets are kept as they are, as the text of a message of its own.
  const elements = udh?.ok ? udh.elements : null
  const headerOctets = udh?.ok ? udh.octets : 0
  const bytes = headerOctets === 0 ? content.userData : content.userData.subarray(headerOctets)
  const defaultAlphabet = item.port.connection.defaultAlphabet
  const units = partUnits({ dataCoding: content.dataCoding, bytes, defaultAlphabet, headerOctets })
  const concat = readConcat(elements, []) ?? content.sar
  const sound = concat !== null && concat.total > 1 && concat.sequence >= 1 && concat.sequence <= concat.total
  if (sound) return { kind: 'part', part: decodePart(item, concat, elements, units) }
  return { kind: 'whole', message: decodeWhole(item, elements, units) }
}

function decodePart(
  item: IntakeItem,
  concat: { reference: number; total: number; sequence: number },
  elements: readonly UdhElement[] | null,
  units: Buffer,
): Part {
  const { content } = item
  return {
    connection: item.port.connection,
    receivedAtMs: item.receivedAtMs,
    sender: cleanSender(content.sender),
    recipientText: cleanText(content.recipient),
    reference: concat.reference,
    total: concat.total,
    sequence: concat.sequence,
    dataCoding: content.dataCoding,
    lockingShift: elements ? (lockingShift(elements) ?? null) : null,
    singleShift: elements ? (singleShift(elements) ?? null) : null,
    units,
    providerId: content.providerId === null ? null : cleanText(content.providerId),
    raw: content.raw,
  }
}

function decodeWhole(item: IntakeItem, elements: readonly UdhElement[] | null, units: Buffer): Composed {
  const { content } = item
  const { connection } = item.port
  const alphabet = alphabetOf(content.dataCoding, connection.defaultAlphabet)
  const shifts = elements ? { lockingShift: lockingShift(elements), singleShift: singleShift(elements) } : {}
  const text = decodeUnits(alphabet, units, shifts)
  return {
    connection,
    receivedAtMs: item.receivedAtMs,
    sender: cleanSender(content.sender),
    recipientText: cleanText(content.recipient),
    recipient: recipientNumber(content.recipient),
    content: text === null ? null : cleanText(text),
    alphabet,
    segments: segmentsOf(text, content.userData.length),
    flags: text === null ? messageFlagBits.binary : 0,
    providerId: content.providerId === null ? null : cleanText(content.providerId),
    raw: framePart(content.raw),
  }
}

/** How many SMS a message that came in one piece was: by message_payload or HTTP it may be longer than one. */
function segmentsOf(text: string | null, octets: number): number {
  if (octets <= SEGMENT_OCTETS) return 1
  return text === null ? Math.ceil(octets / BINARY_PART_OCTETS) : Math.max(1, countSegments(text).segments)
}

/**
 * E.164 digits as a number (exact below 2^53), or NaN. Nearly every recipient comes as plain digits, which need no
 * parser.
 */
export function recipientNumber(text: string): number {
  const { length } = text
  if (length < 3 || length > MSISDN_DIGITS_MAX || text.charCodeAt(0) === ZERO) return parsedNumber(text)
  let number = 0
  for (let index = 0; index < length; index++) {
    const digit = text.charCodeAt(index) - ZERO
    if (digit < 0 || digit > 9) return parsedNumber(text)
    number = number * 10 + digit
  }
  return number
}

const ZERO = 0x30

function parsedNumber(text: string): number {
  const msisdn = parseMsisdn(text)
  return msisdn === null ? Number.NaN : Number(msisdn)
}

/** PostgreSQL's text cannot hold NUL; nothing else is changed, so that a message is stored as it was sent. */
export function cleanText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
}

function cleanSender(sender: string): string {
  return cleanText(sender.length > SENDER_LENGTH_MAX ? sender.slice(0, SENDER_LENGTH_MAX) : sender)
}

/** Evidence of one part in the form of the column: its length and its octets. */
export function framePart(octets: Buffer): Buffer {
  const kept = octets.length > RAW_OCTETS_MAX ? octets.subarray(0, RAW_OCTETS_MAX) : octets
  const framed = Buffer.allocUnsafe(2 + kept.length)
  framed.writeUInt16BE(kept.length, 0)
  kept.copy(framed, 2)
  return framed
}

/**
 * A 53-bit digest of what was received, to recognise a redelivery. Not cryptographic, and need not be: it is compared
 * with the few thousand PDUs of one connection's last minute only. Two multiplicative lanes over the octets (the
 * constants are those of xxHash's primes).
 */
export function digestOf(commandId: number, raw: Buffer): number {
  let left = commandId ^ 0x9e3779b1
  let right = raw.length ^ 0x85ebca77
  for (let index = 0; index < raw.length; index++) {
    const octet = raw[index] as number
    left = Math.imul(left ^ octet, 0x9e3779b1)
    right = Math.imul(right ^ octet, 0x5f356495)
  }
  left = Math.imul(left ^ (left >>> 16), 0x85ebca6b) ^ Math.imul(right ^ (right >>> 13), 0xc2b2ae35)
  right = Math.imul(right ^ (right >>> 16), 0x85ebca6b) ^ Math.imul(left ^ (left >>> 13), 0xc2b2ae35)
  return (right >>> 11) * 0x1_0000_0000 + (left >>> 0)
}
