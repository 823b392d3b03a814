// The only ways in which a withdrawal changes its state. Guarantees that state, event, money and the notice to its
// owner are one transaction, that a move is made from the state that was looked at, and that the hold ends exactly
// once: settled or released. It deliberately decides nothing about who may; whoever calls has judged that.
import { formatUsd } from '@inrange/contract/money'
import type { WithdrawalState } from '@inrange/contract/withdrawals'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import { recordActivity } from '../../audit/audit.public.ts'
import { postTransfers, type TransferRequest } from '../../ledger/ledger.public.ts'
import { notifyPayment, stepOfState } from '../notify-payment.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { toApiId } from '@inrange/contract/ids'
import { noticeOfMove, wordsOfState } from './withdrawal.texts.ts'
import { utcDay } from './withdrawals.rules.ts'
import {
  insertWithdrawalEvent,
  lockWithdrawal,
  selectWithdrawalNames,
  uncountAmount,
  updateWithdrawalState,
  type WithdrawalFields,
  type WithdrawalKey,
  type WithdrawalRow,
} from './withdrawals.queries.ts'

type MoveDeps = Pick<PaymentsDeps, 'clock' | 'notices'>
/** How a hold may end without the money leaving. */
export type ReleasedState = 'rejected' | 'cancelled' | 'failed' | 'returned'

export type Move = WithdrawalKey & {
  /** The states it was seen in; in any other nothing happens. */
  from: WithdrawalState | readonly WithdrawalState[]
  /** Why, in words for its owner; shown beside the state. */
  reason?: string | null
  /** What happened, in words for its owner; the state says it where none are given. */
  detail?: string
  /** For the people who run the platform. */
  note?: string | null
  actorId?: string | null
  fields?: Omit<WithdrawalFields, 'settledTransferId' | 'releasedTransferId'>
}

/**
 * Moves a withdrawal to a state in which its money stays held.
 * @returns the withdrawal as it is then, or null when it was in none of the expected states any more: `state_changed`
 */
export async function moveWithdrawal(
  deps: MoveDeps,
  transaction: DatabaseTransaction,
  move: Move & { to: Exclude<WithdrawalState, ReleasedState | 'completed'> },
): Promise<WithdrawalRow | null> {
  const before = await lockExpected(transaction, move)
  return before && (await write(deps, transaction, before, move, move.to, move.fields ?? {}))
}

/**
 * The money has left: the whole hold goes to custody and the fee stays behind there, in one posting, and the withdrawal
 * is completed.
 * @returns null as `moveWithdrawal`
 */
export async function settleWithdrawal(
  deps: MoveDeps,
  transaction: DatabaseTransaction,
  move: Move,
): Promise<WithdrawalRow | null> {
  const before = await lockExpected(transaction, move)
  if (!before) return null
  const settledTransferId = await postResolution(transaction, before, 'hold_settled', move.actorId ?? null)
  const completedAt = deps.clock.now()
  return write(deps, transaction, before, move, 'completed', { completedAt, ...move.fields, settledTransferId })
}

/**
 * The money has not left, or came back before the hold was settled: it is available again. What was rejected or
 * cancelled no longer counts against the limits of its day.
 * @returns null as `moveWithdrawal`
 */
export async function releaseWithdrawal(
  deps: MoveDeps,
  transaction: DatabaseTransaction,
  move: Move & { to: ReleasedState },
): Promise<WithdrawalRow | null> {
  const before = await lockExpected(transaction, move)
  if (!before) return null
  if (move.to === 'rejected' || move.to === 'cancelled') {
    const { ownerId, grossMicros } = before
    await uncountAmount(transaction, { ownerId, day: utcDay(before.requestedAt), grossMicros })
  }
  const releasedTransferId = await postResolution(transaction, before, 'hold_released', move.actorId ?? null)
  return write(deps, transaction, before, move, move.to, { ...move.fields, releasedTransferId })
}

/**
 * What was completed came back: the net amount is available again, the fee stays paid, and the state says so.
 * @returns null as `moveWithdrawal`
 */
export async function returnWithdrawal(
  deps: MoveDeps,
  transaction: DatabaseTransaction,
  move: Move,
): Promise<WithdrawalRow | null> {
  const before = await lockExpected(transaction, { ...move, from: 'completed' })
  if (!before) return null
  const { ownerId, id, kind: custody, netMicros: amountMicros } = before
  const [posted] = await postTransfers(transaction, [
    {
      ownerId,
      code: 'payout_returned',
      amountMicros,
      custody,
      idempotencyKey: `withdrawal:${id}:returned`,
      description: `Withdrawal to ${before.destination} came back`,
      actorId: move.actorId ?? null,
    },
  ])
  invariant(posted?.outcome === 'posted', `What completed comes back once (${posted?.outcome})`)
  return write(deps, transaction, before, move, 'returned', move.fields ?? {})
}

