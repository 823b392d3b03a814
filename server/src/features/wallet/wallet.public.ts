// The door of the wallet slice: its operations, and the history of everybody for those who run the platform.
export { readTransactions, transactionCells, transactionColumns, transactionPages } from './list-transactions.ts'
export { presentTransaction } from './transactions.rules.ts'
export { walletRoutes } from './wallet.routes.ts'
