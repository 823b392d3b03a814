// A workbook (ECMA-376, SpreadsheetML in an OPC package) written from front to back. Guarantees that a cell of text is
// text in whatever opens it (inline strings; no cell has a formula), that what XML or a spreadsheet cannot hold is
// escaped or cut, and that the file can be gone on with after any step: each step is deflated by itself and ends on an
// octet (RFC 1951, 3.2.4: a stored block of length 0), so the steps joined are one stream. We write it ourselves
// because no library of that kind can stop and go on in another process.
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import {
  headOf,
  localTimes,
  readableText,
  type FileCell,
  type FileColumn,
  type FileRow,
  type LocalTimes,
} from './file.cells.ts'
import type { FileFormat, FileState, Step } from './file.formats.ts'
import { centralDirectory, dataDescriptor, localHeader, type ZipEntry } from './zip.format.ts'

/** ECMA-376 knows no more rows to a sheet (18.3.1.73 and the limits of Excel); a further one begins there. */
export const SHEET_ROWS_MAX = 1_048_576
/** Characters (UTF-16) that a cell takes. */
export const CELL_TEXT_MAX = 32_767
/** Below the 4 GiB that an entry of a ZIP file can have without ZIP64, also with the largest rows of one step. */
const SHEET_OCTETS_MAX = 3_000_000_000

export type SheetState = {
  /** Entries that are complete. */
  entries: ZipEntry[]
  open: ZipEntry & { rows: number }
  /** Octets of the file so far. */
  offset: number
}

type SheetOptions = { rowsMax: number }

const deflate = promisify(deflateRaw)
/** An empty last block: ends a stream of steps. */
const STREAM_END = Buffer.from([0x03, 0x00])
const SHEET_TAIL = '</sheetData></worksheet>'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export function sheetFormat(
  columns: readonly FileColumn[],
  zone: string,
  { rowsMax }: SheetOptions = { rowsMax: SHEET_ROWS_MAX },
): FileFormat {
  const times = localTimes(zone)
  const head = sheetHead(columns, zone)
  return {
    begin: async () => {
      const { sheet, bytes } = await openSheet({ entries: [], offset: 0 }, head)
      return { state: { rows: 0, sheet }, bytes }
    },
    write: async (state, rows) => {
      const parts: Buffer[] = []
      let sheet = sheetOf(state)
      for (let from = 0; from < rows.length;) {
        if (sheet.open.rows >= rowsMax || sheet.open.size > SHEET_OCTETS_MAX) {
          const closed = await closeEntry(sheet, SHEET_TAIL)
          const next = await openSheet(closed, head)
          parts.push(closed.bytes, next.bytes)
          sheet = next.sheet
        }
        const fitting = rows.slice(from, from + rowsMax - sheet.open.rows)
        const text = fitting.map((row) => rowXml(row, columns, times)).join('')
        const { open, bytes } = await append(sheet.open, text)
        parts.push(bytes)
        sheet = {
          ...sheet,
          open: { ...open, rows: sheet.open.rows + fitting.length },
          offset: sheet.offset + bytes.length,
        }
        from += fitting.length
      }
      return stepOf({ rows: state.rows + rows.length, sheet }, parts)
    },
    end: async (state) => {
      const parts: Buffer[] = []
      let closed = await closeEntry(sheetOf(state), SHEET_TAIL)
      parts.push(closed.bytes)
      for (const [name, text] of frameOf(closed.entries.length)) {
        const whole = await wholeEntry(closed, name, text)
        parts.push(whole.bytes)
        closed = whole
      }
      parts.push(centralDirectory(closed.entries, closed.offset))
      return Buffer.concat(parts)
    },
  }
}

function sheetOf({ sheet }: FileState): SheetState {
  if (sheet === null) throw new TypeError('A workbook goes on where a workbook was begun.')
  return sheet
}

function stepOf(state: FileState, parts: readonly Buffer[]): Step {
  return { state, bytes: Buffer.concat(parts) }
}

type Closed = { entries: ZipEntry[]; offset: number }

async function openSheet({ entries, offset }: Closed, head: string): Promise<{ sheet: SheetState; bytes: Buffer }> {
  const opened = newEntry(`xl/worksheets/sheet${entries.length + 1}.xml`, offset)
  const header = localHeader(opened.name)
  const { open, bytes } = await append(opened, head)
  const all = Buffer.concat([header, bytes])
  return { sheet: { entries, open: { ...open, rows: 1 }, offset: offset + all.length }, bytes: all }
}

async function closeEntry(sheet: Closed & { open: ZipEntry }, tail: string): Promise<Closed & { bytes: Buffer }> {
  const { open, bytes } = await append(sheet.open, tail)
  const { name, crc, size, offset } = open
  const entry = { name, crc, size, offset, compressed: open.compressed + STREAM_END.length }
  const all = Buffer.concat([bytes, STREAM_END, dataDescriptor(entry)])
  return { entries: [...sheet.entries, entry], offset: sheet.offset + all.length, bytes: all }
}

