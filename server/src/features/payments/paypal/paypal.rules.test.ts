import { expect, test } from 'vitest'
import { readTable } from '../../../testing/table.ts'
import {
  captureReasons,
  captureStatuses,
  duplicateBatchOf,
  errorAnswer,
  orderAnswer,
  orderStatuses,
  payoutBatchStatuses,
  payoutItemAnswer,
  payoutItemStatuses,
  type CaptureReason,
  type CaptureStatus,
  type OrderStatus,
  type PaypalCapture,
  type PaypalOrder,
  type PaypalPayoutBatch,
  type PaypalPayoutItem,
  type PaypalRefund,
  type PayoutBatchStatus,
  type PayoutItemStatus,
  type RefundStatus,
} from './paypal.answers.ts'
import { decideDeposit, decidePayout, decideRefusedCapture, depositMismatch, payoutMismatch } from './paypal.rules.ts'

const PAID = 50_000_000n

function capture(changes: Partial<PaypalCapture> = {}): PaypalCapture {
  return {
    captureId: 'C1',
    orderId: null,
    status: 'COMPLETED',
    reason: null,
    amountMicros: PAID,
    feeMicros: 2_240_000n,
    customId: 'dep-1',
    invoiceId: 'dep-1',
    payeeMerchantId: null,
    createdAt: null,
    ...changes,
  }
}

function refund(
  amountMicros: bigint,
  status: RefundStatus = 'COMPLETED',
  captureId: string | null = 'C1',
): PaypalRefund {
  return { refundId: 'R1', captureId, status, amountMicros, createdAt: null }
}

function order(changes: Partial<PaypalOrder> = {}): PaypalOrder {
  return {
    orderId: 'O1',
    status: 'COMPLETED',
    amountMicros: PAID,
    customId: 'dep-1',
    invoiceId: 'dep-1',
    payeeMerchantId: 'M1',
    payerId: null,
    payerEmail: null,
    payerUrl: null,
    captures: [],
    refunds: [],
    ...changes,
  }
}

test('every state of an order without a payment', () => {
  const rows = readTable(`
    order                 | step
    CREATED               | waiting
    SAVED                 | waiting
    PAYER_ACTION_REQUIRED | waiting
    APPROVED              | capture
    VOIDED                | failed
    COMPLETED             | unclear
  `)
  expect(new Set(rows.map((row) => row['order']))).toEqual(new Set(orderStatuses))
  for (const { order: status, step } of rows) {
    expect(decideDeposit(order({ status: status as OrderStatus })).kind, status).toBe(step)
  }
})

test('every state of a payment', () => {
  const rows = readTable(`
    capture            | refunds        | step       | back
    COMPLETED          |                | credit     |
    COMPLETED          | 0.01           | taken_back | 0.01
    PENDING            |                | pending    |
    DECLINED           |                | declined   |
    FAILED             |                | failed     |
    PARTIALLY_REFUNDED | 20             | taken_back | 20
    PARTIALLY_REFUNDED | 20 5           | taken_back | 25
    PARTIALLY_REFUNDED |                | unclear    |
    PARTIALLY_REFUNDED | 60             | unclear    |
    REFUNDED           |                | taken_back | 50
    REFUNDED           | 20 30          | taken_back | 50
  `)
  expect(new Set(rows.map((row) => row['capture']))).toEqual(new Set(captureStatuses))
  const micros = (usd: string): bigint => BigInt(Math.round(Number(usd) * 100)) * 10_000n
  for (const { capture: status, refunds = '', step, back = '' } of rows) {
    const listed = refunds.split(' ').filter((amount) => amount !== '')
    const decided = decideDeposit(
      order({
        captures: [capture({ status: status as CaptureStatus })],
        refunds: listed.map((amount) => refund(micros(amount))),
      }),
    )
    expect(decided.kind, `${status} ${refunds}`).toBe(step)
    if (decided.kind === 'taken_back') expect(decided.takenBackMicros).toBe(micros(back))
  }
})

test('only what went back counts, and only for its own payment', () => {
  for (const status of ['PENDING', 'FAILED', 'CANCELLED'] as const) {
    const decided = decideDeposit(order({ captures: [capture()], refunds: [refund(PAID, status)] }))
    expect(decided.kind, status).toBe('credit')
  }
  const ofAnother = order({ captures: [capture()], refunds: [refund(PAID, 'COMPLETED', 'C2')] })
  expect(decideDeposit(ofAnother).kind).toBe('credit')
  const ofNobody = order({ captures: [capture()], refunds: [refund(PAID, 'COMPLETED', null)] })
  expect(decideDeposit(ofNobody).kind).toBe('taken_back')
})

test('every reason why PayPal keeps a payment back has its sentence; a complaint is a dispute', () => {
  for (const reason of captureReasons) {
    const decided = decideDeposit(order({ captures: [capture({ status: 'PENDING', reason })] }))
    const isDispute = reason === 'BUYER_COMPLAINT' || reason === 'CHARGEBACK'
    expect(decided, reason).toMatchObject({ kind: isDispute ? 'disputed' : 'pending', reason })
    if (decided.kind === 'pending') expect(decided.sentence).toMatch(/^[A-Z].+\.$/)
  }
  expect(decideDeposit(order({ captures: [capture({ status: 'PENDING' })] }))).toMatchObject({ reason: 'OTHER' })
})

