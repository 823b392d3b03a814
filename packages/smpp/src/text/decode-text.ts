// From the octets of one or more parts to the text of a message, in two steps, because parts must be joined between
// them: each part becomes units (`partUnits`), the units of all parts are concatenated, and then read once
// (`decodeUnits`). Characters cut between parts, surrogate pairs and escapes, are whole again that way. Never throws.
// oxlint-disable typescript/consistent-return -- every switch here is exhaustive, which the compiler proves.
import { alphabetOf } from './data-coding.ts'
import type { Alphabet, DefaultAlphabet } from './data-coding.ts'
import { decodeGsm7, fillBitsAfter, unpackSeptets } from './gsm7.ts'
import type { Shifts } from './gsm7.ts'
import { decodeUcs2 } from './ucs2.ts'

export interface DecodedText {
  /** null for binary data, which stays bytes. */
  readonly text: string | null
  readonly alphabet: Alphabet
}

export interface TextInput extends Shifts {
  readonly dataCoding: number
  /** The user data after its header. */
  readonly bytes: Buffer
  readonly defaultAlphabet: DefaultAlphabet
  /**
   * Octets of the user data header that stood before `bytes`, its length octet included; only packed septets need it.
   */
  readonly headerOctets?: number
}

/**
 * One part's octets in the form in which parts may be concatenated: packed septets are unpacked, all else is as it is.
 */
export function partUnits(input: Omit<TextInput, keyof Shifts>): Buffer {
  if (alphabetOf(input.dataCoding, input.defaultAlphabet) !== 'gsm7-packed') return input.bytes
  return unpackSeptets(input.bytes, fillBitsAfter(input.headerOctets ?? 0))
}

/** The text of concatenated units. */
export function decodeUnits(alphabet: Alphabet, units: Buffer, shifts: Shifts = {}): string | null {
  switch (alphabet) {
    case 'gsm7':
    case 'gsm7-packed':
      return decodeGsm7(units, shifts)
    case 'ucs2':
      return decodeUcs2(units)
    case 'latin1':
      return units.toString('latin1')
    case 'ascii':
      return decodeAscii(units)
    case 'binary':
      return null
    case 'iso-8859-5':
    case 'iso-8859-8':
    case 'shift_jis':
    case 'iso-2022-jp':
    case 'euc-kr':
      // Rare enough that the platform's own decoders do; they replace what they cannot read by U+FFFD.
      return new TextDecoder(alphabet).decode(units)
  }
}

/** The text of a message that came in one part. */
export function decodeText(input: TextInput): DecodedText {
  const alphabet = alphabetOf(input.dataCoding, input.defaultAlphabet)
  return { text: decodeUnits(alphabet, partUnits(input), input), alphabet }
}

// IA5 has seven bits; anything above is no character of it.
function decodeAscii(octets: Buffer): string {
  for (const octet of octets) if (octet > 0x7f) return octets.toString('latin1').replace(/[\u0080-\u00ff]/g, '\ufffd')
  return octets.toString('latin1')
}
