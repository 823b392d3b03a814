// Our side of PayPal's REST API: the calls that deposits and withdrawals need and no more. Guarantees that what comes
// back is parsed, in micro-USD, and that every failure is a `PaypalFault`. It deliberately decides nothing: what an
// answer means for the ledger is in `paypal.rules.ts`. Sources: Orders v2, Payments v2, Payouts v1, Webhooks v1 and
// Transaction Search v1 of PayPal's REST API.
import type { z } from 'zod'
import { systemClock, type Clock } from '../../../platform/clock.ts'
import { invariant } from '../../../platform/invariant.ts'
import {
  balanceAnswer,
  captureAnswer,
  orderAnswer,
  payoutBatchAnswer,
  payoutItemAnswer,
  refundAnswer,
  verificationAnswer,
  type PaypalBalance,
  type PaypalCapture,
  type PaypalOrder,
  type PaypalPayoutBatch,
  type PaypalPayoutItem,
  type PaypalRefund,
} from './paypal.answers.ts'
import { PaypalFault } from './paypal.fault.ts'
import { createPaypalTransport } from './paypal.transport.ts'

export type PaypalEnvironment = 'live' | 'sandbox'

export const paypalBaseUrls = {
  live: 'https://api-m.paypal.com',
  sandbox: 'https://api-m.sandbox.paypal.com',
} as const satisfies Record<PaypalEnvironment, string>

const MICROS_PER_CENT = 10_000n

export type NewOrder = {
  /** Becomes custom_id, invoice_id and, with `order:` before it, PayPal-Request-Id. */
  depositId: string
  /** Whole cents. */
  amountMicros: bigint
  returnUrl: string
  cancelUrl: string
  brandName: string
}

/** A refusal to capture is expected: a card is declined, or the payer has not approved yet. */
export type CaptureOutcome =
  | { kind: 'answered'; order: PaypalOrder }
  | { kind: 'refused'; issue: string; fault: PaypalFault }

export type NewPayout = {
  /** Becomes sender_batch_id and sender_item_id; PayPal refuses a second batch with it for 30 days, not longer. */
  withdrawalId: string
  /** Whole cents; what the recipient gets. */
  amountMicros: bigint
  recipient: { kind: 'email' | 'paypal_id'; value: string }
  /** Shown to the recipient. */
  subject: string
  note: string
}

/** What PayPal sends with a webhook, besides the body. */
export type WebhookHeaders = {
  transmissionId: string
  transmissionTime: string
  transmissionSig: string
  certUrl: string
  authAlgo: string
}

export type PaypalConnection = {
  mayReceive: boolean
  mayPayOut: boolean
  mayReadBalance: boolean
  /** For the super admin. */
  sentence: string
}

/** Every function throws `PaypalFault`. */
export type Paypal = {
  createOrder(order: NewOrder): Promise<PaypalOrder>
  readOrder(orderId: string): Promise<PaypalOrder>
  /**
   * Takes the money of an approved order. An order is captured once, whatever the request id.
   * @param requestId the same for a repetition of one attempt, another for the next attempt after a refusal
   */
  captureOrder(orderId: string, requestId: string): Promise<CaptureOutcome>
  readCapture(captureId: string): Promise<PaypalCapture>
  readRefund(refundId: string): Promise<PaypalRefund>
  /** The batch holds no items yet; read it to see them. @throws PaypalFault `duplicate_batch` among others */
  createPayout(payout: NewPayout): Promise<PaypalPayoutBatch>
  readPayoutBatch(batchId: string): Promise<PaypalPayoutBatch>
  readPayoutItem(itemId: string): Promise<PaypalPayoutItem>
  /** Takes back what nobody claimed; the item is RETURNED then. */
  cancelPayoutItem(itemId: string): Promise<PaypalPayoutItem>
  /** The fallback where a signature cannot be verified here. @param rawBody exactly what came */
  verifyWebhookByCall(webhookId: string, headers: WebhookHeaders, rawBody: Uint8Array): Promise<boolean>
  readBalance(): Promise<PaypalBalance>
  testConnection(): Promise<PaypalConnection>
}