test('a declined payment followed by a good one is paid; two that stand are for a person', () => {
  const declined = capture({ captureId: 'C0', status: 'DECLINED' })
  expect(decideDeposit(order({ captures: [declined, capture()] }))).toMatchObject({ kind: 'credit', captureId: 'C1' })
  expect(decideDeposit(order({ captures: [capture(), declined] }))).toMatchObject({ kind: 'credit', captureId: 'C1' })
  const twice = order({ captures: [capture(), capture({ captureId: 'C2' })] })
  expect(decideDeposit(twice)).toMatchObject({ kind: 'unclear', captureId: null })
})

test('what a refusal to capture means', () => {
  for (const { issue = '', step } of readTable(`
    issue                                   | step
    INSTRUMENT_DECLINED                     | declined
    PAYER_ACTION_REQUIRED                   | declined
    REDIRECT_PAYER_FOR_ALTERNATE_FUNDING    | declined
    ORDER_NOT_APPROVED                      | waiting
    ORDER_ALREADY_CAPTURED                  | read_order
    ORDER_COMPLETION_IN_PROGRESS            | read_order
    DUPLICATE_INVOICE_ID                    | unclear
    DUPLICATE_REQUEST_ID                    | unclear
    PAYER_ACCOUNT_RESTRICTED                | failed
    TRANSACTION_LIMIT_EXCEEDED              | failed
    MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED | failed
    COMPLIANCE_VIOLATION                    | failed
    NEVER_HEARD_OF                          | failed
  `)) {
    expect(decideRefusedCapture(issue).kind, issue).toBe(step)
  }
})

test('an order of something else, of another amount or to another payee is not credited', () => {
  const expected = { depositId: 'dep-1', amountMicros: PAID, payeeMerchantId: 'M1' }
  expect(depositMismatch(order({ captures: [capture()] }), expected)).toBeNull()
  expect(depositMismatch(order({ customId: 'dep-2' }), expected)).toMatch(/something else/)
  expect(depositMismatch(order({ customId: null }), expected)).toMatch(/something else/)
  expect(depositMismatch(order({ captures: [capture({ amountMicros: PAID - 1n })] }), expected)).toMatch(/amount/)
  expect(depositMismatch(order({ captures: [capture({ customId: 'dep-2' })] }), expected)).toMatch(/something else/)
  const declined = capture({ status: 'DECLINED', amountMicros: 1n })
  expect(depositMismatch(order({ captures: [declined] }), expected)).toBeNull()
  expect(depositMismatch(order({ payeeMerchantId: 'M2' }), expected)).toMatch(/Another PayPal account/)
  expect(depositMismatch(order({ payeeMerchantId: null }), expected)).toBeNull()
})

function item(status: PayoutItemStatus | null, changes: Partial<PaypalPayoutItem> = {}): PaypalPayoutItem {
  return {
    itemId: 'I1',
    batchId: 'B1',
    status,
    transactionId: 'T1',
    senderItemId: 'wdr-1',
    amountMicros: PAID,
    feeMicros: 1_000_000n,
    receiver: 'a@b.example',
    errorName: null,
    errorMessage: null,
    processedAt: null,
    ...changes,
  }
}

test('every state of a payout, in every state of its batch that matters', () => {
  const rows = readTable(`
    batch      | item      | step       | why
    PENDING    | none      | processing | not_started
    PROCESSING | none      | processing | not_started
    SUCCESS    | none      | processing | not_started
    DENIED     | none      | failed     | denied
    CANCELED   | none      | failed     | canceled
    DENIED     | PENDING   | failed     | denied
    CANCELED   | PENDING   | failed     | canceled
    -- what reached somebody is decided by the item alone
    DENIED     | SUCCESS   | completed  |
    SUCCESS    | SUCCESS   | completed  |
    PROCESSING | PENDING   | processing | pending
    SUCCESS    | ONHOLD    | processing | on_hold
    SUCCESS    | UNCLAIMED | processing | unclaimed
    SUCCESS    | FAILED    | failed     | failed
    SUCCESS    | BLOCKED   | failed     | blocked
    SUCCESS    | RETURNED  | failed     | returned
    SUCCESS    | REFUNDED  | came_back  | refunded
    SUCCESS    | REVERSED  | came_back  | reversed
  `)
  expect(new Set(rows.map((row) => row['batch']))).toEqual(new Set(payoutBatchStatuses))
  expect(new Set(rows.map((row) => row['item']))).toEqual(new Set(['none', ...payoutItemStatuses]))
  for (const { batch, item: status, step, why } of rows) {
    const given = status === 'none' ? null : item(status as PayoutItemStatus)
    const decided = decidePayout({ status: batch as PayoutBatchStatus }, given)
    expect(decided.kind, `${batch} ${status}`).toBe(step)
    if ('why' in decided) expect(decided.why).toBe(why)
    if ('mayCancel' in decided) expect(decided.mayCancel).toBe(status === 'UNCLAIMED')
  }
  expect(decidePayout({ status: 'PENDING' }, item(null)).kind).toBe('processing')
})

