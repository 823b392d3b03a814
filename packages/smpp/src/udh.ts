// The user data header of GSM 03.40 (3GPP TS 23.040, 9.2.3.24): a length octet and a list of information elements in
// any order. Lengths are strict: a header that does not add up is an outcome, never an exception and never a guess.

export interface UdhElement {
  readonly id: number
  readonly value: Buffer
}

export const UDH_ELEMENT = {
  concat8: 0x00,
  port8: 0x04,
  port16: 0x05,
  concat16: 0x08,
  singleShift: 0x24,
  lockingShift: 0x25,
} as const

/** UDHI: the user data begins with a header (SMPP 3.4, 5.2.12, bit 6 of esm_class). */
export const ESM_CLASS_UDHI = 0x40

export type DecodedUdh =
  | {
      readonly ok: true
      readonly elements: readonly UdhElement[]
      /** Octets of the whole header, its length octet included: the text begins after them. */
      readonly octets: number
    }
  | { readonly ok: false; readonly reason: string }

export interface ConcatElement {
  readonly reference: number
  readonly total: number
  readonly sequence: number
}

/** Reads the header at the start of user data whose esm_class has UDHI set. */
export function decodeUdh(userData: Buffer): DecodedUdh {
  const length = userData[0]
  if (length === undefined) return { ok: false, reason: 'there is no octet for the length of the header' }
  const end = 1 + length
  if (end > userData.length) return { ok: false, reason: `a header of ${length} octets is longer than the user data` }
  const elements: UdhElement[] = []
  let at = 1
  while (at < end) {
    if (at + 2 > end) return { ok: false, reason: 'the header ends within an element' }
    const valueAt = at + 2
    const valueEnd = valueAt + (userData[at + 1] as number)
    if (valueEnd > end) return { ok: false, reason: `element 0x${hex(userData[at])} is longer than the header` }
    elements.push({ id: userData[at] as number, value: userData.subarray(valueAt, valueEnd) })
    at = valueEnd
  }
  return { ok: true, elements, octets: end }
}

function hex(octet: number | undefined): string {
  return (octet ?? 0).toString(16).padStart(2, '0')
}

/** The header with its length octet. Throws a RangeError when it does not fit into 255 octets. */
export function encodeUdh(elements: readonly UdhElement[]): Buffer {
  const length = elements.reduce((sum, element) => sum + 2 + element.value.length, 0)
  if (length > 255) throw new RangeError('a user data header has at most 255 octets')
  const parts = elements.map(({ id, value }) => Buffer.concat([Buffer.from([id, value.length]), value]))
  return Buffer.concat([Buffer.from([length]), ...parts])
}

// "If more than one element with the same id is there, the last one is used" (9.2.3.24).
function lastOf(elements: readonly UdhElement[], id: number, octets: number): Buffer | null {
  for (let i = elements.length - 1; i >= 0; i -= 1) {
    const element = elements[i] as UdhElement
    if (element.id === id) return element.value.length === octets ? element.value : null
  }
  return null
}

/** An element of concatenation as a value, whether or not its numbers make sense; null for any other element. */
export function asConcat(element: UdhElement): ConcatElement | null {
  const { id, value } = element
  if (id === UDH_ELEMENT.concat8 && value.length === 3) {
    return { reference: value.readUInt8(0), total: value.readUInt8(1), sequence: value.readUInt8(2) }
  }
  if (id === UDH_ELEMENT.concat16 && value.length === 4) {
    return { reference: value.readUInt16BE(0), total: value.readUInt8(2), sequence: value.readUInt8(3) }
  }
  return null
}

/** Concatenation with an 8-bit reference (9.2.3.24.1), or null. */
export function concat8(elements: readonly UdhElement[]): ConcatElement | null {
  const value = lastOf(elements, UDH_ELEMENT.concat8, 3)
  return value === null ? null : asConcat({ id: UDH_ELEMENT.concat8, value })
}

/** Concatenation with a 16-bit reference (9.2.3.24.8), or null. */
export function concat16(elements: readonly UdhElement[]): ConcatElement | null {
  const value = lastOf(elements, UDH_ELEMENT.concat16, 4)
  return value === null ? null : asConcat({ id: UDH_ELEMENT.concat16, value })
}

/** Application ports of 8 bits (9.2.3.24.3), or null. */
export function port8(elements: readonly UdhElement[]): { destination: number; source: number } | null {
  const value = lastOf(elements, UDH_ELEMENT.port8, 2)
  return value === null ? null : { destination: value.readUInt8(0), source: value.readUInt8(1) }
}

/** Application ports of 16 bits (9.2.3.24.4), or null. */
export function port16(elements: readonly UdhElement[]): { destination: number; source: number } | null {
  const value = lastOf(elements, UDH_ELEMENT.port16, 4)
  return value === null ? null : { destination: value.readUInt16BE(0), source: value.readUInt16BE(2) }
}

/** The language of the single shift table (9.2.3.24.15), or undefined. */
export function singleShift(elements: readonly UdhElement[]): number | undefined {
  return lastOf(elements, UDH_ELEMENT.singleShift, 1)?.readUInt8(0)
}

/** The language of the locking shift table (9.2.3.24.16), or undefined. */
export function lockingShift(elements: readonly UdhElement[]): number | undefined {
  return lastOf(elements, UDH_ELEMENT.lockingShift, 1)?.readUInt8(0)
}

/** The element that says which part of which message this is. */
export function concatElement(width: 8 | 16, concat: ConcatElement): UdhElement {
  const { reference, total, sequence } = concat
  if (width === 8) return { id: UDH_ELEMENT.concat8, value: Buffer.from([reference & 0xff, total, sequence]) }
  const value = Buffer.from([(reference >> 8) & 0xff, reference & 0xff, total, sequence])
  return { id: UDH_ELEMENT.concat16, value }
}
