// The address of Holds: the tab, what is open, the filters of its lists, the page. A part of the names that Payment
// Settings has, since the queue of withdrawals stands in both.
import { textOf, type RawSearch } from '../../lib/search.ts'

const names = ['tab', 'dialog', 'item', 'step', 'state', 'user', 'cursor'] as const

export type HoldsSearch = { [K in (typeof names)[number]]?: string }
/** What changes in the address; undefined takes it out. */
export type HoldsPatch = { [K in keyof HoldsSearch]?: string | undefined }

export function parseHoldsSearch(raw: RawSearch): HoldsSearch {
  const search: HoldsSearch = {}
  for (const name of names) {
    const text = textOf(raw, name)
    if (text !== undefined) search[name] = text
  }
  return search
}
