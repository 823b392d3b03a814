// The history of an owner, or of everybody: deposits, withdrawals and settlements as one list, newest first. Guarantees
// three bounded reads a page, whatever is filtered; a page that a filter leaves short still says where the next begins.
import type { Queryable } from '../../platform/database.ts'
import {
  selectDepositEntries,
  selectSettlementEntries,
  selectWithdrawalEntries,
  type TransactionSpan,
} from './transactions.queries.ts'
import {
  fits,
  isSifted,
  lowestIdAt,
  mergeSources,
  ofDeposit,
  ofSettlement,
  ofWithdrawal,
  parseTransactionPlace,
  transactionPlace,
  type Source,
  type Transaction,
  type TransactionFilters,
  type TransactionType,
} from './transactions.rules.ts'

/** What a filter that has no index may look at for one page, of each kind. */
const WINDOW_ENTRIES = 2_000

/** @param asked.ownerId null: of everybody @throws AppError invalid_request for a cursor that is not one of ours */
export async function mergeTransactions(
  database: Queryable,
  asked: TransactionFilters & { ownerId: string | null; cursor?: string | undefined; limit: number },
): Promise<{ transactions: Transaction[]; nextCursor: string | null }> {
  const span = {
    ownerId: asked.ownerId,
    fromId: asked.from === undefined ? null : lowestIdAt(asked.from),
    untilId: asked.until === undefined ? null : lowestIdAt(asked.until),
    beforeId: parseTransactionPlace(asked.cursor),
    limit: isSifted(asked) ? Math.max(WINDOW_ENTRIES, asked.limit + 1) : asked.limit + 1,
  }
  const types = (Object.keys(sources) as TransactionType[]).filter((type) => isAsked(type, asked))
  const read = await Promise.all(types.map((type) => sources[type](database, span)))
  const sifted = read.map((source) => ({
    ...source,
    transactions: source.transactions.filter((transaction) => fits(transaction, asked)),
  }))
  const { transactions, nextId } = mergeSources(sifted, asked.limit)
  return { transactions, nextCursor: nextId === null ? null : transactionPlace(nextId) }
}

/** An earning has no method. */
function isAsked(type: TransactionType, { type: asked, method }: TransactionFilters): boolean {
  return (asked === undefined || asked === type) && !(type === 'earning' && method !== undefined)
}

const sources: Record<TransactionType, (database: Queryable, span: TransactionSpan) => Promise<Source>> = {
  deposit: async (database, span) => sourceOf((await selectDepositEntries(database, span)).map(ofDeposit), span),
  withdrawal: async (database, span) =>
    sourceOf((await selectWithdrawalEntries(database, span)).map(ofWithdrawal), span),
  earning: async (database, span) => sourceOf((await selectSettlementEntries(database, span)).map(ofSettlement), span),
}

function sourceOf(transactions: Transaction[], { limit }: TransactionSpan): Source {
  return { transactions, cutId: transactions.length < limit ? null : (transactions.at(-1)?.id ?? null) }
}
