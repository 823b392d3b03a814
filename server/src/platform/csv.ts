// A file of rows as an answer (RFC 4180), written while it is read from the database, so that its size costs no
// memory. Guarantees that no cell starts a formula in the program that opens it, and that a file which was cut at
// its bound says so itself, wherever it is carried. It deliberately knows no noun.
import type { Log } from './log.ts'

/** A number stays one; a text is neutralised where a spreadsheet would compute with it; null is an empty cell. */
export type CsvCell = string | number | null
export type CsvFile = {
  /** With its ending; letters, digits, dots and dashes. */
  name: string
  columns: readonly string[]
  /** The rows, a page at a time. Asked for one page after the other, and told to end when the reader leaves. */
  pages: AsyncIterable<readonly (readonly CsvCell[])[]>
  /** More rows than this are left out, and the file ends with a sentence that says so. */
  rowsMax: number
}

/** What makes a spreadsheet read a cell as a formula, its full-width forms included. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/

/** By which Excel knows UTF-8; without it, every letter beyond ASCII is another one there. */
const BYTE_ORDER_MARK = '\uFEFF'

/** What a file begins with: the names of its columns. */
export function csvHead(columns: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(columns)
}

/** One line with its end. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA_START.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * The file as a streamed answer. The first page is read before the answer begins, so that what fails at once is still
 * an error as every other; a later failure breaks the transfer off, so that nobody takes half a file for a whole one.
 */
export async function answerCsv(file: CsvFile, log: Log): Promise<Response> {
  const chunks = chunksOf(file)
  const encoder = new TextEncoder()
  let read: IteratorResult<string, void> | null = await chunks.next()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const step = read ?? (await chunks.next())
        read = null
        if (step.done === true) controller.close()
        else controller.enqueue(encoder.encode(step.value))
      } catch (error) {
        log.error({ err: error, file: file.name }, 'a file was broken off')
        throw error
      }
    },
    async cancel() {
      await chunks.return()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${file.name}"`,
    },
  })
}

async function* chunksOf({ columns, pages, rowsMax }: CsvFile): AsyncGenerator<string, void> {
  let head = csvHead(columns)
  let rows = 0
  for await (const page of pages) {
    const fitting = page.slice(0, rowsMax - rows)
    rows += fitting.length
    const text = head + fitting.map(csvLine).join('')
    head = ''
    if (fitting.length < page.length) {
      yield text + csvLine(cutLine(columns.length, rowsMax))
      return
    }
    if (text !== '') yield text
  }
  if (head !== '') yield head
}

function cutLine(width: number, rowsMax: number): CsvCell[] {
  const sentence = `This file holds the first ${rowsMax} rows only. Narrow the filter for the rest.`
  return Array.from({ length: width }, (_, index) => (index === 0 ? sentence : null))
}
