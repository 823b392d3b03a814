import { expect, test } from 'vitest'
import { daysOf, unusualOf, type Growth } from './overview.rules.ts'

const now = Date.parse('2026-03-10T02:30:00Z')
const at = (hour: string, messages: number) => ({
  hour: new Date(hour),
  messages,
  segments: messages * 2,
  earnedMicros: BigInt(messages) * 10n,
})

test('yesterday is compared up to the hour that runs today, which counts whole; the hour after it does not', () => {
  const days = daysOf(
    [
      at('2026-03-10T00:00:00Z', 5),
      at('2026-03-10T02:00:00Z', 1),
      at('2026-03-09T02:00:00Z', 40),
      at('2026-03-09T03:00:00Z', 1_000),
    ],
    now,
  )
  expect(days.today).toEqual({ messages: 6, segments: 12, earnedMicros: 60n })
  expect(days.yesterday).toEqual({ messages: 40, segments: 80, earnedMicros: 400n })
  expect(days.hours).toHaveLength(24)
  expect([days.hours[2], days.hours[3]]).toEqual([
    { hour: 2, today: 1, yesterday: 40 },
    { hour: 3, today: null, yesterday: 1_000 },
  ])
})

test('whoever has a case comes first, then the largest growth; who grew too little or from nothing much is left out', () => {
  const user = (username: string, messages: number, messagesBefore: number, openCases = 0): Growth => ({
    userId: username,
    username,
    messages,
    messagesBefore,
    openCases,
  })
  const unusual = unusualOf(
    [
      user('steady', 1_000, 900),
      user('tiny', 99, 0),
      user('new', 100, 0),
      user('grown', 300, 200),
      user('held', 1, 500, 1),
      user('leapt', 9_000, 10),
    ],
    4,
  )
  expect(unusual.map(({ username }) => username)).toEqual(['held', 'leapt', 'new', 'grown'])
})
