// The carriers' address: the page of the list, the carrier and the connection that are open, the page of the
// connection's log, and the dialog about one of them.
import { choiceOf, compact, textOf, type RawSearch } from '../../lib/search.ts'

const dialogs = [
  'add',
  'edit',
  'deactivate',
  'add-connection',
  'edit-connection',
  'deactivate-connection',
  'rotate-secret',
] as const

export type CarriersSearch = {
  cursor?: string
  carrier?: string
  connection?: string
  log?: string
  dialog?: (typeof dialogs)[number]
}

/** What changes in the address; undefined takes it out. */
export type CarriersPatch = { [K in keyof CarriersSearch]?: CarriersSearch[K] | undefined }

export function parseCarriersSearch(raw: RawSearch): CarriersSearch {
  return compact({
    cursor: textOf(raw, 'cursor'),
    carrier: textOf(raw, 'carrier'),
    connection: textOf(raw, 'connection'),
    log: textOf(raw, 'log'),
    dialog: choiceOf(raw, 'dialog', dialogs),
  })
}
