import { expect, test } from 'vitest'
import { cursorBefore, trailAfter } from './cursor-trail.ts'

test('the first page has nothing before it', () => {
  expect(cursorBefore([''], undefined)).toBeNull()
})

test('each page leads back to the one before, and the second to the first', () => {
  const trail = trailAfter(trailAfter([''], undefined, 'a'), 'a', 'b')
  expect(trail).toEqual(['', 'a', 'b'])
  expect(cursorBefore(trail, 'b')).toBe('a')
  expect(cursorBefore(trail, 'a')).toBeUndefined()
})

test('a step from an earlier page forgets the later ones', () => {
  expect(trailAfter(['', 'a', 'b'], undefined, 'c')).toEqual(['', 'c'])
})

test('a page that was pasted leads back to the first, and onward from itself', () => {
  expect(cursorBefore([''], 'pasted')).toBeUndefined()
  const trail = trailAfter([''], 'pasted', 'next')
  expect(cursorBefore(trail, 'next')).toBe('pasted')
})
