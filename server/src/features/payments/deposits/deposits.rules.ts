// The rules of deposits as pure functions: which state follows which, and what a deposit costs. It deliberately reads
// no clock and no table.
import type { depositStates } from '@inrange/contract/deposits'

export type DepositState = (typeof depositStates)[number]
export type DepositMode = 'address' | 'shared' | 'paypal'

const MICROS_PER_CENT = 10_000n
const BASIS_POINTS = 10_000n

/**
 * Which state may follow which. What is over may still be credited, or come before a person, since money comes when
 * its payer wants; what was credited ends only by being reversed.
 */
const moves: Readonly<Record<DepositState, readonly DepositState[]>> = {
  awaiting_payment: ['confirming', 'in_review', 'credited', 'cancelled', 'expired', 'failed'],
  confirming: ['awaiting_payment', 'in_review', 'credited', 'failed', 'cancelled', 'expired'],
  in_review: ['awaiting_payment', 'confirming', 'credited', 'failed'],
  expired: ['confirming', 'in_review', 'credited'],
  cancelled: ['confirming', 'in_review', 'credited'],
  failed: ['confirming', 'in_review', 'credited'],
  credited: ['reversed'],
  reversed: [],
}

export function mayMoveDeposit(from: DepositState, to: DepositState): boolean {
  return moves[from].includes(to)
}

/**
 * The fee of a deposit in micro-USD: none unless the method takes fees on deposits; half up to the cent, and always
 * less than the amount.
 */
export function depositFee(amountMicros: bigint, method: { feesOnDeposits: boolean; feeBasisPoints: number }): bigint {
  if (!method.feesOnDeposits) return 0n
  const exact = amountMicros * BigInt(method.feeBasisPoints)
  const unit = BASIS_POINTS * MICROS_PER_CENT
  return ((exact + unit / 2n) / unit) * MICROS_PER_CENT
}
