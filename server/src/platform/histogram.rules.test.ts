import { expect, test } from 'vitest'
import { addCounts, countDuration, emptyCounts, percentileMs, STEPS_MS } from './histogram.rules.ts'

function countsOf(...durationsMs: number[]) {
  const counts = emptyCounts()
  for (const durationMs of durationsMs) countDuration(counts, durationMs)
  return counts
}

test('a duration on the end of a step belongs to it, and one beyond the last step to the one more', () => {
  const counts = countsOf(1, 1.01, 60_000, 60_001)
  expect([counts[0], counts[1], counts[STEPS_MS.length - 1], counts[STEPS_MS.length]]).toEqual([1, 1, 1, 1])
})

test('nothing counted has no percentile, which is not nought', () => {
  expect(percentileMs(emptyCounts(), 0.95)).toBeNull()
  expect(percentileMs(countsOf(0), 0.95)).toBeGreaterThan(0)
})

test('a percentile lies in the step of the duration that it names', () => {
  const counts = countsOf(...Array.from({ length: 94 }, () => 4), ...Array.from({ length: 6 }, () => 900))
  expect(percentileMs(counts, 0.5)).toBeGreaterThan(3)
  expect(percentileMs(counts, 0.5)).toBeLessThanOrEqual(5)
  expect(percentileMs(counts, 0.95)).toBeGreaterThan(800)
  expect(percentileMs(counts, 0.95)).toBeLessThanOrEqual(1_200)
})

test('what took longer than the last step says so with its end', () => {
  expect(percentileMs(countsOf(500_000), 0.5)).toBe(60_000)
})

test('counts of several add up, and those with other steps are left out', () => {
  const sum = addCounts([countsOf(2, 2), countsOf(2), [1, 2, 3]])
  expect(sum).toEqual(countsOf(2, 2, 2))
})
