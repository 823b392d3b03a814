// The reviews' pure parts: the looks of a decision, which decisions there are for what came, and what is missing before
// one is sent.
import type { CallInput, CallOutput } from '../../lib/api.ts'
import type { Tone } from '../../ui/badge.tsx'

export type Review = CallOutput<'payments.reviews'>['items'][number]
export type Decision = NonNullable<Review['decision']>
type Body = CallInput<'payments.decide-review'>['body']

export type ReviewForm = { decision: Decision; userId: string; txHash: string; note: string }

export function reviewTone({ decision }: Pick<Review, 'decision'>): Tone {
  if (decision === null) return 'warn'
  return decision === 'credit' ? 'good' : 'neutral'
}

/**
 * What came and waits in the house's books can be given to somebody, sent back or kept; what was reversed already, or is
 * worth nothing, can only be closed.
 */
export function decisionsFor({ kind }: Pick<Review, 'kind'>): readonly Decision[] {
  if (kind === 'orphaned' || kind === 'reversed' || kind === 'wrong_token') return ['dismissed']
  return ['credit', 'returned', 'operator_funds', 'dismissed']
}

/** The user is the suggested one until another is chosen. */
export function formOf(review: Review): ReviewForm {
  return { decision: decisionsFor(review)[0] ?? 'dismissed', userId: review.suggested?.id ?? '', txHash: '', note: '' }
}

/** Only what belongs to the decision. */
export function bodyOf({ decision, userId, txHash, note }: ReviewForm): Body {
  return {
    decision,
    note,
    ...(decision === 'credit' ? { userId } : {}),
    ...(decision === 'returned' && txHash.trim() !== '' ? { txHash } : {}),
  }
}
