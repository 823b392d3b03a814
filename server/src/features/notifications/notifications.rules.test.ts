// What counts as news to a reader: what was not there before, in whatever order it was committed.
import { expect, test } from 'vitest'
import { newIdsSince } from './notifications.rules.ts'

test('an id is new that was not there, also one that is older than what was', () => {
  expect(newIdsSince(['d', 'b'], ['e', 'd', 'c', 'b'], 10)).toEqual(['e', 'c'])
  expect(newIdsSince(['b'], ['b', 'a'], 10)).toEqual(['a'])
  expect(newIdsSince([], ['b', 'a'], 10)).toEqual(['b', 'a'])
  expect(newIdsSince(['b', 'a'], ['b'], 10)).toEqual([])
})

test('what comes up from below because others were removed is not new', () => {
  expect(newIdsSince(['d', 'c'], ['d', 'b'], 2)).toEqual([])
  expect(newIdsSince(['d', 'b'], ['d', 'c'], 2)).toEqual(['c'])
})
