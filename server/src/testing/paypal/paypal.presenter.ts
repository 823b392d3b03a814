// The stand-in's answers in the form of PayPal's documents: orders, captures, refunds, payouts, the balance, errors and
// events. It deliberately decides nothing.
import type { WorldEvent } from './paypal.world.ts'
import {
  captureFeeOf,
  newId,
  payoutFeeOf,
  sumOf,
  type StandInCapture,
  type StandInOrder,
  type StandInPayout,
  type StandInRefund,
} from './paypal.world.ts'

export const MERCHANT_ID = 'MERCHANTMERCH'

const money = (micros: bigint) => ({ currency_code: 'USD', value: usd(micros) })
const payoutMoney = (micros: bigint) => ({ currency: 'USD', value: usd(micros) })
const payee = { email_address: 'operator@example.com', merchant_id: MERCHANT_ID }

/** '12.30' from 12300000n. */
export function usd(micros: bigint): string {
  const cents = (micros < 0n ? -micros : micros) / 10_000n
  return `${micros < 0n ? '-' : ''}${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}

export function presentOrder(order: StandInOrder, baseUrl: string) {
  const isOpen = order.status === 'PAYER_ACTION_REQUIRED' || order.status === 'APPROVED'
  const self = `${baseUrl}/v2/checkout/orders/${order.id}`
  const links = [
    { href: self, rel: 'self', method: 'GET' },
    ...(isOpen ? [{ href: `${baseUrl}/checkoutnow?token=${order.id}`, rel: 'payer-action', method: 'GET' }] : []),
    ...(order.status === 'APPROVED' ? [{ href: `${self}/capture`, rel: 'capture', method: 'POST' }] : []),
  ]
  const { payer } = order
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...(payer === null
      ? {}
      : {
          payer: { email_address: payer.email, payer_id: payer.id },
          payment_source: { paypal: { email_address: payer.email, account_id: payer.id } },
        }),
    purchase_units: [
      {
        reference_id: 'default',
        amount: money(order.amountMicros),
        payee,
        custom_id: order.customId,
        invoice_id: order.invoiceId,
        ...(order.captures.length === 0
          ? {}
          : {
              payments: {
                captures: order.captures.map((capture) => presentCaptureInOrder(capture, order, baseUrl)),
                ...(order.refunds.length === 0
                  ? {}
                  : { refunds: order.refunds.map((refund) => presentRefund(refund, order, baseUrl)) }),
              },
            }),
      },
    ],
    create_time: seconds(order.createdAt),
    links,
  }
}

function presentCaptureInOrder(capture: StandInCapture, order: StandInOrder, baseUrl: string) {
  const isPaid = capture.status === 'COMPLETED' || capture.status.endsWith('REFUNDED')
  const feeMicros = captureFeeOf(capture)
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.reason === null ? {} : { status_details: { reason: capture.reason } }),
    amount: money(capture.amountMicros),
    final_capture: true,
    custom_id: order.customId,
    invoice_id: order.invoiceId,
    ...(isPaid
      ? {
          seller_receivable_breakdown: {
            gross_amount: money(capture.amountMicros),
            paypal_fee: money(feeMicros),
            net_amount: money(capture.amountMicros - feeMicros),
          },
        }
      : {}),
    links: [
      { href: `${baseUrl}/v2/payments/captures/${capture.id}`, rel: 'self', method: 'GET' },
      { href: `${baseUrl}/v2/checkout/orders/${order.id}`, rel: 'up', method: 'GET' },
    ],
    create_time: seconds(capture.createdAt),
    update_time: seconds(capture.createdAt),
  }
}

export function presentCapture(capture: StandInCapture, order: StandInOrder, baseUrl: string) {
  return {
    ...presentCaptureInOrder(capture, order, baseUrl),
    payee,
    supplementary_data: { related_ids: { order_id: order.id } },
  }
}

export function presentRefund(refund: StandInRefund, order: StandInOrder, baseUrl: string) {
  const before = order.refunds.slice(0, order.refunds.indexOf(refund) + 1)
  return {
    id: refund.id,
    status: 'COMPLETED',
    amount: money(refund.amountMicros),
    custom_id: order.customId,
    invoice_id: order.invoiceId,
    seller_payable_breakdown: {
      gross_amount: money(refund.amountMicros),
      paypal_fee: money(0n),
      net_amount: money(refund.amountMicros),
      total_refunded_amount: money(sumOf(before.filter((one) => one.captureId === refund.captureId))),
    },
    links: [
      { href: `${baseUrl}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${baseUrl}/v2/payments/captures/${refund.captureId}`, rel: 'up', method: 'GET' },
    ],
    create_time: seconds(refund.createdAt),
    update_time: seconds(refund.createdAt),
  }
}

/** What a payout answers when it is made: no items yet. */
export function presentNewPayout(payout: StandInPayout, baseUrl: string) {
  return {
    batch_header: {
      payout_batch_id: payout.batchId,
      batch_status: payout.batchStatus,
      sender_batch_header: { sender_batch_id: payout.senderBatchId, email_subject: payout.subject },
    },
    links: [payoutLink(payout, baseUrl)],
  }
}

export function presentPayoutBatch(payout: StandInPayout, baseUrl: string) {
  const { sender_batch_id: _, ...item } = presentPayoutItem(payout, baseUrl)
  return {
    batch_header: {
      ...presentNewPayout(payout, baseUrl).batch_header,
      time_created: seconds(payout.createdAt),
      funding_source: 'BALANCE',
      amount: payoutMoney(payout.amountMicros),
      fees: payoutMoney(payoutFeeOf(payout)),
    },
    items: [item],
    links: [payoutLink(payout, baseUrl)],
  }
}

export function presentPayoutItem(payout: StandInPayout, baseUrl: string) {
  return {
    payout_item_id: payout.itemId,
    ...(payout.status === 'SUCCESS' ? { transaction_id: `T${payout.itemId}` } : {}),
    transaction_status: payout.status,
    payout_item_fee: payoutMoney(payoutFeeOf(payout)),
    payout_batch_id: payout.batchId,
    sender_batch_id: payout.senderBatchId,
    payout_item: {
      recipient_type: payout.recipientType,
      amount: payoutMoney(payout.amountMicros),
      note: payout.note,
      receiver: payout.receiver,
      sender_item_id: payout.senderItemId,
      recipient_wallet: 'PAYPAL',
    },
    ...(payout.status === 'PENDING' ? {} : { time_processed: seconds(new Date()) }),
    ...(payout.errorMessage === null
      ? {}
      : { errors: { name: 'PAYOUT_FAILED', message: payout.errorMessage, debug_id: newId(13).toLowerCase() } }),
    links: [{ href: `${baseUrl}/v1/payments/payouts-item/${payout.itemId}`, rel: 'item', method: 'GET' }],
  }
}

export function presentBalance(balanceMicros: bigint) {
  return {
    balances: [
      {
        currency: 'USD',
        primary: true,
        total_balance: money(balanceMicros),
        available_balance: money(balanceMicros),
        withheld_balance: money(0n),
      },
    ],
    account_id: MERCHANT_ID,
    as_of_time: seconds(new Date()),
    last_refresh_time: seconds(new Date()),
  }
}

/** The documents allow one message for each name. */
const messages: Record<string, string> = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  AUTHENTICATION_FAILURE:
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  NOT_AUTHORIZED: 'Authorization failed due to insufficient permissions.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  INTERNAL_SERVER_ERROR: 'An internal server error occurred.',
  SERVICE_UNAVAILABLE: 'Service Unavailable.',
}

type Detail = { issue: string; description?: string; field?: string; location?: string; link?: unknown[] }

export function presentError(name: string, details: Detail[] = [], message = messages[name] ?? 'See details.') {
  const isServers = name === 'INTERNAL_SERVER_ERROR' || name === 'SERVICE_UNAVAILABLE'
  return {
    name,
    message,
    debug_id: newId(13).toLowerCase(),
    ...(details.length === 0 || isServers ? {} : { details }),
  }
}

/** As PayPal answers it: the link is inside the detail. */
export function presentDuplicateBatch(payout: StandInPayout, baseUrl: string) {
  const link = [{ ...payoutLink(payout, baseUrl), encType: 'application/json' }]
  const detail = {
    field: 'SENDER_BATCH_ID',
    location: 'body',
    issue: 'Batch with given sender_batch_id already exists',
    link,
  }
  return presentError('USER_BUSINESS_ERROR', [detail], 'User business error.')
}

function payoutLink(payout: StandInPayout, baseUrl: string) {
  return { href: `${baseUrl}/v1/payments/payouts/${payout.batchId}`, rel: 'self', method: 'GET' }
}

/** The body of a webhook. */
export function presentEvent(event: WorldEvent, baseUrl: string) {
  const id = `WH-${newId(17)}-${newId(17)}`
  return {
    id,
    create_time: new Date().toISOString(),
    resource_type: resourceTypes[event.about.kind],
    event_version: '1.0',
    event_type: event.type,
    summary: `${event.type} of the stand-in`,
    resource_version: '2.0',
    resource: resourceOf(event, baseUrl),
    links: [{ href: `${baseUrl}/v1/notifications/webhooks-events/${id}`, rel: 'self', method: 'GET' }],
  }
}

const resourceTypes = {
  order: 'checkout-order',
  capture: 'capture',
  refund: 'refund',
  dispute: 'dispute',
  payout: 'payouts_item',
}

function resourceOf({ about, type }: WorldEvent, baseUrl: string): unknown {
  switch (about.kind) {
    case 'order':
      return type.startsWith('CHECKOUT.PAYMENT-APPROVAL')
        ? { order_id: about.order.id, purchase_units: presentOrder(about.order, baseUrl).purchase_units }
        : presentOrder(about.order, baseUrl)
    case 'capture':
      return presentCapture(about.capture, about.order, baseUrl)
    case 'refund':
      return presentRefund(about.refund, about.order, baseUrl)
    case 'dispute':
      return {
        dispute_id: about.disputeId,
        disputed_transactions: [{ seller_transaction_id: about.capture.id }],
        dispute_amount: money(about.capture.amountMicros),
      }
    case 'payout':
      return type.startsWith('PAYMENT.PAYOUTSBATCH')
        ? presentNewPayout(about.payout, baseUrl)
        : presentPayoutItem(about.payout, baseUrl)
  }
}

function seconds(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`
}
