import { area, curveMonotoneX, line } from 'd3-shape'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaPath, linePath, stretchesOf, type Place } from './chart.path.ts'

const heights = fc.double({ min: -1_000, max: 1_000, noNaN: true })
/** Places as charts have them: from the left to the right, some as high as the one before. */
const places = (minLength: number) =>
  fc
    .array(fc.tuple(fc.double({ min: 0.5, max: 40, noNaN: true }), heights, fc.boolean()), { minLength, maxLength: 40 })
    .map((steps) => {
      let [x, y] = [0, 0]
      return steps.map(([step, height, isLevel]): Place => {
        ;[x, y] = [x + step, isLevel ? y : height]
        return [x, y]
      })
    })

function heightAt(from: number, handles: readonly number[], to: number, part: number): number {
  const [first = 0, second = 0] = handles
  const rest = 1 - part
  return rest ** 3 * from + 3 * rest ** 2 * part * first + 3 * rest * part ** 2 * second + part ** 3 * to
}

function numbersIn(path: string): number[] {
  return [...path.matchAll(/-?\d+(?:\.\d+)?(?:e[-+]\d+)?/g)].map(([text]) => Number(text))
}

test('a curve goes through every point and never turns between two of them', () => {
  fc.assert(
    fc.property(places(2), (all) => {
      for (const [index, [one, other, end]] of stretchesOf(all).entries()) {
        const start = all[index] ?? end
        expect(end).toBe(all[index + 1])
        const way = Array.from({ length: 41 }, (_, step) => heightAt(start[1], [one[1], other[1]], end[1], step / 40))
        const rise = Math.sign(end[1] - start[1])
        for (const [step, height] of way.entries()) {
          if (step > 0) expect((height - (way[step - 1] ?? height)) * rise).toBeGreaterThanOrEqual(-1e-9)
          if (rise === 0) expect(height).toBeCloseTo(start[1], 9)
        }
      }
    }),
  )
})

test('a straight line through handles that are twice as steep would turn', () => {
  expect(heightAt(0, [0, 150], 100, 0.9)).toBeGreaterThan(100)
})

test('the curve is that of d3-shape', () => {
  fc.assert(
    fc.property(places(2), (all) => {
      const theirs = line().digits(null).curve(curveMonotoneX)(all.map(([x, y]) => [x, y]))
      // Of two points they draw a straight line, and we a curve that is one.
      const expected = numbersIn(theirs ?? '').slice(2)
      const ours = stretchesOf(all).flat(2)
      if (all.length === 2) expect(ours.slice(-2)).toEqual(expected)
      else for (const [index, value] of ours.entries()) expect(value).toBeCloseTo(expected[index] ?? Number.NaN, 6)
      expect(ours.length).toBe(all.length === 2 ? 6 : expected.length)
    }),
  )
})

test('what is written is what theirs writes, with a gap too', () => {
  const all: readonly (Place | null)[] = [[0, 5], [10, 1], [20, 3], null, [40, 3], [50.5, 3], [60, 8.25], [61, -2]]
  const theirs = line<Place | null>(
    (place) => place?.[0] ?? 0,
    (place) => place?.[1] ?? 0,
  )
    .defined((place) => place !== null)
    .curve(curveMonotoneX)
  expect(linePath(all)).toBe(theirs([...all]))
})

test('an area is closed along its base, as theirs', () => {
  const all: Place[] = [
    [0, 5],
    [10, 1],
    [20, 3],
  ]
  const theirs = area()
    .y0(9)
    .y1(([, y]) => y)
    .curve(curveMonotoneX)
  const [top] = (theirs(all.map(([x, y]) => [x, y])) ?? '').split('L')
  expect(areaPath(all, 9)).toBe(`${top}L20,9L0,9Z`)
  expect(areaPath(all.slice(0, 1), 9)).toBe('')
})

test('a single point is closed upon itself, and nothing is no path', () => {
  expect(linePath([[5, 7]])).toBe('M5,7Z')
  expect(linePath([null, [5, 7], null])).toBe('M5,7Z')
  expect(linePath([])).toBe('')
  expect(linePath([null])).toBe('')
})

test('two points are joined by a straight line', () => {
  expect(
    linePath([
      [0, 0],
      [3, 6],
    ]),
  ).toBe('M0,0C1,2,2,4,3,6')
})

test('equal values make a level line, and places above each other no number that is none', () => {
  expect(
    linePath([
      [0, 4],
      [3, 4],
      [6, 4],
    ]),
  ).toBe('M0,4C1,4,2,4,3,4C4,4,5,4,6,4')
  expect(
    linePath([
      [0, 4],
      [0, 8],
      [0, 1],
    ]),
  ).toBe('M0,4C0,4,0,8,0,8C0,8,0,1,0,1')
})
