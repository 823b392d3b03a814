import { expect, test } from 'vitest'
import { countDuration } from '../../platform/histogram.rules.ts'
import { addWork, ALL_PROCESSES, noWork, perSecond, thin, type Minute } from './minutes.rules.ts'

function minute(at: string, requests: number, memoryBytes: number, tookMs: number): Minute {
  const work = { ...noWork(), requests, memoryBytes }
  for (let index = 0; index < requests; index++) countDuration(work.requestCounts, tookMs)
  return { ...work, fromAt: new Date(at), processId: crypto.randomUUID(), seconds: 60 }
}

test('counts and histograms of several processes add up, and of memory the largest counts', () => {
  const sum = addWork([minute('2026-03-01T00:00:00Z', 2, 10, 4), minute('2026-03-01T00:00:10Z', 3, 30, 4)])
  expect(sum).toMatchObject({ requests: 5, memoryBytes: 30, received: 0 })
  expect(sum.requestCounts.reduce((total, count) => total + count, 0)).toBe(5)
})

test('minutes become quarters of an hour of all processes; the last of a quarter is in it, the next one is not', () => {
  const quarters = thin([
    minute('2026-03-01T00:15:00Z', 1, 1, 1),
    minute('2026-03-01T00:00:00Z', 1, 1, 1),
    minute('2026-03-01T00:14:59Z', 1, 1, 1),
  ])
  expect(quarters.map(({ fromAt, requests, seconds }) => [fromAt.toISOString(), requests, seconds])).toEqual([
    ['2026-03-01T00:00:00.000Z', 2, 900],
    ['2026-03-01T00:15:00.000Z', 1, 900],
  ])
  expect(quarters.every(({ processId }) => processId === ALL_PROCESSES)).toBe(true)
})

test.each([
  [3, 60, 0.1],
  [0, 60, 0],
  [594, 60, 9.9],
  [6_030, 60, 101],
  [5, 0, 0],
])('%d in %d seconds are %d a second', (count, seconds, rate) => {
  expect(perSecond(count, seconds)).toBe(rate)
})
