import { expect, test } from 'vitest'
import { withoutReordering } from './code-text.tsx'

test('a text cannot make itself read backwards', () => {
  expect(withoutReordering('pay \u202e00.01$ \u2066now\u2069')).toBe('pay 00.01$ now')
})

test('the marks that right-to-left languages need stay', () => {
  expect(withoutReordering('رمزك\u200f 4711')).toBe('رمزك\u200f 4711')
})
