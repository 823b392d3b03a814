import { expect, test } from 'vitest'
import { createKeyMatcher, shortcutKeyOf } from './hotkeys.ts'

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

test('a layout without Latin letters has its shortcuts at their places', () => {
  const typed = (key: string, code: string, shiftKey = false) => shortcutKeyOf({ key, code, shiftKey })
  expect([typed('ل', 'KeyG'), typed('ي', 'KeyD'), typed('لا', 'KeyB'), typed('ْ', 'KeyX', true)]).toEqual([
    'g',
    'd',
    'b',
    'X',
  ])
  expect([typed('п', 'KeyG'), typed('γ', 'KeyG')]).toEqual(['g', 'g'])
  expect([typed('ظ', 'Slash'), typed('؟', 'Slash', true), typed('١', 'Digit1')]).toEqual(['/', '?', '1'])
})

test('what a layout types in ASCII or Latin letters is taken at its word, and named keys as they are', () => {
  const typed = (key: string, code: string, shiftKey = false) => shortcutKeyOf({ key, code, shiftKey })
  expect([typed('a', 'KeyQ'), typed('é', 'Digit2'), typed('?', 'Comma', true)]).toEqual(['a', 'é', '?'])
  expect([typed('.', 'Slash'), typed('Enter', 'Enter'), typed('ArrowDown', 'ArrowDown')]).toEqual([
    '.',
    'Enter',
    'ArrowDown',
  ])
  expect(typed('ذ', 'Backquote')).toBe('ذ')
})
