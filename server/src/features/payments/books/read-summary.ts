// The figures above the payments of all users, and what waits for a person.
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { methodKinds } from '@inrange/contract/payment-kinds'
import type { PaymentsDeps } from '../payments.deps.ts'
import { selectLatestBooks, selectSummary } from './books.queries.ts'
import { isAlarming } from './books.rules.ts'

/** Pending counts deposits and withdrawals: how many settlements mature is no figure that anything keeps. */
export async function readSummary({
  database: { kysely },
}: Pick<PaymentsDeps, 'database'>): Promise<OperationResult<Operations['payments.summary']>> {
  const figures = await selectSummary(kysely)
  const books = await selectLatestBooks(kysely, methodKinds)
  return {
    paymentMethods: Number(figures.methods),
    totalTransactions: Number(figures.entries + figures.earnings),
    pending: Number(figures.pending),
    totalVolume: microsToDecimal(figures.volumeMicros + figures.maturedMicros),
    withdrawalsWaiting: Number(figures.waiting),
    withdrawalsWaitingAmount: microsToDecimal(figures.waitingMicros),
    reviewsOpen: Number(figures.reviewsOpen),
    booksUnequal: books.filter(isAlarming).length,
  }
}
