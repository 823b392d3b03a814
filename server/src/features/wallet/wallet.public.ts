// The door of the wallet slice: its operations, and the history as others show it.
export { walletRoutes } from './wallet.routes.ts'
export { readTransactions, transactionCells, transactionColumns, transactionPages } from './list-transactions.ts'
export { presentTransaction, type Transaction, type TransactionQuery } from './transactions.rules.ts'
export type { TransactionRow } from './transactions.queries.ts'
