// The ranges' address: filters, the look, the page, and the dialog that is open (with the range it is about).
import { choiceOf, compact, textOf, type RawSearch } from '../../lib/search.ts'

export type RangesSearch = {
  search?: string
  owner?: string
  status?: 'active' | 'inactive'
  view?: 'table'
  cursor?: string
  dialog?: 'add' | 'edit' | 'details'
  range?: string
}

/** What changes in the address; undefined takes it out. */
export type RangesPatch = { [K in keyof RangesSearch]?: RangesSearch[K] | undefined }

export function parseRangesSearch(raw: RawSearch): RangesSearch {
  return compact({
    search: textOf(raw, 'search'),
    owner: textOf(raw, 'owner'),
    status: choiceOf(raw, 'status', ['active', 'inactive']),
    view: choiceOf(raw, 'view', ['table']),
    cursor: textOf(raw, 'cursor'),
    dialog: choiceOf(raw, 'dialog', ['add', 'edit', 'details']),
    range: textOf(raw, 'range'),
  })
}
