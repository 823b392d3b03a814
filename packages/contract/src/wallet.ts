// The wallet is a screen over the ledger: what is available, what has matured when, and which messages each cent came
// from.
import { z } from 'zod'
import { idInput, idSchema } from './ids.ts'
import { moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { pageOf, pageQuery, timestampSchema } from './page.ts'
import { methodKindSchema } from './payment-kinds.ts'

export const transactionTypes = ['deposit', 'withdrawal', 'earning'] as const
export const transactionStatuses = ['completed', 'pending', 'failed'] as const

export const transactionSchema = z
  .object({
    id: idSchema('transaction'),
    type: z.enum(transactionTypes),
    method: z.enum(['usdt', 'paypal']).nullable(),
    kind: methodKindSchema.nullable(),
    /** Positive; the sign is the type's. Of a withdrawal the gross amount. */
    amount: moneySchema,
    fee: moneySchema,
    /** An earning is pending until it matures. */
    status: z.enum(transactionStatuses),
    /** The step inside the status, as the noun names it: in_review, awaiting_payment, maturing, … */
    step: z.string(),
    description: z.string(),
    /** Why it failed or waits, in words. */
    reason: z.string().nullable(),
    createdAt: timestampSchema,
    /** What it opens to; exactly one is given. */
    settlementId: idSchema('settlement').nullable(),
    depositId: idSchema('deposit').nullable(),
    withdrawalId: idSchema('withdrawal').nullable(),
    maturesAt: timestampSchema.nullable(),
  })
  .meta({ id: 'Transaction' })

export const transactionFilters = {
  type: z.enum(transactionTypes).optional(),
  status: z.enum(transactionStatuses).optional(),
  method: z.enum(['usdt', 'paypal']).optional(),
  from: timestampSchema.optional(),
  until: timestampSchema.optional(),
}

/** '2026-03'. */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Give a month such as 2026-03.')
/** An export holds at most so many entries, the newest; a longer one says so in its last line. */
export const TRANSACTIONS_EXPORT_ROWS_MAX = 100_000

export const wallet = {
  'wallet.read': operation({
    method: 'GET',
    path: '/wallet',
    summary: 'Balances of your ledger accounts and what is earned but not yet settled',
    response: z.object({
      /** Ready for withdrawal. */
      available: moneySchema,
      /** Settled, not yet matured. */
      maturing: moneySchema,
      nextMaturityAt: timestampSchema.nullable(),
      /** Held for requested withdrawals and by cases. */
      held: moneySchema,
      heldForWithdrawals: moneySchema,
      heldByCases: moneySchema,
      /** Of what matures, what cases keep from maturing. */
      frozen: moneySchema,
      /** Announced and seen, not yet credited. */
      pendingDeposits: moneySchema,
      /** What is owed after a deposit was reversed; taken from what becomes available next. */
      deficit: moneySchema,
      earnedNotSettled: moneySchema,
      totalDeposits: moneySchema,
      totalWithdrawals: moneySchema,
      /** Settled earnings that have matured (completed only). */
      totalEarnings: moneySchema,
      maturityDays: z.number().int(),
    }),
  }),
  'wallet.transactions': operation({
    method: 'GET',
    path: '/wallet/transactions',
    summary: 'Transaction history, newest first',
    query: z.object({ ...pageQuery, ...transactionFilters }),
    response: pageOf(transactionSchema),
  }),
  'wallet.transactions-export': operation({
    method: 'GET',
    path: '/wallet/transactions/export',
    summary: 'The same as CSV',
    query: z.object(transactionFilters),
    response: 'csv',
  }),
  'wallet.earnings': operation({
    method: 'GET',
    path: '/wallet/earnings',
    summary: 'Earning lines by range and hour, newest hour first: earned, settled, matured',
    query: z.object({ ...pageQuery, rangeId: idInput('range').optional() }),
    response: pageOf(
      z.object({
        range: z.object({ id: idSchema('range'), name: z.string() }),
        hour: timestampSchema,
        messages: z.number().int(),
        segments: z.number().int(),
        earned: moneySchema,
        settled: moneySchema,
        state: z.enum(['open', 'waiting', 'settled', 'matured', 'forfeited']),
        maturesAt: timestampSchema.nullable(),
      }),
    ),
  }),
  'wallet.settlement': operation({
    method: 'GET',
    path: '/wallet/settlements/{settlementId}',
    summary: 'One settlement: its transfer and its lines by range and hour, each of which opens to its messages',
    params: z.object({ settlementId: idInput('settlement') }),
    response: z.object({
      id: idSchema('settlement'),
      transferId: idSchema('transfer'),
      amount: moneySchema,
      settledAt: timestampSchema,
      lines: z.array(
        z.object({
          range: z.object({ id: idSchema('range'), name: z.string() }),
          hour: timestampSchema,
          amount: moneySchema,
          maturesAt: timestampSchema,
          maturedTransferId: idSchema('transfer').nullable(),
          /** Taken back by a case. */
          forfeitedTransferId: idSchema('transfer').nullable(),
        }),
      ),
    }),
  }),
  'wallet.statements': operation({
    method: 'GET',
    path: '/wallet/statements',
    summary: 'Months for which there is a statement, newest first',
    response: z.object({ items: z.array(z.object({ month: z.string(), isOver: z.boolean() })) }),
  }),
  'wallet.statement': operation({
    method: 'GET',
    path: '/wallet/statements/{month}',
    summary: 'One month (UTC): opening balance, what came and went, closing balance, which always add up',
    params: z.object({ month }),
    response: z.object({
      month: z.string(),
      isOver: z.boolean(),
      /** Available and held. */
      opening: moneySchema,
      closing: moneySchema,
      /** Each with its sign; opening and these make closing. */
      movements: z.array(z.object({ label: z.string(), amount: moneySchema, entries: z.number().int() })),
      entries: z.array(
        z.object({
          at: timestampSchema,
          label: z.string(),
          description: z.string(),
          amount: moneySchema,
          balance: moneySchema,
          transferId: idSchema('transfer'),
        }),
      ),
      /** Whether entries were left out of this answer; the CSV has them all. */
      isShortened: z.boolean(),
    }),
  }),
  'wallet.statement-pdf': operation({
    method: 'GET',
    path: '/wallet/statements/{month}/pdf',
    summary: 'The statement as PDF',
    params: z.object({ month }),
    response: 'pdf',
  }),
  'wallet.statement-csv': operation({
    method: 'GET',
    path: '/wallet/statements/{month}/csv',
    summary: 'All entries of the month as CSV',
    params: z.object({ month }),
    response: 'csv',
  }),
}
