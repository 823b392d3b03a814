// What PayPal's answers mean to us: each is parsed by a schema that ignores what it does not name, and becomes a flat
// value with money in micro-USD. Guarantees that a currency other than USD, an unknown status or a missing id is a
// fault and never a guess. Sources: Orders v2, Payments v2, Payouts v1 and Transaction Search v1 of PayPal's REST API.
import { decimalToMicros } from '@inrange/contract/money'
import { z } from 'zod'

export const orderStatuses = ['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED'] as const
export const captureStatuses = ['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED'] as const
export const captureReasons = [
  'BUYER_COMPLAINT',
  'CHARGEBACK',
  'ECHECK',
  'INTERNATIONAL_WITHDRAWAL',
  'OTHER',
  'PENDING_REVIEW',
  'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION',
  'REFUNDED',
  'TRANSACTION_APPROVED_AWAITING_FUNDING',
  'UNILATERAL',
  'VERIFICATION_REQUIRED',
] as const
export const refundStatuses = ['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED'] as const
export const payoutBatchStatuses = ['DENIED', 'PENDING', 'PROCESSING', 'SUCCESS', 'CANCELED'] as const
export const payoutItemStatuses = [
  'SUCCESS',
  'FAILED',
  'PENDING',
  'UNCLAIMED',
  'RETURNED',
  'ONHOLD',
  'BLOCKED',
  'REFUNDED',
  'REVERSED',
] as const

export type OrderStatus = (typeof orderStatuses)[number]
export type CaptureStatus = (typeof captureStatuses)[number]
export type CaptureReason = (typeof captureReasons)[number]
export type RefundStatus = (typeof refundStatuses)[number]
export type PayoutBatchStatus = (typeof payoutBatchStatuses)[number]
export type PayoutItemStatus = (typeof payoutItemStatuses)[number]

const micros = z.string().transform((text, context) => {
  const amount = decimalToMicros(text)
  if (amount !== null) return amount
  context.addIssue('is no amount')
  return z.NEVER
})
/** Orders and Payments write `currency_code`, Payouts writes `currency`. */
const money = z.object({ currency_code: z.literal('USD'), value: micros }).transform((read) => read.value)
const payoutMoney = z.object({ currency: z.literal('USD'), value: micros }).transform((read) => read.value)

const id = z.string().regex(/^[A-Za-z0-9-]{1,64}$/)
const text = z
  .string()
  .max(1_000)
  .nullish()
  .transform((read) => read ?? null)
const instant = z
  .string()
  .nullish()
  .transform((read) => (read && !Number.isNaN(Date.parse(read)) ? new Date(read) : null))
const links = z
  .array(z.object({ href: z.string().max(4_000), rel: z.string().max(100) }))
  .nullish()
  .transform((read) => read ?? [])

/** Money that a payer moved, or tries to move, to the operator's account. */
export type PaypalCapture = {
  captureId: string
  /** Present when the capture itself was read; null inside an order. */
  orderId: string | null
  status: CaptureStatus
  reason: CaptureReason | null
  amountMicros: bigint
  /** What PayPal kept; null until it is known, which is when the capture completes. */
  feeMicros: bigint | null
  customId: string | null
  invoiceId: string | null
  payeeMerchantId: string | null
  createdAt: Date | null
}

/** Money that went back from the operator's account to a payer: refunded by the operator or taken back by PayPal. */
export type PaypalRefund = {
  refundId: string
  /** From the link `up`; null when PayPal does not say. */
  captureId: string | null
  status: RefundStatus
  amountMicros: bigint
  createdAt: Date | null
}

export type PaypalOrder = {
  orderId: string
  status: OrderStatus
  amountMicros: bigint | null
  customId: string | null
  invoiceId: string | null
  payeeMerchantId: string | null
  payerId: string | null
  payerEmail: string | null
  /** Where the payer is sent to approve; null once that is over. */
  payerUrl: string | null
  captures: PaypalCapture[]
  refunds: PaypalRefund[]
}

