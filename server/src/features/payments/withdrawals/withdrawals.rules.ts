// What is decided about withdrawals, from facts alone. Pure. Guarantees that a fee is computed in one place, to the
// cent, and that a limit, a rest and an approval are judged by the same sentences wherever they are met. The database
// refuses on its own what must never be: an illegal move, an approval that is missing, an overdraft.
import { formatUsd, MICROS_PER_USD } from '@inrange/contract/money'
import type { ErrorCode } from '@inrange/contract/errors'
import type { MethodKind } from '@inrange/contract/payment-kinds'
import type { WithdrawalState } from '@inrange/contract/withdrawals'
import type { Settings } from '../../settings/settings.public.ts'

type WithdrawalSettings = Settings['withdrawals']
export type Fault = { code: ErrorCode; message: string }

const MICROS_PER_CENT = 10_000n
const BASIS_POINTS = 10_000n
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The law of moves; `withdrawal_transitions` says the same, and a test compares both. */
export const transitions = {
  requested: ['in_review', 'approved', 'cancelled', 'rejected'],
  in_review: ['approved', 'cancelled', 'rejected'],
  approved: ['sending', 'sent', 'cancelled', 'needs_attention'],
  sending: ['sent', 'unclaimed', 'completed', 'failed', 'returned', 'needs_attention', 'approved'],
  sent: ['completed', 'unclaimed', 'failed', 'returned', 'needs_attention'],
  unclaimed: ['completed', 'returned', 'failed', 'needs_attention'],
  needs_attention: ['sent', 'completed', 'failed', 'approved'],
  // PayPal may take back what it had paid.
  completed: ['returned'],
  rejected: [],
  cancelled: [],
  failed: [],
  returned: [],
} as const satisfies Readonly<Record<WithdrawalState, readonly WithdrawalState[]>>

/** The steps of the queue, as people work through them. */
export const statesOfStep = {
  approval: ['requested', 'in_review'],
  payment: ['approved'],
  progress: ['sending', 'sent', 'unclaimed'],
  attention: ['needs_attention'],
  completed: ['completed'],
  over: ['rejected', 'cancelled', 'failed', 'returned'],
} as const satisfies Readonly<Record<string, readonly WithdrawalState[]>>
export type QueueStep = keyof typeof statesOfStep

/** A user may take back what nobody has agreed to; after that an operator may be sending it already. */
export function mayCancel(state: WithdrawalState): boolean {
  return state === 'requested' || state === 'in_review'
}

/** Percent in basis points of the gross amount, rounded half up to the cent. 10 basis points are 0.1 %. */
export function feeMicrosOf(grossMicros: bigint, feeBasisPoints: number): bigint {
  const scale = BASIS_POINTS * MICROS_PER_CENT
  const cents = (2n * grossMicros * BigInt(feeBasisPoints) + scale) / (2n * scale)
  return cents * MICROS_PER_CENT
}

/** The part of the first amount that is below the method's and the setting's minimum, as a fault. */
export function minimumFault(
  grossMicros: bigint,
  facts: { methodMinimumMicros: bigint; settings: WithdrawalSettings },
): Fault | null {
  const setMicros = usd(facts.settings.minimumUsd)
  const leastMicros = setMicros > facts.methodMinimumMicros ? setMicros : facts.methodMinimumMicros
  if (grossMicros >= leastMicros) return null
  return { code: 'amount_too_small', message: `A withdrawal is at least ${formatUsd(leastMicros)}.` }
}

export type Day = { requests: number; amountMicros: bigint }

/**
 * Why an amount is over a limit, or null.
 * @param facts.ownerDay what the owner has asked for today (UTC), this request not yet in it; `platformDay` the same of
 * everybody
 */
export function limitFault(
  grossMicros: bigint,
  facts: { settings: WithdrawalSettings; ownerDay: Day; platformDay: Day },
): Fault | null {
  const { settings, ownerDay, platformDay } = facts
  const over = (message: string): Fault => ({ code: 'limit_exceeded', message })
  if (grossMicros > usd(settings.perRequestUsd)) {
    return over(`At most ${formatUsd(usd(settings.perRequestUsd))} can be withdrawn at a time.`)
  }
  if (ownerDay.requests >= settings.perUserDayRequests) {
    return over(`You have asked ${times(ownerDay.requests)} today. You may ask again after 00:00 UTC.`)
  }
  const ownLeftMicros = left(usd(settings.perUserDayUsd), ownerDay.amountMicros)
  if (grossMicros > ownLeftMicros) {
    return over(`You may ask for ${formatUsd(ownLeftMicros)} more today; a new day begins at 00:00 UTC.`)
  }
  // What everybody together has asked for is nobody's business.
  if (grossMicros > left(usd(settings.platformDayUsd), platformDay.amountMicros)) {
    return over('No more withdrawals of this size are taken today. Try again after 00:00 UTC.')
  }
  return null
}

