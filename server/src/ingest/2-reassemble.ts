// Stage 2: parts → message. Pure, over the rows that were read for the batch. Parts are counted, never assumed in
// order; what has not come by the deadline is left out and the message flagged partial.
import { alphabetOf } from '@inrange/smpp/text/data-coding'
import { decodeUnits } from '@inrange/smpp/text/decode-text'
import type { ConnectionFacts } from '../features/carriers/carriers.public.ts'
import { messageFlagBits } from '../features/messages/messages.public.ts'
import { cleanText, framePart, recipientNumber, type Composed } from './1-decode.ts'

/** What correlates the parts of one message. */
export type AssemblyKey = {
  connectionId: string
  sender: string
  recipientText: string
  reference: number
  total: number
}

/** A held part, as its row. */
export type HeldPart = {
  sequence: number
  receivedAtMs: number
  dataCoding: number
  lockingShift: number | null
  singleShift: number | null
  units: Buffer
  providerId: string | null
  raw: Buffer
}

/** True when every part has come. `parts` are distinct by sequence (the key of their table). */
export function isComplete(key: AssemblyKey, parts: readonly HeldPart[]): boolean {
  return parts.length === key.total
}

/**
 * Joins the parts that are there, in sequence. Characters cut between two parts are whole again, because units are
 * joined before they are read. The first part decides how all are read; where parts differ in coding each is read by
 * itself.
 * @param parts at least one
 */
export function join(key: AssemblyKey, parts: readonly HeldPart[], connection: ConnectionFacts): Composed {
  const ordered = parts.toSorted((a, b) => a.sequence - b.sequence)
  const [first] = ordered
  if (!first) throw new RangeError('an assembly without parts has no message')
  const alphabet = alphabetOf(first.dataCoding, connection.defaultAlphabet)
  const isUniform = ordered.every((part) => part.dataCoding === first.dataCoding)
  const text = isUniform
    ? read(ordered, first, connection)
    : ordered.map((part) => read([part], part, connection) ?? '').join('')
  const partial = isComplete(key, parts) ? 0 : messageFlagBits.partial
  return {
    connection,
    receivedAtMs: ordered.reduce((latest, part) => Math.max(latest, part.receivedAtMs), 0),
    sender: key.sender,
    recipientText: key.recipientText,
    recipient: recipientNumber(key.recipientText),
    content: text === null ? null : cleanText(text),
    alphabet,
    segments: ordered.length,
    flags: partial | (text === null ? messageFlagBits.binary : 0),
    providerId: first.providerId,
    raw: Buffer.concat(ordered.map((part) => framePart(part.raw))),
  }
}

function read(parts: readonly HeldPart[], first: HeldPart, connection: ConnectionFacts): string | null {
  const shifts = { lockingShift: first.lockingShift ?? undefined, singleShift: first.singleShift ?? undefined }
  const units = parts.length === 1 ? first.units : Buffer.concat(parts.map((part) => part.units))
  return decodeUnits(alphabetOf(first.dataCoding, connection.defaultAlphabet), units, shifts)
}
