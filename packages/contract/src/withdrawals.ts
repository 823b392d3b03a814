// Withdrawals and the destinations they go to: what an owner asks for, and the queue in which people approve, send and
// prove them. Three statuses are the surface; the step inside says where it really is.
import { z } from 'zod'
import { requestKeySchema } from './deposits.ts'
import { idInput, idSchema } from './ids.ts'
import { amountInputSchema, moneySchema } from './money.schema.ts'
import { operation } from './operation.ts'
import { pageOf, pageQuery, timestampSchema } from './page.ts'
import { methodKindSchema, networks } from './payment-kinds.ts'

export const withdrawalStates = [
  'requested',
  'in_review',
  'approved',
  'sending',
  'sent',
  'unclaimed',
  'needs_attention',
  'completed',
  'rejected',
  'cancelled',
  'failed',
  'returned',
] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

/** The specification's three statuses. */
export function statusOfWithdrawal(state: WithdrawalState): 'pending' | 'completed' | 'failed' {
  if (state === 'completed') return 'completed'
  return state === 'rejected' || state === 'cancelled' || state === 'failed' || state === 'returned'
    ? 'failed'
    : 'pending'
}

export const destinationSchema = z
  .object({
    id: idSchema('destination'),
    kind: methodKindSchema,
    /** A wallet address in its checksummed form, or an email address. */
    address: z.string(),
    label: z.string(),
    createdAt: timestampSchema,
    usableFrom: timestampSchema,
    isUsable: z.boolean(),
  })
  .meta({ id: 'Destination' })

export const withdrawalSchema = z
  .object({
    id: idSchema('withdrawal'),
    kind: methodKindSchema,
    methodName: z.string(),
    network: z.enum(networks).nullable(),
    destination: z.string(),
    destinationLabel: z.string(),
    gross: moneySchema,
    fee: moneySchema,
    feePercent: z.number(),
    net: moneySchema,
    state: z.enum(withdrawalStates),
    status: z.enum(['pending', 'completed', 'failed']),
    /** Why it is where it is, in words for its owner. */
    reason: z.string().nullable(),
    /** Held back, and why. */
    held: z.object({ reason: z.string(), until: timestampSchema.nullable() }).nullable(),
    mayCancel: z.boolean(),
    txHash: z.string().nullable(),
    txUrl: z.string().nullable(),
    paypalItemId: z.string().nullable(),
    confirmations: z.number().int().nullable(),
    confirmationsNeeded: z.number().int().nullable(),
    requestedAt: timestampSchema,
    sentAt: timestampSchema.nullable(),
    completedAt: timestampSchema.nullable(),
    events: z.array(z.object({ at: timestampSchema, state: z.enum(withdrawalStates), detail: z.string() })),
  })
  .meta({ id: 'Withdrawal' })

const person = z.object({ id: idSchema('user'), username: z.string() })
/** What those who run the queue see besides. */
export const queuedWithdrawalSchema = withdrawalSchema
  .extend({
    owner: person,
    flags: z.array(z.string()),
    approvalsNeeded: z.number().int(),
    approvals: z.array(
      z.object({ by: person, purpose: z.enum(['send', 'give_back']), at: timestampSchema, statement: z.string() }),
    ),
    /** Whether the caller may say yes: not the owner, not twice. */
    mayApprove: z.boolean(),
    proofKind: z.string(),
    provedAt: timestampSchema,
    /** Where the operator sends USDT from. */
    treasury: z.string().nullable(),
    /** The owner's balances now. */
    ownerAvailable: moneySchema,
    internalEvents: z.array(
      z.object({
        at: timestampSchema,
        state: z.enum(withdrawalStates),
        detail: z.string(),
        note: z.string().nullable(),
        actor: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'QueuedWithdrawal' })

const params = z.object({ withdrawalId: idInput('withdrawal') })
const note = z.string().trim().min(3, 'Say why, for whoever reads it later.').max(500)
const txHash = z
  .string()
  .trim()
  .regex(/^(0x)?[0-9a-fA-F]{64}$/, 'A transaction hash has 64 hexadecimal digits.')

/** What proves that the person is there now, bound by the intent to this amount and destination. */
export const proofSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('totp'),
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'A code has 6 digits.'),
  }),
  z.strictObject({ kind: z.literal('passkey'), credential: z.record(z.string(), z.unknown()) }),
  z.strictObject({ kind: z.literal('password'), password: z.string().min(1, 'Give your password.').max(200) }),
])