/** Why an account may not withdraw yet, or null. */
export function restFault(facts: {
  settings: WithdrawalSettings
  accountCreatedAt: Date
  /** The last change of password, email address or factors. */
  changedAt: Date | null
  now: Date
}): Fault | null {
  const { settings, accountCreatedAt, changedAt, now } = facts
  const oldEnoughAt = new Date(accountCreatedAt.getTime() + settings.accountHours * HOUR_MS)
  if (now < oldEnoughAt) {
    return {
      code: 'account_resting',
      message: `A new account may withdraw from ${utcMinute(oldEnoughAt)} on.`,
    }
  }
  const restsUntil = changedAt === null ? null : new Date(changedAt.getTime() + settings.changeHours * HOUR_MS)
  if (restsUntil === null || now >= restsUntil) return null
  return {
    code: 'account_resting',
    message: `How you sign in was changed, so withdrawals rest until ${utcMinute(restsUntil)}.`,
  }
}

/**
 * Why this much is not available for this way out, or null.
 * @param facts.boundToPaypalMicros what PayPal brought lately and has not left to PayPal again
 */
export function availableFault(
  grossMicros: bigint,
  facts: { availableMicros: bigint; deficitMicros: bigint; boundToPaypalMicros: bigint; kind: MethodKind },
): Fault | null {
  const refuse = (message: string): Fault => ({ code: 'amount_not_available', message })
  const { availableMicros, deficitMicros, boundToPaypalMicros, kind } = facts
  if (deficitMicros > 0n) {
    return refuse(
      `A deposit was taken back after it had been spent: ${formatUsd(deficitMicros)} has to be earned first.`,
    )
  }
  if (grossMicros > availableMicros) {
    return refuse(`${formatUsd(availableMicros)} is ready for withdrawal.`)
  }
  if (kind === 'paypal' || boundToPaypalMicros === 0n) return null
  const freeMicros = left(availableMicros, boundToPaypalMicros)
  if (grossMicros <= freeMicros) return null
  return refuse(
    `${formatUsd(boundToPaypalMicros)} came by PayPal and may leave only to PayPal for now; ` +
      `${formatUsd(freeMicros)} may leave this way.`,
  )
}

/** Why a destination may not be used now, or null. */
export function destinationFault(
  destination: { kind: MethodKind; usableFrom: Date; removedAt: Date | null },
  facts: { methodKind: MethodKind; now: Date },
): Fault | null {
  if (destination.removedAt !== null) {
    return { code: 'destination_refused', message: 'This destination was removed. Choose another.' }
  }
  if (destination.kind !== facts.methodKind) {
    return { code: 'destination_refused', message: 'This destination is of another way to pay.' }
  }
  if (facts.now >= destination.usableFrom) return null
  return {
    code: 'destination_resting',
    message: `This destination is new. It may be used from ${utcMinute(destination.usableFrom)} on.`,
  }
}

export function pauseFault(settings: WithdrawalSettings): Fault | null {
  return settings.isPaused
    ? { code: 'withdrawals_paused', message: 'Withdrawals are paused for everybody at the moment.' }
    : null
}

/** Of money that PayPal brought since then it says where it may leave to. */
export function paypalBoundSince(settings: WithdrawalSettings, now: Date): Date {
  return new Date(now.getTime() - settings.paypalOnlyDays * DAY_MS)
}

/** What somebody who decides should see first. */
export function flagsOf(facts: {
  grossMicros: bigint
  settings: WithdrawalSettings
  hasCompletedBefore: boolean
  isDestinationShared: boolean
  hasDeposited: boolean
  hasEarned: boolean
}): string[] {
  const isLarge = facts.grossMicros >= usd(facts.settings.secondPersonUsd)
  return [
    ...(isLarge && !facts.hasCompletedBefore ? ['The first withdrawal, and a large one'] : []),
    ...(facts.isDestinationShared ? ['Another user has this destination too'] : []),
    ...(facts.hasDeposited && !facts.hasEarned ? ['Deposited, and never earned anything'] : []),
  ]
}

/** How many people have to say yes: none below the automatic limit where nothing is odd, two from the second on. */
export function approvalsNeededFor(
  grossMicros: bigint,
  facts: { settings: WithdrawalSettings; flags: readonly string[] },
): 0 | 1 | 2 {
  const { settings, flags } = facts
  if (grossMicros >= usd(settings.secondPersonUsd)) return 2
  return grossMicros < usd(settings.autoApproveUsd) && flags.length === 0 ? 0 : 1
}

export type Held = { heldReason: string | null; heldUntil: Date | null }

/** Whether it is held back now; one that was held until some time goes on by itself after it. */
export function isHeld({ heldReason, heldUntil }: Held, now: Date): boolean {
  return heldReason !== null && (heldUntil === null || heldUntil > now)
}

/** Why this person may not say yes, or null. */
export function approverFault(facts: {
  ownerId: string
  personId: string
  /** Who has said the same before. */
  approverIds: readonly string[]
}): Fault | null {
  if (facts.personId === facts.ownerId) {
    return { code: 'other_person_needed', message: 'This is your own withdrawal. Somebody else decides about it.' }
  }
  if (!facts.approverIds.includes(facts.personId)) return null
  return { code: 'other_person_needed', message: 'You have said yes already. A second person has to as well.' }
}

/** 2026-01-31 23:59 UTC: whoever reads it may be anywhere. */
export function utcMinute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** The day of a moment in UTC, by which limits are counted. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

export function usd(dollars: number): bigint {
  return BigInt(dollars) * MICROS_PER_USD
}

function left(limitMicros: bigint, usedMicros: bigint): bigint {
  return usedMicros >= limitMicros ? 0n : limitMicros - usedMicros
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
