// The transaction history in pages and as a file, newest first: of one owner, or of all for those who run the platform.
// A page is bounded; a file is read a page at a time and says so itself when it was cut.
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { TRANSACTIONS_EXPORT_ROWS_MAX } from '@inrange/contract/wallet'
import type { Clock } from '../../platform/clock.ts'
import type { CsvCell, CsvFile } from '../../platform/csv.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import { selectTransactions, type TransactionRow } from './transactions.queries.ts'
import {
  filterOf,
  parseTransactionCursor,
  presentTransaction,
  transactionCursor,
  type Transaction,
  type TransactionQuery,
} from './transactions.rules.ts'

const ROWS_PER_PAGE = 500

/** @throws AppError invalid_request for a cursor that is not one of ours */
export async function listTransactions(
  database: Queryable,
  input: TransactionQuery & { ownerId: string; cursor?: string | undefined; limit: number },
): Promise<OperationResult<Operations['wallet.transactions']>> {
  const { rows, nextCursor } = await readTransactions(database, input)
  return { items: rows.map(presentTransaction), nextCursor }
}

/**
 * The rows of a page, for whoever shows more of them than their owner sees.
 * @param input.ownerId null: of all owners
 * @throws AppError invalid_request for a cursor that is not one of ours
 */
export async function readTransactions(
  database: Queryable,
  input: TransactionQuery & { ownerId: string | null; cursor?: string | undefined; limit: number },
): Promise<{ rows: TransactionRow[]; nextCursor: string | null }> {
  const page = { beforeId: parseTransactionCursor(input.cursor), limit: input.limit + 1 }
  const found = await selectTransactions(database, filterOf(input.ownerId, input), page)
  const rows = found.slice(0, input.limit)
  const last = rows.at(-1)
  return { rows, nextCursor: found.length > input.limit && last ? transactionCursor(last.id) : null }
}

type ExportBounds = { rowsMax?: number; rowsPerPage?: number }

/** All of an owner's transactions that fit the filter, newest first. */
export function exportTransactions(
  deps: { database: Database; clock: Clock },
  input: TransactionQuery & { ownerId: string },
  bounds: ExportBounds = {},
): CsvFile {
  const { rowsMax = TRANSACTIONS_EXPORT_ROWS_MAX } = bounds
  const day = deps.clock.now().toISOString().slice(0, 10)
  const pages = transactionPages(deps.database.kysely, input, { ...bounds, rowsMax })
  return { name: `transactions-${day}.csv`, columns: transactionColumns, pages: cells(), rowsMax }

  async function* cells(): AsyncGenerator<CsvCell[][], void> {
    for await (const rows of pages) yield rows.map((row) => transactionCells(presentTransaction(row)))
  }
}

/** One page after the other, and one beyond the bound, so that a file learns that it was cut. */
export async function* transactionPages(
  database: Queryable,
  input: TransactionQuery & { ownerId: string | null },
  { rowsMax = TRANSACTIONS_EXPORT_ROWS_MAX, rowsPerPage = ROWS_PER_PAGE }: ExportBounds = {},
): AsyncGenerator<TransactionRow[], void> {
  const filter = filterOf(input.ownerId, input)
  let beforeId: string | null = null
  for (let read = 0; read <= rowsMax; read += rowsPerPage) {
    const rows: TransactionRow[] = await selectTransactions(database, filter, { beforeId, limit: rowsPerPage })
    yield rows
    beforeId = rows.at(-1)?.id ?? null
    if (rows.length < rowsPerPage) return
  }
}

export const transactionColumns = [
  'created_at',
  'type',
  'method',
  'amount_usd',
  'fee_usd',
  'status',
  'step',
  'description',
  'reason',
  'matures_at',
  'transaction_id',
  'opens_id',
]

/** In the order of `transactionColumns`; the amount has its sign. */
export function transactionCells(transaction: Transaction): CsvCell[] {
  const { type, kind, amount, fee, status, step, description, reason, createdAt, maturesAt, id } = transaction
  return [
    createdAt,
    type,
    kind,
    // A number to every program that opens the file: the quote that keeps a formula away would make it a text.
    Number(type === 'withdrawal' ? `-${amount}` : amount),
    Number(fee),
    status,
    step,
    description,
    reason,
    maturesAt,
    id,
    transaction.settlementId ?? transaction.depositId ?? transaction.withdrawalId,
  ]
}
