// Reads the old `users` table as it was exported: CSV with a header, or a JSON array of objects; which of the two, the
// content says. Bounded, and refused whole when its form is broken: half a file is no table.
import { parse } from 'csv-parse/sync'
import { StartFault } from '../../../platform/start-fault.ts'
import { importColumns, type ImportRow } from './import.rules.ts'

export const IMPORT_BYTES_MAX = 32 * 1024 * 1024
const ROWS_MAX = 100_000

export type ImportFile = {
  rows: ImportRow[]
  /** Columns of the file that are not read. */
  ignoredColumns: string[]
}

/** @throws StartFault naming what is wrong with the file */
export function readImport(text: string): ImportFile {
  const records = /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text)
  if (records.length > ROWS_MAX) throw unreadable(`It has ${records.length} rows; at most ${ROWS_MAX} are taken.`)
  const columns = new Set(records.flatMap((record) => Object.keys(record)))
  for (const needed of ['username', 'email']) {
    if (!columns.has(needed)) throw unreadable(`It has no column ${needed}.`)
  }
  const known: ReadonlySet<string> = new Set(importColumns)
  return { rows: records.map(toRow), ignoredColumns: [...columns].filter((column) => !known.has(column)) }
}

type Entry = Record<string, unknown>

function readCsv(text: string): Entry[] {
  try {
    return parse<Entry>(text, { columns: true, bom: true, skip_empty_lines: true, trim: true })
  } catch (error) {
    // The parser's sentence may quote a line, and a line holds a hash: only its number is told.
    const line = error instanceof Error && 'lines' in error ? ` at line ${String(error.lines)}` : ''
    throw unreadable(`It is not well-formed CSV${line}.`)
  }
}

function readJson(text: string): Entry[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw unreadable('It is not well-formed JSON.')
  }
  if (!Array.isArray(parsed)) throw unreadable('Its JSON is not an array of users.')
  return parsed.map((item: unknown) => (typeof item === 'object' && item !== null ? (item as Entry) : {}))
}

function toRow(record: Entry): ImportRow {
  return Object.fromEntries(importColumns.map((column) => [column, textOf(record[column])])) as ImportRow
}

/** What is neither text, number nor truth value is no value of such a table. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value === 'NULL' || value === '\\N' ? '' : value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function unreadable(why: string): StartFault {
  return new StartFault(`The file cannot be imported. ${why}`, 'Export the table `users` again as CSV or JSON.')
}
