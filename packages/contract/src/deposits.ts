// Deposits as their owner sees them: announced, seen, confirming, credited. Nothing here says an amount that came; that
// is read outside by the server.
import { z } from 'zod'
import { idInput, idSchema } from './ids.ts'
import { amountInputSchema, moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { timestampSchema } from './page.ts'
import { methodKindSchema, networks } from './payment-kinds.ts'

export const depositStates = [
  'awaiting_payment',
  'confirming',
  'in_review',
  'credited',
  'cancelled',
  'expired',
  'failed',
  'reversed',
] as const

/** Names one intention, so that a repeated request is the same deposit or withdrawal. */
export const requestKeySchema = z.string().trim().min(8, 'Give 8 to 100 characters.').max(100)

export const depositSchema = z
  .object({
    id: idSchema('deposit'),
    kind: methodKindSchema,
    methodName: z.string(),
    network: z.enum(networks).nullable(),
    mode: z.enum(['address', 'shared', 'paypal']),
    state: z.enum(depositStates),
    /** Why it is where it is, in words for its owner. */
    reason: z.string().nullable(),
    /** What was announced. */
    expected: moneySchema.nullable(),
    /** In shared mode exactly this has to be sent: it is how the payment is recognised. */
    exactAmount: z.string().nullable(),
    address: z.string().nullable(),
    /** What came. */
    amount: moneySchema.nullable(),
    fee: moneySchema,
    minimum: moneySchema,
    confirmations: z.number().int().nullable(),
    confirmationsNeeded: z.number().int().nullable(),
    txHash: z.string().nullable(),
    txUrl: z.string().nullable(),
    /** Where PayPal asks for the payment. */
    approveUrl: z.string().nullable(),
    createdAt: timestampSchema,
    expiresAt: timestampSchema.nullable(),
    creditedAt: timestampSchema.nullable(),
    events: z.array(z.object({ at: timestampSchema, state: z.enum(depositStates), detail: z.string() })),
  })
  .meta({ id: 'Deposit' })

const params = z.object({ depositId: idInput('deposit') })

export const deposits = {
  'deposits.create': operation({
    method: 'POST',
    path: '/deposits',
    summary: 'Announce a deposit: answers where to send it, or where PayPal asks for it',
    body: z.strictObject({
      methodId: idInput('paymentMethod'),
      amount: amountInputSchema,
      requestKey: requestKeySchema,
    }),
    response: depositSchema,
    status: 201,
    errors: ['amount_too_small', 'limit_exceeded', 'request_key_reused', 'outside_unavailable'],
  }),
  'deposits.read': operation({
    method: 'GET',
    path: '/deposits/{depositId}',
    summary: 'One deposit with its progress',
    params,
    response: depositSchema,
  }),
  'deposits.hint': operation({
    method: 'POST',
    path: '/deposits/{depositId}/transaction',
    summary: 'Say by which transaction it was sent: it is looked up at once. It never decides who is credited',
    params,
    body: z.strictObject({
      txHash: z
        .string()
        .trim()
        .regex(/^(0x)?[0-9a-fA-F]{64}$/, 'A transaction hash has 64 hexadecimal digits.'),
    }),
    response: depositSchema,
    errors: ['transaction_refused', 'outside_unavailable'],
  }),
  'deposits.check': operation({
    method: 'POST',
    path: '/deposits/{depositId}/check',
    summary: 'Ask PayPal now, as after coming back from it',
    params,
    response: depositSchema,
    errors: ['outside_unavailable'],
  }),
  'deposits.cancel': operation({
    method: 'POST',
    path: '/deposits/{depositId}/cancel',
    summary: 'Take back an announcement that nothing has come for',
    params,
    response: depositSchema,
    errors: ['state_changed'],
  }),
}
