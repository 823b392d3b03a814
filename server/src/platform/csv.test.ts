// A file of rows: what its cells become, that it is written while it is read, and how it ends when something stops it.
import { expect, test } from 'vitest'
import { answerCsv, csvLine, type CsvCell } from './csv.ts'
import { createSilentLog } from './log.ts'

const log = createSilentLog()

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  [' led by a space', '" led by a space"'],
  ['=1+1', "'=1+1"],
  ['+4479', "'+4479"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  ['＝1', "'＝1"],
  ['=a,"b"', `"'=a,""b"""`],
  ['1=1', '1=1'],
  [-5, '-5'],
  [null, ''],
] satisfies [CsvCell, string][])('the cell %j is written %j', (cell, written) => {
  expect(csvLine([cell, 'x'])).toBe(`${written},x\r\n`)
})

async function* pagesOf(...pages: CsvCell[][][]): AsyncGenerator<CsvCell[][], void> {
  for (const page of pages) yield await Promise.resolve(page)
}
const columns = ['n', 'name']

test('a file has its head, and its rows in order; an empty one has its head', async () => {
  const answer = await answerCsv(
    {
      name: 'a.csv',
      columns,
      rowsMax: 3,
      pages: pagesOf(
        [
          [1, 'a'],
          [2, 'b'],
        ],
        [[3, 'c']],
      ),
    },
    log,
  )
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a.csv"')
  expect(await answer.text()).toBe('n,name\r\n1,a\r\n2,b\r\n3,c\r\n')
  const empty = await answerCsv({ name: 'a.csv', columns, rowsMax: 3, pages: pagesOf([]) }, log)
  expect(await empty.text()).toBe('n,name\r\n')
})

test('a file that was cut says so in its last line, which has as many cells as the others', async () => {
  const pages = pagesOf(
    [
      [1, 'a'],
      [2, 'b'],
    ],
    [
      [3, 'c'],
      [4, 'd'],
    ],
  )
  const text = await (await answerCsv({ name: 'a.csv', columns, rowsMax: 3, pages }, log)).text()
  expect(text).toBe(
    'n,name\r\n1,a\r\n2,b\r\n3,c\r\nThis file holds the first 3 rows only. Narrow the filter for the rest.,\r\n',
  )
})

test('what fails at once is an error, what fails later breaks the file off', async () => {
  async function* failing(after: number): AsyncGenerator<CsvCell[][], void> {
    for (let page = 0; page < after; page++) yield await Promise.resolve([[page, 'x']])
    throw new Error('database is away')
  }
  const file = { name: 'a.csv', columns, rowsMax: 100 }
  await expect(answerCsv({ ...file, pages: failing(0) }, log)).rejects.toThrow('database is away')
  const broken = await answerCsv({ ...file, pages: failing(1) }, log)
  await expect(broken.text()).rejects.toThrow()
})

test('a reader who leaves ends the reading', async () => {
  let isEnded = false
  let asked = 0
  async function* endless(): AsyncGenerator<CsvCell[][], void> {
    try {
      for (;;) yield await Promise.resolve([[++asked, 'x']])
    } finally {
      isEnded = true
    }
  }
  const answer = await answerCsv({ name: 'a.csv', columns, rowsMax: 1_000_000, pages: endless() }, log)
  await answer.body?.cancel()
  expect(isEnded).toBe(true)
  expect(asked).toBeLessThan(10)
})
