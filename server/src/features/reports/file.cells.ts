// What stands in a file, before any format: columns with a kind, rows of cells. Guarantees that what a stranger wrote
// is text wherever it lands: no formula, nothing that reorders what a person reads, no character that breaks the file.
// Pure.

export type ColumnKind = 'text' | 'phone' | 'number' | 'money' | 'share' | 'time' | 'flag'
export type FileColumn = { name: string; kind: ColumnKind }
/** A time is a Date, money a decimal text, a phone number its digits with '+', a flag true or false. */
export type FileCell = string | number | boolean | Date | null
export type FileRow = readonly FileCell[]

/**
 * Overrides, embeddings and isolates of direction: they make a cell, or the rest of its line, read as something it is
 * not. The plain marks of direction stay, since languages need them.
 */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g

/** A text for files that people open in a spreadsheet. Programs get it as it came, in JSON. */
export function readableText(text: string): string {
  return text.replace(REORDERING, '').toWellFormed()
}

/** `time (Europe/Berlin)`; a name without a time stays as it is. */
export function headOf({ name, kind }: FileColumn, zone: string): string {
  return kind === 'time' ? `${name} (${zone})` : name
}

const SLOT_MS = 900_000
const DAY_MS = 86_400_000
/** Days from 30 December 1899, which spreadsheets count from, to 1970. */
const SERIAL_OF_1970 = 25_569

export type LocalTimes = {
  /** '2026-03-31 14:05:09' */
  text(at: Date): string
  /** Days since 30 December 1899, as a decimal text. */
  serial(at: Date): string
}

/** Local times of a zone. Rows come in order of time, and no zone changes within a quarter of an hour: one is kept. */
export function localTimes(zone: string): LocalTimes {
  let slot = Number.NaN
  let offsetMs = 0
  const localMs = (at: Date) => {
    const found = Math.floor(at.getTime() / SLOT_MS)
    if (found !== slot) {
      slot = found
      const there = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
      offsetMs = there.offsetNanoseconds / 1e6
    }
    return at.getTime() + offsetMs
  }
  return {
    text: (at) => new Date(localMs(at)).toISOString().slice(0, 19).replace('T', ' '),
    // Nine decimals are a tenth of a millisecond, and as many as a double has left: no second becomes the one before.
    serial: (at) => (Math.floor(localMs(at) / 1_000) / (DAY_MS / 1_000) + SERIAL_OF_1970).toFixed(9),
  }
}