const SCOPES = {
  receive: ['https://uri.paypal.com/services/payments/payment', 'https://api.paypal.com/v1/payments/.*'],
  payOut: ['https://uri.paypal.com/payments/payouts'],
  readBalance: [
    'https://uri.paypal.com/services/reporting/balances/read',
    'https://uri.paypal.com/services/reporting/search/read',
  ],
}

export function createPaypal(options: {
  baseUrl: string
  clientId: string
  clientSecret: string
  timeoutMs: number
  clock?: Clock
}): Paypal {
  invariant(isPaypalBaseUrl(options.baseUrl), 'the base url of PayPal is one of PayPal or of this machine')
  const transport = createPaypalTransport({ ...options, clock: options.clock ?? systemClock })
  const get = <Answer>(path: string, answer: z.ZodType<Answer>): Promise<Answer> =>
    transport.call({ method: 'GET', path, answer, isRepeatable: true })

  return {
    createOrder: async (order) =>
      transport.call({
        method: 'POST',
        path: '/v2/checkout/orders',
        body: JSON.stringify(orderRequest(order)),
        requestId: `order:${order.depositId}`,
        answer: orderAnswer,
        isRepeatable: true,
      }),
    readOrder: async (orderId) => get(`/v2/checkout/orders/${pathId(orderId)}`, orderAnswer),
    captureOrder: async (orderId, requestId) => {
      const path = `/v2/checkout/orders/${pathId(orderId)}/capture`
      const call = { method: 'POST', path, body: '{}', requestId, answer: orderAnswer, isRepeatable: true } as const
      try {
        return { kind: 'answered', order: await transport.call(call) }
      } catch (error) {
        if (!(error instanceof PaypalFault) || error.status !== 422) throw error
        return { kind: 'refused', issue: error.issue ?? 'UNKNOWN', fault: error }
      }
    },
    readCapture: async (captureId) => get(`/v2/payments/captures/${pathId(captureId)}`, captureAnswer),
    readRefund: async (refundId) => get(`/v2/payments/refunds/${pathId(refundId)}`, refundAnswer),
    // By the sender_batch_id alone: what a PayPal-Request-Id does to a payout is not documented the same everywhere.
    createPayout: async (payout) =>
      transport.call({
        method: 'POST',
        path: '/v1/payments/payouts',
        body: JSON.stringify(payoutRequest(payout)),
        answer: payoutBatchAnswer,
        isRepeatable: true,
      }),
    readPayoutBatch: async (batchId) => get(`/v1/payments/payouts/${pathId(batchId)}`, payoutBatchAnswer),
    readPayoutItem: async (itemId) => get(`/v1/payments/payouts-item/${pathId(itemId)}`, payoutItemAnswer),
    // No id by which PayPal would know a repetition: it is not repeated.
    cancelPayoutItem: async (itemId) =>
      transport.call({
        method: 'POST',
        path: `/v1/payments/payouts-item/${pathId(itemId)}/cancel`,
        answer: payoutItemAnswer,
        isRepeatable: false,
      }),
    verifyWebhookByCall: async (webhookId, headers, rawBody) => {
      const eventText = jsonObjectText(rawBody)
      if (eventText === null) return false
      const read = await transport.call({
        method: 'POST',
        path: '/v1/notifications/verify-webhook-signature',
        body: verificationRequest(webhookId, headers, eventText),
        answer: verificationAnswer,
        isRepeatable: true,
      })
      return read.verification_status === 'SUCCESS'
    },
    readBalance: () => get('/v1/reporting/balances?currency_code=USD', balanceAnswer),
    testConnection: async () => describeScopes(await transport.readScopes()),
  }
}

