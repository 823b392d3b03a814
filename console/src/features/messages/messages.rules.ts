// The archive's pure parts: its address as the filter of a read, which filters are in use, how to go without one, and
// times as a date field of any zone has them.
import type { CallInput } from '../../lib/api.ts'
import { compact } from '../../lib/search.ts'
import type { MessagesSearch, SearchPatch } from './messages.search.ts'

export type MessagesQuery = NonNullable<CallInput<'messages.list'>['query']>
/** What narrows the list; whose messages they are and which page of them does not. */
export type MessagesFilter = Omit<MessagesQuery, 'limit' | 'cursor'>

/** The parts of the address that each filter has, in the order in which they are shown. */
const filterParts = {
  text: ['text'],
  period: ['during', 'from', 'until', 'zone'],
  sender: ['sender', 'senderMatch'],
  recipient: ['recipient', 'recipientMatch'],
  range: ['range'],
  read: ['read'],
  flag: ['flag'],
  language: ['language'],
  carrier: ['carrier'],
  connection: ['connection'],
} as const satisfies Record<string, readonly (keyof MessagesSearch)[]>
export type FilterName = keyof typeof filterParts
const filterNames = Object.keys(filterParts) as FilterName[]

function isTime(text: string | undefined): text is string {
  return text !== undefined && !Number.isNaN(Date.parse(text))
}

function isInUse(search: MessagesSearch, name: FilterName): boolean {
  if (name === 'period') return search.during !== undefined || isTime(search.from) || isTime(search.until)
  return search[filterParts[name][0]] !== undefined
}

/** The filters in use. */
export function filtersOf(search: MessagesSearch): FilterName[] {
  return filterNames.filter((name) => isInUse(search, name))
}

export function isFiltered(search: MessagesSearch): boolean {
  return filtersOf(search).length > 0
}

/** What takes a filter out of the address; the page starts over. */
export function without(...names: readonly FilterName[]): SearchPatch {
  const parts = names.flatMap((name) => [...filterParts[name]])
  return Object.fromEntries([...parts, 'cursor'].map((part) => [part, undefined]))
}

export const withoutAll: SearchPatch = without(...filterNames)

/** What a view keeps of an address: its filters and whose messages they are; neither page nor open message. */
export function viewOf(search: MessagesSearch): MessagesSearch {
  const { cursor: _cursor, message: _message, dialog: _dialog, ...view } = search
  return view
}

/**
 * The filter that an address asks for. Text is left out of somebody else's messages: searching it would tell, without a
 * trace in the audit log, what their mask hides.
 */
export function filterOf(search: MessagesSearch, readerZone: string): MessagesFilter {
  const { during, from, until } = search
  return compact({
    text: search.owner === undefined ? search.text : undefined,
    sender: search.sender,
    senderMatch: search.sender === undefined ? undefined : search.senderMatch,
    recipient: search.recipient,
    recipientMatch: search.recipient === undefined ? undefined : search.recipientMatch,
    rangeId: search.range,
    carrierId: search.carrier,
    connectionId: search.connection,
    ownerId: search.owner,
    read: search.read,
    flag: search.flag,
    language: search.language,
    during,
    timeZone: during === undefined ? undefined : knownZone(search.zone, readerZone),
    from: during === undefined && isTime(from) ? new Date(from).toISOString() : undefined,
    until: during === undefined && isTime(until) ? new Date(until).toISOString() : undefined,
  })
}

/** How far a zone's clocks are ahead of UTC at a moment. */
function offsetMs(zone: string, atMs: number): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(atMs)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0)
  const wall = new Date(0)
  // Date.UTC takes the year 20, which is one on the way to 2026, for 1920.
  wall.setUTCFullYear(part('year'), part('month') - 1, part('day'))
  wall.setUTCHours(part('hour'), part('minute'), part('second'))
  return wall.getTime() - Math.floor(atMs / 1_000) * 1_000
}

/** '2026-11-20T14:00' on the clocks of a zone, as a date field wants it; empty for no time. */
export function toLocalField(iso: string | undefined, zone: string): string {
  if (!isTime(iso)) return ''
  const atMs = Date.parse(iso)
  return new Date(atMs + offsetMs(zone, atMs)).toISOString().slice(0, 16)
}

/** The moment that a date field of a zone's clocks means; undefined for an empty or broken one. */
export function fromLocalField(field: string, zone: string): string | undefined {
  const wallMs = Date.parse(`${field}Z`)
  if (field === '' || Number.isNaN(wallMs)) return undefined
  // Once more with the offset of the guess: where clocks change, the first may be that of the wrong side.
  const guessMs = wallMs - offsetMs(zone, wallMs)
  return new Date(wallMs - offsetMs(zone, guessMs)).toISOString()
}

/** A zone that the browser knows, else the reader's. */
export function knownZone(zone: string | undefined, readerZone: string): string {
  if (zone === undefined) return readerZone
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return readerZone
  }
}
