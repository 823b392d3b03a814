import { expect, test } from 'vitest'
import type { TimeWord } from '@inrange/contract/messages'
import { readTable } from '../../testing/table.ts'
import { fixDuring, stretchOf } from './time-words.rules.ts'

// Clocks of Madrid go forward on the 29th of March 2026 at 02:00 and back on the 25th of October at 03:00.
const cases = readTable(`
  now               | zone            | word         | from              | until
  2026-03-10T12:00Z | UTC             | today        | 2026-03-10T00:00Z | 2026-03-11T00:00Z
  2026-03-10T12:00Z | UTC             | yesterday    | 2026-03-09T00:00Z | 2026-03-10T00:00Z
  2026-03-10T12:00Z | UTC             | last_7_days  | 2026-03-04T00:00Z | 2026-03-11T00:00Z
  2026-03-10T12:00Z | UTC             | last_30_days | 2026-02-09T00:00Z | 2026-03-11T00:00Z
  2026-03-10T12:00Z | UTC             | this_month   | 2026-03-01T00:00Z | 2026-04-01T00:00Z
  2026-03-31T12:00Z | UTC             | last_month   | 2026-02-01T00:00Z | 2026-03-01T00:00Z
  2026-01-31T12:00Z | UTC             | last_month   | 2025-12-01T00:00Z | 2026-01-01T00:00Z
  2026-03-10T23:30Z | Europe/Madrid   | today        | 2026-03-10T23:00Z | 2026-03-11T23:00Z
  2026-03-10T03:00Z | America/Chicago | today        | 2026-03-09T05:00Z | 2026-03-10T05:00Z
  2026-03-29T10:00Z | Europe/Madrid   | today        | 2026-03-28T23:00Z | 2026-03-29T22:00Z
  2026-10-25T10:00Z | Europe/Madrid   | today        | 2026-10-24T22:00Z | 2026-10-25T23:00Z
  2026-03-10T20:00Z | Asia/Kathmandu  | today        | 2026-03-10T18:15Z | 2026-03-11T18:15Z
  2026-03-10T12:00Z | Pacific/Apia    | yesterday    | 2026-03-09T11:00Z | 2026-03-10T11:00Z
`)

test.each(cases)('$now in $zone: $word', ({ now = '', zone = '', word, from, until }) => {
  const stretch = stretchOf(word as TimeWord, zone, new Date(now))
  const minutes = (date: Date) => date.toISOString().replace(':00.000Z', 'Z')
  expect([minutes(stretch.from), minutes(stretch.until)]).toEqual([from, until])
})

test('a filter keeps its moments after its day has ended, and has no word left', () => {
  const filter = fixDuring(
    { during: 'today', text: 'code', from: '2020-01-01T00:00:00Z' },
    new Date('2026-03-10T12:00Z'),
  )
  expect(filter).toEqual({ text: 'code', from: '2026-03-10T00:00:00.000Z', until: '2026-03-11T00:00:00.000Z' })
  expect(fixDuring({ text: 'code', timeZone: 'Europe/Madrid' }, new Date())).toEqual({ text: 'code' })
})
