import { expect, test } from 'vitest'
import { valueScale, valueTicks } from './chart.values.ts'

const week = [3, 9, 4, 12].map((value, index) => ({ label: `Nov ${index + 1}`, value }))

test('the scale starts at zero and ends at a round number', () => {
  const scale = valueScale(week, 100)
  expect(scale.y(0)).toBe(100)
  expect(scale).toMatchObject({ smallest: 0, largest: 12 })
  expect(valueTicks(scale)).toEqual([0, 2, 4, 6, 8, 10, 12])
})

test('a chart of zeros or of nothing has a scale, and its ticks are whole', () => {
  for (const points of [[{ label: 'Nov 1', value: 0 }], []]) {
    const scale = valueScale(points, 100)
    expect(scale.y(0)).toBe(100)
    expect(valueTicks(scale)).toEqual([0, 1])
  }
})

test('what is compared with has its place on the scale', () => {
  const scale = valueScale([{ label: 'Nov 1', value: 3, previous: { label: 'Oct 1', value: 90 } }], 100)
  expect(scale).toMatchObject({ smallest: 0, largest: 100 })
})

test('a value below zero is drawn below zero', () => {
  const scale = valueScale(
    [
      { label: 'a', value: -4 },
      { label: 'b', value: 8 },
    ],
    120,
  )
  expect(scale).toMatchObject({ smallest: -4, largest: 8 })
  expect([scale.y(8), scale.y(-4), scale.y(2)]).toEqual([0, 120, 60])
})

test('amounts below one and huge ones have ticks', () => {
  expect(valueTicks(valueScale([{ label: 'a', value: 0.4 }], 100))).toEqual([0, 0.1, 0.2, 0.3, 0.4])
  expect(valueTicks(valueScale([{ label: 'a', value: 9e15 }], 100)).at(-1)).toBe(1e16)
})
