// What transfers and hours mean to their owner, as pure functions: which are entries of the history, what state an
// earning is in, and the places in a list. It deliberately moves and reads nothing.
import { AppError } from '@inrange/contract/errors'
import { fromApiId, toApiId } from '@inrange/contract/ids'
import type { transactionStatuses, transactionTypes } from '@inrange/contract/wallet'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { invariant } from '../../platform/invariant.ts'

type TransactionType = (typeof transactionTypes)[number]
type TransactionStatus = (typeof transactionStatuses)[number]

/**
 * The codes that open an entry of the history. Maturing, releasing and settling a hold change the state of an entry
 * and are none of their own.
 */
const entryTypes: Readonly<Record<string, TransactionType>> = { earning_settled: 'earning', hold: 'withdrawal' }
export const entryCodes = Object.keys(entryTypes)

/** The codes by which money came in or left for good. */
export const totalCodes: { deposits: readonly string[]; withdrawals: readonly string[] } = {
  deposits: [], // No way in is open yet; a code of the journal joins this list with it.
  withdrawals: ['hold_settled'],
}

export function typeOf(code: string): TransactionType {
  const type = entryTypes[code]
  invariant(type !== undefined, `Only entries are listed, not ${code}`)
  return type
}

/**
 * An earning is pending until all its lines have matured; a withdrawal until its hold is resolved: settled completes
 * it, released fails it.
 */
export function statusOf(row: { isMatured: boolean | null; resolvedBy: string | null }): TransactionStatus {
  if (row.isMatured !== null) return row.isMatured ? 'completed' : 'pending'
  if (row.resolvedBy === null) return 'pending'
  return row.resolvedBy === 'hold_settled' ? 'completed' : 'failed'
}

export type EarningState = 'open' | 'waiting' | 'settled' | 'matured'

/**
 * open: the hour is not over. waiting: it is over and something of it is not settled. settled: all of it is settled.
 * matured: all of it is settled and available.
 */
export function stateOf(
  hour: { hour: Date; earnedMicros: bigint; settledMicros: bigint; isMatured: boolean | null },
  lastClosedHour: Date,
): EarningState {
  if (hour.hour.getTime() > lastClosedHour.getTime()) return 'open'
  if (hour.earnedMicros > hour.settledMicros) return 'waiting'
  return hour.isMatured === true ? 'matured' : 'settled'
}

/** The place below which a page of transactions begins. */
export function transactionCursor(id: string): string {
  return encodeCursor([toApiId('transfer', id)])
}

/** @throws AppError invalid_request for a cursor that is not one of ours */
export function parseTransactionCursor(cursor: string | undefined): string | null {
  const key = decodeCursor(cursor, 1)
  if (key === null) return null
  return fromApiId('transfer', key[0] ?? '') ?? refuseCursor()
}

export function earningCursor(row: { hour: Date; rangeId: string }): string {
  return encodeCursor([row.hour.toISOString(), toApiId('range', row.rangeId)])
}

/** @throws AppError invalid_request for a cursor that is not one of ours */
export function parseEarningCursor(cursor: string | undefined): { hour: Date; rangeId: string } | null {
  const key = decodeCursor(cursor, 2)
  if (key === null) return null
  const hour = new Date(key[0] ?? '')
  if (Number.isNaN(hour.getTime())) return refuseCursor()
  return { hour, rangeId: fromApiId('range', key[1] ?? '') ?? refuseCursor() }
}

function refuseCursor(): never {
  const cursor = 'This cursor is not one of ours; start from the first page.'
  throw new AppError('invalid_request', { fields: { cursor } })
}
