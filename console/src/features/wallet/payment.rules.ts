// What the dialogs of deposits and withdrawals decide without asking anybody: whether an amount can be meant, how far a
// payment has come, and which step a refusal belongs to. Pure; the server decides everything again.
import { decimalToMicros } from '@inrange/contract/money'
import type { CallOutput } from '../../lib/api.ts'
import { formatMoney } from '../../lib/format.ts'

export type Deposit = CallOutput<'deposits.read'>
export type Withdrawal = CallOutput<'withdrawals.read'>
export type Destination = CallOutput<'destinations.list'>['items'][number]
export type Method = CallOutput<'payment-methods.available'>['items'][number]
export type Prepared = CallOutput<'withdrawals.prepare'>

export function microsOf(decimal: string): bigint {
  return decimalToMicros(decimal) ?? 0n
}

/** The larger of two amounts. */
export function largerOf(one: string, other: string): string {
  return microsOf(one) >= microsOf(other) ? one : other
}

export type AmountFault = { kind: 'unreadable' | 'too_small' | 'too_large'; bound: string }

/** As typed: '25', '25.5' or '25.50'; a comma, a sign or a third decimal cannot be meant for sure. */
export function amountFault(
  text: string,
  bounds: { minimum: string; available?: string | undefined },
): AmountFault | null {
  const typed = text.trim()
  const micros = /^\d{1,9}(\.\d{1,2})?$/.test(typed) ? decimalToMicros(typed) : null
  if (micros === null || micros === 0n) return { kind: 'unreadable', bound: '' }
  if (micros < microsOf(bounds.minimum)) return { kind: 'too_small', bound: formatMoney(bounds.minimum) }
  if (bounds.available !== undefined && micros > microsOf(bounds.available))
    return { kind: 'too_large', bound: formatMoney(bounds.available) }
  return null
}

/** '1234.56' from '1234.567800': all whole cents of it, as a field takes them. */
export function wholeCents(decimal: string): string {
  const cents = microsOf(decimal) / 10_000n
  return cents <= 0n ? '0.00' : `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}

export type StepState = 'done' | 'now' | 'ahead' | 'stopped'
export type Step<K extends string> = { key: K; state: StepState }

/** The steps of one line, of which the one at `at` goes on now; what `isStopped` never goes further. */
function line<const K extends string>(keys: readonly K[], at: number, isStopped: boolean): Step<K>[] {
  return keys.map((key, index) => ({
    key,
    state: index < at ? 'done' : index > at ? 'ahead' : isStopped ? 'stopped' : 'now',
  }))
}

/** announced → seen → confirmed → credited; PayPal has nothing to confirm. */
export function stepsOfDeposit({ state, mode, txHash, confirmations }: Deposit) {
  const isOver = state === 'cancelled' || state === 'expired' || state === 'failed' || state === 'reversed'
  if (mode === 'paypal') {
    const at = { awaiting_payment: 0, confirming: 1, in_review: 1, credited: 3 }[state as 'credited'] ?? 0
    return line(['announced', 'paid', 'credited'], at, isOver)
  }
  const isSeen = confirmations !== null || (isOver && txHash !== null && state !== 'cancelled' && state !== 'expired')
  const at = state === 'credited' ? 4 : state === 'confirming' || state === 'in_review' || isSeen ? 2 : 1
  return line(['announced', 'seen', 'confirmed', 'credited'], state === 'reversed' ? 3 : at, isOver)
}

/** requested → approved → sent → completed. */
export function stepsOfWithdrawal({ state, sentAt }: Withdrawal) {
  const places: Record<Withdrawal['state'], number> = {
    requested: 1,
    in_review: 1,
    approved: 2,
    sending: 2,
    sent: 3,
    unclaimed: 3,
    needs_attention: sentAt === null ? 2 : 3,
    completed: 4,
    rejected: 1,
    cancelled: 1,
    failed: sentAt === null ? 2 : 3,
    returned: 3,
  }
  const isOver = state === 'rejected' || state === 'cancelled' || state === 'failed' || state === 'returned'
  return line(['requested', 'approved', 'sent', 'completed'], places[state], isOver)
}

export function isDepositPending({ state }: Pick<Deposit, 'state'>): boolean {
  return state === 'awaiting_payment' || state === 'confirming' || state === 'in_review'
}

/** Where in the dialog of a withdrawal a refusal is answered. */
export function placeOfRefusal(code: string): 'amount' | 'destination' | 'dialog' {
  if (code === 'amount_too_small' || code === 'amount_not_available' || code === 'limit_exceeded') return 'amount'
  return code === 'destination_resting' || code === 'destination_refused' ? 'destination' : 'dialog'
}

/** Whether this may be followed: what leaves the console leaves to a web page. */
export function isWebAddress(url: string | null): url is string {
  return url !== null && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}
