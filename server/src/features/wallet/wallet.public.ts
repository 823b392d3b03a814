// The door of the wallet slice.
export { walletRoutes } from './wallet.routes.ts'
export { mergeTransactions } from './merge-transactions.ts'
export { presentTransaction, statusOfDeposit, type TransactionFilters } from './transactions.rules.ts'
