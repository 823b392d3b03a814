// The formats of a file as three steps: begin, some rows, end. What a step needs to go on is plain JSON, so that a file
// can be gone on with by another process at any row and comes out as if nobody had stopped. No format keeps more than
// the rows of one step.
import type { ExportFormat } from '@inrange/contract/exports'
import { csvHead, csvLine, type CsvCell } from '../../platform/csv.ts'
import {
  headOf,
  localTimes,
  readableText,
  type FileCell,
  type FileColumn,
  type FileRow,
  type LocalTimes,
} from './file.cells.ts'
import { sheetFormat, type SheetState } from './sheet.format.ts'

/** Where a file goes on. */
export type FileState = { rows: number; sheet: SheetState | null }
export type Step = { state: FileState; bytes: Buffer }
export type FileFormat = {
  begin(): Promise<Step>
  write(state: FileState, rows: readonly FileRow[]): Promise<Step>
  end(state: FileState): Promise<Buffer>
}

export const mediaTypes = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
} as const satisfies Record<ExportFormat, string>

export function openFormat(format: ExportFormat, columns: readonly FileColumn[], zone: string): FileFormat {
  if (format === 'csv') return csvFormat(columns, zone)
  if (format === 'xlsx') return sheetFormat(columns, zone)
  return jsonFormat(columns, format === 'json')
}

function csvFormat(columns: readonly FileColumn[], zone: string): FileFormat {
  const times = localTimes(zone)
  const cells = (row: FileRow) => columns.map((column, index) => csvCell(row[index] ?? null, column, times))
  return {
    // The zone stands in the head of a time, because local times name none.
    begin: () => step({ rows: 0, sheet: null }, csvHead(columns.map((column) => headOf(column, zone)))),
    write: ({ rows, sheet }, more) =>
      step({ rows: rows + more.length, sheet }, more.map((row) => csvLine(cells(row))).join('')),
    end: () => Promise.resolve(Buffer.alloc(0)),
  }
}

function csvCell(cell: FileCell, { kind }: FileColumn, times: LocalTimes): CsvCell {
  if (cell === null || typeof cell === 'number') return cell
  if (cell instanceof Date) return times.text(cell)
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  // A plus would begin a formula; E.164 without it is as exact.
  return kind === 'phone' ? cell.replace(/^\+/, '') : readableText(cell)
}

function jsonFormat(columns: readonly FileColumn[], isArray: boolean): FileFormat {
  const objectOf = (row: FileRow) =>
    JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, jsonCell(row[index] ?? null)])))
  return {
    begin: () => step({ rows: 0, sheet: null }, isArray ? '[' : ''),
    write: ({ rows, sheet }, more) => {
      const lines = more.map((row, index) => {
        if (!isArray) return `${objectOf(row)}\n`
        return `${rows + index === 0 ? '\n' : ',\n'}${objectOf(row)}`
      })
      return step({ rows: rows + more.length, sheet }, lines.join(''))
    },
    end: ({ rows }) => Promise.resolve(Buffer.from(isArray ? (rows === 0 ? ']\n' : '\n]\n') : '')),
  }
}

function jsonCell(cell: FileCell): string | number | boolean | null {
  return cell instanceof Date ? cell.toISOString() : cell
}

function step(state: FileState, text: string): Promise<Step> {
  return Promise.resolve({ state, bytes: Buffer.from(text) })
}
