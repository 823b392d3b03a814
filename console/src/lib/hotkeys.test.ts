import { expect, test } from 'vitest'
import { createKeyMatcher } from './hotkeys.ts'

test('a single key and a sequence are found, other keys are not', () => {
  const match = createKeyMatcher(['g d', '?'])
  expect(match('?', 0)).toBe('?')
  expect(match('x', 10)).toBeNull()
  expect(match('g', 20)).toBeNull()
  expect(match('d', 30)).toBe('g d')
  expect(match('d', 40)).toBeNull()
})

test('a sequence waits 1.2 s for its second key, not longer', () => {
  const match = createKeyMatcher(['g d'])
  match('g', 0)
  expect(match('d', 1_200)).toBe('g d')
  match('g', 5_000)
  expect(match('d', 6_201)).toBeNull()
})

test('a wrong second key can itself start a sequence', () => {
  const match = createKeyMatcher(['g d'])
  match('g', 0)
  match('g', 10)
  expect(match('d', 20)).toBe('g d')
})

test('a key that ends a sequence is not also a key of its own', () => {
  const match = createKeyMatcher(['c', 'g c'])
  match('g', 0)
  expect(match('c', 10)).toBe('g c')
  expect(match('c', 20)).toBe('c')
})
