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

const nothingHere: readonly Review['kind'][] = ['reversed', 'wrong_token', 'disagreement']

/**
 * Money that came and waits is somebody's, went back, or is the operator's; what is not here any more, or was never
 * worth anything, can only be closed. PayPal's own refunds are made at PayPal.
 */
export function decisionsFor({ kind, network }: Pick<Review, 'kind' | 'network'>): readonly Decision[] {
  if (nothingHere.includes(kind)) return ['dismissed']
  if (kind === 'orphaned' || network === null) return ['credit', 'dismissed']
  return ['credit', 'returned', 'operator_funds']
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
