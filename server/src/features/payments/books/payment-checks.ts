// What payments prove of themselves whenever the books are checked: that each entry here is the movement of money that
// it says, once. Run by `npm run ledger:check` and every hour, in the snapshot of the ledger's own checks.
import type { ExtraCheck } from '../../ledger/ledger.public.ts'
import {
  findSharedProofs,
  findWrongDeposits,
  findWrongMovements,
  findWrongReceipts,
  findWrongTotals,
  findWrongWithdrawals,
} from './checks.queries.ts'

export const paymentChecks: readonly ExtraCheck[] = [
  { name: 'Credited deposits are their transfers', run: findWrongDeposits },
  { name: 'Withdrawals hold, settle or release their money once', run: findWrongWithdrawals },
  { name: 'Every hash, capture and payout proves one thing', run: findSharedProofs },
  { name: 'Suspense is what came and nobody owns', run: findWrongReceipts },
  { name: "The operator's movements are transfers of the house", run: findWrongMovements },
  { name: 'Totals of payments are their rows', run: findWrongTotals },
]
