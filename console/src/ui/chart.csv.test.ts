import { expect, test } from 'vitest'
import { csvText, fileNameOf } from './chart.csv.ts'

test('a file is rows of cells, quoted where they need it', () => {
  expect(
    csvText([
      ['When', 'Messages'],
      ['Nov 1, 2026', 4],
      ['a "b"', null],
    ]),
  ).toBe('When,Messages\r\n"Nov 1, 2026",4\r\n"a ""b""",\r\n')
})

test('a name that would be a formula is none in the file, and a negative amount stays one', () => {
  expect(csvText([['=1+1', '@x', '+49', '-1.50', '-x']])).toBe("'=1+1,'@x,'+49,-1.50,'-x\r\n")
})

test('a file is named by what it holds', () => {
  expect(fileNameOf('Messages by range', '2026-11-01')).toBe('messages-by-range-2026-11-01.csv')
  expect(fileNameOf('الرسائل')).toBe('figures.csv')
})
