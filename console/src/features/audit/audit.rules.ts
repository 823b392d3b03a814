// The audit section's pure parts: its address as the query of a read, and what changed between before and after.
import type { CallInput, CallOutput } from '../../lib/api.ts'
import { compact } from '../../lib/search.ts'
import { factTexts } from './audit-facts.texts.ts'
import type { AuditSearch } from './audit.search.ts'

export type Entry = CallOutput<'audit.read'>
type Filters = NonNullable<CallInput<'audit.export'>['query']>

export const outcomes = ['done', 'refused', 'failed'] as const
export const periods = ['hour', 'day', 'week', 'month'] as const
const hourMs = 3_600_000
const periodMs = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs }

/** The filters that stand behind a button until they are used. */
export const rareFilters = ['subject', 'behalf', 'address', 'request'] as const
const filters = ['actor', 'action', 'outcome', 'period', 'from', 'until', ...rareFilters] as const

function timeOf(text: string | undefined): string | undefined {
  return text === undefined || Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString()
}

/** The read that an address asks for. What the server would refuse as no filter at all is left to it to refuse. */
export function filtersOf(search: AuditSearch, nowMs: number): Filters {
  const period = periods.find((name) => name === search.period)
  const isNow = period !== undefined
  return compact({
    actorId: search.actor,
    onBehalfOfId: search.behalf,
    subject: search.subject,
    action: search.action,
    outcome: outcomes.find((name) => name === search.outcome),
    address: search.address,
    requestId: search.request,
    from: isNow ? new Date(nowMs - periodMs[period]).toISOString() : timeOf(search.from),
    until: isNow ? undefined : timeOf(search.until),
  })
}

export function isFiltered(search: AuditSearch): boolean {
  return filters.some((name) => search[name] !== undefined)
}

/** What takes every filter out of the address, and begins at the first page. */
export const noFilters: Readonly<Record<(typeof filters)[number] | 'cursor', undefined>> = {
  actor: undefined,
  action: undefined,
  outcome: undefined,
  period: undefined,
  from: undefined,
  until: undefined,
  subject: undefined,
  behalf: undefined,
  address: undefined,
  request: undefined,
  cursor: undefined,
}

/** '2026-11-20T14:00' in the reader's zone, as a date field wants it; empty for no time. */
export function toLocalField(iso: string | undefined): string {
  const time = timeOf(iso)
  if (time === undefined) return ''
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** 'endedSessions' and 'ended_sessions' as 'Ended sessions'. */
export function words(name: string): string {
  const spaced = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

export type Fact = { kind: 'text' | 'flag' | 'number' | 'time' | 'id' | 'none'; text: string }
/** One line of a difference: a fact with what it was and what it became. Undefined: there was no such fact. */
export type Change = {
  key: string
  name: string
  before: Fact | undefined
  after: Fact | undefined
  isSame: boolean
}

const idText = /^[a-z]{3}_[0-9a-z]{20,}$|^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const timeText = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/

function factOf(value: unknown): Fact {
  if (value === null || value === undefined || value === '') return { kind: 'none', text: '' }
  if (typeof value === 'boolean') return { kind: 'flag', text: value ? 'yes' : 'no' }
  if (typeof value === 'number') return { kind: 'number', text: String(value) }
  if (typeof value !== 'string') return { kind: 'text', text: JSON.stringify(value) }
  if (idText.test(value)) return { kind: 'id', text: value }
  return { kind: timeText.test(value) ? 'time' : 'text', text: value }
}

type Path = readonly string[]

/** Every fact below a value, by its path; a list of plain values is one fact. */
function factsOf(value: unknown, path: Path): [Path, Fact][] {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return [[path, factOf(value.length === 0 ? '' : value.map(String).join(', '))]]
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => factsOf(inner, [...path, name]))
  }
  return [[path, factOf(value)]]
}

function nameOf(path: Path): string {
  const nameIn = (name: string) => (factTexts.has(name) ? factTexts(name) : words(name))
  return path.length === 0 ? factTexts('value') : path.map(nameIn).join(' › ')
}

/** By a key that tells paths apart whose names read alike. */
function factsByKey(value: unknown): Map<string, { path: Path; fact: Fact }> {
  const facts = value === null || value === undefined ? [] : factsOf(value, [])
  return new Map(facts.map(([path, fact]) => [JSON.stringify(path), { path, fact }]))
}

/** The difference as lines, changed ones first, each group in the order of the facts. Empty when nothing was kept. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [former, later] = [factsByKey(before), factsByKey(after)]
  const changes = [...new Map([...former, ...later])].map(([key, { path }]) => {
    const [was, is] = [former.get(key)?.fact, later.get(key)?.fact]
    return { key, name: nameOf(path), before: was, after: is, isSame: was !== undefined && was.text === is?.text }
  })
  return [...changes.filter(({ isSame }) => !isSame), ...changes.filter(({ isSame }) => isSame)]
}
