// The transactions of all users, as a page and as a file. That somebody took the file is in the audit log, with the
// filter, before its first line leaves.
import { toApiId } from '@inrange/contract/ids'
import type { OperationParsed, OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { TRANSACTIONS_EXPORT_ROWS_MAX } from '@inrange/contract/wallet'
import type { CsvCell, CsvFile } from '../../../platform/csv.ts'
import type { CallerContext } from '../../../platform/http.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import {
  presentTransaction,
  readTransactions,
  transactionCells,
  transactionColumns,
  transactionPages,
} from '../../wallet/wallet.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { selectUsernames } from './books.queries.ts'

type Query = OperationParsed<Operations['payments.transactions']>['query']

/** @throws AppError invalid_request for a cursor that is not one of ours */
export async function listPaymentTransactions(
  { database }: Pick<PaymentsDeps, 'database'>,
  { userId, ...query }: Query,
): Promise<OperationResult<Operations['payments.transactions']>> {
  const { rows, nextCursor } = await readTransactions(database.kysely, { ...query, ownerId: userId ?? null })
  const usernames = await selectUsernames(database.kysely, [...new Set(rows.map((row) => row.ownerId))])
  const items = rows.map((row) => ({
    ...presentTransaction(row),
    user: { id: toApiId('user', row.ownerId), username: usernames.get(row.ownerId) ?? '' },
  }))
  return { items, nextCursor }
}

export async function exportPaymentTransactions(
  { database, clock }: Pick<PaymentsDeps, 'database' | 'clock'>,
  { caller, address, requestId }: CallerContext,
  { userId, ...filters }: Omit<Query, 'cursor' | 'limit'>,
): Promise<CsvFile> {
  await recordAudit(database.kysely, {
    actorId: caller.userId,
    address,
    requestId,
    action: 'payments_exported',
    subjectType: 'payment',
    subjectId: 'transactions',
    after: { ...filters, ...(userId === undefined ? {} : { user: toApiId('user', userId) }) },
  })
  return {
    name: `transactions-${clock.now().toISOString().slice(0, 10)}.csv`,
    columns: ['user', 'user_id', ...transactionColumns],
    pages: cells(),
    rowsMax: TRANSACTIONS_EXPORT_ROWS_MAX,
  }

  async function* cells(): AsyncGenerator<CsvCell[][], void> {
    for await (const rows of transactionPages(database.kysely, { ...filters, ownerId: userId ?? null })) {
      const usernames = await selectUsernames(database.kysely, [...new Set(rows.map((row) => row.ownerId))])
      yield rows.map((row) => [
        usernames.get(row.ownerId) ?? '',
        toApiId('user', row.ownerId),
        ...transactionCells(presentTransaction(row)),
      ])
    }
  }
}