async function lockExpected(transaction: DatabaseTransaction, move: Move): Promise<WithdrawalRow | null> {
  const before = await lockWithdrawal(transaction, move)
  const expected: readonly WithdrawalState[] = typeof move.from === 'string' ? [move.from] : move.from
  return before && expected.includes(before.state) ? before : null
}

async function postResolution(
  transaction: DatabaseTransaction,
  row: WithdrawalRow,
  code: 'hold_settled' | 'hold_released',
  actorId: string | null,
): Promise<string> {
  const { ownerId, id, kind: custody } = row
  const isSettled = code === 'hold_settled'
  const resolution: TransferRequest = {
    ownerId,
    code,
    amountMicros: row.grossMicros,
    idempotencyKey: `withdrawal:${id}:${isSettled ? 'settle' : 'release'}`,
    description: isSettled ? `Withdrawal to ${row.destination}` : `Withdrawal to ${row.destination} did not happen`,
    resolvesId: row.holdTransferId,
    actorId,
    ...(isSettled ? { custody } : {}),
  }
  const fee: TransferRequest = {
    ownerId,
    code: 'withdrawal_fee',
    amountMicros: row.feeMicros,
    idempotencyKey: `withdrawal:${id}:fee`,
    description: `Fee of the withdrawal to ${row.destination}`,
    custody,
    actorId,
  }
  const posted = await postTransfers(transaction, isSettled && row.feeMicros > 0n ? [resolution, fee] : [resolution])
  const first = posted[0]
  invariant(first?.outcome === 'posted', `The hold of a withdrawal that is not over is unresolved (${first?.outcome})`)
  return first.transferId
}

async function write(
  deps: MoveDeps,
  transaction: DatabaseTransaction,
  before: WithdrawalRow,
  move: Move,
  to: WithdrawalState,
  fields: WithdrawalFields,
): Promise<WithdrawalRow> {
  const { ownerId, id } = before
  const now = deps.clock.now()
  const which = { ownerId, id, from: [before.state] }
  const after = await updateWithdrawalState(transaction, which, { to, reason: move.reason ?? null, fields, now })
  invariant(after, 'A locked withdrawal is in the state it was read in')
  await insertWithdrawalEvent(transaction, {
    ownerId,
    id,
    fromState: before.state,
    toState: to,
    detail: move.detail ?? move.reason ?? wordsOfState[to],
    note: move.note ?? null,
    actorId: move.actorId ?? null,
    now,
  })
  await tellOwner(deps, transaction, after)
  return after
}

/** Writes to the owner what they should know: an activity, and a mail where there is a mail server. */
export async function tellOwner(deps: MoveDeps, transaction: DatabaseTransaction, row: WithdrawalRow): Promise<void> {
  const notice = noticeOfMove(row.state, row.stateReason)
  const step = stepOfState(row.state, row.stateReason)
  if (notice === null && step === null) return
  const names = await selectWithdrawalNames(transaction, row)
  invariant(names, 'A withdrawal has an owner and a method')
  if (step !== null) {
    const amountMicros = step === 'withdrawal_sent' || step === 'withdrawal_completed' ? row.netMicros : row.grossMicros
    const { ownerId, id } = row
    await notifyPayment(transaction, { ownerId, id, step, amountMicros, method: names.methodName })
  }
  if (notice === null) return
  const [gross, net] = [formatUsd(row.grossMicros), formatUsd(row.netMicros)]
  await recordActivity(transaction, {
    userId: row.ownerId,
    activityType: `user_withdrawal_${row.state}`,
    description: `Withdrawal of ${gross} to ${row.destination}: ${row.stateReason ?? wordsOfState[row.state]}`,
    metadata: { withdrawalId: toApiId('withdrawal', row.id) },
  })
  const facts = { username: names.username, gross, net, destination: row.destination, method: names.methodName }
  const reason = row.stateReason ?? wordsOfState[row.state]
  await deps.notices.notify(transaction, {
    userId: row.ownerId,
    recipient: names.email,
    ...(notice === 'withdrawal_failed' ? { kind: notice, facts: { ...facts, reason } } : { kind: notice, facts }),
  })
}
