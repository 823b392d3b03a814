// GSM 7 bit text (3GPP TS 23.038, 6.2.1): septets to text, text to septets, and the packing of septets into octets
// (6.1.2). "Units" are unpacked septets, one per octet, as most SMPP peers send them. Decoding never fails: what no
// table holds becomes U+FFFD. Encoding returns null for text that the tables cannot hold.
import { DEFAULT_ALPHABET, ESCAPE } from './gsm7.tables.ts'
import { lockingTable, singleShiftTable } from './national-languages.ts'

/** Which national tables apply, by language identifier; absent means the default ones. */
export interface Shifts {
  readonly lockingShift?: number | undefined
  readonly singleShift?: number | undefined
}

const REPLACEMENT = 0xfffd
const SPACE = 0x20

// 1 where a septet and the ASCII code of its character are the same number: most texts consist of nothing else, and
// then the runtime's own Latin-1 reader does the work.
const SAME_AS_ASCII = Uint8Array.from({ length: 256 }, (_, octet) =>
  octet < 128 && octet !== ESCAPE && DEFAULT_ALPHABET[octet] === octet ? 1 : 0,
)

/** The text of unpacked septets. An octet over 0x7F is no septet and becomes U+FFFD. */
export function decodeGsm7(units: Buffer, shifts: Shifts = {}): string {
  if (shifts.lockingShift === undefined && isPlain(units)) return units.toString('latin1')
  const main = lockingTable(shifts.lockingShift)
  const extension = singleShiftTable(shifts.singleShift)
  // Two octets per character in little-endian order, whatever the machine: far cheaper than joining strings.
  const utf16 = Buffer.allocUnsafe(units.length * 2)
  let at = 0
  for (let i = 0; i < units.length; i += 1) {
    const septet = units[i] as number
    let code = REPLACEMENT
    if (septet === ESCAPE) {
      i += 1
      code = escaped(units[i], main, extension)
    } else if (septet < 128) {
      code = main[septet] || REPLACEMENT
    }
    utf16[at] = code & 0xff
    utf16[at + 1] = code >> 8
    at += 2
  }
  return utf16.toString('utf16le', 0, at)
}

function isPlain(units: Buffer): boolean {
  for (let i = 0; i < units.length; i += 1) if (SAME_AS_ASCII[units[i] as number] === 0) return false
  return true
}

// A second escape, or none left to escape, shows as a space; a septet that the extension leaves empty shows as the
// character of the main table (6.2.1.1, note 1 and the text above it).
function escaped(septet: number | undefined, main: Uint16Array, extension: Uint16Array): number {
  if (septet === undefined || septet === ESCAPE) return SPACE
  if (septet > 127) return REPLACEMENT
  return extension[septet] || main[septet] || REPLACEMENT
}

const encoders = new Map<string, ReadonlyMap<number, number>>()

/** Code unit → septet, or 0x1B00 + septet for an escaped one. Built once per pair of tables. */
function encoderFor(shifts: Shifts): ReadonlyMap<number, number> {
  const key = `${shifts.lockingShift ?? 0}/${shifts.singleShift ?? 0}`
  const known = encoders.get(key)
  if (known !== undefined) return known
  const encoder = new Map<number, number>()
  const extension = singleShiftTable(shifts.singleShift)
  const main = lockingTable(shifts.lockingShift)
  for (let septet = 127; septet >= 0; septet -= 1) {
    if (extension[septet]) encoder.set(extension[septet] as number, (ESCAPE << 8) | septet)
  }
  for (let septet = 127; septet >= 0; septet -= 1) {
    if (main[septet] && septet !== ESCAPE) encoder.set(main[septet] as number, septet)
  }
  encoders.set(key, encoder)
  return encoder
}

/** The unpacked septets of a text, or null when it has a character that the tables do not hold. */
export function encodeGsm7(text: string, shifts: Shifts = {}): Buffer | null {
  const encoder = encoderFor(shifts)
  const units = Buffer.allocUnsafe(text.length * 2)
  let at = 0
  for (let i = 0; i < text.length; i += 1) {
    const code = encoder.get(text.charCodeAt(i))
    if (code === undefined) return null
    if (code > 0xff) units[at++] = ESCAPE
    units[at++] = code & 0x7f
  }
  return units.subarray(0, at)
}

/** Bits between a user data header of that many octets and the first septet after it (3GPP TS 23.040, 9.2.3.24). */
export function fillBitsAfter(headerOctets: number): number {
  return (7 - ((headerOctets * 8) % 7)) % 7
}

/** Packs septets into octets, least significant bit first, after `fillBits` zero bits. */
export function packSeptets(units: Buffer, fillBits = 0): Buffer {
  const octets = Buffer.alloc(Math.ceil((units.length * 7 + fillBits) / 8))
  let bit = fillBits
  for (const septet of units) {
    const at = bit >> 3
    const shifted = (septet & 0x7f) << (bit & 7)
    octets[at] = (octets[at] as number) | (shifted & 0xff)
    if (shifted > 0xff) octets[at + 1] = shifted >> 8
    bit += 7
  }
  return octets
}

/**
 * Unpacks the septets that follow `fillBits` bits. SMPP counts octets, not septets: when the last seven bits are
 * exactly one spare zero septet they are padding (6.1.2.3.1), not an "@", and are left out.
 */
export function unpackSeptets(octets: Buffer, fillBits = 0): Buffer {
  const bits = Math.max(0, octets.length * 8 - fillBits)
  const count = Math.floor(bits / 7)
  const units = Buffer.allocUnsafe(count)
  let bit = fillBits
  for (let i = 0; i < count; i += 1) {
    const at = bit >> 3
    const pair = (octets[at] as number) | ((octets[at + 1] ?? 0) << 8)
    units[i] = (pair >> (bit & 7)) & 0x7f
    bit += 7
  }
  const padded = count > 0 && bits % 7 === 0 && units[count - 1] === 0
  return padded ? units.subarray(0, count - 1) : units
}
