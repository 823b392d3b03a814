// UCS-2 as SMS carries it, read as UTF-16 in network order: phones send surrogate pairs, and cut them between parts.
// Parts are joined as bytes before they are read, so a pair cut in two is whole again here; only a surrogate that has
// no partner in the whole message becomes U+FFFD.

const BYTE_ORDER_MARK = 0xfeff
const SWAPPED_BYTE_ORDER_MARK = 0xfffe

/** The text of big-endian code units. A leading byte order mark is obeyed and dropped; a lone last octet is U+FFFD. */
export function decodeUcs2(octets: Buffer): string {
  const whole = octets.length & ~1
  const first = whole === 0 ? 0 : octets.readUInt16BE(0)
  const start = first === BYTE_ORDER_MARK || first === SWAPPED_BYTE_ORDER_MARK ? 2 : 0
  const units = Buffer.from(octets.subarray(start, whole))
  if (first !== SWAPPED_BYTE_ORDER_MARK) units.swap16()
  const text = units.toString('utf16le').toWellFormed()
  return whole === octets.length ? text : `${text}\ufffd`
}

/** The big-endian code units of a text, surrogates as they are. */
export function encodeUcs2(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16()
}
