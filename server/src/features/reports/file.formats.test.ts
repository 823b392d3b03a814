// What stands in a file, in each format: whoever wrote a text, it stays text; and a file that was gone on with by
// another process is the same file.
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { exportFormats } from '@inrange/contract/exports'
import type { FileColumn, FileRow } from './file.cells.ts'
import { openFormat, type FileFormat } from './file.formats.ts'
import { CELL_TEXT_MAX, sheetFormat } from './sheet.format.ts'

const columns: FileColumn[] = [
  { name: 'time', kind: 'time' },
  { name: 'sender', kind: 'text' },
  { name: 'recipient', kind: 'phone' },
  { name: 'segments', kind: 'number' },
  { name: 'earned', kind: 'money' },
  { name: 'read', kind: 'flag' },
]
const at = new Date('2026-03-29T01:30:00.250Z')
const rowOf = (sender: string): FileRow => [at, sender, '+447700900123', 2, '0.008600', true]

async function fileOf(format: FileFormat, pages: readonly (readonly FileRow[])[]): Promise<Buffer> {
  const begun = await format.begin()
  const parts = [begun.bytes]
  let { state } = begun
  for (const page of pages) {
    // What is written down in between is plain JSON.
    const step = await format.write(JSON.parse(JSON.stringify(state)) as typeof state, page)
    parts.push(step.bytes)
    state = step.state
  }
  return Buffer.concat([...parts, await format.end(state)])
}

/** The entries of a ZIP file by its central directory, unpacked. */
function unzip(file: Buffer): Map<string, string> {
  const end = file.length - 22
  expect(file.readUInt32LE(end)).toBe(0x06054b50)
  const found = new Map<string, string>()
  let place = file.readUInt32LE(end + 16)
  for (let index = 0; index < file.readUInt16LE(end + 10); index += 1) {
    const [compressed, size, nameLength] = [
      file.readUInt32LE(place + 20),
      file.readUInt32LE(place + 24),
      file.readUInt16LE(place + 28),
    ]
    const name = file.toString('utf8', place + 46, place + 46 + nameLength)
    const data = file.readUInt32LE(place + 42) + 30 + nameLength
    const plain = inflateRawSync(file.subarray(data, data + compressed))
    expect(plain).toHaveLength(size)
    expect(file.readUInt32LE(data + compressed)).toBe(0x08074b50)
    found.set(name, plain.toString())
    place += 46 + nameLength
  }
  return found
}

/** The texts of the cells of a sheet, line by line, as a spreadsheet reads them. */
function sheetLines(xml: string): (string | null)[][] {
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }
  const read = (text: string) =>
    text
      .replace(/&(amp|lt|gt);/g, (entity) => entities[entity] ?? '')
      .replace(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c(?: [^>]*)?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell]) => {
      if (cell === undefined) return null
      const text = /<t xml:space="preserve">(.*)<\/t>/s.exec(cell)?.[1]
      return text === undefined ? (/<v>(.*)<\/v>/.exec(cell)?.[1] ?? '') : read(text)
    }),
  )
}

const hostile = [
  '=1+1',
  '+44 1',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1',
  '＝1+1',
  '=HYPERLINK("http://x.example","Click")',
  'plain',
  'a,b "c"\r\nd',
  '<b>&amp;</b>',
  '_x0041_',
  '_x0041\u0007',
  'bell \u0007 and \u001b',
  'emoji 👩‍💻 ∑',
  'עברית',
]

test('CSV says that it is UTF-8, no text begins a formula, and what stands there is still readable', async () => {
  const text = (await fileOf(openFormat('csv', columns, 'UTC'), [hostile.map(rowOf)])).toString()
  expect(text.startsWith('\uFEFFtime (UTC),sender,recipient,segments,earned,read\r\n')).toBe(true)
  for (const sender of hostile.slice(0, 8)) expect(text).toContain(`'${sender.replaceAll('"', '""')}`)
  expect(text).toContain('2026-03-29 01:30:00,plain,447700900123,2,0.008600,yes\r\n')
  for (const cell of text.split(/,|\r\n/)) expect(cell).not.toMatch(/^"?[=+\-@\t\r]/)
})

test('in a workbook every text is an inline string, and no cell has a formula', async () => {
  const entries = unzip(await fileOf(openFormat('xlsx', columns, 'UTC'), [hostile.map(rowOf)]))
  const sheet = entries.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).not.toMatch(/<f[ >/]/)
  // oxlint-disable-next-line no-control-regex -- what XML cannot hold
  expect(sheet).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
  const [head, ...lines] = sheetLines(sheet)
  expect(head).toEqual(['time (UTC)', 'sender', 'recipient', 'segments', 'earned', 'read'])
  // A line ends as it does in a spreadsheet.
  expect(lines.map((line) => line[1])).toEqual(hostile.map((text) => text.replace(/\r\n?/g, '\n')))
  expect(lines[0]?.slice(2)).toEqual(['+447700900123', '2', '0.008600', '1'])
  expect(sheet.match(/<c t="inlineStr">/g)).toHaveLength(2 * hostile.length)
})

