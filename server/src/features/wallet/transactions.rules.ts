// What deposits, withdrawals and settlements are in a history, as pure functions: one form for all three, the three
// statuses that they show, and the merge of three lists into one page. It deliberately reads nothing; the ids, which
// are made in order of time, are order, place and time in one.
import { AppError } from '@inrange/contract/errors'
import { fromApiId, toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import { networkNames, networkOfKind, type MethodKind } from '@inrange/contract/payment-kinds'
import type { transactionSchema, transactionStatuses, transactionTypes } from '@inrange/contract/wallet'
import { statusOfWithdrawal, type WithdrawalState } from '@inrange/contract/withdrawals'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'

export type TransactionType = (typeof transactionTypes)[number]
export type TransactionStatus = (typeof transactionStatuses)[number]
export type TransactionFilters = {
  type?: TransactionType | undefined
  status?: TransactionStatus | undefined
  method?: 'usdt' | 'paypal' | undefined
  /** ISO 8601; the first is included, the second not. */
  from?: string | undefined
  until?: string | undefined
}

export type DepositEntry = {
  ownerId: string
  username: string
  id: string
  kind: MethodKind
  state: string
  reason: string | null
  amountMicros: bigint
  feeMicros: bigint
}
export type WithdrawalEntry = {
  ownerId: string
  username: string
  id: string
  kind: MethodKind
  state: WithdrawalState
  reason: string | null
  grossMicros: bigint
  feeMicros: bigint
  destination: string
}
export type SettlementEntry = {
  ownerId: string
  username: string
  id: string
  amountMicros: bigint
  description: string
  /** When the last line matures. */
  maturesAt: Date
  /** Whether a line waits for its maturity. */
  isWaiting: boolean
  /** Whether any line has matured. */
  isMatured: boolean
}

/** One line of a history; amounts in micro-USD. */
export type Transaction = {
  ownerId: string
  username: string
  id: string
  type: TransactionType
  kind: MethodKind | null
  amountMicros: bigint
  feeMicros: bigint
  status: TransactionStatus
  step: string
  description: string
  reason: string | null
  maturesAt: Date | null
}

export function ofDeposit(row: DepositEntry): Transaction {
  const { ownerId, username, id, kind, amountMicros, feeMicros, state, reason } = row
  const status = statusOfDeposit(state)
  const shared = { ownerId, username, id, kind, amountMicros, feeMicros, status, reason }
  return { ...shared, type: 'deposit', step: state, description: `Deposit by ${kindName(kind)}`, maturesAt: null }
}

export function ofWithdrawal(row: WithdrawalEntry): Transaction {
  const { ownerId, username, id, kind, feeMicros, state, reason } = row
  return {
    ...{ ownerId, username, id, kind, feeMicros, reason },
    type: 'withdrawal',
    amountMicros: row.grossMicros,
    status: statusOfWithdrawal(state),
    step: state,
    description: `Withdrawal by ${kindName(kind)} to ${row.destination}`,
    maturesAt: null,
  }
}

/** Pending while a line waits; failed when a case took all of it back. */
export function ofSettlement(row: SettlementEntry): Transaction {
  const { ownerId, username, id, amountMicros, description, maturesAt, isWaiting, isMatured } = row
  const status = isWaiting ? 'pending' : isMatured ? 'completed' : 'failed'
  const step = isWaiting ? 'maturing' : isMatured ? 'matured' : 'forfeited'
  const reason = status === 'failed' ? 'These earnings were taken back after a review.' : null
  const shared = { ownerId, username, id, amountMicros, description, status, step, reason, maturesAt } as const
  return { ...shared, type: 'earning', kind: null, feeMicros: 0n }
}

/** The specification's three statuses, of a deposit. */
export function statusOfDeposit(state: string): TransactionStatus {
  if (state === 'credited') return 'completed'
  return state === 'awaiting_payment' || state === 'confirming' || state === 'in_review' ? 'pending' : 'failed'
}

/** 'USDT TRC20 (Tron)' or 'PayPal'. */
export function kindName(kind: MethodKind): string {
  const network = networkOfKind(kind)
  return network === null ? 'PayPal' : `USDT ${networkNames[network]}`
}

/** Status and method are not in an index: a list that is filtered by them looks at a window of entries at a time. */
export function isSifted(filters: TransactionFilters): boolean {
  return filters.status !== undefined || filters.method !== undefined
}

export function fits(transaction: Transaction, filters: TransactionFilters): boolean {
  const { status, method } = filters
  const methodOf = transaction.kind === null ? null : methodOfKind(transaction.kind)
  return (status === undefined || transaction.status === status) && (method === undefined || methodOf === method)
}

/** Entries of one kind, newest first; `cutId` is the last that was looked at when there may be older ones. */
export type Source = { transactions: Transaction[]; cutId: string | null }

/**
 * One page of several sources, newest first, and the place below which the next begins; null when there is none. Below
 * the highest cut a source may hold what was not looked at, so a page ends there even when it is not full.
 */
export function mergeSources(
  sources: readonly Source[],
  limit: number,
): { transactions: Transaction[]; nextId: string | null } {
  const cuts = sources.flatMap((source) => (source.cutId === null ? [] : [source.cutId]))
  const floorId = cuts.reduce<string | null>((most, id) => (most === null || id > most ? id : most), null)
  const known = sources
    .flatMap((source) => source.transactions)
    .filter((transaction) => floorId === null || transaction.id >= floorId)
    .toSorted((one, other) => (one.id < other.id ? 1 : one.id > other.id ? -1 : 0))
  const transactions = known.slice(0, limit)
  return { transactions, nextId: known.length > limit ? (transactions.at(-1)?.id ?? null) : floorId }
}

/** As the contract has it. What the entry opens to is named by exactly one id. */
export function presentTransaction(transaction: Transaction): (typeof transactionSchema)['_zod']['input'] {
  const { id, type, kind, amountMicros, feeMicros, status, step, description, reason, maturesAt } = transaction
  return {
    ...{ type, kind, status, step, description, reason },
    id: toApiId('transaction', id),
    method: kind === null ? null : methodOfKind(kind),
    amount: microsToDecimal(amountMicros),
    fee: microsToDecimal(feeMicros),
    createdAt: instantOfId(id).toISOString(),
    settlementId: type === 'earning' ? toApiId('settlement', id) : null,
    depositId: type === 'deposit' ? toApiId('deposit', id) : null,
    withdrawalId: type === 'withdrawal' ? toApiId('withdrawal', id) : null,
    maturesAt: maturesAt?.toISOString() ?? null,
  }
}

function methodOfKind(kind: MethodKind): 'usdt' | 'paypal' {
  return kind === 'paypal' ? 'paypal' : 'usdt'
}

/** When an id was made, to the millisecond (RFC 9562, section 5.7). */
export function instantOfId(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}

/** Less than every id that is made at this instant or later, and more than every earlier one. */
export function lowestIdAt(instant: string): string {
  const hex = Math.max(0, new Date(instant).getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

export function transactionPlace(id: string): string {
  return encodeCursor([toApiId('transaction', id)])
}

/** @throws AppError invalid_request for a cursor that is not one of ours */
export function parseTransactionPlace(cursor: string | undefined): string | null {
  const key = decodeCursor(cursor, 1)
  if (key === null) return null
  const id = fromApiId('transaction', key[0] ?? '')
  if (id !== null) return id
  const message = 'This cursor is not one of ours; start from the first page.'
  throw new AppError('invalid_request', { fields: { cursor: message } })
}
