// What people decide about withdrawals before anything is sent: yes, no, wait. Guarantees that nobody decides about
// their own money and nobody says yes twice; the database holds both as well. Every decision is an event, an audit
// entry and, where it matters to the owner, a mail.
import { AppError } from '@inrange/contract/errors'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { readSettings } from '../../settings/settings.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import type { Requester } from './create-destination.ts'
import { refuse } from './judge-request.ts'
import { insertApproval, selectApprovalsOf, updateHeld } from './queue.queries.ts'
import { moveWithdrawal, releaseWithdrawal } from './withdrawal.moves.ts'
import { insertWithdrawalEvent, lockWithdrawal, selectWithdrawal, type WithdrawalRow } from './withdrawals.queries.ts'
import { approverFault, isHeld, mayCancel, pauseFault, utcMinute } from './withdrawals.rules.ts'

type Deps = Pick<PaymentsDeps, 'database' | 'clock' | 'notices'>
type Decision = { id: string; by: Requester }

/**
 * Says yes. With the last yes that it needs the withdrawal is approved; before it, it is in review.
 * @throws AppError not_found, other_person_needed, withdrawals_paused; state_changed when it waits for no approval or
 * is held
 */
export async function approveWithdrawal(deps: Deps, { id, by, note }: Decision & { note: string }): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const row = await lockedWithdrawal(transaction, id)
    const key = { ownerId: row.ownerId, id: row.id }
    const given = (await selectApprovalsOf(transaction, [key])).filter(({ purpose }) => purpose === 'send')
    const approverIds = given.map(({ approverId }) => approverId)
    refuse(approverFault({ ownerId: row.ownerId, personId: by.userId, approverIds }))
    if (row.state !== 'requested' && row.state !== 'in_review') throw new AppError('state_changed')
    refuse(pauseFault((await readSettings(transaction)).withdrawals))
    const now = deps.clock.now()
    requireNotHeld(row, now)
    await insertApproval(transaction, { ...key, purpose: 'send', approverId: by.userId, statement: note, now })
    const isEnough = given.length + 1 >= row.approvalsNeeded
    const move = { ...key, from: row.state, note: note === '' ? null : note, actorId: by.userId }
    if (isEnough) await moveWithdrawal(deps, transaction, { ...move, to: 'approved' })
    else if (row.state === 'requested') await moveWithdrawal(deps, transaction, { ...move, to: 'in_review' })
    const state = isEnough ? 'approved' : 'in_review'
    await record(transaction, row, by, { action: 'withdrawal_approved', after: { state, note } })
  })
}

/**
 * Says no: the money goes back to its owner, who sees why.
 * @throws AppError not_found, other_person_needed; state_changed after it was approved
 */
export async function rejectWithdrawal(deps: Deps, { id, by, reason }: Decision & { reason: string }): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const row = await lockedWithdrawal(transaction, id)
    requireOther(row, by)
    const { ownerId } = row
    const move = { ownerId, id, from: ['requested', 'in_review'], to: 'rejected', reason } as const
    const rejected = await releaseWithdrawal(deps, transaction, { ...move, actorId: by.userId })
    if (!rejected) throw new AppError('state_changed')
    await record(transaction, row, by, { action: 'withdrawal_rejected', after: { state: 'rejected', reason } })
  })
}

/**
 * Holds it back, until a moment or until somebody lets it go on (`reason` null). It keeps its state.
 * @throws AppError not_found, other_person_needed; state_changed once it is being sent; invalid_request for an end that
 * is over
 */
export async function holdWithdrawal(
  deps: Deps,
  { id, by, reason, until }: Decision & { reason: string | null; until: Date | null },
): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const row = await lockedWithdrawal(transaction, id)
    requireOther(row, by)
    const { ownerId, state } = row
    if (state !== 'requested' && state !== 'in_review' && state !== 'approved') throw new AppError('state_changed')
    const now = deps.clock.now()
    if (until !== null && until <= now) {
      throw new AppError('invalid_request', { fields: { until: 'Give a moment that is still to come.' } })
    }
    const heldUntil = reason === null ? null : until
    await updateHeld(transaction, row, { reason, until: heldUntil, by: reason === null ? null : by.userId, now })
    const detail = reason === null ? 'No longer held back' : `Held back: ${reason}`
    const event = { ownerId, id, fromState: state, toState: state, detail, note: null, actorId: by.userId, now }
    await insertWithdrawalEvent(transaction, event)
    const action = reason === null ? 'withdrawal_let_go_on' : 'withdrawal_held'
    await record(transaction, row, by, { action, after: { reason, until: heldUntil } })
  })
}

/**
 * Its owner takes it back, while nobody has agreed to it.
 * @throws AppError not_found when it is not theirs; state_changed once it is approved or over
 */
export async function cancelWithdrawal(deps: Deps, { id, by }: Decision): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const found = await selectWithdrawal(transaction, { id, ownerId: by.userId })
    if (!found) throw new AppError('not_found')
    const row = await lockedWithdrawal(transaction, id)
    if (!mayCancel(row.state)) throw new AppError('state_changed')
    const move = { ownerId: row.ownerId, id, from: row.state, to: 'cancelled' } as const
    await releaseWithdrawal(deps, transaction, { ...move, actorId: by.userId })
    await record(transaction, row, by, { action: 'withdrawal_cancelled', after: { state: 'cancelled' } })
  })
}

/** @throws AppError not_found */
export async function lockedWithdrawal(transaction: DatabaseTransaction, id: string): Promise<WithdrawalRow> {
  const found = await selectWithdrawal(transaction, { id })
  const row = found && (await lockWithdrawal(transaction, found))
  if (!row) throw new AppError('not_found')
  return row
}

/** @throws AppError state_changed, which says why it is held */
export function requireNotHeld(row: WithdrawalRow, now: Date): void {
  if (!isHeld(row, now)) return
  const until = row.heldUntil === null ? '' : ` until ${utcMinute(row.heldUntil)}`
  throw new AppError('state_changed', { message: `This withdrawal is held back${until}: ${row.heldReason}` })
}

function requireOther(row: WithdrawalRow, by: Requester): void {
  refuse(approverFault({ ownerId: row.ownerId, personId: by.userId, approverIds: [] }))
}

async function record(
  transaction: DatabaseTransaction,
  row: WithdrawalRow,
  by: Requester,
  fact: { action: string; after: Record<string, unknown> },
): Promise<void> {
  await recordAudit(transaction, {
    actorId: by.userId,
    action: fact.action,
    subjectType: 'withdrawal',
    subjectId: row.id,
    address: by.address,
    requestId: by.requestId,
    before: { state: row.state, heldReason: row.heldReason },
    after: fact.after,
  })
}
