import { expect, test } from 'vitest'
import {
  bandMiddle,
  barWidth,
  cellAfter,
  cursorAfter,
  extremesOf,
  heatLevel,
  labelledPoints,
  nearestPoint,
  pointX,
  selectionOf,
} from './chart.scale.ts'
import { moneyTick, summarize } from './chart.summary.ts'

const week = [3, 9, 4, 12].map((value, index) => ({ label: `Nov ${index + 1}`, value }))

test('no two lines of money read alike', () => {
  expect([0, 0.005, 0.05, 0.1, 2.5, 40, 1_500, 2e6].map(moneyTick)).toEqual([
    '$0',
    '$0.005',
    '$0.05',
    '$0.1',
    '$2.5',
    '$40',
    '$1.5K',
    '$2M',
  ])
})

test('points reach from edge to edge, and one alone stands in the middle', () => {
  expect([0, 1, 2].map((index) => pointX(index, 3, 90))).toEqual([0, 45, 90])
  expect(pointX(0, 1, 90)).toBe(45)
})

test('labels are as many as fit and start with the first point', () => {
  expect(labelledPoints(30, 640)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27])
  expect(labelledPoints(30, 20)).toEqual([0])
  expect(labelledPoints(4, 640)).toEqual([0, 1, 2, 3])
  expect(labelledPoints(0, 640)).toEqual([])
})

test('a label at the edge is left out where it would touch the one before', () => {
  expect(labelledPoints(4, 192, (index) => index * 64)).toEqual([0, 2])
  expect(labelledPoints(3, 192, (index) => index * 96)).toEqual([0, 1, 2])
})

test('bars stand side by side inside the plot, also one alone', () => {
  expect([bandMiddle(0, 4, 400), bandMiddle(3, 4, 400)]).toEqual([50, 350])
  expect(bandMiddle(0, 1, 400)).toBe(200)
  expect([barWidth(4, 400), barWidth(1, 400), barWidth(400, 300)]).toEqual([48, 48, 1])
})

test('the summary says what a glance would', () => {
  expect(summarize(week)).toBe('4 points from Nov 1 to Nov 4. Lowest 3 (Nov 1), highest 12 (Nov 4), latest 12.')
  expect(summarize([])).toBe('No data.')
  expect(summarize([{ label: 'Nov 1', value: 1, text: '$1.00' }])).toBe('1 point: Nov 1, $1.00.')
})

test('the first of equal points is the lowest and the highest', () => {
  const flat = ['a', 'b'].map((label) => ({ label, value: 2 }))
  expect(extremesOf(flat)).toMatchObject({ lowest: { label: 'a' }, highest: { label: 'a' } })
  expect(extremesOf([])).toBeNull()
})

test('the keyboard moves the cursor and stops at the ends', () => {
  expect(cursorAfter('ArrowRight', null, 4)).toBe(0)
  expect(cursorAfter('ArrowRight', 3, 4)).toBe(3)
  expect(cursorAfter('ArrowLeft', 0, 4)).toBe(0)
  expect(cursorAfter('PageDown', 0, 4)).toBe(3)
  expect(cursorAfter('End', 1, 4)).toBe(3)
  expect(cursorAfter('End', null, 0)).toBeNull()
  expect(cursorAfter('a', 1, 4)).toBeNull()
})

test('a place on the plot belongs to the nearest point', () => {
  const x = (index: number) => index * 10
  expect(nearestPoint(4, x, 14)).toBe(1)
  expect(nearestPoint(4, x, -50)).toBe(0)
  expect(nearestPoint(0, x, 3)).toBeNull()
})

test('a selection has two ends, whichever was first', () => {
  expect(selectionOf(5, 2)).toEqual({ first: 2, last: 5 })
  expect(selectionOf(2, 2)).toBeNull()
  expect(selectionOf(null, 2)).toBeNull()
})

test('a cell is as strong as the root of its share of the largest', () => {
  expect([0, 1, 4, 5, 16, 36, 64, 65, 100].map((value) => heatLevel(value, 100))).toEqual([0, 1, 1, 2, 2, 3, 4, 5, 5])
  expect(heatLevel(0, 0)).toBe(0)
})

test('the keyboard moves over a grid and stays in its row', () => {
  expect(cellAfter('ArrowRight', 23, 24, 7)).toBe(23)
  expect(cellAfter('ArrowLeft', 24, 24, 7)).toBe(24)
  expect(cellAfter('ArrowDown', 3, 24, 7)).toBe(27)
  expect(cellAfter('ArrowDown', 150, 24, 7)).toBe(150)
  expect(cellAfter('ArrowUp', 3, 24, 7)).toBe(3)
  expect(cellAfter('End', 30, 24, 7)).toBe(47)
  expect(cellAfter('Home', 30, 24, 7)).toBe(24)
  expect(cellAfter('Tab', 30, 24, 7)).toBeNull()
})

test('an amount beside a line has its sign first, as every amount', () => {
  expect(moneyTick(-5)).toBe('-$5')
})
