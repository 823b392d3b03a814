// The sentences and small decisions of ranges. Pure: no database, no clock. The rules of the numbers themselves are
// in the contract, because the form checks them too.
import { AppError } from '@inrange/contract/errors'
import { fromApiId } from '@inrange/contract/ids'
import { formatRate } from '@inrange/contract/money'
import type { RangeRow } from './ranges.queries.ts'
import type { RangeChange } from './update-range.ts'

export type Overlap = { id: string; name: string; numbers: bigint }

/** '447700900000 - 447700900999', as every screen shows a block. */
export function rangeText(range: { prefix: string; startNumber: string; endNumber: string }): string {
  return `${range.prefix}${range.startNumber} - ${range.prefix}${range.endNumber}`
}

/**
 * 'These numbers overlap UK Mobile 01 by 120 numbers.'
 * @param overlaps the first ones, by their first number; may be empty when the other range has gone meanwhile
 * @param total how many there are
 */
export function overlapSentence(overlaps: readonly Overlap[], total: number): string {
  const [first] = overlaps
  if (!first) return 'These numbers overlapped another range a moment ago. Try again.'
  const others = total > 1 ? `, and ${counted(BigInt(total - 1), 'other range')}` : ''
  return `These numbers overlap ${first.name} by ${counted(first.numbers, 'number')}${others}.`
}

function counted(count: bigint, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1n ? '' : 's'}`
}

/** The text of a search as a pattern for LIKE in which only our own wildcards mean something. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * The digits that a person typed as a number or part of one ('+44 7700 900123'), or null when the text is something
 * else.
 */
export function searchedDigits(text: string): string | null {
  const compact = text.replace(/[\s().-]/g, '').replace(/^\+/, '')
  return /^\d{1,15}$/.test(compact) ? compact : null
}

/**
 * The key of the last range of a page.
 * @throws AppError invalid_request when the second part is no range id
 */
export function cursorKey(parts: readonly string[] | null): { name: string; rangeId: string } | null {
  if (parts === null) return null
  const rangeId = fromApiId('range', parts[1] ?? '')
  if (rangeId !== null) return { name: parts[0] ?? '', rangeId }
  throw new AppError('invalid_request', {
    fields: { cursor: 'This cursor is not one of ours; start from the first page.' },
  })
}

type EditedField = Exclude<keyof RangeChange, 'version'>

/** What a range has now, by the names under which an edit asks for it. */
export function storedValues(row: RangeRow): [EditedField, string | bigint | boolean | null][] {
  return [
    ['name', row.name],
    ['prefix', row.prefix],
    ['startNumber', row.startNumber],
    ['endNumber', row.endNumber],
    ['ownerId', row.ownerId],
    ['isActive', row.isActive],
    ['isTest', row.isTest],
    ['rate', row.rateMicros],
  ]
}

/** The same, as a person reads it in a sentence. */
export function shownValue(name: EditedField, value: string | bigint | boolean | null, row: RangeRow): string {
  if (name === 'ownerId') return row.ownerUsername ?? 'nobody'
  if (typeof value === 'bigint') return formatRate(value)
  if (name === 'isActive') return value === true ? 'active' : 'inactive'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value === null ? 'nothing' : `“${value}”`
}

/** '2026-11-22 02:10 UTC' */
export function utcMinute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
