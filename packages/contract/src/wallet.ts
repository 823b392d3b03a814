// The wallet is a screen over the ledger: what is available, what has matured when, and which messages each cent came
// from.
import { z } from 'zod'
import { idInput, idSchema } from './ids.ts'
import { moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { pageOf, pageQuery, timestampSchema } from './page.ts'

export const transactionTypes = ['deposit', 'withdrawal', 'earning'] as const
export const transactionStatuses = ['completed', 'pending', 'failed'] as const

export const transactionSchema = z
  .object({
    id: idSchema('transfer'),
    type: z.enum(transactionTypes),
    method: z.enum(['usdt', 'paypal']).nullable(),
    /** Positive; the sign is the type's. */
    amount: moneySchema,
    /** An earning is pending until it matures. */
    status: z.enum(transactionStatuses),
    description: z.string(),
    createdAt: timestampSchema,
    settlementId: idSchema('settlement').nullable(),
    maturesAt: timestampSchema.nullable(),
  })
  .meta({ id: 'Transaction' })

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
      /** Held for requested withdrawals and reviews. */
      held: moneySchema,
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
    query: z.object(pageQuery),
    response: pageOf(transactionSchema),
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
        state: z.enum(['open', 'waiting', 'settled', 'matured']),
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
        }),
      ),
    }),
  }),
}
