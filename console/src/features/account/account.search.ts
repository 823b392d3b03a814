// The account section's address: which part is shown, which dialog is open and about what, and what a provider said
// when it sent the browser back. Which names there are is known where they are shown.
import { compact, textOf, type RawSearch } from '../../lib/search.ts'

export type AccountSearch = {
  tab?: string
  dialog?: string
  item?: string
  cursor?: string
  linked?: string
  error_code?: string
}

/** What changes in the address; undefined takes it out. */
export type AccountPatch = { [K in keyof AccountSearch]?: AccountSearch[K] | undefined }

export function parseAccountSearch(raw: RawSearch): AccountSearch {
  const read = (name: string) => textOf(raw, name)
  return compact({
    tab: read('tab'),
    dialog: read('dialog'),
    item: read('item'),
    cursor: read('cursor'),
    linked: read('linked'),
    error_code: read('error_code'),
  })
}
