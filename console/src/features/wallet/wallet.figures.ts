// What the wallet's figures say about each other, as pure functions over the decimal texts of the API. Money is
// compared and added in whole micro-USD, never as a float.
import { decimalToMicros, microsToDecimal } from '@inrange/contract/money'
import type { CallOutput } from '../../lib/api.ts'
import { formatMoney } from '../../lib/format.ts'

export type Wallet = CallOutput<'wallet.read'>
export type EarningLine = CallOutput<'wallet.earnings'>['items'][number]
export type Settlement = CallOutput<'wallet.settlement'>

const hourMs = 3_600_000

function microsOf(decimal: string): bigint {
  return decimalToMicros(decimal) ?? 0n
}

export function isNothing(decimal: string): boolean {
  return microsOf(decimal) === 0n
}

/**
 * Whether what is earned and not yet settled fell: the one thing that lowers it is a settlement, which changes the
 * other balances and the history too.
 */
export function wasSettled(former: string, next: string): boolean {
  return microsOf(next) < microsOf(former)
}

/** The end of the hour that is open now, when what it earned is settled. Hours are whole hours of UTC. */
export function openHourEnd(nowMs: number): string {
  return new Date((Math.floor(nowMs / hourMs) + 1) * hourMs).toISOString()
}

/** The sum of the lines, and whether it is to the last micro-USD what the settlement moved. */
export function sumLines({ amount, lines }: Pick<Settlement, 'amount' | 'lines'>): { sum: string; agrees: boolean } {
  const sum = lines.reduce((total, line) => total + microsOf(line.amount), 0n)
  return { sum: microsToDecimal(sum), agrees: sum === microsOf(amount) }
}

/** Whether a line starts another hour than the line above it, so that an hour of several ranges is written once. */
export function startsHour(lines: readonly Pick<EarningLine, 'hour'>[], index: number): boolean {
  return lines[index]?.hour !== lines[index - 1]?.hour
}

/**
 * '+$1,234.56' and '78': dollars and cents, and what is below a cent without its last zeros, so that exact amounts are
 * still read at a glance. A minus is a minus sign (U+2212); a plus is written when asked for.
 */
export function exactParts(decimal: string, withPlus = false): { dollars: string; rest: string } {
  const micros = microsOf(decimal)
  const magnitude = micros < 0n ? -micros : micros
  const sign = micros < 0n ? '\u2212' : withPlus ? '+' : ''
  const rest = (magnitude % 10_000n).toString().padStart(4, '0').replace(/0+$/, '')
  return { dollars: `${sign}${formatMoney(microsToDecimal(magnitude))}`, rest }
}
