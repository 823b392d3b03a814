import { expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { RefusalsMemory } from './refusals.memory.ts'

test('the wait grows with each failure of an address, whatever names it tries', () => {
  const memory = new RefusalsMemory(createManualClock('2026-01-01T00:00:00Z'))
  expect(['a', 'b', 'c'].map((name) => memory.countFailure('203.0.113.7', name))).toEqual([500, 1_000, 2_000])
  expect(memory.countFailure('203.0.113.8', 'd')).toBe(500)
})

test('the wait grows with each failure of a name, whatever address tries it', () => {
  const memory = new RefusalsMemory(createManualClock('2026-01-01T00:00:00Z'))
  expect([1, 2, 3].map((host) => memory.countFailure(`203.0.113.${host}`, 'a'))).toEqual([500, 1_000, 2_000])
})

test('it is forgotten after a quarter of an hour without a failure, not before', () => {
  const clock = createManualClock('2026-01-01T00:00:00Z')
  const memory = new RefusalsMemory(clock)
  memory.countFailure('203.0.113.7', 'a')
  clock.advanceMs(15 * 60_000 - 1)
  expect(memory.countFailure('203.0.113.7', 'a')).toBe(1_000)
  clock.advanceMs(15 * 60_000)
  expect(memory.countFailure('203.0.113.7', 'a')).toBe(500)
})

test('it is bounded: the oldest key makes room', () => {
  const memory = new RefusalsMemory(createManualClock('2026-01-01T00:00:00Z'))
  memory.countFailure('first', 'first')
  for (let index = 0; index < 5_000; index += 1) memory.countFailure(`address ${index}`, `name ${index}`)
  expect(memory.countFailure('first', 'first')).toBe(500)
  expect(memory.countFailure('address 4999', 'name 4999')).toBe(1_000)
})
