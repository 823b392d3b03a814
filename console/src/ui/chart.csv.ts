// What is on screen as a file (RFC 4180). Guarantees that no cell starts a formula in the program that opens it: names
// of senders and ranges were written by somebody else.
export type CsvCell = string | number | null

/** What makes a spreadsheet read a cell as a formula, its full-width forms included. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
const needsQuotes = /[",\r\n]|^\s|\s$/
const plainNumber = /^-?\d+(\.\d+)?$/

export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = formulaStart.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A file's name from words: 'messages-by-range'. */
export function fileNameOf(...words: readonly string[]): string {
  const name = words
    .join(' ')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${name === '' ? 'figures' : name}.csv`
}

/** Hands the file to the browser. With the mark by which spreadsheets know UTF-8. */
export function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  const address = URL.createObjectURL(new Blob(['\uFEFF', csvText(rows)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has its own hold on the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
