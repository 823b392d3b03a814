// Moves a deposit from state to state. Guarantees that each move is one that the rules know, leaves an event in the
// words its owner reads, and happens once when several look at the same deposit. It deliberately moves no money:
// credit-deposit.ts and reverse-deposit.ts do, and call this.
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import {
  insertDepositEvent,
  lockDeposit,
  updateDeposit,
  type DepositChange,
  type DepositRow,
} from './deposits.queries.ts'
import { mayMoveDeposit, type DepositState } from './deposits.rules.ts'

export type DepositMove = {
  ownerId: string
  depositId: string
  /** The states it may be moved from, where the caller wants fewer than the rules allow. */
  from?: readonly DepositState[]
  to: DepositState
  /** Why, in words for its owner; shown with the deposit and in its timeline. */
  reason: string | null
  actorId?: string | null
  now: Date
  change?: DepositChange
}

/** `unchanged`: it is in that state already, or in one that the move does not start from. */
export type DepositMoved = { outcome: 'moved' | 'unchanged'; deposit: DepositRow } | { outcome: 'not_found' }

/** Locks the deposit until the transaction ends. A `change` is written only with the move. */
export async function moveDeposit(transaction: DatabaseTransaction, move: DepositMove): Promise<DepositMoved> {
  const deposit = await lockDeposit(transaction, move.ownerId, move.depositId)
  if (deposit === null) return { outcome: 'not_found' }
  const isAllowed = move.from?.includes(deposit.state) ?? true
  if (!isAllowed || !mayMoveDeposit(deposit.state, move.to)) return { outcome: 'unchanged', deposit }
  return { outcome: 'moved', deposit: await writeMove(transaction, deposit, move) }
}

/** For who has locked the deposit and looked at it. */
export async function writeMove(
  transaction: DatabaseTransaction,
  deposit: DepositRow,
  move: Omit<DepositMove, 'ownerId' | 'depositId' | 'from'>,
): Promise<DepositRow> {
  invariant(mayMoveDeposit(deposit.state, move.to), `A deposit that is ${deposit.state} does not become ${move.to}`)
  const { to, reason, now, change } = move
  const moved = await updateDeposit(transaction, deposit, { ...change, state: to, stateReason: reason, now })
  await insertDepositEvent(transaction, {
    ownerId: deposit.ownerId,
    depositId: deposit.id,
    state: to,
    detail: reason ?? '',
    actorId: move.actorId ?? null,
    now,
  })
  return moved
}
