// Ways in and out for money, and the desk of those who run them: methods, transactions of all users, what needs a
// person, and whether the books agree with the world. Secrets are write-only. No amount is ever typed where it can be
// read from a chain or from PayPal.
import { z } from 'zod'
import { idInput, idSchema } from './ids.ts'
import { amountInputSchema, moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { pageOf, pageQuery, timestampSchema } from './page.ts'
import { transactionFilters, transactionSchema } from './wallet.ts'
import { methodKindSchema, methodTypes, networks, paypalEnvironments } from './payment-kinds.ts'

const name = z.string().trim().min(1, 'The name is required.').max(60)
const address = z.string().trim().min(1, 'The wallet address is required.').max(100)
const clientId = z.string().trim().min(1, 'The client ID is required.').max(200)
const clientSecret = z.string().trim().min(1, 'The client secret is required.').max(500)
const nodeUrl = z
  .string()
  .trim()
  .max(500)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'Give the address of the node, https://…',
  )
const xpub = z.string().trim().max(200)
const webhookId = z.string().trim().max(100)
const minimumAmount = amountInputSchema.refine((micros) => micros >= 1_000_000n, 'At least $1.00.')
const fees = z
  .number('Give a percentage.')
  .min(0, 'Fees are 0 to 10 percent.')
  .max(10, 'Fees are 0 to 10 percent.')
  .refine((percent) => Math.abs(percent * 10 - Math.round(percent * 10)) < 1e-9, 'Fees go in steps of 0.1 percent.')

const secretSeen = z.object({
  isSet: z.boolean(),
  /** The last four characters, to tell one from another. */
  last4: z.string().nullable(),
})

const healthSchema = z.object({
  checkedAt: timestampSchema,
  isOk: z.boolean(),
  /** What was found, in a sentence. */
  detail: z.string(),
  headNumber: z.number().int().nullable(),
  headAt: timestampSchema.nullable(),
  finalizedNumber: z.number().int().nullable(),
  /** Blocks between the head and what has been read. */
  lagBlocks: z.number().int().nullable(),
  scannedAt: timestampSchema.nullable(),
  error: z.string().nullable(),
  errorAt: timestampSchema.nullable(),
})

export const paymentMethodSchema = z
  .object({
    id: idSchema('paymentMethod'),
    type: z.enum(methodTypes),
    kind: methodKindSchema,
    name: z.string(),
    isActive: z.boolean(),
    /** As the specification names them. */
    settings: z.object({
      usdtNetwork: z.enum(networks).nullable(),
      usdtAddress: z.string().nullable(),
      paypalClientId: z.string().nullable(),
      paypalClientSecret: secretSeen,
      minimumAmount: moneySchema,
      fees: z.number(),
    }),
    feesOnDeposits: z.boolean(),
    /** How deposits are told apart: an address of each user's own, or one address and exact amounts. */
    depositMode: z.enum(['own_address', 'exact_amount', 'paypal']),
    xpub: z.object({
      isSet: z.boolean(),
      fingerprint: z.string().nullable(),
      /** Addresses given out so far. */
      addresses: z.number().int(),
      proposed: z
        .object({
          fingerprint: z.string(),
          proposedBy: z.string().nullable(),
          proposedAt: timestampSchema,
          mayConfirm: z.boolean(),
        })
        .nullable(),
      /** A confirmed one that begins later. */
      usableFrom: timestampSchema.nullable(),
    }),
    node: secretSeen,
    secondNode: secretSeen,
    tokenCheckedAt: timestampSchema.nullable(),
    /** The pinned contract of the token. */
    tokenContract: z.string().nullable(),
    explorerUrl: z.string().nullable(),
    paypalEnvironment: z.enum(paypalEnvironments).nullable(),
    paypalWebhookId: z.string().nullable(),
    /** What to enter at PayPal. */
    paypalWebhookUrl: z.string().nullable(),
    health: healthSchema.nullable(),
    version: z.string(),
    updatedAt: timestampSchema,
  })
  .meta({ id: 'PaymentMethod' })

const usdtFields = {
  usdtAddress: address,
  nodeUrl: nodeUrl.optional(),
  secondNodeUrl: nodeUrl.nullable().optional(),
  xpub: xpub.optional(),
}
const methodParams = z.object({ methodId: idInput('paymentMethod') })
const reviewSchema = z
  .object({
    id: idSchema('review'),
    kind: z.enum([
      'unmatched',
      'wrong_amount',
      'late',
      'wrong_token',
      'below_minimum',
      'orphaned',
      'reversed',
      'disagreement',
    ]),
    state: z.enum(['open', 'decided']),
    method: z.object({ id: idSchema('paymentMethod'), name: z.string(), kind: methodKindSchema }),
    amount: moneySchema.nullable(),
    detail: z.string(),
    network: z.enum(networks).nullable(),
    txHash: z.string().nullable(),
    txUrl: z.string().nullable(),
    fromAddress: z.string().nullable(),
    paypalCaptureId: z.string().nullable(),
    suggested: z.object({ id: idSchema('user'), username: z.string() }).nullable(),
    decision: z.enum(['credit', 'returned', 'operator_funds', 'dismissed']).nullable(),
    decidedFor: z.object({ id: idSchema('user'), username: z.string() }).nullable(),
    decidedBy: z.string().nullable(),
    decidedAt: timestampSchema.nullable(),
    note: z.string().nullable(),
    createdAt: timestampSchema,
  })
  .meta({ id: 'PaymentReview' })

