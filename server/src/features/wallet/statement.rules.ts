// What a statement says: the words for each kind of movement, one line for what came in a row, and sums that add up to
// the last micro-USD. Pure. A statement is about what an owner has, available and held together: money that is only
// put aside or given back is no movement of it, and neither is money that still matures.
import { microsToDecimal } from '@inrange/contract/money'
import { invariant } from '../../platform/invariant.ts'

/** The codes that change what an owner has, in the order in which a statement lists them: one entry, all of them. */
const labels = {
  earning_matured: ['Earnings', 'Earnings that matured'],
  deposit: ['Deposit', 'Deposits'],
  deposit_fee: ['Deposit fee', 'Deposit fees'],
  deposit_fee_reversed: ['Deposit fee given back', 'Deposit fees given back'],
  deposit_reversed: ['Deposit reversed', 'Deposits reversed'],
  hold_settled: ['Withdrawal', 'Withdrawals, fees included'],
  payout_returned: ['Withdrawal came back', 'Withdrawals that came back'],
  deficit_recovered: ['Settled what was owed', 'Settled what was owed'],
  case_forfeited: ['Taken back after a review', 'Taken back after a review'],
} as const
type MovementCode = keyof typeof labels
const order = Object.keys(labels) as MovementCode[]

function isMovement(code: string): code is MovementCode {
  return code in labels
}

/** Of one entry. */
export function labelOf(code: string): string {
  return wordsOf(code)[0]
}

/** Of all entries of a kind. */
export function sumLabelOf(code: string): string {
  return wordsOf(code)[1]
}

function wordsOf(code: string) {
  invariant(isMovement(code), `A statement has a word for ${code}`)
  return labels[code]
}

export type Movement = { code: string; amountMicros: bigint; entries: number }
/** `amountMicros` has its sign. */
export type Entry = { id: string; at: Date; code: string; description: string; amountMicros: bigint }
export type BalancedEntry = Entry & { balanceMicros: bigint }

/** In the order in which they are listed, whatever order they came in. */
export function orderMovements(movements: readonly Movement[]): Movement[] {
  return movements.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function placeOf({ code }: Movement): number {
  return order.findIndex((known) => known === code)
}

/** What an owner had after everything of the period. */
export function closingOf(openingMicros: bigint, movements: readonly Movement[]): bigint {
  return movements.reduce((sum, { amountMicros }) => sum + amountMicros, openingMicros)
}

/** Each entry with what the owner had after it; in the order given. */
export function balance(entries: readonly Entry[], openingMicros: bigint): BalancedEntry[] {
  let balanceMicros = openingMicros
  return entries.map((entry) => ({ ...entry, balanceMicros: (balanceMicros += entry.amountMicros) }))
}

export type Line = { at: Date; label: string; description: string; amountMicros: bigint; balanceMicros: bigint }

/**
 * Entries as lines to read: earnings of one day (UTC) that follow each other without anything between them are one,
 * since they become available hour by hour. At most `linesMax`; the rest is one last line, so that the lines still add
 * up.
 */
export function linesOf(entries: readonly BalancedEntry[], linesMax: number): Line[] {
  const lines: (Line & { code: string; entries: number })[] = []
  for (const entry of entries) {
    const former = lines.at(-1)
    if (former && entry.code === 'earning_matured' && former.code === entry.code && isSameDay(former.at, entry.at)) {
      former.entries += 1
      former.at = entry.at
      former.amountMicros += entry.amountMicros
      former.balanceMicros = entry.balanceMicros
      former.description = `${former.entries} hours`
    } else {
      const label = labelOf(entry.code)
      lines.push({ ...entry, label, description: entry.description, entries: 1 })
    }
  }
  return cut(lines, linesMax)
}

function cut(lines: readonly Line[], linesMax: number): Line[] {
  if (lines.length <= linesMax) return [...lines]
  const shown = lines.slice(0, linesMax - 1)
  const rest = lines.slice(linesMax - 1)
  const last = rest.at(-1)
  invariant(last, 'Some are left when there are too many')
  const amountMicros = rest.reduce((sum, line) => sum + line.amountMicros, 0n)
  const label = `${rest.length} more lines`
  return [...shown, { ...last, label, description: 'The CSV file lists each of them.', amountMicros }]
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toISOString().slice(0, 10) === other.toISOString().slice(0, 10)
}

/** '2026-03' from its first moment to the first of the next (UTC). */
export function periodOf(month: string): { from: Date; until: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: new Date(Date.UTC(year, number - 1, 1)), until: new Date(Date.UTC(year, number, 1)) }
}

export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** The months from one to the other, both included, newest first; at most `monthsMax`. */
export function monthsBetween(first: Date, last: Date, monthsMax: number): string[] {
  const months: string[] = []
  for (let at = periodOf(monthOf(last)).from; months.length < monthsMax;) {
    const month = monthOf(at)
    if (month < monthOf(first)) break
    months.push(month)
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1))
  }
  return months
}

const monthNames = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** 'March 2026' */
export function monthText(month: string): string {
  return monthNames.format(periodOf(month).from)
}

/**
 * '+$1,234.56' and '0000': dollars and cents, and the four places below them, so that amounts add up on paper and are
 * still read at a glance. A minus is a minus sign (U+2212).
 */
export function moneyParts(micros: bigint, withSign: boolean): { dollars: string; rest: string } {
  const [whole = '0', places = ''] = microsToDecimal(micros < 0n ? -micros : micros).split('.')
  const sign = micros < 0n ? '\u2212' : withSign && micros > 0n ? '+' : ''
  const dollars = `${sign}$${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}.${places.slice(0, 2)}`
  return { dollars, rest: places.slice(2) }
}
