// What the octets of a received message are: the body of deliver_sm or data_sm field by field (SMPP 3.4, 4.6.1 and
// 4.7.1), the user data header in front of its text (3GPP TS 23.040, 9.2.3.24), and what is optional. For display
// only: a body that does not add up has no fields and is shown as the octets it is. Pure, and it never throws.

export type FieldKind = 'address' | 'control' | 'header' | 'text' | 'optional'
export type OctetField = {
  /** As the standard calls it. */
  name: string
  kind: FieldKind
  /** The first octet, and the one after the last. */
  start: number
  end: number
  meaning: Meaning
}
/** What a field says; how that is written belongs to whoever draws it. */
export type Meaning =
  | { is: 'text'; text: string }
  | { is: 'number'; value: number }
  | { is: 'ton'; value: number }
  | { is: 'npi'; value: number }
  | { is: 'coding'; value: number }
  | { is: 'esm_class'; hasHeader: boolean; value: number }
  | { is: 'part'; part: number; parts: number; reference: number }
  | { is: 'ports'; destination: number; source: number }
  | { is: 'shift'; language: number }
  | { is: 'octets'; count: number }

/** esm_class, bit 6: the user data begin with a header (5.2.12). */
const HAS_HEADER = 0x40
const MESSAGE_PAYLOAD = 0x0424

const tagNames: Readonly<Record<number, string>> = {
  0x0005: 'dest_addr_subunit',
  0x000d: 'source_addr_subunit',
  0x0019: 'payload_type',
  0x001d: 'additional_status_info_text',
  0x001e: 'receipted_message_id',
  0x0030: 'ms_msg_wait_facilities',
  0x0201: 'privacy_indicator',
  0x0202: 'source_subaddress',
  0x0203: 'dest_subaddress',
  0x0204: 'user_message_reference',
  0x0205: 'user_response_code',
  0x020a: 'source_port',
  0x020b: 'destination_port',
  0x020c: 'sar_msg_ref_num',
  0x020d: 'language_indicator',
  0x020e: 'sar_total_segments',
  0x020f: 'sar_segment_seqnum',
  0x0381: 'callback_num',
  0x0423: 'network_error_code',
  [MESSAGE_PAYLOAD]: 'message_payload',
  0x0427: 'message_state',
  0x1383: 'its_session_info',
}
const textTags = new Set([0x001d, 0x001e, 0x0381])

export function octetsOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (octet) => Number.parseInt(octet, 16))
}

function hexOf(value: number, width: number): string {
  return `0x${value.toString(16).toUpperCase().padStart(width, '0')}`
}

class Reader {
  readonly octets: Uint8Array
  readonly fields: OctetField[] = []
  at = 0
  isBroken = false

  constructor(octets: Uint8Array) {
    this.octets = octets
  }

  add(name: string, kind: FieldKind, length: number, meaning: (at: number) => Meaning): number {
    const start = this.at
    const end = start + length
    if (this.isBroken || end > this.octets.length) {
      this.isBroken = true
      return 0
    }
    this.at = end
    this.fields.push({ name, kind, start, end, meaning: meaning(start) })
    return this.octets[start] ?? 0
  }

  octet(name: string, kind: FieldKind, meaning: (value: number) => Meaning = (value) => ({ is: 'number', value })) {
    return this.add(name, kind, 1, (at) => meaning(this.octets[at] ?? 0))
  }

  /** Ends with a zero octet, which belongs to it. */
  cString(name: string, kind: FieldKind): void {
    const zero = this.octets.indexOf(0, this.at)
    if (zero < 0) {
      this.isBroken = true
      return
    }
    this.add(name, kind, zero + 1 - this.at, (at) => ({ is: 'text', text: latin(this.octets.subarray(at, zero)) }))
  }

  address(prefix: 'source' | 'dest', name: string): void {
    this.octet(`${prefix}_addr_ton`, 'address', (value) => ({ is: 'ton', value }))
    this.octet(`${prefix}_addr_npi`, 'address', (value) => ({ is: 'npi', value }))
    this.cString(name, 'address')
  }
}

function latin(octets: Uint8Array): string {
  return Array.from(octets, (octet) => String.fromCharCode(octet)).join('')
}

function uint(octets: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let index = 0; index < length; index++) value = value * 256 + (octets[at + index] ?? 0)
  return value
}

function elementMeaning(id: number, value: Uint8Array): { name: string; meaning: Meaning } {
  const { length } = value
  if (id === 0x00 && length === 3) {
    const [reference = 0, parts = 0, part = 0] = value
    return { name: 'concatenation, 8-bit reference', meaning: { is: 'part', part, parts, reference } }
  }
  if (id === 0x08 && length === 4) {
    const [, , parts = 0, part = 0] = value
    return {
      name: 'concatenation, 16-bit reference',
      meaning: { is: 'part', part, parts, reference: uint(value, 0, 2) },
    }
  }
  if (id === 0x05 && length === 4) {
    return { name: 'ports', meaning: { is: 'ports', destination: uint(value, 0, 2), source: uint(value, 2, 2) } }
  }
  if (id === 0x24 && length === 1)
    return { name: 'single shift table', meaning: { is: 'shift', language: value[0] ?? 0 } }
  if (id === 0x25 && length === 1)
    return { name: 'locking shift table', meaning: { is: 'shift', language: value[0] ?? 0 } }
  return { name: `element ${hexOf(id, 2)}`, meaning: { is: 'octets', count: length } }
}

