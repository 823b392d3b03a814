// The operations over the payments of all users and the books, each to its function. No logic here.
import { requireCaller, type RequestContext, type SliceHandlers } from '../../../platform/http.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { exportPaymentTransactions, listPaymentTransactions } from './list-payment-transactions.ts'
import { presentBook, readBooks } from './read-books.ts'
import { readSummary } from './read-summary.ts'
import { recordMovement } from './record-movement.ts'
import { takeBooks } from './take-books.ts'

export type BooksOperationId =
  | 'payments.summary'
  | 'payments.transactions'
  | 'payments.transactions-export'
  | 'payments.books'
  | 'payments.take-books'
  | 'payments.record-movement'

export function booksRoutes(deps: PaymentsDeps): SliceHandlers<BooksOperationId> {
  return {
    'payments.summary': () => readSummary(deps),
    'payments.transactions': ({ query }) => listPaymentTransactions(deps, query),
    'payments.transactions-export': ({ query }, context) =>
      exportPaymentTransactions(deps, requireCaller(context), query),
    'payments.books': () => readBooks(deps),
    'payments.take-books': async (_input, context) => {
      const { userId: actorId, address, requestId } = actorOf(context)
      const taken = await takeBooks(deps)
      await recordAudit(deps.database.kysely, {
        actorId,
        address,
        requestId,
        action: 'books_taken',
        subjectType: 'payment',
        subjectId: 'books',
        after: taken.map(({ kind, differenceMicros }) => ({ kind, differenceMicros })),
      })
      return { books: taken.map(presentBook) }
    },
    'payments.record-movement': ({ body }, context) => recordMovement(deps, { ...body, actor: actorOf(context) }),
  }
}

function actorOf(context: RequestContext) {
  const { caller, address, requestId } = requireCaller(context)
  return { userId: caller.userId, address, requestId }
}
