// The records of a ZIP file (PKWARE APPNOTE 6.3) that is written without looking back: sizes follow their data. Pure.
// Deliberately without ZIP64: what writes it stays below 4 GiB, which is asserted here. Every entry has the same date,
// so that the same content is the same file.

/** Sizes in octets; `offset` of its local header in the file. */
export type ZipEntry = { name: string; crc: number; size: number; compressed: number; offset: number }

const VERSION = 20
/** Bit 3: sizes follow in a data descriptor. Bit 11: names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1 January 1980, the first that there is. */
const DATE = 0x0021
const UINT32_MAX = 0xffff_ffff

export function localHeader(name: string): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATED, 8)
  head.writeUInt16LE(DATE, 12)
  head.writeUInt16LE(Buffer.byteLength(name), 26)
  return Buffer.concat([head, Buffer.from(name)])
}

export function dataDescriptor({ crc, compressed, size }: ZipEntry): Buffer {
  const record = Buffer.alloc(16)
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(crc, 4)
  record.writeUInt32LE(below4GiB(compressed), 8)
  record.writeUInt32LE(below4GiB(size), 12)
  return record
}

/** The list of all entries and the end of the file. `offset` is where it begins. */
export function centralDirectory(entries: readonly ZipEntry[], offset: number): Buffer {
  const records = Buffer.concat(entries.map(centralRecord))
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(records.length, 12)
  end.writeUInt32LE(below4GiB(offset), 16)
  return Buffer.concat([records, end])
}

function centralRecord({ name, crc, compressed, size, offset }: ZipEntry): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(VERSION, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(DEFLATED, 10)
  head.writeUInt16LE(DATE, 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(below4GiB(compressed), 20)
  head.writeUInt32LE(below4GiB(size), 24)
  head.writeUInt16LE(Buffer.byteLength(name), 28)
  head.writeUInt32LE(below4GiB(offset), 42)
  return Buffer.concat([head, Buffer.from(name)])
}

function below4GiB(octets: number): number {
  if (octets >= UINT32_MAX) throw new RangeError('A file of this kind holds less than 4 GiB.')
  return octets
}
