import { expect, test } from 'vitest'
import { formatBytes, formatDuration } from './measures.ts'

test.each([
  [0, '0 byte'],
  [1_023, '1,023 byte'],
  [1_024, '1 kB'],
  [1_536, '1.5 kB'],
  [104_857_600, '100 MB'],
  [5_368_709_120, '5 GB'],
  [-1_536, '-1.5 kB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [0.4, '0 ms'],
  [999, '999 ms'],
  [2_500, '2.5 sec'],
  [59_999, '60 sec'],
  [60_000, '1 min'],
  [7_200_000, '2 hr'],
  [90_000_000, '1 day'],
])('%d ms read %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text)
})
