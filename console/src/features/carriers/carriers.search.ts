// The carriers' address: the carrier and the connection that are open, and the dialog about one of them.
import { choiceOf, compact, textOf, type RawSearch } from '../../lib/search.ts'

const dialogs = ['add', 'edit', 'add-connection', 'edit-connection', 'rotate-secret'] as const

export type CarriersSearch = {
  search?: string
  carrier?: string
  connection?: string
  dialog?: (typeof dialogs)[number]
}

export function parseCarriersSearch(raw: RawSearch): CarriersSearch {
  return compact({
    search: textOf(raw, 'search'),
    carrier: textOf(raw, 'carrier'),
    connection: textOf(raw, 'connection'),
    dialog: choiceOf(raw, 'dialog', dialogs),
  })
}
