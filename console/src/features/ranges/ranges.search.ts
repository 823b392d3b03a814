// The ranges' address: filters, the page, and the dialog that is open (with the range it is about).
import { choiceOf, compact, textOf, type RawSearch } from '../../lib/search.ts'

export type RangesSearch = {
  search?: string
  owner?: string
  status?: 'active' | 'inactive'
  cursor?: string
  dialog?: 'add' | 'edit' | 'details'
  range?: string
}

export function parseRangesSearch(raw: RawSearch): RangesSearch {
  return compact({
    search: textOf(raw, 'search'),
    owner: textOf(raw, 'owner'),
    status: choiceOf(raw, 'status', ['active', 'inactive']),
    cursor: textOf(raw, 'cursor'),
    dialog: choiceOf(raw, 'dialog', ['add', 'edit', 'details']),
    range: textOf(raw, 'range'),
  })
}
