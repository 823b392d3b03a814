// The carriers' address: the search, the state and the page of the list, the carrier and the connection that are open,
// the page of the connection's log, and the dialog about one of them.
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

export const carrierStates = ['up', 'partial', 'down', 'connecting', 'idle', 'inactive', 'without', 'off'] as const

export type CarriersSearch = {
  search?: string
  state?: (typeof carrierStates)[number]
  cursor?: string
  carrier?: string
  connection?: string
  log?: string
  period?: '7d'
  /** The connection whose protocol trace is open. */
  trace?: string
  dialog?: (typeof dialogs)[number]
}

/** What changes in the address; undefined takes it out. */
export type CarriersPatch = { [K in keyof CarriersSearch]?: CarriersSearch[K] | undefined }

export function parseCarriersSearch(raw: RawSearch): CarriersSearch {
  return compact({
    search: textOf(raw, 'search'),
    state: choiceOf(raw, 'state', carrierStates),
    cursor: textOf(raw, 'cursor'),
    carrier: textOf(raw, 'carrier'),
    connection: textOf(raw, 'connection'),
    log: textOf(raw, 'log'),
    period: choiceOf(raw, 'period', ['7d']),
    trace: textOf(raw, 'trace'),
    dialog: choiceOf(raw, 'dialog', dialogs),
  })
}