export type PaypalPayoutItem = {
  itemId: string
  batchId: string
  /** Null until PayPal has begun with the item. */
  status: PayoutItemStatus | null
  transactionId: string | null
  senderItemId: string | null
  amountMicros: bigint
  /** What PayPal charges the operator for it; null until known. */
  feeMicros: bigint | null
  receiver: string
  errorName: string | null
  errorMessage: string | null
  processedAt: Date | null
}

export type PaypalPayoutBatch = {
  batchId: string
  status: PayoutBatchStatus
  senderBatchId: string | null
  feeMicros: bigint | null
  items: PaypalPayoutItem[]
}

/** Balance of the account in USD; `asOf` may lie three hours back (Transaction Search v1, balances). */
export type PaypalBalance = {
  totalMicros: bigint
  availableMicros: bigint | null
  withheldMicros: bigint | null
  asOf: Date | null
}

const captureFields = z.object({
  id,
  status: z.enum(captureStatuses),
  status_details: z.object({ reason: z.enum(captureReasons).nullish().catch('OTHER') }).nullish(),
  amount: money,
  seller_receivable_breakdown: z.object({ paypal_fee: money.nullish() }).nullish(),
  custom_id: text,
  invoice_id: text,
  payee: z.object({ merchant_id: text }).nullish(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: text }).nullish() }).nullish(),
  create_time: instant,
})

export const captureAnswer = captureFields.transform((read): PaypalCapture => ({
  captureId: read.id,
  orderId: read.supplementary_data?.related_ids?.order_id ?? null,
  status: read.status,
  reason: read.status_details?.reason ?? null,
  amountMicros: read.amount,
  feeMicros: read.seller_receivable_breakdown?.paypal_fee ?? null,
  customId: read.custom_id,
  invoiceId: read.invoice_id,
  payeeMerchantId: read.payee?.merchant_id ?? null,
  createdAt: read.create_time,
}))

export const refundAnswer = z
  .object({ id, status: z.enum(refundStatuses), amount: money, links, create_time: instant })
  .transform((read): PaypalRefund => ({
    refundId: read.id,
    captureId: idInLink(read.links, ['up'], /\/captures\/([A-Za-z0-9-]{1,64})$/),
    status: read.status,
    amountMicros: read.amount,
    createdAt: read.create_time,
  }))

const unit = z.object({
  amount: money.nullish(),
  custom_id: text,
  invoice_id: text,
  payee: z.object({ merchant_id: text }).nullish(),
  payments: z
    .object({ captures: z.array(captureAnswer).nullish(), refunds: z.array(refundAnswer).nullish() })
    .nullish(),
})

export const orderAnswer = z
  .object({
    id,
    status: z.enum(orderStatuses),
    purchase_units: z.array(unit).length(1),
    payer: z.object({ payer_id: text, email_address: text }).nullish(),
    payment_source: z.object({ paypal: z.object({ account_id: text, email_address: text }).nullish() }).nullish(),
    links,
  })
  .transform((read): PaypalOrder => {
    const [only] = read.purchase_units
    const wallet = read.payment_source?.paypal
    return {
      orderId: read.id,
      status: read.status,
      amountMicros: only?.amount ?? null,
      customId: only?.custom_id ?? null,
      invoiceId: only?.invoice_id ?? null,
      payeeMerchantId: only?.payee?.merchant_id ?? null,
      payerId: read.payer?.payer_id ?? wallet?.account_id ?? null,
      payerEmail: read.payer?.email_address ?? wallet?.email_address ?? null,
      payerUrl: read.links.find((link) => link.rel === 'payer-action' || link.rel === 'approve')?.href ?? null,
      captures: only?.payments?.captures ?? [],
      refunds: only?.payments?.refunds ?? [],
    }
  })

