import { expect, test } from 'vitest'
import { hourEnd, hourText, searchOfHour } from './hour.ts'

test('hours are told in UTC, also over midnight', () => {
  expect(hourText('2026-11-20T14:00:00.000Z')).toBe('Nov 20, 14:00 to 15:00 UTC')
  expect(hourText('2026-11-20T23:00:00.000Z')).toBe('Nov 20, 23:00 to 00:00 UTC')
})

test('the search of an hour ends where the next begins', () => {
  expect(searchOfHour('rng_1', '2026-11-20T23:00:00.000Z')).toEqual({
    range: 'rng_1',
    from: '2026-11-20T23:00:00.000Z',
    until: hourEnd('2026-11-20T23:00:00.000Z'),
  })
  expect(hourEnd('2026-11-20T23:00:00.000Z')).toBe('2026-11-21T00:00:00.000Z')
})