async function wholeEntry(closed: Closed, name: string, text: string): Promise<Closed & { bytes: Buffer }> {
  const header = localHeader(name)
  const open = newEntry(name, closed.offset)
  const ended = await closeEntry({ entries: closed.entries, open, offset: closed.offset + header.length }, text)
  return { ...ended, bytes: Buffer.concat([header, ended.bytes]) }
}

function newEntry(name: string, offset: number): ZipEntry {
  return { name, crc: 0, size: 0, compressed: 0, offset }
}

async function append<Entry extends ZipEntry>(entry: Entry, text: string): Promise<{ open: Entry; bytes: Buffer }> {
  const plain = Buffer.from(text)
  const bytes = await deflate(plain, { finishFlush: constants.Z_SYNC_FLUSH })
  const open = {
    ...entry,
    crc: crc32(plain, entry.crc),
    size: entry.size + plain.length,
    compressed: entry.compressed + bytes.length,
  }
  return { open, bytes }
}

// ── the sheet ───────────────────────────────────────────────────────────────────────────────────────────────────────

const WIDTHS = { text: 24, phone: 18, number: 12, money: 14, share: 10, time: 20, flag: 8 } as const

function sheetHead(columns: readonly FileColumn[], zone: string): string {
  const cols = columns
    .map(({ kind }, index) => `<col min="${index + 1}" max="${index + 1}" width="${WIDTHS[kind]}" customWidth="1"/>`)
    .join('')
  const heads = columns.map((column) => textXml(headOf(column, zone), 2)).join('')
  return (
    `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
    '<sheetViews><sheetView workbookViewId="0">' +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${cols}</cols><sheetData><row>${heads}</row>`
  )
}

function rowXml(row: FileRow, columns: readonly FileColumn[], times: LocalTimes): string {
  return `<row>${columns.map((column, index) => cellXml(row[index] ?? null, column, times)).join('')}</row>`
}

function cellXml(cell: FileCell, { kind }: FileColumn, times: LocalTimes): string {
  if (cell === null) return '<c/>'
  if (cell instanceof Date) return `<c s="1"><v>${times.serial(cell)}</v></c>`
  if (typeof cell === 'number') return `<c s="${kind === 'share' ? 3 : 0}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`
  // A spreadsheet computes with doubles: fifteen digits are exact, and more money than that stays a text.
  if (kind === 'money' && /^-?\d{1,9}\.\d{6}$/.test(cell)) return `<c s="4"><v>${cell}</v></c>`
  return textXml(cell, 0)
}

/** An inline string, which no program reads as a formula. `style` 0 is none. */
function textXml(text: string, style: number): string {
  const styled = style === 0 ? '' : ` s="${style}"`
  const shown = escapeXml(cutText(readableText(text).replace(/\r\n?/g, '\n')))
  return `<c t="inlineStr"${styled}><is><t xml:space="preserve">${shown}</t></is></c>`
}

function cutText(text: string): string {
  if (text.length <= CELL_TEXT_MAX) return text
  // Half of a pair of surrogates is no letter.
  return `${text.slice(0, CELL_TEXT_MAX - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** What XML 1.0 has no way to write (2.2). */
const NO_XML = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff`
/** That, and what would be read as our way of writing it, also where the next character makes it so. */
const UNWRITABLE = new RegExp(`[${NO_XML}]|_(?=x[0-9A-Fa-f]{4}[_${NO_XML}])`, 'g')

/**
 * ECMA-376, 22.9.2.19 (ST_Xstring): a character that XML cannot hold is _xHHHH_, and so is an underscore before one.
 */
function escapeXml(text: string): string {
  return text
    .replace(UNWRITABLE, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, (char) => ENTITIES[char] ?? char)
}

// ── the parts around the sheets ─────────────────────────────────────────────────────────────────────────────────────

const OPC = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function frameOf(sheets: number): [name: string, text: string][] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const types = numbers.map(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${MAIN}.worksheet+xml"/>`,
  )
  const names = numbers.map((n) => `<sheet name="Sheet ${n}" sheetId="${n}" r:id="rId${n}"/>`)
  const relations = numbers.map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`))
  return [
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${DOCUMENT}">` +
        `<sheets>${names.join('')}</sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relationships([...relations, relation(sheets + 1, 'styles', 'styles.xml')])],
    ['xl/styles.xml', STYLES],
    ['_rels/.rels', relationships([relation(1, 'officeDocument', 'xl/workbook.xml')])],
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${OPC}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${MAIN}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${MAIN}.styles+xml"/>${types.join('')}</Types>`,
    ],
  ]
}

function relation(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${DOCUMENT}/${type}" Target="${target}"/>`
}

function relationships(relations: readonly string[]): string {
  return `${XML}<Relationships xmlns="${OPC}/relationships">${relations.join('')}</Relationships>`
}

/** Cells: 0 as it is, 1 a time, 2 a head, 3 a share, 4 money of six decimals. */
const STYLES =
  `${XML}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2">` +
  '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>' +
  '<numFmt numFmtId="165" formatCode="0.000000"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="10" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
