import { expect, test } from 'vitest'
import { cursorAfter, labelledPoints, summarize, valueScale, valueTicks } from './chart.scale.ts'

const week = [3, 9, 4, 12].map((value, index) => ({ label: `Nov ${index + 1}`, value }))

test('the scale starts at zero and ends at a round number', () => {
  const scale = valueScale(week, 100)
  expect(scale(0)).toBe(100)
  expect(scale.domain()).toEqual([0, 12])
  expect(valueTicks(scale)).toEqual([0, 2, 4, 6, 8, 10, 12])
})

test('a chart of zeros has a scale, and its ticks are whole', () => {
  const scale = valueScale([{ label: 'Nov 1', value: 0 }], 100)
  expect(scale(0)).toBe(100)
  expect(valueTicks(scale)).toEqual([0, 1])
})

test('labels are as many as fit and start with the first point', () => {
  expect(labelledPoints(30, 640)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27])
  expect(labelledPoints(30, 20)).toEqual([0])
  expect(labelledPoints(4, 640)).toEqual([0, 1, 2, 3])
})

test('the summary says what a glance would', () => {
  expect(summarize(week)).toBe('4 points from Nov 1 to Nov 4. Lowest 3 (Nov 1), highest 12 (Nov 4), latest 12.')
  expect(summarize([])).toBe('No data.')
})

test('the keyboard moves the cursor and stops at the ends', () => {
  expect(cursorAfter('ArrowRight', null, 4)).toBe(0)
  expect(cursorAfter('ArrowRight', 3, 4)).toBe(3)
  expect(cursorAfter('ArrowLeft', 0, 4)).toBe(0)
  expect(cursorAfter('End', 1, 4)).toBe(3)
  expect(cursorAfter('a', 1, 4)).toBeNull()
})
