import { expect, test } from 'vitest'
import { chosenAfter } from './use-selection.ts'

const rows = ['a', 'b', 'c', 'd']
const after = (chosen: string[], id: string, last: string | null, isStretch: boolean) =>
  [...chosenAfter(new Set(chosen), rows, { id, last, isStretch })].sort().join('')

test('a step chooses a row, and the next takes it back', () => {
  expect([after([], 'b', null, false), after(['b'], 'b', 'b', false)]).toEqual(['b', ''])
})

test('a stretch reaches from the last row to this one, in either direction', () => {
  expect([after(['b'], 'd', 'b', true), after(['d'], 'b', 'd', true)]).toEqual(['bcd', 'bcd'])
  expect(after(['a', 'b', 'c'], 'c', 'a', true)).toBe('')
})

test('a stretch from a row that has gone is one row', () => {
  expect([after([], 'c', 'z', true), after([], 'c', null, true)]).toEqual(['c', 'c'])
})
