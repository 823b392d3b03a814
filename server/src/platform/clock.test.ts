import { expect, test } from 'vitest'
import { createManualClock, systemClock } from './clock.ts'

test('a manual clock stands still until it is moved, and moves by exactly what it was told', () => {
  const clock = createManualClock('2026-01-01T00:00:00Z')
  expect(clock.now().toISOString()).toBe('2026-01-01T00:00:00.000Z')
  clock.advanceMs(1500)
  expect(clock.nowMs()).toBe(Date.parse('2026-01-01T00:00:01.500Z'))
  clock.setTo('2025-06-01T00:00:00Z')
  expect(clock.now().toISOString()).toBe('2025-06-01T00:00:00.000Z')
})

test('a manual clock refuses to run backwards by accident and refuses what is no instant', () => {
  const clock = createManualClock('2026-01-01T00:00:00Z')
  expect(() => clock.advanceMs(-1)).toThrow(RangeError)
  expect(() => clock.setTo('yesterday')).toThrow(RangeError)
})

test('the system clock gives one time in both units', () => {
  const beforeMs = Date.now()
  expect(systemClock.now().getTime()).toBeGreaterThanOrEqual(beforeMs)
  expect(systemClock.nowMs()).toBeGreaterThanOrEqual(beforeMs)
})