const txHash = z
  .string()
  .trim()
  .regex(/^(0x)?[0-9a-fA-F]{64}$/, 'A transaction hash has 64 hexadecimal digits.')

const bookSchema = z.object({
  kind: methodKindSchema,
  takenAt: timestampSchema,
  /** Null when it could not be read; `detail` says why. */
  outside: moneySchema.nullable(),
  custody: moneySchema,
  inFlightOut: moneySchema,
  inFlightIn: moneySchema,
  /** outside − (custody − inFlightOut + inFlightIn): zero, or something is not explained. */
  difference: moneySchema.nullable(),
  detail: z.string(),
})

export const payments = {
  'payment-methods.available': operation({
    method: 'GET',
    path: '/payment-methods/available',
    summary: 'Active payment methods, as a user may use them',
    response: z.object({
      items: z.array(
        z.object({
          id: idSchema('paymentMethod'),
          type: z.enum(methodTypes),
          kind: methodKindSchema,
          name: z.string(),
          network: z.enum(networks).nullable(),
          minimum: moneySchema,
          /** Percent of a withdrawal. */
          fees: z.number(),
          feesOnDeposits: z.boolean(),
          depositMode: z.enum(['own_address', 'exact_amount', 'paypal']),
        }),
      ),
      withdrawalsPaused: z.boolean(),
      minimumDeposit: moneySchema,
      minimumWithdrawal: moneySchema,
    }),
  }),
  'payment-methods.list': operation({
    method: 'GET',
    path: '/payment-methods',
    summary: 'All payment methods with the health of their connections',
    response: z.object({ items: z.array(paymentMethodSchema) }),
  }),
  'payment-methods.create': operation({
    method: 'POST',
    path: '/payment-methods',
    summary: 'Add a payment method. A USDT method is enabled only after its token was checked on the chain',
    body: z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('usdt'),
        name,
        usdtNetwork: z.enum(networks).default('trc20'),
        ...usdtFields,
        minimumAmount: minimumAmount.default(10_000_000n),
        fees: fees.default(0),
        feesOnDeposits: z.boolean().default(false),
        isActive: z.boolean().default(true),
      }),
      z.strictObject({
        type: z.literal('paypal'),
        name,
        paypalClientId: clientId,
        paypalClientSecret: clientSecret,
        paypalEnvironment: z.enum(paypalEnvironments).default('live'),
        paypalWebhookId: webhookId.default(''),
        minimumAmount: minimumAmount.default(10_000_000n),
        fees: fees.default(0),
        feesOnDeposits: z.boolean().default(false),
        isActive: z.boolean().default(true),
      }),
    ]),
    response: paymentMethodSchema,
    status: 201,
    errors: ['payment_method_taken', 'payment_method_unchecked', 'reauthentication_needed', 'outside_unavailable'],
  }),
  'payment-methods.update': operation({
    method: 'PATCH',
    path: '/payment-methods/{methodId}',
    summary: 'Edit a payment method. Its type and network stay; a blank secret keeps the stored one',
    params: methodParams,
    body: z.strictObject({
      /** As it was read; of two who edit, the second is told. */
      version: z.string().max(30),
      name: name.optional(),
      usdtAddress: address.optional(),
      nodeUrl: nodeUrl.optional(),
      secondNodeUrl: nodeUrl.nullable().optional(),
      /** The first is used at once; another has to be confirmed by a second super admin and begins a day later. */
      xpub: xpub.optional(),
      paypalClientId: clientId.optional(),
      paypalClientSecret: clientSecret.optional(),
      paypalEnvironment: z.enum(paypalEnvironments).optional(),
      paypalWebhookId: webhookId.optional(),
      minimumAmount: minimumAmount.optional(),
      fees: fees.optional(),
      feesOnDeposits: z.boolean().optional(),
      isActive: z.boolean().optional(),
    }),
    response: paymentMethodSchema,
    errors: [
      'payment_method_taken',
      'payment_method_unchecked',
      'state_changed',
      'reauthentication_needed',
      'outside_unavailable',
    ],
  }),
  'payment-methods.test': operation({
    method: 'POST',
    path: '/payment-methods/{methodId}/test',
    summary: 'Ask the node or PayPal now, and say what was found',
    params: methodParams,
    response: z.object({ ok: z.boolean(), detail: z.string(), durationMs: z.number().int() }),
  }),
  'payment-methods.decide-xpub': operation({
    method: 'POST',
    path: '/payment-methods/{methodId}/decide-xpub',
    summary: 'Confirm (another super admin) or withdraw a proposed extended public key',
    params: methodParams,
    body: z.strictObject({ decision: z.enum(['confirm', 'withdraw']) }),
    response: paymentMethodSchema,
    errors: ['other_person_needed', 'state_changed', 'reauthentication_needed'],
  }),
  'payment-methods.sweep-list': operation({
    method: 'GET',
    path: '/payment-methods/{methodId}/sweep-list',
    summary: 'Addresses given to users that hold money, with balance and derivation path, as CSV',
    params: methodParams,
    response: 'csv',
  }),
  'payments.summary': operation({
    method: 'GET',
    path: '/payments/summary',
    summary: 'Figures over all users, and what waits for a person',
    response: z.object({
      paymentMethods: z.number().int(),
      totalTransactions: z.number().int(),
      pending: z.number().int(),
      /** Completed deposits, withdrawals and earnings. */
      totalVolume: moneySchema,
      withdrawalsWaiting: z.number().int(),
      withdrawalsWaitingAmount: moneySchema,
      reviewsOpen: z.number().int(),
      /** Books that do not agree, or could not be read. */
      booksUnequal: z.number().int(),
    }),
  }),
  'payments.transactions': operation({
    method: 'GET',
    path: '/payments/transactions',
    summary: 'Transactions of all users, newest first',
    query: z.object({ ...pageQuery, ...transactionFilters, userId: idInput('user').optional() }),
    response: pageOf(transactionSchema.extend({ user: z.object({ id: idSchema('user'), username: z.string() }) })),
  }),
  'payments.transactions-export': operation({
    method: 'GET',
    path: '/payments/transactions/export',
    summary: 'The same as CSV',
    query: z.object({ ...transactionFilters, userId: idInput('user').optional() }),
    response: 'csv',
  }),
  'payments.reviews': operation({
    method: 'GET',
    path: '/payments/reviews',
    summary: 'Payments that a person has to decide about, newest first',
    query: z.object({ ...pageQuery, state: z.enum(['open', 'decided']).default('open') }),
    response: pageOf(reviewSchema),
  }),
  'payments.decide-review': operation({
    method: 'POST',
    path: '/payments/reviews/{reviewId}/decide',
    summary: 'Decide; the amount is what the chain or PayPal says now',
    params: z.object({ reviewId: idInput('review') }),
    body: z.strictObject({
      decision: z.enum(['credit', 'returned', 'operator_funds', 'dismissed']),
      /** For `credit`. */
      userId: idInput('user').optional(),
      /** For `returned`: the transaction by which it went back; read from the chain. */
      txHash: txHash.optional(),
      note: z.string().trim().min(3, 'Say why, for whoever reads it later.').max(500),
    }),
    response: reviewSchema,
    errors: ['other_person_needed', 'state_changed', 'transaction_refused', 'transaction_used', 'outside_unavailable'],
  }),
  'payments.look-up': operation({
    method: 'POST',
    path: '/payments/look-up',
    summary: 'Read a transaction from its chain; what came to us and is not known joins the reviews',
    body: z.strictObject({ network: z.enum(networks), txHash }),
    response: z.object({
      /** What it is, in a sentence. */
      detail: z.string(),
      reviewId: idSchema('review').nullable(),
    }),
    errors: ['outside_unavailable'],
  }),
  'payments.books': operation({
    method: 'GET',
    path: '/payments/books',
    summary: 'What is outside beside what the ledger says, and what users are owed',
    response: z.object({
      books: z.array(bookSchema),
      /** What users own: available, maturing, held. */
      liabilities: z.object({
        available: moneySchema,
        maturing: moneySchema,
        held: moneySchema,
        suspense: moneySchema,
      }),
      /** What users owe after a reversal. */
      deficits: moneySchema,
      operatorFunds: moneySchema,
      feeIncome: moneySchema,
      custody: moneySchema,
      /** Percent of what is owed now (available and held) that is in custody; null when nothing is owed. */
      coveragePercent: z.number().nullable(),
      ledgerCheck: z
        .object({ finishedAt: timestampSchema, faults: z.number().int(), firstFault: z.string().nullable() })
        .nullable(),
      seal: z.object({ blockId: z.number().int(), hash: z.string(), sealedAt: timestampSchema }).nullable(),
      history: z.array(bookSchema),
    }),
  }),
  'payments.take-books': operation({
    method: 'POST',
    path: '/payments/take-books',
    summary: 'Compare now',
    response: z.object({ books: z.array(bookSchema) }),
  }),
  'payments.record-movement': operation({
    method: 'POST',
    path: '/payments/movements',
    summary: 'Book money the operator brought or took, proven by its transaction; the amount is read from the chain',
    body: z.strictObject({
      network: z.enum(networks),
      txHash,
      note: z.string().trim().min(3, 'Say what it was.').max(300),
    }),
    response: z.object({ direction: z.enum(['funded', 'withdrew', 'swept']), amount: moneySchema, detail: z.string() }),
    errors: ['transaction_refused', 'transaction_used', 'outside_unavailable'],
  }),
}
