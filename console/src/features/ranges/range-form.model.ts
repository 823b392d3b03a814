// The form of a range as data: what it starts with, what it says before the server is asked, and what is sent. Pure.
import { decimalToMicros } from '@inrange/contract/money'
import { rangeFault, rangeTotal, type RangeNumbers } from '@inrange/contract/ranges'
import { serverText } from '../../i18n/server-texts.ts'
import type { CallInput } from '../../lib/api.ts'
import { rangeText, type Range } from './ranges.figures.ts'

export type RangeForm = CallInput<'ranges.create'>['body']
export type RangeChange = NonNullable<CallInput<'ranges.update'>['body']>

/** What a form starts with; `range` is null for a new one. */
export function formOf(range: Range | null): Required<RangeForm> {
  return {
    name: range?.name ?? '',
    ownerId: range?.owner?.id ?? '',
    isActive: range?.isActive ?? true,
    prefix: range?.prefix ?? '',
    startNumber: range?.startNumber ?? '',
    endNumber: range?.endNumber ?? '',
    rate: rateText(range?.rate ?? null),
    isTest: range?.isTest ?? false,
  }
}

/** '0.0043' from '0.004300', as a person would type it. */
function rateText(rate: string | null): string {
  return rate === null ? '' : rate.replace(/\.?0+$/, '')
}

/** The numbers as the server will read them: a plus in front of the prefix and blanks around are not part of them. */
export function numbersOf({ prefix, startNumber, endNumber }: RangeNumbers): RangeNumbers {
  return { prefix: prefix.trim().replace(/^\+/, ''), startNumber: startNumber.trim(), endNumber: endNumber.trim() }
}

export type PreviewOfNumbers =
  | { kind: 'incomplete' }
  | { kind: 'faulty'; message: string }
  | { kind: 'sound'; numbers: RangeNumbers; total: bigint; text: string }

/** What can be said about typed numbers without the server. */
export function previewOf(typed: RangeNumbers): PreviewOfNumbers {
  const numbers = numbersOf(typed)
  if (numbers.prefix === '' || numbers.startNumber === '' || numbers.endNumber === '') return { kind: 'incomplete' }
  const fault = rangeFault(numbers)
  if (fault !== null) return { kind: 'faulty', message: serverText(fault.message) }
  return { kind: 'sound', numbers, total: rangeTotal(numbers), text: rangeText(numbers) }
}

function sameRate(before: string | null, after: string): boolean {
  return before !== null && decimalToMicros(before) === decimalToMicros(after.trim())
}

/** Only what differs from the stored range; null when nothing does. */
export function changeOf(range: Range, form: RangeForm): RangeChange | null {
  const numbers = numbersOf(form)
  const change: RangeChange = {
    ...(form.name.trim() === range.name ? {} : { name: form.name }),
    ...(numbers.prefix === range.prefix ? {} : { prefix: numbers.prefix }),
    ...(numbers.startNumber === range.startNumber ? {} : { startNumber: numbers.startNumber }),
    ...(numbers.endNumber === range.endNumber ? {} : { endNumber: numbers.endNumber }),
    ...(form.ownerId === range.owner?.id ? {} : { ownerId: form.ownerId }),
    ...(form.isActive === undefined || form.isActive === range.isActive ? {} : { isActive: form.isActive }),
    ...(form.isTest === undefined || form.isTest === range.isTest ? {} : { isTest: form.isTest }),
    ...(sameRate(range.rate, form.rate) ? {} : { rate: form.rate }),
  }
  return Object.keys(change).length === 0 ? null : change
}
