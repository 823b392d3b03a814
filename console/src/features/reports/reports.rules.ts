// From the address of Reports to what is asked of the server, and what goes with what. Pure.
import type { CdrFigure, CdrGroup, ReportPeriod } from '@inrange/contract/reports'
import type { CallInput, CallOutput } from '../../lib/api.ts'
import { compact, isDay } from '../../lib/search.ts'
import type { ReportsSearch } from './reports.search.ts'

export type ReportRequest = NonNullable<CallInput<'reports.cdr'>['body']>
export type ExportJob = CallOutput<'exports.read'>
export type Schedule = CallOutput<'schedules.list'>['items'][number]
export type MadeRequest = ExportJob['request']

export const tabs = ['report', 'exports', 'schedules', 'statements'] as const
export type ReportTab = (typeof tabs)[number]

export const periods = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_year',
  'last_year',
  'last_12_months',
  'custom',
] as const satisfies readonly ReportPeriod[]
const groups = [
  'day',
  'range',
  'country',
  'sender',
  'carrier',
  'user',
  'message',
] as const satisfies readonly CdrGroup[]
export const figures = ['messages', 'segments', 'earned', 'rate', 'share'] as const satisfies readonly CdrFigure[]
export const formats = ['csv', 'xlsx', 'json', 'ndjson'] as const

/** As the contract has them; its own file would bring all schemas along. A test compares. */
export const rowsMax = 10_000_000
export const linesMax = 50_000

export type Filter = 'range' | 'user' | 'sender'

/** A link to an export or to a schedule, such as of a notification, shows where it is. */
export function tabOf({ tab, export: exported, schedule, dialog }: ReportsSearch): ReportTab {
  const named = tabs.find((name) => name === tab)
  if (named !== undefined) return named
  if (exported !== undefined) return 'exports'
  return schedule !== undefined && dialog === undefined ? 'schedules' : 'report'
}

/** What a report can be narrowed down by; what no figures are kept for is not offered. */
export function filtersOf(group: CdrGroup, isAdmin: boolean): Filter[] {
  const possible: Record<CdrGroup, Filter[]> = {
    day: ['range', 'user', 'sender'],
    range: ['range', 'user'],
    country: ['range', 'user'],
    sender: ['user', 'sender'],
    carrier: [],
    user: ['range', 'user', 'sender'],
    message: ['range', 'user', 'sender'],
  }
  return possible[group].filter((name) => isAdmin || name !== 'user')
}

export function groupsOf(isAdmin: boolean): CdrGroup[] {
  return groups.filter((name) => isAdmin || (name !== 'carrier' && name !== 'user'))
}

/** The request that an address stands for; anything unusable in it gives way to the default. */
export function requestOf(search: ReportsSearch, { isAdmin, zone }: { isAdmin: boolean; zone: string }) {
  const groupBy = groupsOf(isAdmin).find((name) => name === search.group) ?? 'day'
  const period = periods.find((name) => name === search.period) ?? 'last_30_days'
  const offered = filtersOf(groupBy, isAdmin)
  const chosen = search.columns?.split(',')
  const columns = figures.filter((name) => chosen === undefined || chosen.includes(name))
  const isCustom = period === 'custom'
  const given = (name: Filter) => (offered.includes(name) ? search[name] : undefined)
  const narrowed = compact({
    from: isCustom && isDay(search.from) ? search.from : undefined,
    to: isCustom && isDay(search.to) ? search.to : undefined,
    rangeId: given('range'),
    userId: given('user'),
    sender: given('sender'),
    figures: columns.length === 0 || columns.length === figures.length ? undefined : columns,
  })
  return { period, zone: search.zone ?? zone, groupBy, ...narrowed } satisfies ReportRequest
}

/** The address that shows a report again. */
export function searchOf(request: Extract<MadeRequest, { kind: 'cdr' }>): ReportsSearch {
  return compact({
    period: request.period,
    from: request.from,
    to: request.to,
    zone: request.zone,
    group: request.groupBy,
    range: request.rangeId,
    user: request.userId,
    sender: request.sender,
    columns: request.figures?.join(','),
  })
}

export function isUnderWay({ state }: ExportJob): boolean {
  return state === 'queued' || state === 'running'
}

/** From 0 to 1; null where nobody knows before it is done. What is not done is never shown as done. */
export function shareOf({ state, rows, estimatedRows }: ExportJob): number | null {
  if (state === 'done') return 1
  if (state === 'queued') return 0
  if (estimatedRows === null || estimatedRows === 0) return null
  return Math.min(0.99, rows / estimatedRows)
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** The unit in which a size is read, and how many of it. */
export function sizeIn(octets: number): { value: number; unit: (typeof units)[number] } {
  let value = octets
  let index = 0
  while (value >= 1_000 && index < units.length - 1) {
    value /= 1_000
    index += 1
  }
  return { value, unit: units[index] ?? 'byte' }
}

/** The request of an export or a schedule as it can be sent again. */
export function repeatable(request: MadeRequest): CallInput<'exports.create'>['body'] {
  return request
}

/** Days of the last month, so that two empty fields begin with something. */
export function lastDays(nowMs: number): { from: string; to: string } {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { from: day(nowMs - 29 * 86_400_000), to: day(nowMs) }
}
