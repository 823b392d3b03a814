// Encodes arrays in PostgreSQL's binary format, column by column, for multi-row `unnest` inserts. Compared with text
// literals it needs no escaping in Node and no parsing in PostgreSQL; `pg` sends a Buffer parameter as binary without
// touching it. Source: array_recv in PostgreSQL's arrayfuncs.c: int32 dimensions, int32 has-null, int32 element oid,
// then per dimension int32 size and int32 lower bound, then per element int32 length (-1: null) and its bytes.

const HEADER_OCTETS = 20
const OID = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, text: 25, timestamptz: 1184, uuid: 2950 } as const
/** Microseconds between 1970-01-01 and PostgreSQL's epoch, 2000-01-01. */
const EPOCH_MICROS = 946_684_800_000_000n
const EPOCH_MS = 946_684_800_000

function begin(oid: number, length: number, dataOctets: number, hasNull = false): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_OCTETS + dataOctets)
  // An empty array has no dimension at all.
  buffer.writeInt32BE(length === 0 ? 0 : 1, 0)
  buffer.writeInt32BE(hasNull ? 1 : 0, 4)
  buffer.writeInt32BE(oid, 8)
  buffer.writeInt32BE(length, 12)
  buffer.writeInt32BE(1, 16)
  return length === 0 ? buffer.subarray(0, 12) : buffer
}

export function int2Array(values: readonly number[]): Buffer {
  const buffer = begin(OID.int2, values.length, values.length * 6)
  let offset = HEADER_OCTETS
  for (const value of values) {
    buffer.writeInt32BE(2, offset)
    buffer.writeInt16BE(value, offset + 4)
    offset += 6
  }
  return buffer
}

export function int4Array(values: readonly number[]): Buffer {
  const buffer = begin(OID.int4, values.length, values.length * 8)
  let offset = HEADER_OCTETS
  for (const value of values) {
    buffer.writeInt32BE(4, offset)
    buffer.writeInt32BE(value, offset + 4)
    offset += 8
  }
  return buffer
}

export function int8Array(values: readonly bigint[]): Buffer {
  return int64s(OID.int8, values)
}

function int64s(oid: number, values: readonly bigint[]): Buffer {
  const buffer = begin(oid, values.length, values.length * 12)
  let offset = HEADER_OCTETS
  for (const value of values) {
    buffer.writeInt32BE(8, offset)
    buffer.writeBigInt64BE(value, offset + 4)
    offset += 12
  }
  return buffer
}

/** int8 from safe integers, without a bigint each. */
export function int8ArrayOfNumbers(values: readonly number[]): Buffer {
  return safeIntegers(OID.int8, values, 1, 0)
}

/** timestamptz from milliseconds since 1970. */
export function timestampArray(valuesMs: readonly number[]): Buffer {
  return safeIntegers(OID.timestamptz, valuesMs, 1_000, EPOCH_MS)
}

function safeIntegers(oid: number, values: readonly number[], factor: number, origin: number): Buffer {
  const buffer = begin(oid, values.length, values.length * 12)
  let offset = HEADER_OCTETS
  for (const value of values) {
    const scaled = Math.round((value - origin) * factor)
    const high = Math.floor(scaled / 0x1_0000_0000)
    buffer.writeInt32BE(8, offset)
    buffer.writeInt32BE(high, offset + 4)
    buffer.writeUInt32BE(scaled - high * 0x1_0000_0000, offset + 8)
    offset += 12
  }
  return buffer
}

/** uuid from its 16 octets. */
export function uuidArray(values: readonly Buffer[]): Buffer {
  const buffer = begin(OID.uuid, values.length, values.length * 20)
  let offset = HEADER_OCTETS
  for (const value of values) {
    buffer.writeInt32BE(16, offset)
    value.copy(buffer, offset + 4, 0, 16)
    offset += 20
  }
  return buffer
}

export function byteaArray(values: readonly Buffer[]): Buffer {
  let octets = 0
  for (const value of values) octets += 4 + value.length
  const buffer = begin(OID.bytea, values.length, octets)
  let offset = HEADER_OCTETS
  for (const value of values) {
    buffer.writeInt32BE(value.length, offset)
    value.copy(buffer, offset + 4)
    offset += 4 + value.length
  }
  return buffer
}

/** text; null stays null. NUL cannot be stored in a PostgreSQL text and must have been replaced before. */
export function textArray(values: readonly (string | null)[]): Buffer {
  let octetsMax = 0
  let hasNull = false
  for (const value of values) {
    if (value === null) hasNull = true
    // A UTF-16 unit takes at most three octets in UTF-8; the buffer is cut to what was written.
    octetsMax += 4 + (value === null ? 0 : value.length * 3)
  }
  const buffer = begin(OID.text, values.length, octetsMax, hasNull)
  let offset = HEADER_OCTETS
  for (const value of values) {
    if (value === null) {
      buffer.writeInt32BE(-1, offset)
      offset += 4
      continue
    }
    const written = buffer.write(value, offset + 4)
    buffer.writeInt32BE(written, offset)
    offset += 4 + written
  }
  return values.length === 0 ? buffer : buffer.subarray(0, offset)
}

/** 16 octets of a uuid's text. */
export function uuidOctets(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

/** One timestamptz parameter from microseconds since 1970. */
export function timestampOctets(micros: bigint): Buffer {
  const buffer = Buffer.allocUnsafe(8)
  buffer.writeBigInt64BE(micros - EPOCH_MICROS)
  return buffer
}