test('a workbook names its sheets, styles and types', async () => {
  const entries = unzip(await fileOf(openFormat('xlsx', columns, 'UTC'), []))
  expect([...entries.keys()]).toEqual([
    'xl/worksheets/sheet1.xml',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    '_rels/.rels',
    '[Content_Types].xml',
  ])
  expect(entries.get('xl/workbook.xml')).toContain('<sheet name="Sheet 1" sheetId="1" r:id="rId1"/>')
  expect(entries.get('[Content_Types].xml')).toContain('/xl/worksheets/sheet1.xml')
})

test('what reorders a line is left out where people read, and kept where programs do', async () => {
  const sender = 'user\u202egpj.exe \u2066x\u2069'
  const csv = (await fileOf(openFormat('csv', columns, 'UTC'), [[rowOf(sender)]])).toString()
  expect(csv).toContain('usergpj.exe x')
  const json = (await fileOf(openFormat('json', columns, 'UTC'), [[rowOf(sender)]])).toString()
  expect((JSON.parse(json) as { sender: string }[])[0]?.sender).toBe(sender)
})

test('a cell takes ten thousand characters whole, and what is longer than a cell is cut between letters', async () => {
  const rows = ['x'.repeat(10_000), `${'x'.repeat(CELL_TEXT_MAX - 2)}😀😀`, '\ud800 alone'].map(rowOf)
  const entries = unzip(await fileOf(openFormat('xlsx', columns, 'UTC'), [rows]))
  const texts = sheetLines(entries.get('xl/worksheets/sheet1.xml') ?? '').map((line) => line[1] ?? '')
  expect(texts[1]).toHaveLength(10_000)
  expect(texts[2]).toBe(`${'x'.repeat(CELL_TEXT_MAX - 2)}…`)
  expect(texts[3]).toBe('\ufffd alone')
})

test('times are those of the zone, on both sides of a change of clocks', async () => {
  const before: FileRow = [new Date('2026-03-29T00:59:59Z'), 'a', null, null, null, null]
  const after: FileRow = [new Date('2026-03-29T01:00:00Z'), 'b', null, null, null, null]
  const csv = (await fileOf(openFormat('csv', columns, 'Europe/Berlin'), [[before, after]])).toString()
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFtime (Europe/Berlin),sender,recipient,segments,earned,read',
    '2026-03-29 01:59:59,a,,,,',
    '2026-03-29 03:00:00,b,,,,',
    '',
  ])
  const entries = unzip(await fileOf(openFormat('xlsx', columns, 'Europe/Berlin'), [[after]]))
  // 29 March 2026 is day 46110 of a spreadsheet; 03:00 is an eighth of a day.
  expect(sheetLines(entries.get('xl/worksheets/sheet1.xml') ?? '')[1]?.[0]).toBe('46110.125000000')
})

test('JSON is one array, NDJSON one object a line, with moments in UTC', async () => {
  const json = (
    await fileOf(openFormat('json', columns, 'Asia/Tokyo'), [[rowOf('a'), rowOf('b')], [rowOf('c')]])
  ).toString()
  const parsed = JSON.parse(json) as Record<string, unknown>[]
  expect(parsed).toHaveLength(3)
  expect(parsed[2]).toEqual({
    time: '2026-03-29T01:30:00.250Z',
    sender: 'c',
    recipient: '+447700900123',
    segments: 2,
    earned: '0.008600',
    read: true,
  })
  const lines = (await fileOf(openFormat('ndjson', columns, 'UTC'), [[rowOf('a'), rowOf('b')]])).toString().split('\n')
  expect(lines.map((line) => (line === '' ? null : (JSON.parse(line) as { sender: string }).sender))).toEqual([
    'a',
    'b',
    null,
  ])
})

test('a file without rows is a whole file', async () => {
  expect((await fileOf(openFormat('json', columns, 'UTC'), [])).toString()).toBe('[]\n')
  expect((await fileOf(openFormat('ndjson', columns, 'UTC'), [])).toString()).toBe('')
})

test('a sheet that is full goes on in the next one, with its own head', async () => {
  const format = sheetFormat(columns, 'UTC', { rowsMax: 4 })
  const entries = unzip(
    await fileOf(format, [[1, 2, 3, 4].map((n) => rowOf(`a${n}`)), [rowOf('b')], [5, 6, 7].map((n) => rowOf(`c${n}`))]),
  )
  const sendersOf = (n: number) => sheetLines(entries.get(`xl/worksheets/sheet${n}.xml`) ?? '').map((line) => line[1])
  expect([sendersOf(1), sendersOf(2), sendersOf(3)]).toEqual([
    ['sender', 'a1', 'a2', 'a3'],
    ['sender', 'a4', 'b', 'c5'],
    ['sender', 'c6', 'c7'],
  ])
  expect(entries.get('xl/workbook.xml')).toContain('name="Sheet 3"')
})

test.each(exportFormats)('%s: written in one go or in many, the same rows are the same content', async (format) => {
  const rows = Array.from({ length: 500 }, (_, index) => rowOf(`${hostile[index % hostile.length]} ${index}`))
  const open = () => openFormat(format, columns, 'Europe/Berlin')
  const pages = [rows.slice(0, 100), [], rows.slice(100, 101), rows.slice(101)]
  const [whole, pieces, again] = await Promise.all([
    fileOf(open(), [rows]),
    fileOf(open(), pages),
    fileOf(open(), pages),
  ])
  expect(pieces.equals(again)).toBe(true)
  if (format === 'xlsx') expect(unzip(pieces)).toEqual(unzip(whole))
  else expect(pieces.equals(whole)).toBe(true)
})
