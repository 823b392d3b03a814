// What settlements, deposits and withdrawals are to a person: entries of one history with a type, one of the
// specification's three statuses, the step inside it, and words. Pure.
import { depositStates } from '@inrange/contract/deposits'
import { fromApiId, toApiId } from '@inrange/contract/ids'
import { formatUsd, microsToDecimal } from '@inrange/contract/money'
import { networkOfKind, type MethodKind } from '@inrange/contract/payment-kinds'
import { transactionTypes, type transactionSchema, type transactionStatuses } from '@inrange/contract/wallet'
import { statusOfWithdrawal, withdrawalStates, type WithdrawalState } from '@inrange/contract/withdrawals'
import type { z } from 'zod'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { invariant } from '../../platform/invariant.ts'
import type { TransactionRow } from './transactions.queries.ts'
import { refuseCursor } from './wallet.rules.ts'

export type TransactionType = (typeof transactionTypes)[number]
export type TransactionStatus = (typeof transactionStatuses)[number]
/** As the contract shows it. */
export type Transaction = z.infer<typeof transactionSchema>

export type TransactionQuery = {
  type?: TransactionType | undefined
  status?: TransactionStatus | undefined
  method?: 'usdt' | 'paypal' | undefined
  /** ISO 8601; the first is included, the second not. */
  from?: string | undefined
  until?: string | undefined
}
/** A moment, and a place among ids that begin with their time. */
type Moment = { at: Date; id: string }
export type TransactionFilter = {
  /** Null: of all owners. */
  ownerId: string | null
  types: readonly TransactionType[]
  status: TransactionStatus | null
  depositStates: readonly string[] | null
  withdrawalStates: readonly WithdrawalState[] | null
  method: 'usdt' | 'paypal' | null
  from: Moment | null
  until: Moment | null
}

/** A row carries the time at which its transaction began, its id was made later: by this much at most. */
const TRANSACTION_MS_MAX = 3_600_000

export function filterOf(ownerId: string | null, query: TransactionQuery): TransactionFilter {
  const { type, status = null, method = null, from, until } = query
  const isAsked = (known: TransactionType) =>
    // An earning comes by no payment method.
    (type === undefined || known === type) && (method === null || known !== 'earning')
  return {
    ownerId,
    types: transactionTypes.filter(isAsked),
    status,
    depositStates: status === null ? null : depositStates.filter((state) => statusOfDeposit(state) === status),
    withdrawalStates: status === null ? null : withdrawalStates.filter((state) => statusOfWithdrawal(state) === status),
    method,
    from: from === undefined ? null : momentOf(new Date(from), 0),
    until: until === undefined ? null : momentOf(new Date(until), TRANSACTION_MS_MAX),
  }
}

/** With the least id of its millisecond: the first 48 bits of a uuid v7 are its milliseconds (RFC 9562, 5.7). */
function momentOf(at: Date, slackMs: number): Moment {
  const hex = Math.max(0, at.getTime() + slackMs)
    .toString(16)
    .padStart(12, '0')
  return { at, id: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000` }
}

/** The specification's three statuses, of a deposit. */
export function statusOfDeposit(state: string): TransactionStatus {
  if (state === 'credited') return 'completed'
  return state === 'awaiting_payment' || state === 'confirming' || state === 'in_review' ? 'pending' : 'failed'
}

/** One entry as it is shown. What it opens to is named by exactly one id. */
export function presentTransaction(row: TransactionRow): Transaction {
  const { type, kind, id } = row
  return {
    ...(type === 'earning' ? presentEarning(row) : presentPayment(row)),
    id: toApiId('transaction', id),
    type,
    method: kind === null ? null : kind === 'paypal' ? 'paypal' : 'usdt',
    kind,
    fee: microsToDecimal(row.feeMicros),
    createdAt: row.createdAt.toISOString(),
    settlementId: type === 'earning' ? toApiId('settlement', id) : null,
    depositId: type === 'deposit' ? toApiId('deposit', id) : null,
    withdrawalId: type === 'withdrawal' ? toApiId('withdrawal', id) : null,
    maturesAt: row.maturesAt?.toISOString() ?? null,
  }
}

type Presented = Pick<Transaction, 'amount' | 'status' | 'step' | 'description' | 'reason'>

function presentPayment(row: TransactionRow): Presented {
  const { type, state, kind, reason } = row
  invariant(state !== null && kind !== null, 'A deposit or withdrawal has a state and a kind')
  const to = row.label === '' ? shortDestination(row.description) : row.label
  const isDeposit = type === 'deposit'
  return {
    amount: microsToDecimal(row.amountMicros),
    // The table keeps its states to those of the contract.
    status: isDeposit ? statusOfDeposit(state) : statusOfWithdrawal(state as WithdrawalState),
    step: state,
    description: isDeposit ? `Deposit by ${nameOfKind(kind)}` : `Withdrawal by ${nameOfKind(kind)} to ${to}`,
    reason,
  }
}

/**
 * Pending while a line waits; failed when a case took all of it back. What was taken back is no earning: the amount is
 * less by it, except where nothing would be left to show.
 */
function presentEarning(row: TransactionRow): Presented {
  const { amountMicros, forfeitedMicros, waitingMicros, frozenMicros, description } = row
  const isLost = forfeitedMicros === amountMicros
  const isWaiting = waitingMicros > 0n
  return {
    amount: microsToDecimal(isLost ? amountMicros : amountMicros - forfeitedMicros),
    status: isLost ? 'failed' : isWaiting ? 'pending' : 'completed',
    step: isLost ? 'forfeited' : !isWaiting ? 'matured' : frozenMicros > 0n ? 'frozen' : 'maturing',
    description,
    reason: earningReason(row),
  }
}

function earningReason({ amountMicros, frozenMicros, forfeitedMicros }: TransactionRow): string | null {
  if (forfeitedMicros === amountMicros) return 'These earnings were taken back after a review.'
  const reasons = [
    forfeitedMicros > 0n ? `${formatUsd(forfeitedMicros)} of it was taken back after a review.` : '',
    frozenMicros > 0n ? `A review keeps ${formatUsd(frozenMicros)} of it from maturing.` : '',
  ].filter((reason) => reason !== '')
  return reasons.length === 0 ? null : reasons.join(' ')
}

/** 'USDT (TRC20)' or 'PayPal'. */
export function nameOfKind(kind: MethodKind): string {
  const network = networkOfKind(kind)
  return network === null ? 'PayPal' : `USDT (${network.toUpperCase()})`
}

/** A wallet address by its ends; an email address as it is. */
export function shortDestination(address: string): string {
  return address.includes('@') || address.length <= 16 ? address : `${address.slice(0, 6)}…${address.slice(-6)}`
}

/** The place below which a page begins. */
export function transactionCursor(id: string): string {
  return encodeCursor([toApiId('transaction', id)])
}

/** @throws AppError invalid_request for a cursor that is not one of ours */
export function parseTransactionCursor(cursor: string | undefined): string | null {
  const key = decodeCursor(cursor, 1)
  if (key === null) return null
  return fromApiId('transaction', key[0] ?? '') ?? refuseCursor()
}
