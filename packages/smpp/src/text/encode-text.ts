// From text to the parts of a message: what a sender does. A receiving platform needs it for its simulator, its tests
// and for counting segments. Texts that the chosen alphabet cannot hold are null; nothing is replaced silently.
// oxlint-disable typescript/consistent-return -- every switch here is exhaustive, which the compiler proves.
import { PARTS_MAX, USER_DATA_OCTETS_MAX } from '../limits.ts'
import { ESM_CLASS_UDHI, UDH_ELEMENT, concatElement, encodeUdh } from '../udh.ts'
import type { UdhElement } from '../udh.ts'
import { ESCAPE } from './gsm7.tables.ts'
import { encodeGsm7, fillBitsAfter, packSeptets } from './gsm7.ts'
import type { Shifts } from './gsm7.ts'
import { encodeUcs2 } from './ucs2.ts'

export type SendAlphabet = 'gsm7' | 'ucs2' | 'latin1' | 'ascii'

export interface EncodedText {
  readonly alphabet: SendAlphabet
  /** 0, 8, 3 or 1 (SMPP 3.4, 5.2.19). */
  readonly dataCoding: number
  /** Unpacked septets for gsm7; otherwise the octets of the text. */
  readonly units: Buffer
}

const DATA_CODING: Readonly<Record<SendAlphabet, number>> = { gsm7: 0, ascii: 1, latin1: 3, ucs2: 8 }

/**
 * The text in the alphabet asked for, or in GSM 7 bit if that holds it and else in UCS-2; null when it does not fit.
 */
export function encodeText(
  text: string,
  options: Shifts & { readonly alphabet?: SendAlphabet } = {},
): EncodedText | null {
  const alphabet = options.alphabet ?? (encodeGsm7(text, options) === null ? 'ucs2' : 'gsm7')
  const units = unitsOf(text, alphabet, options)
  return units === null ? null : { alphabet, dataCoding: DATA_CODING[alphabet], units }
}

function unitsOf(text: string, alphabet: SendAlphabet, shifts: Shifts): Buffer | null {
  switch (alphabet) {
    case 'gsm7':
      return encodeGsm7(text, shifts)
    case 'ucs2':
      return encodeUcs2(text)
    case 'latin1':
      return isWithin(text, 0xff) ? Buffer.from(text, 'latin1') : null
    case 'ascii':
      return isWithin(text, 0x7f) ? Buffer.from(text, 'latin1') : null
  }
}

function isWithin(text: string, codeMax: number): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > codeMax) return false
  return true
}

export interface SplitOptions extends Shifts {
  /** The same in all parts of one message, different in the next. */
  readonly reference: number
  readonly width: 8 | 16
  readonly alphabet?: SendAlphabet
  /** Octets of one part's user data on the air; 140 unless told. */
  readonly maxOctets?: number
  /** Packs septets into octets; most SMPP peers want them unpacked. */
  readonly packed?: boolean
  /** Lets a surrogate pair be cut between parts, as some phones do; pairs are kept whole unless told. */
  readonly cutPairs?: boolean
}

export interface TextPart {
  readonly esmClass: number
  readonly dataCoding: number
  /** The user data header, if any, and the text: what goes into short_message. */
  readonly shortMessage: Buffer
  readonly sequence: number
  readonly total: number
}

/**
 * The parts of a text, one when it fits. Null when the alphabet cannot hold it. Throws a RangeError when it would take
 * more than 255 parts.
 */
export function splitText(text: string, options: SplitOptions): readonly TextPart[] | null {
  const encoded = encodeText(text, options)
  if (encoded === null) return null
  const languages = encoded.alphabet === 'gsm7' ? languageElements(options) : []
  const maxOctets = options.maxOctets ?? USER_DATA_OCTETS_MAX
  const loneHeader = languages.length === 0 ? Buffer.alloc(0) : encodeUdh(languages)
  if (encoded.units.length <= unitsMax(encoded.alphabet, maxOctets - loneHeader.length)) {
    return [partOf(encoded, encoded.units, loneHeader, { sequence: 1, total: 1 }, options)]
  }
  const headerFor = (sequence: number, total: number) =>
    encodeUdh([concatElement(options.width, { reference: options.reference, total, sequence }), ...languages])
  const chunks = cut(encoded, unitsMax(encoded.alphabet, maxOctets - headerFor(1, 1).length), options.cutPairs ?? false)
  if (chunks.length > PARTS_MAX) throw new RangeError(`a message has at most ${PARTS_MAX} parts`)
  return chunks.map((units, i) => {
    const place = { sequence: i + 1, total: chunks.length }
    return partOf(encoded, units, headerFor(place.sequence, place.total), place, options)
  })
}

function languageElements(shifts: Shifts): readonly UdhElement[] {
  const elements: UdhElement[] = []
  if (shifts.singleShift !== undefined) {
    elements.push({ id: UDH_ELEMENT.singleShift, value: Buffer.from([shifts.singleShift]) })
  }
  if (shifts.lockingShift !== undefined) {
    elements.push({ id: UDH_ELEMENT.lockingShift, value: Buffer.from([shifts.lockingShift]) })
  }
  return elements
}

function partOf(
  encoded: EncodedText,
  units: Buffer,
  header: Buffer,
  place: { readonly sequence: number; readonly total: number },
  options: SplitOptions,
): TextPart {
  const pack = encoded.alphabet === 'gsm7' && options.packed === true
  const text = pack ? packSeptets(units, fillBitsAfter(header.length)) : units
  return {
    esmClass: header.length === 0 ? 0 : ESM_CLASS_UDHI,
    dataCoding: encoded.dataCoding,
    shortMessage: Buffer.concat([header, text]),
    ...place,
  }
}

/** Units that fit into that many octets on the air, where septets are always packed. */
function unitsMax(alphabet: SendAlphabet, octets: number): number {
  if (alphabet === 'gsm7') return Math.floor((octets * 8) / 7)
  return alphabet === 'ucs2' ? octets & ~1 : octets
}

function cut(encoded: EncodedText, max: number, cutPairs: boolean): readonly Buffer[] {
  const chunks: Buffer[] = []
  const { units } = encoded
  if (max < 4) throw new RangeError('no room for text beside the header')
  let at = 0
  while (at < units.length) {
    let end = Math.min(units.length, at + max)
    if (end < units.length && endsWithin(encoded, end, cutPairs)) end -= encoded.alphabet === 'ucs2' ? 2 : 1
    chunks.push(units.subarray(at, end))
    at = end
  }
  return chunks
}

// 3GPP TS 23.040, 9.2.3.24.1 asks that neither an escape nor, by 23.038, a character be cut in two.
function endsWithin(encoded: EncodedText, end: number, cutPairs: boolean): boolean {
  if (encoded.alphabet === 'gsm7') return encoded.units[end - 1] === ESCAPE
  if (encoded.alphabet !== 'ucs2' || cutPairs) return false
  const unit = encoded.units.readUInt16BE(end - 2)
  return unit >= 0xd800 && unit < 0xdc00
}

/**
 * How many segments a text takes, with an 8-bit reference when it takes more than one. Never null: UCS-2 holds all
 * text.
 */
export function countSegments(text: string): { alphabet: 'gsm7' | 'ucs2'; units: number; segments: number } {
  const encoded = encodeText(text)
  const parts = splitText(text, { reference: 0, width: 8 })
  const alphabet = encoded?.alphabet === 'gsm7' ? 'gsm7' : 'ucs2'
  const octets = encoded?.units.length ?? 0
  return { alphabet, units: alphabet === 'gsm7' ? octets : octets / 2, segments: parts?.length ?? 0 }
}
