// The quarantine's address: filters, the page, the message that is open, and the dialog with what it asks about. The
// page reads it, which keeps it out of the first load.
import { choiceOf, compact, textOf, type RawSearch } from '../../lib/search.ts'

export const states = ['waiting', 'routed', 'set_aside'] as const
export const reasons = ['no_range', 'inactive_range', 'no_owner', 'bad_recipient'] as const
export const matches = ['starts', 'contains', 'ends'] as const
export const periods = ['24h', '7d', '30d'] as const
const dialogs = ['route', 'route-selected', 'set-aside', 'tester'] as const

export type QuarantineSearch = {
  state?: Exclude<(typeof states)[number], 'waiting'>
  reason?: (typeof reasons)[number]
  connection?: string
  carrier?: string
  to?: string
  match?: Exclude<(typeof matches)[number], 'contains'>
  from?: string
  period?: (typeof periods)[number]
  cursor?: string
  item?: string
  dialog?: (typeof dialogs)[number]
  /** Of the tester: the number, and the moment. */
  number?: string
  at?: string
}
/** What changes in the address; undefined takes it out. */
export type QuarantinePatch = { [K in keyof QuarantineSearch]?: QuarantineSearch[K] | undefined }
export type Patch = (change: QuarantinePatch) => void

export function parseQuarantineSearch(raw: RawSearch): QuarantineSearch {
  return compact({
    state: choiceOf(raw, 'state', ['routed', 'set_aside']),
    reason: choiceOf(raw, 'reason', reasons),
    connection: textOf(raw, 'connection'),
    carrier: textOf(raw, 'carrier'),
    to: textOf(raw, 'to'),
    match: choiceOf(raw, 'match', ['starts', 'ends']),
    from: textOf(raw, 'from'),
    period: choiceOf(raw, 'period', periods),
    cursor: textOf(raw, 'cursor'),
    item: textOf(raw, 'item'),
    dialog: choiceOf(raw, 'dialog', dialogs),
    number: textOf(raw, 'number'),
    at: textOf(raw, 'at'),
  })
}

export const noFilters = {
  reason: undefined,
  connection: undefined,
  carrier: undefined,
  to: undefined,
  match: undefined,
  from: undefined,
  period: undefined,
  cursor: undefined,
} as const satisfies QuarantinePatch

/** Whether the list shows less than everything of its state. */
export function isFiltered(search: QuarantineSearch): boolean {
  return (['reason', 'connection', 'carrier', 'to', 'from', 'period'] as const).some(
    (name) => search[name] !== undefined,
  )
}

const HOUR_MS = 3_600_000
const periodMs = { '24h': 24 * HOUR_MS, '7d': 168 * HOUR_MS, '30d': 720 * HOUR_MS } as const
/** A period ends now; to the minute, so that the same page asks the same question twice. */
const STEP_MS = 60_000

/** The filter as the server takes it. */
export function filterOf(search: QuarantineSearch, nowMs: number) {
  const since =
    search.period === undefined ? undefined : Math.floor(nowMs / STEP_MS) * STEP_MS - periodMs[search.period]
  return compact({
    state: search.state,
    reason: search.reason,
    connectionId: search.connection,
    carrierId: search.carrier,
    recipient: search.to,
    recipientMatch: search.to === undefined ? undefined : (search.match ?? ('contains' as const)),
    sender: search.from,
    from: since === undefined ? undefined : new Date(since).toISOString(),
  })
}
