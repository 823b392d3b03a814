// One settlement with its lines, each of which names the range and hour whose messages it pays.
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Queryable } from '../../platform/database.ts'
import { selectSettlement, selectSettlementLines } from './wallet.queries.ts'

/**
 * @param input.viewerId only what this user owns; null: everybody's
 * @throws AppError not_found when there is none, or it belongs to somebody else
 */
export async function readSettlement(
  database: Queryable,
  input: { settlementId: string; viewerId: string | null },
): Promise<OperationResult<Operations['wallet.settlement']>> {
  const settlement = await selectSettlement(database, input.settlementId)
  if (!settlement || (input.viewerId !== null && settlement.ownerId !== input.viewerId)) throw new AppError('not_found')
  const lines = await selectSettlementLines(database, settlement.ownerId, settlement.id)
  return {
    id: toApiId('settlement', settlement.id),
    transferId: toApiId('transfer', settlement.transferId),
    amount: microsToDecimal(settlement.amountMicros),
    settledAt: settlement.settledAt.toISOString(),
    lines: lines.map((line) => ({
      range: { id: toApiId('range', line.rangeId), name: line.rangeName },
      hour: line.hour.toISOString(),
      amount: microsToDecimal(line.amountMicros),
      maturesAt: line.maturesAt.toISOString(),
      maturedTransferId: line.maturedTransferId === null ? null : toApiId('transfer', line.maturedTransferId),
      forfeitedTransferId: line.forfeitedTransferId === null ? null : toApiId('transfer', line.forfeitedTransferId),
    })),
  }
}