/** PayPal itself, or a stand-in on this machine. */
export function isPaypalBaseUrl(baseUrl: string): boolean {
  if (Object.values<string>(paypalBaseUrls).includes(baseUrl)) return true
  return /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost):\d{1,5}$/.test(baseUrl)
}

function orderRequest(order: NewOrder): unknown {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: order.depositId,
        invoice_id: order.depositId,
        amount: { currency_code: 'USD', value: centsText(order.amountMicros) },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: order.brandName,
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          // A bank transfer that may still fail days later is not offered; PayPal may keep a payment back all the same.
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
          return_url: order.returnUrl,
          cancel_url: order.cancelUrl,
        },
      },
    },
  }
}

function payoutRequest(payout: NewPayout): unknown {
  return {
    sender_batch_header: {
      sender_batch_id: payout.withdrawalId,
      email_subject: payout.subject,
    },
    items: [
      {
        recipient_type: payout.recipient.kind === 'email' ? 'EMAIL' : 'PAYPAL_ID',
        receiver: payout.recipient.value,
        amount: { currency: 'USD', value: centsText(payout.amountMicros) },
        note: payout.note,
        sender_item_id: payout.withdrawalId,
      },
    ],
  }
}

/** The event goes in as the text that came: parsing and writing it again would change what was signed. */
function verificationRequest(webhookId: string, headers: WebhookHeaders, eventText: string): string {
  const known = JSON.stringify({
    auth_algo: headers.authAlgo,
    cert_url: headers.certUrl,
    transmission_id: headers.transmissionId,
    transmission_sig: headers.transmissionSig,
    transmission_time: headers.transmissionTime,
    webhook_id: webhookId,
  })
  return `${known.slice(0, -1)},"webhook_event":${eventText}}`
}

/** The text of a body that is one JSON object and nothing besides, so that it cannot add fields around itself. */
function jsonObjectText(rawBody: Uint8Array): string | null {
  try {
    const eventText = new TextDecoder('utf-8', { fatal: true }).decode(rawBody)
    const read: unknown = JSON.parse(eventText)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? eventText : null
  } catch {
    return null
  }
}

function describeScopes(scopes: string[]): PaypalConnection {
  const hasAny = (wanted: string[]): boolean => wanted.some((scope) => scopes.includes(scope))
  const mayReceive = hasAny(SCOPES.receive)
  const mayPayOut = hasAny(SCOPES.payOut)
  const mayReadBalance = hasAny(SCOPES.readBalance)
  const abilities = [
    [mayReceive, 'receive payments'],
    [mayPayOut, 'send payouts'],
    [mayReadBalance, 'read its balance'],
  ] as const
  const list = (is: boolean): string =>
    new Intl.ListFormat('en-GB', { type: is ? 'conjunction' : 'disjunction' }).format(
      abilities.flatMap(([can, ability]) => (can === is ? [ability] : [])),
    )
  const may = list(true)
  const mayNot = list(false)
  const sentences = [
    'PayPal accepts the client id and secret.',
    ...(may === '' ? [] : [`The account may ${may}.`]),
    ...(mayNot === '' ? [] : [`It may not ${mayNot}: switch that on for the app in the PayPal developer dashboard.`]),
  ]
  return { mayReceive, mayPayOut, mayReadBalance, sentence: sentences.join(' ') }
}

/** '12.30' from 12300000n. PayPal takes no more than two places of a USD amount. */
function centsText(amountMicros: bigint): string {
  invariant(
    amountMicros > 0n && amountMicros % MICROS_PER_CENT === 0n,
    'an amount for PayPal is whole cents above zero',
  )
  const cents = amountMicros / MICROS_PER_CENT
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}

/** An id that cannot leave its place in the path. */
function pathId(id: string): string {
  if (/^[A-Za-z0-9-]{1,64}$/.test(id)) return id
  throw new PaypalFault('refused', 'This is no id of PayPal.', { status: 404 })
}
