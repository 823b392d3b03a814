// The queue's pure parts: its steps, what may be done with a withdrawal in a state, and by whom. The server decides
// again; what stands here keeps a person from pressing what would only be refused.
import { roleCovers, type Role } from '@inrange/contract/roles'
import type { CallOutput } from '../../lib/api.ts'
import type { PaymentsSearch } from './payments.search.ts'

export type QueuedWithdrawal = CallOutput<'withdrawals.open'>
type State = QueuedWithdrawal['state']

export const steps = ['approval', 'payment', 'progress', 'attention', 'completed', 'over'] as const
export type Step = (typeof steps)[number]

export function stepOf({ step }: PaymentsSearch): Step {
  return steps.find((name) => name === step) ?? 'approval'
}

const stepOfState: Readonly<Record<State, Step>> = {
  requested: 'approval',
  in_review: 'approval',
  approved: 'payment',
  sending: 'progress',
  sent: 'progress',
  unclaimed: 'progress',
  needs_attention: 'attention',
  completed: 'completed',
  rejected: 'over',
  cancelled: 'over',
  failed: 'over',
  returned: 'over',
}

export function stepOfWithdrawal({ state }: Pick<QueuedWithdrawal, 'state'>): Step {
  return stepOfState[state]
}

export const acts = ['approve', 'record', 'send', 'cancel-unclaimed', 'hold', 'let-go', 'reject', 'give-back'] as const
export type Act = (typeof acts)[number]

/** An act that is there; with a reason where this person cannot do it now. */
export type Offer = { act: Act; refusal: 'own' | 'twice' | 'held' | 'super_admin' | 'stated' | null }
type Person = { id: string; role: Role }

/** Whether this person has given a statement that nothing was sent. */
export function hasStated({ approvals }: Pick<QueuedWithdrawal, 'approvals'>, person: Pick<Person, 'id'>): boolean {
  return approvals.some(({ purpose, by }) => purpose === 'give_back' && by.id === person.id)
}

function approval(withdrawal: QueuedWithdrawal, person: Person): Offer[] {
  const { owner, mayApprove, held } = withdrawal
  const own = owner.id === person.id ? 'own' : null
  const refusal = own ?? (held === null ? (mayApprove ? null : 'twice') : 'held')
  return [
    { act: 'approve', refusal },
    { act: held === null ? 'hold' : 'let-go', refusal: own },
    { act: 'reject', refusal: own },
  ]
}

/** Once approved: it is sent, or given back by two people who say that it was not. */
function payment(withdrawal: QueuedWithdrawal, person: Person): Offer[] {
  const { owner, kind, held, state } = withdrawal
  const own = owner.id === person.id ? 'own' : null
  const toSend = roleCovers(person.role, 'super_admin') ? (held === null ? own : 'held') : 'super_admin'
  const giveBack = own ?? (hasStated(withdrawal, person) ? 'stated' : null)
  const isApproved = state === 'approved'
  return [
    ...(kind === 'paypal' ? [] : [{ act: 'record', refusal: toSend } as const]),
    ...(kind === 'paypal' && isApproved ? [{ act: 'send', refusal: toSend } as const] : []),
    ...(isApproved ? [{ act: held === null ? 'hold' : 'let-go', refusal: own } as const] : []),
    { act: 'give-back', refusal: giveBack },
  ]
}

/** What may be done with it, the likeliest first. */
export function offersOf(withdrawal: QueuedWithdrawal, person: Person): readonly Offer[] {
  const { state } = withdrawal
  if (state === 'requested' || state === 'in_review') return approval(withdrawal, person)
  if (state === 'approved' || state === 'needs_attention') return payment(withdrawal, person)
  if (state !== 'unclaimed') return []
  return [{ act: 'cancel-unclaimed', refusal: roleCovers(person.role, 'super_admin') ? null : 'super_admin' }]
}

/** How many have said yes to sending. */
export function yesCount({ approvals }: Pick<QueuedWithdrawal, 'approvals'>): number {
  return approvals.filter(({ purpose }) => purpose === 'send').length
}

export type Mismatch = { sentence: string; expected: string; found: string }

/**
 * A refusal such as 'The transaction pays another amount. Expected 99.00, found 98.00.' in its parts; null for others.
 */
export function mismatchOf(message: string): Mismatch | null {
  const [, sentence, expected, found] = /^(.*?)\s*Expected (.+?), found (.+?)\.?$/.exec(message) ?? []
  return sentence === undefined || expected === undefined || found === undefined ? null : { sentence, expected, found }
}
