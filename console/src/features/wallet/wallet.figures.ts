// What the wallet's figures say about each other, as pure functions over the decimal texts of the API. Money is
// compared and added in whole micro-USD, never as a float.
import { decimalToMicros, microsToDecimal } from '@inrange/contract/money'
import type { CallOutput } from '../../lib/api.ts'

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
