// How a search is read, whatever was typed or pasted.
import { expect, test } from 'vitest'
import { readSearch, SEARCH_CHARS_MAX } from './search-words.ts'

test.each([
  ['ada', 'ada', null],
  ['  two   words ', 'two words', null],
  ['number: 4477', '4477', 'numbers'],
  ['USER:ada', 'ada', 'users'],
  ['range:', '', 'ranges'],
  ['nothing: ada', 'nothing: ada', null],
  ['https://x', 'https://x', null],
  ['\u202b+44 7700\u202c', '+44 7700', null],
  ['a\u0000b', 'a b', null],
  ['constructor: x', 'constructor: x', null],
  ['😀', '😀', null],
])('%j is read as %j, of %j', (typed, text, only) => {
  expect(readSearch(typed)).toEqual({ text, only })
})

test('more than anybody types is cut, and half a character is none', () => {
  expect(readSearch('x'.repeat(1_000)).text).toHaveLength(SEARCH_CHARS_MAX)
  expect(readSearch('\ud83d').text).toBe('\ufffd')
})
