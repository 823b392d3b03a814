// The door of the wallet slice: its operations, and the history as those who run the platform show it.
export { walletRoutes } from './wallet.routes.ts'
export { readTransactions, transactionCells, transactionColumns, transactionPages } from './list-transactions.ts'
export { presentTransaction } from './transactions.rules.ts'
