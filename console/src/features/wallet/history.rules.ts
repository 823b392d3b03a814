// The filters of the transaction history: an address as the query of a read. Pure.
import type { CallInput, CallOutput } from '../../lib/api.ts'
import { compact } from '../../lib/search.ts'
import type { WalletSearch } from './wallet.search.ts'

export type Transaction = CallOutput<'wallet.transactions'>['items'][number]
type Filters = NonNullable<CallInput<'wallet.transactions-export'>['query']>

export const types = ['deposit', 'withdrawal', 'earning'] as const
export const statuses = ['completed', 'pending', 'failed'] as const
export const methods = ['usdt', 'paypal'] as const
export const periods = ['week', 'month', 'quarter', 'year'] as const
const dayMs = 86_400_000
const periodDays = { week: 7, month: 30, quarter: 90, year: 365 }

/** What takes every filter out of the address, and begins at the first page. */
export const noFilters = {
  type: undefined,
  status: undefined,
  method: undefined,
  period: undefined,
  from: undefined,
  until: undefined,
  cursor: undefined,
} as const

/** Midnight in the reader's zone that begins the day 'yyyy-mm-dd', moved by days; nothing for what is no day. */
function midnight(day: string | undefined, movedDays = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '')?.map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined) return undefined
  const at = new Date(year, month - 1, date + movedDays)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** Both days of a span of one's own are part of it. */
export function filtersOf(search: WalletSearch, nowMs: number): Filters {
  const period = periods.find((name) => name === search.period)
  const isNamed = period !== undefined
  return compact({
    type: types.find((name) => name === search.type),
    status: statuses.find((name) => name === search.status),
    method: methods.find((name) => name === search.method),
    from: isNamed ? new Date(nowMs - periodDays[period] * dayMs).toISOString() : midnight(search.from),
    until: isNamed ? undefined : midnight(search.until, 1),
  })
}

export function isFiltered(search: WalletSearch): boolean {
  return Object.keys(filtersOf(search, 0)).length > 0
}
