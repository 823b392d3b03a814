// Two people edited the same range: what the other changed, and where both changed the same. Pure.
import { decimalToMicros } from '@inrange/contract/money'
import { numbersOf, formOf, type RangeForm } from './range-form.model.ts'
import { rangeText, type Range } from './ranges.figures.ts'

/** What is decided as one: the three parts of the numbers only make sense together. */
export const conflictFields = ['name', 'ownerId', 'isActive', 'numbers', 'rate', 'isTest'] as const
export type ConflictField = (typeof conflictFields)[number]
export type Conflict = {
  /** As the form began. */
  base: Range
  /** As it is stored now. */
  theirs: Range
  /** What was about to be saved. */
  yours: RangeForm
}
export type Difference = {
  field: ConflictField
  /** Whether both changed it, to something else. */
  isContested: boolean
}

function valueIn(form: RangeForm, field: ConflictField): string {
  if (field === 'numbers') return rangeText(numbersOf(form))
  if (field === 'rate') return String(decimalToMicros(form.rate.trim()) ?? form.rate)
  return String(form[field] ?? '').trim()
}

/** What somebody else changed since the form began, in the order of the form. */
export function differencesOf({ base, theirs, yours }: Conflict): Difference[] {
  const [before, now] = [formOf(base), formOf(theirs)]
  return conflictFields.flatMap((field) => {
    const [was, is, typed] = [valueIn(before, field), valueIn(now, field), valueIn(yours, field)]
    if (was === is) return []
    return [{ field, isContested: typed !== was && typed !== is }]
  })
}

type Values = Partial<RangeForm>

/** The values of a field as one side has it, to be put into the form. */
export function valuesOf(form: RangeForm, field: ConflictField): Values {
  if (field === 'numbers') {
    const { prefix, startNumber, endNumber } = form
    return { prefix, startNumber, endNumber }
  }
  return { [field]: form[field] }
}

/** What of the form becomes theirs at once: everything that they changed and this person did not. */
export function takenOver(conflict: Conflict): Values {
  const now = formOf(conflict.theirs)
  const taken = differencesOf(conflict).filter(({ isContested }) => !isContested)
  return Object.assign({}, ...taken.map(({ field }) => valuesOf(now, field)))
}
