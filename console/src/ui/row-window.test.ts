import { expect, test } from 'vitest'
import { placeOf, scrollTopFor } from './row-window.ts'

test('the window moves in steps and covers what is seen', () => {
  expect(placeOf(0, 440, 44)).toEqual({ first: 0, visible: 14 })
  expect(placeOf(44 * 5, 440, 44)).toEqual({ first: 4, visible: 14 })
  expect(placeOf(-30, 440, 44).first).toBe(0)
})

test('a row that is seen whole moves nothing', () => {
  expect(scrollTopFor(3, 44, 40, { top: 100, height: 440 })).toBe(100)
})

test('a row above or below comes into sight, below what stands still', () => {
  expect(scrollTopFor(1, 44, 40, { top: 100, height: 440 })).toBe(44)
  expect(scrollTopFor(20, 44, 40, { top: 100, height: 440 })).toBe(20 * 44 + 44 + 40 - 440)
})
