// How a search is read, by the server and by the palette alike: one operator in front, and the words. Pure, and without
// the schema library, because the palette reads each letter with it.

/** What one search can be narrowed down to, with the words that do so. */
export const searchOperators = {
  number: 'numbers',
  message: 'messages',
  range: 'ranges',
  user: 'users',
  carrier: 'carriers',
  payment: 'payments',
  page: 'pages',
} as const
export type SearchOperator = keyof typeof searchOperators
export type SearchGroup = (typeof searchOperators)[SearchOperator] | 'things'

export const SEARCH_CHARS_MAX = 200

export type SearchWords = {
  /** What is looked for, without the operator. */
  text: string
  /** The only group that is asked; null: all. */
  only: Exclude<SearchGroup, 'things'> | null
}

// Control characters, and marks of direction that come along when a number is pasted from a right-to-left text.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const INVISIBLE = /[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Reads what a person typed: 'number: 4477 00' is { text: '4477 00', only: 'numbers' }. */
export function readSearch(typed: string): SearchWords {
  const text = typed.toWellFormed().replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim().slice(0, SEARCH_CHARS_MAX)
  const [, word = '', rest = ''] = /^([a-z]+):\s*(.*)$/i.exec(text) ?? []
  const operator = Object.keys(searchOperators).find((known) => known === word.toLowerCase())
  // One of the keys of the table, which are the operators.
  return operator === undefined
    ? { text, only: null }
    : { text: rest, only: searchOperators[operator as SearchOperator] }
}