export const withdrawals = {
  'destinations.list': operation({
    method: 'GET',
    path: '/destinations',
    summary: 'Where your money may go',
    response: z.object({ items: z.array(destinationSchema) }),
  }),
  'destinations.create': operation({
    method: 'POST',
    path: '/destinations',
    summary: 'Add a destination; it rests before it may be used',
    body: z.strictObject({
      kind: methodKindSchema,
      address: z.string().trim().min(1, 'The destination is required.').max(254),
      label: z.string().trim().max(60).default(''),
    }),
    response: destinationSchema,
    status: 201,
    errors: ['destination_refused', 'conflict'],
  }),
  'destinations.delete': operation({
    method: 'DELETE',
    path: '/destinations/{destinationId}',
    summary: 'Remove a destination; what was sent there stays in the history',
    params: z.object({ destinationId: idInput('destination') }),
  }),
  'withdrawals.prepare': operation({
    method: 'POST',
    path: '/withdrawals/prepare',
    summary: 'What a withdrawal would cost and reach, and what has to be shown to confirm it. Changes nothing',
    isReading: true,
    body: z.strictObject({
      methodId: idInput('paymentMethod'),
      destinationId: idInput('destination'),
      amount: amountInputSchema,
    }),
    response: z.object({
      /** To be brought back with the proof, within minutes, once. */
      intent: z.string(),
      expiresAt: timestampSchema,
      gross: moneySchema,
      fee: moneySchema,
      feePercent: z.number(),
      net: moneySchema,
      destination: destinationSchema,
      available: moneySchema,
      /** Any one of them. */
      proofs: z.array(z.enum(['totp', 'passkey', 'password'])),
      /** Options of a passkey ceremony (PublicKeyCredentialRequestOptionsJSON), when one may be shown. */
      passkeyOptions: z.record(z.string(), z.unknown()).nullable(),
    }),
    errors: [
      'amount_too_small',
      'amount_not_available',
      'limit_exceeded',
      'account_resting',
      'destination_resting',
      'destination_refused',
      'withdrawals_paused',
      'proof_refused',
    ],
  }),
  'withdrawals.request': operation({
    method: 'POST',
    path: '/withdrawals',
    summary: 'Request what was prepared, with the proof',
    body: z.strictObject({ intent: z.string().max(6_000), proof: proofSchema, requestKey: requestKeySchema }),
    response: withdrawalSchema,
    status: 201,
    errors: [
      'amount_too_small',
      'amount_not_available',
      'limit_exceeded',
      'account_resting',
      'destination_resting',
      'destination_refused',
      'withdrawals_paused',
      'proof_refused',
      'too_many_requests',
      'intent_over',
      'request_key_reused',
    ],
  }),
  'withdrawals.read': operation({
    method: 'GET',
    path: '/withdrawals/{withdrawalId}',
    summary: 'One of your withdrawals with its timeline',
    params,
    response: withdrawalSchema,
  }),
  'withdrawals.cancel': operation({
    method: 'POST',
    path: '/withdrawals/{withdrawalId}/cancel',
    summary: 'Take it back while it may be: the money is ready for withdrawal again',
    params,
    response: withdrawalSchema,
    errors: ['state_changed'],
  }),
  'withdrawals.queue': operation({
    method: 'GET',
    path: '/withdrawal-queue',
    summary: 'Withdrawals of all users by step, oldest first while they wait, newest first when they are over',
    query: z.object({
      ...pageQuery,
      step: z.enum(['approval', 'payment', 'progress', 'attention', 'completed', 'over']).default('approval'),
    }),
    response: pageOf(queuedWithdrawalSchema).extend({ counts: z.record(z.string(), z.number().int()) }),
  }),
  'withdrawals.open': operation({
    method: 'GET',
    path: '/withdrawal-queue/{withdrawalId}',
    summary: 'One withdrawal as those who run the queue see it',
    params,
    response: queuedWithdrawalSchema,
  }),
  'withdrawals.approve': operation({
    method: 'POST',
    path: '/withdrawal-queue/{withdrawalId}/approve',
    summary: 'Say yes; above a limit a second person has to as well',
    params,
    body: z.strictObject({ note: z.string().trim().max(500).default('') }),
    response: queuedWithdrawalSchema,
    errors: ['state_changed', 'other_person_needed', 'withdrawals_paused'],
  }),
  'withdrawals.reject': operation({
    method: 'POST',
    path: '/withdrawal-queue/{withdrawalId}/reject',
    summary: 'Say no before anything was sent: the money goes back, and the owner sees why',
    params,
    body: z.strictObject({ reason: note }),
    response: queuedWithdrawalSchema,
    errors: ['state_changed'],
  }),
  'withdrawals.hold': operation({
    method: 'POST',
    path: '/withdrawal-queue/{withdrawalId}/hold',
    summary: 'Hold it back, or let it go on; the owner sees why',
    params,
    body: z.strictObject({ reason: note.nullable(), until: timestampSchema.nullable().default(null) }),
    response: queuedWithdrawalSchema,
    errors: ['state_changed'],
  }),
  'withdrawals.record-sent': operation({
    method: 'POST',
    path: '/withdrawal-queue/{withdrawalId}/record-sent',
    summary: 'Prove by its transaction that USDT was sent: contract, sender, receiver, amount and success must all fit',
    params,
    body: z.strictObject({ txHash }),
    response: queuedWithdrawalSchema,
    errors: ['state_changed', 'transaction_refused', 'transaction_used', 'outside_unavailable'],
  }),
  'withdrawals.send': operation({
    method: 'POST',
    path: '/withdrawal-queue/{withdrawalId}/send',
    summary: 'Send an approved withdrawal by PayPal',
    params,
    response: queuedWithdrawalSchema,
    errors: ['state_changed', 'withdrawals_paused', 'outside_unavailable'],
  }),
  'withdrawals.cancel-unclaimed': operation({
    method: 'POST',
    path: '/withdrawal-queue/{withdrawalId}/cancel-unclaimed',
    summary: 'Take back from PayPal what nobody has claimed',
    params,
    response: queuedWithdrawalSchema,
    errors: ['state_changed', 'outside_unavailable'],
  }),
  'withdrawals.give-back': operation({
    method: 'POST',
    path: '/withdrawal-queue/{withdrawalId}/give-back',
    summary: 'After approval, with a written statement that nothing was sent; a second person has to say the same',
    params,
    body: z.strictObject({
      statement: z.string().trim().min(20, 'Write what you checked: at least 20 characters.').max(1_000),
    }),
    response: queuedWithdrawalSchema,
    errors: ['state_changed', 'other_person_needed', 'outside_unavailable'],
  }),
}
