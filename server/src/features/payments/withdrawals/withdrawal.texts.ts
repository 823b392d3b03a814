// The words that a withdrawal's owner reads of its states, and which of them are worth a mail. Pure.
import type { WithdrawalState } from '@inrange/contract/withdrawals'

export const wordsOfState = {
  requested: 'Requested; the amount is on hold',
  in_review: 'One person has agreed, a second one looks at it',
  approved: 'Approved, and waiting to be sent',
  sending: 'Being sent',
  sent: 'Sent, and waiting to be final',
  unclaimed: 'Sent, and waiting for its recipient to claim it',
  needs_attention: 'Being looked at: whether it was sent is not certain',
  completed: 'Completed',
  rejected: 'Rejected; the amount is ready for withdrawal again',
  cancelled: 'Cancelled; the amount is ready for withdrawal again',
  failed: 'It could not be paid; the amount is ready for withdrawal again',
  returned: 'It came back; the amount is ready for withdrawal again',
} as const satisfies Readonly<Record<WithdrawalState, string>>

/** The mail that a state is worth, or none. What its owner cancelled they know; what others cancelled has a reason. */
export function noticeOfMove(
  state: WithdrawalState,
  reason: string | null,
): 'withdrawal_requested' | 'withdrawal_sent' | 'withdrawal_completed' | 'withdrawal_failed' | null {
  if (state === 'requested') return 'withdrawal_requested'
  if (state === 'sent') return 'withdrawal_sent'
  if (state === 'completed') return 'withdrawal_completed'
  if (state === 'cancelled') return reason === null ? null : 'withdrawal_failed'
  return state === 'rejected' || state === 'failed' || state === 'returned' ? 'withdrawal_failed' : null
}
