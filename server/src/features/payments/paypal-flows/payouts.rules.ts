// What is decided about a payout from facts alone. Pure.
import type { WithdrawalState } from '@inrange/contract/withdrawals'
import type { PayoutStep } from '../paypal/paypal.rules.ts'

const DAY_MS = 86_400_000
/** PayPal refuses a second payout of one id for 30 days. Well before that it is not asked again. */
const REPEATABLE_DAYS = 25

/**
 * Why PayPal may not be asked again to send it, or null. A repetition is harmless only while PayPal knows the first,
 * and only at the same account.
 */
export function repetitionFault(facts: { firstSentAt: Date; methodChangedAt: Date; now: Date }): string | null {
  if (facts.now.getTime() - facts.firstSentAt.getTime() > REPEATABLE_DAYS * DAY_MS) {
    return 'PayPal was asked to send it too long ago to know a repetition. Look for it in the PayPal account.'
  }
  if (facts.methodChangedAt > facts.firstSentAt) {
    return 'The payment method was changed after PayPal had been asked. Look for it in the account as it was then.'
  }
  return null
}

/** What a step makes of a withdrawal in a state. */
export type PayoutMove =
  /** The hold is settled. */
  | { kind: 'settle'; from: WithdrawalState }
  | { kind: 'move'; from: WithdrawalState; to: 'sent' | 'unclaimed'; reason: string | null }
  /** The hold is released. */
  | { kind: 'release'; from: WithdrawalState; to: 'failed' | 'returned'; reason: string; isCharged: boolean }
  /** It was completed, and its net amount is the owner's again. */
  | { kind: 'give_back'; reason: string }
  /** Nothing changes but what PayPal calls it. */
  | { kind: 'note' }
  /** What PayPal says cannot follow from where we are. */
  | { kind: 'alarm'; sentence: string }

/** @param state not `approved`: what PayPal has was sent */
export function decidePayoutMove(state: WithdrawalState, step: PayoutStep): PayoutMove {
  switch (state) {
    case 'sending':
    case 'sent':
    case 'unclaimed':
    case 'needs_attention':
      return moveUnderWay(state, step)
    case 'completed':
      if (step.kind === 'completed') return { kind: 'note' }
      if (step.kind === 'processing') return { kind: 'alarm', sentence: 'PayPal works again on a completed payout.' }
      return { kind: 'give_back', reason: step.sentence }
    case 'failed':
    case 'returned':
      if (step.kind === 'failed' || step.kind === 'came_back') return { kind: 'note' }
      return { kind: 'alarm', sentence: 'PayPal has a payout under way whose money was given back.' }
    case 'requested':
    case 'in_review':
    case 'approved':
    case 'rejected':
    case 'cancelled':
      return { kind: 'alarm', sentence: 'PayPal has a payout that was never sent.' }
  }
}

function moveUnderWay(from: 'sending' | 'sent' | 'unclaimed' | 'needs_attention', step: PayoutStep): PayoutMove {
  switch (step.kind) {
    case 'completed':
      return { kind: 'settle', from }
    case 'processing': {
      if (from === 'unclaimed') return { kind: 'note' }
      // What needs attention is first under way again.
      const isUnclaimed = step.why === 'unclaimed' && from !== 'needs_attention'
      if (isUnclaimed) return { kind: 'move', from, to: 'unclaimed', reason: step.sentence }
      if (from === 'sent') return { kind: 'note' }
      return { kind: 'move', from, to: 'sent', reason: step.why === 'on_hold' ? step.sentence : null }
    }
    case 'failed': {
      const to = step.why === 'returned' && from !== 'needs_attention' ? 'returned' : 'failed'
      return { kind: 'release', from, to, reason: step.sentence, isCharged: false }
    }
    case 'came_back': {
      const to = from === 'needs_attention' ? 'failed' : 'returned'
      return { kind: 'release', from, to, reason: step.sentence, isCharged: true }
    }
  }
}