test('a payout of another withdrawal, amount or recipient is not taken for ours', () => {
  const expected = { withdrawalId: 'wdr-1', amountMicros: PAID, receiver: 'A@b.example' }
  const batch = (changes: Partial<PaypalPayoutBatch> = {}): PaypalPayoutBatch => ({
    batchId: 'B1',
    status: 'SUCCESS',
    senderBatchId: 'wdr-1',
    feeMicros: null,
    items: [item('SUCCESS')],
    ...changes,
  })
  expect(payoutMismatch(batch(), expected)).toBeNull()
  expect(payoutMismatch(batch({ items: [] }), expected)).toBeNull()
  expect(payoutMismatch(batch({ senderBatchId: 'wdr-2' }), expected)).toMatch(/something else/)
  expect(payoutMismatch(batch({ items: [item('SUCCESS'), item('SUCCESS')] }), expected)).toMatch(/more than one/)
  const other = (changes: Partial<PaypalPayoutItem>): string | null =>
    payoutMismatch(batch({ items: [item('SUCCESS', changes)] }), expected)
  expect(other({ senderItemId: 'wdr-2' })).toMatch(/something else/)
  expect(other({ amountMicros: PAID + 1n })).toMatch(/amount/)
  expect(other({ receiver: 'c@d.example' })).toMatch(/recipient/)
})

test('an answer in another currency, of an unknown state or with a number for an amount is nonsense', () => {
  const answer = (value: unknown, status = 'CREATED', currency = 'USD'): unknown => ({
    id: 'O1',
    status,
    purchase_units: [{ amount: { currency_code: currency, value } }],
    unheard_of: true,
  })
  expect(orderAnswer.parse(answer('12.3')).amountMicros).toBe(12_300_000n)
  expect(orderAnswer.safeParse(answer(12.3)).success).toBe(false)
  expect(orderAnswer.safeParse(answer('1e3')).success).toBe(false)
  expect(orderAnswer.safeParse(answer('12.3', 'PAID')).success).toBe(false)
  expect(orderAnswer.safeParse(answer('12.3', 'CREATED', 'EUR')).success).toBe(false)
  const payoutItem = (currency: string): unknown => ({
    payout_item_id: 'I1',
    payout_batch_id: 'B1',
    payout_item: { amount: { currency, value: '0.01' }, receiver: 'a' },
  })
  expect(payoutItemAnswer.parse(payoutItem('USD'))).toMatchObject({ amountMicros: 10_000n, status: null })
  expect(payoutItemAnswer.safeParse(payoutItem('EUR')).success).toBe(false)
})

test('a sender_batch_id used before is found with its link, without one, and under either name of the list', () => {
  const href = 'https://api-m.paypal.com/v1/payments/payouts/CDZEC5MJ8R5HY'
  const duplicate = (detail: object, rest: object = {}): ReturnType<typeof duplicateBatchOf> =>
    duplicateBatchOf(errorAnswer.parse({ name: 'USER_BUSINESS_ERROR', details: [detail], ...rest }))
  const issue = 'Batch with given sender_batch_id already exists'
  const found = { existingBatchId: 'CDZEC5MJ8R5HY' }
  expect(duplicate({ field: 'SENDER_BATCH_ID', issue, link: [{ href, rel: 'self' }] })).toEqual(found)
  expect(duplicate({ field: 'SENDER_BATCH_ID', issue }, { links: [{ href, rel: 'self' }] })).toEqual(found)
  expect(duplicate({ field: 'SENDER_BATCH_ID', issue: 'Duplicate batch request' })).toEqual({ existingBatchId: null })
  const named = { issues: [{ field: 'sender_batch_id', issue, links: [{ href, rel: 'self' }] }] }
  expect(duplicateBatchOf(errorAnswer.parse(named))).toEqual(found)
  expect(duplicate({ field: 'SENDER_BATCH_ID', issue: 'Value is too long' })).toBeNull()
  expect(duplicate({ field: 'items[0].receiver', issue, link: [{ href, rel: 'self' }] })).toBeNull()
})

test('a reason that PayPal invents later is OTHER, and keeps the payment pending', () => {
  const read = orderAnswer.parse({
    id: 'O1',
    status: 'COMPLETED',
    purchase_units: [
      {
        payments: {
          captures: [
            {
              id: 'C1',
              status: 'PENDING',
              status_details: { reason: 'SOMETHING_NEW' },
              amount: { currency_code: 'USD', value: '1.00' },
            },
          ],
        },
      },
    ],
  })
  expect(decideDeposit(read)).toMatchObject({ kind: 'pending', reason: 'OTHER' satisfies CaptureReason })
})
