// The archive's pure parts: its address as the query of a read, quick periods, and bytes as a person reads them.
import type { CallInput } from '../../lib/api.ts'
import { compact } from '../../lib/search.ts'
import type { MessagesSearch } from './messages.search.ts'

export type Period = 'hour' | 'day' | 'week' | 'month'
type MessagesQuery = NonNullable<CallInput<'messages.list'>['query']>

const hourMs = 3_600_000
const periodMs: Record<Period, number> = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
  month: 30 * 24 * hourMs,
}
export const periods = ['hour', 'day', 'week', 'month'] as const

function isTime(text: string | undefined): text is string {
  return text !== undefined && !Number.isNaN(Date.parse(text))
}

/** The read that an address asks for. A period that ends now is rounded to the minute, so that the read can be kept. */
export function queryOf(search: MessagesSearch, nowMs: number): MessagesQuery {
  const period = periods.find((name) => name === search.period)
  const from =
    period === undefined ? search.from : new Date(Math.floor(nowMs / 60_000) * 60_000 - periodMs[period]).toISOString()
  return compact({
    text: search.text,
    sender: search.sender,
    recipient: search.recipient,
    rangeId: search.range,
    ownerId: search.owner,
    read: search.read,
    from: isTime(from) ? new Date(from).toISOString() : undefined,
    until: period === undefined && isTime(search.until) ? new Date(search.until).toISOString() : undefined,
    cursor: search.cursor,
  })
}

/** Whether anything narrows the list; the owner and the page do not. */
export function isFiltered({ owner: _owner, cursor: _cursor, message: _message, ...filters }: MessagesSearch): boolean {
  return Object.keys(filters).length > 0
}

/** '2026-11-20T14:00' in the reader's zone, as a date field wants it; empty for no time. */
export function toLocalField(iso: string | undefined): string {
  if (!isTime(iso)) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export type HexLine = { offset: string; octets: string[]; ascii: string }

/** Sixteen octets a line, with what they are in ASCII; everything unprintable is a dot. */
export function hexLines(hex: string): HexLine[] {
  const octets = hex.match(/../g) ?? []
  const lines: HexLine[] = []
  for (let start = 0; start < octets.length; start += 16) {
    const slice = octets.slice(start, start + 16)
    const ascii = slice.map((octet) => {
      const code = Number.parseInt(octet, 16)
      return code >= 0x20 && code <= 0x7e ? String.fromCodePoint(code) : '.'
    })
    lines.push({ offset: start.toString(16).padStart(4, '0'), octets: slice, ascii: ascii.join('') })
  }
  return lines
}
