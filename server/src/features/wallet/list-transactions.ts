// The history of a wallet, newest first: earnings as their settlements, withdrawals as their holds.
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Queryable } from '../../platform/database.ts'
import { selectTransactions } from './wallet.queries.ts'
import { entryCodes, parseTransactionCursor, statusOf, transactionCursor, typeOf } from './wallet.rules.ts'

/** @throws AppError invalid_request for a cursor that is not one of ours */
export async function listTransactions(
  database: Queryable,
  input: { ownerId: string; cursor?: string | undefined; limit: number },
): Promise<OperationResult<Operations['wallet.transactions']>> {
  const page = { beforeId: parseTransactionCursor(input.cursor), limit: input.limit + 1 }
  const rows = await selectTransactions(database, input.ownerId, entryCodes, page)
  const shown = rows.slice(0, input.limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => ({
      id: toApiId('transfer', row.id),
      type: typeOf(row.code),
      method: null,
      amount: microsToDecimal(row.amountMicros),
      status: statusOf(row),
      description: row.description,
      createdAt: row.createdAt.toISOString(),
      settlementId: row.settlementId === null ? null : toApiId('settlement', row.settlementId),
      maturesAt: row.maturesAt?.toISOString() ?? null,
    })),
    nextCursor: rows.length > input.limit && last ? transactionCursor(last.id) : null,
  }
}