/** The header at the start of the user data; one that does not add up is no header, and is told as text. */
function readHeader(reader: Reader, end: number): void {
  const { octets } = reader
  const headerEnd = reader.at + 1 + (octets[reader.at] ?? 0)
  let at = reader.at + 1
  while (at < headerEnd) at += 2 + (octets[at + 1] ?? 0)
  if (at !== headerEnd || headerEnd > end) return
  reader.octet('UDHL', 'header')
  while (reader.at < headerEnd) {
    const id = octets[reader.at] ?? 0
    const length = octets[reader.at + 1] ?? 0
    const value = octets.subarray(reader.at + 2, reader.at + 2 + length)
    const { name, meaning } = elementMeaning(id, value)
    reader.add(name, 'header', 2 + length, () => meaning)
  }
}

function readUserData(reader: Reader, name: string, length: number, hasHeader: boolean): void {
  const end = reader.at + length
  if (end > reader.octets.length) {
    reader.isBroken = true
    return
  }
  if (hasHeader && length > 0) readHeader(reader, end)
  const rest = end - reader.at
  if (rest > 0) reader.add(name, 'text', rest, () => ({ is: 'octets', count: rest }))
}

function readTlvs(reader: Reader, hasHeader: boolean): void {
  const { octets } = reader
  while (!reader.isBroken && reader.at < octets.length) {
    const tag = uint(octets, reader.at, 2)
    const length = uint(octets, reader.at + 2, 2)
    const name = tagNames[tag] ?? `TLV ${hexOf(tag, 4)}`
    if (tag === MESSAGE_PAYLOAD) {
      reader.add(`${name} tag, length`, 'optional', 4, () => ({ is: 'octets', count: length }))
      readUserData(reader, name, length, hasHeader)
      continue
    }
    reader.add(name, 'optional', 4 + length, (at) => {
      const value = octets.subarray(at + 4, at + 4 + length)
      if (textTags.has(tag)) return { is: 'text', text: latin(value).replace(/\0$/, '') }
      return length > 0 && length <= 4
        ? { is: 'number', value: uint(octets, at + 4, length) }
        : { is: 'octets', count: length }
    })
  }
}

function readEsmClass(reader: Reader): boolean {
  const value = reader.octet('esm_class', 'control', (octet) => ({
    is: 'esm_class',
    hasHeader: (octet & HAS_HEADER) !== 0,
    value: octet,
  }))
  return (value & HAS_HEADER) !== 0
}

function readAddresses(reader: Reader): void {
  reader.cString('service_type', 'control')
  reader.address('source', 'source_addr')
  reader.address('dest', 'destination_addr')
}

const coding = (value: number): Meaning => ({ is: 'coding', value })

function deliverSm(octets: Uint8Array): Reader {
  const reader = new Reader(octets)
  readAddresses(reader)
  const hasHeader = readEsmClass(reader)
  reader.octet('protocol_id', 'control')
  reader.octet('priority_flag', 'control')
  reader.cString('schedule_delivery_time', 'control')
  reader.cString('validity_period', 'control')
  reader.octet('registered_delivery', 'control')
  reader.octet('replace_if_present_flag', 'control')
  reader.octet('data_coding', 'control', coding)
  reader.octet('sm_default_msg_id', 'control')
  const length = reader.octet('sm_length', 'control')
  readUserData(reader, 'short_message', length, hasHeader)
  readTlvs(reader, hasHeader)
  return reader
}

function dataSm(octets: Uint8Array): Reader {
  const reader = new Reader(octets)
  readAddresses(reader)
  const hasHeader = readEsmClass(reader)
  reader.octet('registered_delivery', 'control')
  reader.octet('data_coding', 'control', coding)
  readTlvs(reader, hasHeader)
  return reader
}

/** The fields of the body of an SMPP message, in order and without gaps; null when it is neither of the two. */
export function anatomyOf(octets: Uint8Array): OctetField[] | null {
  for (const reader of [deliverSm(octets), dataSm(octets)]) {
    if (!reader.isBroken && reader.at === octets.length) return reader.fields
  }
  return null
}

export type HexRun = { field: number | null; octets: string[] }
export type HexLine = { offset: string; runs: HexRun[]; ascii: { field: number | null; text: string }[] }

const octetsPerLine = 16

/** Sixteen octets a line, cut where a field ends, with what they are in ASCII; everything unprintable is a dot. */
export function hexLines(octets: Uint8Array, fields: readonly OctetField[] | null, until = octets.length): HexLine[] {
  const lines: HexLine[] = []
  let field = 0
  const endOf = (index: number) => fields?.[index]?.end ?? Infinity
  for (let start = 0; start < until; start += octetsPerLine) {
    const line: HexLine = { offset: start.toString(16).padStart(4, '0'), runs: [], ascii: [] }
    for (let at = start; at < Math.min(start + octetsPerLine, until); at++) {
      while (at >= endOf(field)) field += 1
      const of = fields === null ? null : field
      const octet = octets[at] ?? 0
      const sign = octet >= 0x20 && octet <= 0x7e ? String.fromCharCode(octet) : '.'
      const last = line.runs.at(-1)
      const lastSigns = line.ascii.at(-1)
      if (last === undefined || lastSigns === undefined || last.field !== of) {
        line.runs.push({ field: of, octets: [octet.toString(16).padStart(2, '0')] })
        line.ascii.push({ field: of, text: sign })
      } else {
        last.octets.push(octet.toString(16).padStart(2, '0'))
        lastSigns.text += sign
      }
    }
    lines.push(line)
  }
  return lines
}
