import { expect, test } from 'vitest'
import { durationText, stripSummary, widths, type Stretch } from './health.rules.ts'

const stretch = (state: Stretch['state'], from: string, until: string): Stretch => ({
  state,
  from: `2026-03-01T${from}:00.000Z`,
  until: `2026-03-01T${until}:00.000Z`,
})
const day = [stretch('up', '00:00', '06:00'), stretch('down', '06:00', '07:30'), stretch('up', '07:30', '12:00')]

test.each([
  [400, '1 s'],
  [90_000, '90 s'],
  [5 * 60_000, '5 min'],
  [3.5 * 3_600_000, '3 h'],
  [50 * 3_600_000, '2 days'],
])('%i ms are %s', (durationMs, text) => {
  expect(durationText(durationMs)).toBe(text)
})

test('a strip is as wide as its time, and read out as sums', () => {
  expect(widths(day)).toEqual([50, 12.5, 37.5])
  expect(widths([])).toEqual([])
  expect(stripSummary(day)).toBe('All bound for 10 h, None bound for 90 min')
})
