import { expect, test } from 'vitest'
import { backOffMs } from './live-connection.ts'

test('the pause doubles from half a second and never passes 20 s', () => {
  expect([0, 1, 2, 10].map((attempt) => backOffMs(attempt, 1))).toEqual([500, 1_000, 2_000, 20_000])
})

test('half of the pause is chance', () => {
  expect(backOffMs(3, 0)).toBe(2_000)
  expect(backOffMs(3, 0.5)).toBe(3_000)
})
