// What hours mean to their owner, as pure functions: what state an earning is in, and the places in the list of
// earnings. It deliberately moves and reads nothing.
import { AppError } from '@inrange/contract/errors'
import { fromApiId, toApiId } from '@inrange/contract/ids'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'

export type EarningState = 'open' | 'waiting' | 'settled' | 'matured' | 'forfeited'

/**
 * open: the hour is not over. waiting: it is over and something of it is not settled. settled: all of it is settled.
 * matured: all of it is settled and none of it waits. forfeited: the same, but a case took all of it back.
 */
export function stateOf(
  hour: {
    hour: Date
    earnedMicros: bigint
    settledMicros: bigint
    /** Of what was settled: what still waits for its maturity, and what a case took back. */
    openMicros: bigint
    forfeitedMicros: bigint
  },
  lastClosedHour: Date,
): EarningState {
  if (hour.hour.getTime() > lastClosedHour.getTime()) return 'open'
  if (hour.earnedMicros > hour.settledMicros) return 'waiting'
  if (hour.openMicros > 0n) return 'settled'
  return hour.forfeitedMicros === hour.settledMicros ? 'forfeited' : 'matured'
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

/** @throws AppError invalid_request, always */
export function refuseCursor(): never {
  const cursor = 'This cursor is not one of ours; start from the first page.'
  throw new AppError('invalid_request', { fields: { cursor } })
}