export const payoutItemAnswer = z
  .object({
    payout_item_id: id,
    payout_batch_id: id,
    transaction_status: z.enum(payoutItemStatuses).nullish(),
    transaction_id: text,
    payout_item_fee: payoutMoney.nullish(),
    payout_item: z.object({ amount: payoutMoney, receiver: z.string().max(200), sender_item_id: text }),
    errors: z.object({ name: text, message: text }).nullish(),
    time_processed: instant,
  })
  .transform((read): PaypalPayoutItem => ({
    itemId: read.payout_item_id,
    batchId: read.payout_batch_id,
    status: read.transaction_status ?? null,
    transactionId: read.transaction_id,
    senderItemId: read.payout_item.sender_item_id,
    amountMicros: read.payout_item.amount,
    feeMicros: read.payout_item_fee ?? null,
    receiver: read.payout_item.receiver,
    errorName: read.errors?.name ?? null,
    errorMessage: read.errors?.message ?? null,
    processedAt: read.time_processed,
  }))

export const payoutBatchAnswer = z
  .object({
    batch_header: z.object({
      payout_batch_id: id,
      batch_status: z.enum(payoutBatchStatuses),
      sender_batch_header: z.object({ sender_batch_id: text }),
      fees: payoutMoney.nullish(),
    }),
    items: z.array(payoutItemAnswer).max(1_000).nullish(),
  })
  .transform((read): PaypalPayoutBatch => ({
    batchId: read.batch_header.payout_batch_id,
    status: read.batch_header.batch_status,
    senderBatchId: read.batch_header.sender_batch_header.sender_batch_id,
    feeMicros: read.batch_header.fees ?? null,
    items: read.items ?? [],
  }))

/** An account without a USD balance holds zero of it. */
export const balanceAnswer = z
  .object({
    balances: z.array(z.object({ currency: z.string() }).loose()),
    as_of_time: instant,
  })
  .transform((read, context): PaypalBalance => {
    const usd = read.balances.find((balance) => balance.currency === 'USD')
    if (!usd) return { totalMicros: 0n, availableMicros: 0n, withheldMicros: 0n, asOf: read.as_of_time }
    const amounts = usdBalance.safeParse(usd)
    if (!amounts.success) {
      context.addIssue('has a USD balance without amounts')
      return z.NEVER
    }
    return {
      totalMicros: amounts.data.total_balance,
      availableMicros: amounts.data.available_balance ?? null,
      withheldMicros: amounts.data.withheld_balance ?? null,
      asOf: read.as_of_time,
    }
  })
const usdBalance = z.object({
  total_balance: money,
  available_balance: money.nullish(),
  withheld_balance: money.nullish(),
})

export const tokenAnswer = z.object({
  access_token: z.string().min(1).max(4_096),
  expires_in: z
    .number()
    .min(0)
    .max(86_400 * 365),
  scope: z.string().max(20_000).default(''),
})

export const verificationAnswer = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })

const errorDetail = z.object({
  field: text,
  issue: text,
  description: text,
  // PayPal calls it `link` where it names the payout that has the sender_batch_id already.
  link: links,
  links,
})
/** The reference names the list `issues`; what is answered names it `details`. */
export const errorAnswer = z.object({
  name: text,
  message: text,
  debug_id: text,
  error: text,
  error_description: text,
  details: z.array(errorDetail).nullish(),
  issues: z.array(errorDetail).nullish(),
  links,
})
export type ErrorAnswer = z.output<typeof errorAnswer>

/**
 * Whether a refusal says that the sender_batch_id was used before, and which payout has it. PayPal documents the link;
 * an answer without one has been seen too.
 */
export function duplicateBatchOf(answer: ErrorAnswer): { existingBatchId: string | null } | null {
  const details = [...(answer.details ?? []), ...(answer.issues ?? [])]
  const named = details.find(
    (detail) =>
      detail.field?.toUpperCase() === 'SENDER_BATCH_ID' && /already exists|duplicate/i.test(detail.issue ?? ''),
  )
  if (!named) return null
  const all = [...named.link, ...named.links, ...answer.links]
  return { existingBatchId: idInLink(all, ['self'], /\/v1\/payments\/payouts\/([A-Za-z0-9-]{1,64})$/) }
}

function idInLink(all: { href: string; rel: string }[], rels: string[], path: RegExp): string | null {
  for (const link of all) {
    const found = rels.includes(link.rel) ? path.exec(link.href.split('?')[0] ?? '')?.[1] : undefined
    if (found !== undefined) return found
  }
  return null
}
