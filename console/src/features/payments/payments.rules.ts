// Payment Settings' pure parts: how wallet addresses are cut into groups, and which read the address of the page
// asks for.
import type { CallInput, CallOutput } from '../../lib/api.ts'
import { compact } from '../../lib/search.ts'
import type { PaymentsSearch } from './payments.search.ts'

export type Method = CallOutput<'payment-methods.list'>['items'][number]
export type MethodKind = Method['kind']
export type PaymentTransaction = CallOutput<'payments.transactions'>['items'][number]
type Filters = NonNullable<CallInput<'payments.transactions-export'>['query']>

export const tabs = ['methods', 'transactions', 'withdrawals', 'reviews', 'books'] as const
export type Tab = (typeof tabs)[number]

export const transactionTypes = ['deposit', 'withdrawal', 'earning'] as const
export const transactionStatuses = ['completed', 'pending', 'failed'] as const
export const methodTypes = ['usdt', 'paypal'] as const

const groupChars = 4

/**
 * '0x' or 'T' stays with its first group; then four by four, so that two screens can be compared: ['0xdAC1', '7F95', …].
 */
export function groupsOf(address: string): string[] {
  const prefix = address.startsWith('0x') ? 2 : 0
  const groups: string[] = []
  let start = 0
  while (start < address.length) {
    const end = start === 0 ? prefix + groupChars : start + groupChars
    groups.push(address.slice(start, end))
    start = end
  }
  // A last group of one letter is lost beside the others.
  const last = groups.at(-1)
  const before = groups.at(-2)
  if (last?.length === 1 && before !== undefined) groups.splice(-2, 2, before + last)
  return groups
}

/** An address of a list, where the whole would not fit: its first and last letters, as people compare them. */
export function shortOf(address: string): string {
  const ends = 6
  return address.length <= ends * 2 + 3 ? address : `${address.slice(0, ends)}…${address.slice(-ends)}`
}

function timeOf(text: string | undefined): string | undefined {
  return text === undefined || Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString()
}

/** The read that an address asks for; a word that is no such filter is none. */
export function filtersOf(search: PaymentsSearch): Filters {
  return compact({
    type: transactionTypes.find((name) => name === search.type),
    status: transactionStatuses.find((name) => name === search.status),
    method: methodTypes.find((name) => name === search.method),
    userId: search.user,
    from: timeOf(search.from),
    until: timeOf(search.until),
  })
}

const filterNames = ['type', 'status', 'method', 'user', 'from', 'until'] as const

export function isFiltered(search: PaymentsSearch): boolean {
  return filterNames.some((name) => search[name] !== undefined)
}

/** What takes every filter out of the address, and begins at the first page. */
export const noFilters: Readonly<Record<(typeof filterNames)[number] | 'cursor', undefined>> = {
  type: undefined,
  status: undefined,
  method: undefined,
  user: undefined,
  from: undefined,
  until: undefined,
  cursor: undefined,
}

/** '2026-11-20' of a day's first moment, as a date field wants it; empty for no time. In UTC, as statements are. */
export function dayField(iso: string | undefined): string {
  return timeOf(iso)?.slice(0, 10) ?? ''
}

const dayMs = 86_400_000

/** The last day that a period until `iso` (exclusive) holds. */
export function lastDayField(iso: string | undefined): string {
  const time = timeOf(iso)
  return time === undefined ? '' : new Date(Date.parse(time) - dayMs).toISOString().slice(0, 10)
}

export function dayStart(day: string): string | undefined {
  return day === '' ? undefined : timeOf(`${day}T00:00:00.000Z`)
}

export function dayEnd(day: string): string | undefined {
  const start = dayStart(day)
  return start === undefined ? undefined : new Date(Date.parse(start) + dayMs).toISOString()
}

/** 'first_large' as 'First large'; a sentence stays as it is. */
export function flagText(flag: string): string {
  if (!/^[a-z0-9]+([_-][a-z0-9]+)*$/.test(flag)) return flag
  const spaced = flag.replaceAll(/[_-]+/g, ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
