// What was earned by range and hour, newest hour first, and how far each has come: earned, settled, matured.
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { lastClosedHour } from '../ledger/ledger.public.ts'
import { selectEarnings } from './wallet.queries.ts'
import { earningCursor, parseEarningCursor, stateOf } from './wallet.rules.ts'

/** @throws AppError invalid_request for a cursor that is not one of ours */
export async function listEarnings(
  deps: { database: Database; clock: Clock },
  input: { ownerId: string; rangeId?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<OperationResult<Operations['wallet.earnings']>> {
  const closedHour = lastClosedHour(deps.clock.now())
  const page = { before: parseEarningCursor(input.cursor), limit: input.limit + 1 }
  const rows = await selectEarnings(deps.database.kysely, input.ownerId, input.rangeId ?? null, page)
  const shown = rows.slice(0, input.limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => ({
      range: { id: toApiId('range', row.rangeId), name: row.rangeName },
      hour: row.hour.toISOString(),
      messages: Number(row.messages),
      segments: Number(row.segments),
      earned: microsToDecimal(row.earnedMicros),
      settled: microsToDecimal(row.settledMicros),
      state: stateOf(row, closedHour),
      maturesAt: row.maturesAt?.toISOString() ?? null,
    })),
    nextCursor: rows.length > input.limit && last ? earningCursor(last) : null,
  }
}
