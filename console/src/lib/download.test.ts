import { expect, test } from 'vitest'
import { fileNameOf } from './download.ts'

test.each([
  ['attachment; filename="audit-2026-03-10.csv"', 'audit-2026-03-10.csv'],
  ['attachment; filename="../../etc/passwd"', null],
  ['attachment', null],
  [null, null],
])('%s names the file %s', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name)
})
