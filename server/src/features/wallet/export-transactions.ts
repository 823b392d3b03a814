// A history as a file, newest first, read in pages while it is written: of one owner, or of everybody with their names.
import { toApiId } from '@inrange/contract/ids'
import { TRANSACTIONS_EXPORT_ROWS_MAX } from '@inrange/contract/wallet'
import type { CsvCell, CsvFile } from '../../platform/csv.ts'
import type { Queryable } from '../../platform/database.ts'
import { mergeTransactions } from './merge-transactions.ts'
import { presentTransaction, type Transaction, type TransactionFilters } from './transactions.rules.ts'

const ROWS_PER_PAGE = 500

/** @param asked.ownerId null: of everybody, and each line says whose it is */
export function exportTransactions(
  database: Queryable,
  asked: TransactionFilters & { ownerId: string | null; name: string },
  bounds: { rowsMax?: number; rowsPerPage?: number } = {},
): CsvFile {
  const { rowsMax = TRANSACTIONS_EXPORT_ROWS_MAX, rowsPerPage = ROWS_PER_PAGE } = bounds
  const withUser = asked.ownerId === null
  return { name: asked.name, columns: withUser ? ['user', 'user_id', ...columns] : columns, pages: pagesOf(), rowsMax }

  async function* pagesOf(): AsyncGenerator<CsvCell[][], void> {
    let cursor: string | undefined
    // One row beyond the bound, so that the file learns that it was cut.
    for (let rows = 0; rows <= rowsMax;) {
      const page = await mergeTransactions(database, { ...asked, cursor, limit: rowsPerPage })
      yield page.transactions.map((transaction) => cellsOf(transaction, withUser))
      if (page.nextCursor === null) return
      cursor = page.nextCursor
      rows += page.transactions.length
    }
  }
}

const columns = [
  'at',
  'transaction_id',
  'type',
  'method',
  'amount',
  'fee',
  'status',
  'step',
  'description',
  'reason',
  'matures_at',
]

function cellsOf(transaction: Transaction, withUser: boolean): CsvCell[] {
  const shown = presentTransaction(transaction)
  const cells = [
    shown.createdAt,
    shown.id,
    shown.type,
    shown.kind,
    shown.amount,
    shown.fee,
    shown.status,
    shown.step,
    shown.description,
    shown.reason,
    shown.maturesAt,
  ]
  return withUser ? [transaction.username, toApiId('user', transaction.ownerId), ...cells] : cells
}
