import { expect, test } from 'vitest'
import { fillDays, growthPercent, periodOf } from './insights.rules.ts'

const now = Date.parse('2026-11-20T10:30:00Z')

test('a period of 7 days is today and the six days before it, compared up to the same time of day', () => {
  expect(periodOf(now, 7)).toEqual({
    fromMs: Date.parse('2026-11-14T00:00:00Z'),
    previousFromMs: Date.parse('2026-11-07T00:00:00Z'),
    previousUntilMs: Date.parse('2026-11-13T10:30:00Z'),
  })
})

test.each([
  [112, 100, 12],
  [1_124, 1_000, 12.4],
  [50, 100, -50],
  [0, 100, -100],
  [5, 0, null],
])('%d after %d grew by %s percent', (messages, previous, growth) => {
  expect(growthPercent(messages, previous)).toBe(growth)
})

test('a day without traffic is a zero, not a gap', () => {
  const days = fillDays(Date.parse('2026-11-18T00:00:00Z'), 3, [{ day: '2026-11-19', messages: 4, earnedMicros: 9n }])
  expect(days).toEqual([
    { day: '2026-11-18', messages: 0, earnedMicros: 0n },
    { day: '2026-11-19', messages: 4, earnedMicros: 9n },
    { day: '2026-11-20', messages: 0, earnedMicros: 0n },
  ])
})
