// Reads aligned text tables, so that a test of many cases fits on one screen and a non-programmer can find a wrong
// price in it.

/**
 * Rows of a table as records by the names in its first line. Columns are separated by '|'; blank lines and lines
 * starting with '--' are passed over.
 */
export function readTable(text: string): Record<string, string>[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('--'))
  const [head, ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()))
  if (!head) return []
  return rows.map((cells) => {
    if (cells.length !== head.length)
      throw new RangeError(`a row has ${cells.length} cells, not ${head.length}: ${cells.join(' | ')}`)
    return Object.fromEntries(head.map((name, index) => [name, cells[index] ?? '']))
  })
}
