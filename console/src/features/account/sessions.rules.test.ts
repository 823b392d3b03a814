import { expect, test } from 'vitest'
import { inOrder, placeName } from './sessions.rules.ts'

const words = { local: 'Local network', unknown: 'Unknown place' }

test.each([
  ['DE', 'Germany'],
  ['ZZ', 'Unknown Region'],
  ['local', 'Local network'],
  [null, 'Unknown place'],
  ['de', 'Unknown place'],
  ['Berlin', 'Unknown place'],
])('%s reads %s', (place, text) => {
  expect(placeName(place, words)).toBe(text)
})

test('the session that asks stands first, the others keep their order', () => {
  const sessions = [
    { id: 'a', isCurrent: false },
    { id: 'b', isCurrent: false },
    { id: 'c', isCurrent: true },
  ]
  expect(inOrder(sessions).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})
