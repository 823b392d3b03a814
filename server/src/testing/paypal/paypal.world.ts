// What the stand-in of PayPal remembers: orders, captures, refunds, payouts and the balance, with the moves that payers,
// recipients and PayPal make. Guarantees that every state it shows was reached by a move that PayPal allows, and that
// the balance is what those moves leave. It deliberately knows no HTTP; answers are made in paypal.presenter.ts.
import { randomBytes } from 'node:crypto'
import type {
  CaptureReason,
  CaptureStatus,
  OrderStatus,
  PayoutBatchStatus,
  PayoutItemStatus,
} from '../../features/payments/paypal/paypal.answers.ts'

export type StandInRefund = { id: string; captureId: string; amountMicros: bigint; createdAt: Date }

export type StandInCapture = {
  id: string
  orderId: string
  amountMicros: bigint
  status: CaptureStatus
  reason: CaptureReason | null
  createdAt: Date
}

export type StandInOrder = {
  id: string
  status: OrderStatus
  amountMicros: bigint
  customId: string
  invoiceId: string
  returnUrl: string
  cancelUrl: string
  brandName: string
  payer: { id: string; email: string } | null
  captures: StandInCapture[]
  refunds: StandInRefund[]
  createdAt: Date
}

export type StandInPayout = {
  batchId: string
  itemId: string
  senderBatchId: string
  senderItemId: string
  recipientType: 'EMAIL' | 'PHONE' | 'PAYPAL_ID'
  receiver: string
  note: string
  subject: string
  amountMicros: bigint
  batchStatus: PayoutBatchStatus
  status: PayoutItemStatus
  /** What it becomes when PayPal gets to it, which is when it is looked at first. */
  nextStatus: PayoutItemStatus
  errorMessage: string | null
  createdAt: Date
}

/** What becomes of the next capture. */
export type CaptureFate =
  | { kind: 'completed' }
  /** 422, and the payer may choose another card or account. */
  | { kind: 'refused'; issue: string }
  /** 201, with a capture that is not complete. */
  | { kind: 'captured'; status: 'PENDING' | 'DECLINED' | 'FAILED'; reason: CaptureReason | null }

export const instrumentDeclined: CaptureFate = { kind: 'refused', issue: 'INSTRUMENT_DECLINED' }

/** A change that PayPal tells by a webhook. */
export type WorldEvent = {
  type: string
  about:
    | { kind: 'order'; order: StandInOrder }
    | { kind: 'capture'; order: StandInOrder; capture: StandInCapture }
    | { kind: 'refund'; order: StandInOrder; refund: StandInRefund }
    | { kind: 'dispute'; capture: StandInCapture; disputeId: string }
    | { kind: 'payout'; payout: StandInPayout }
}

const DEFAULT_PAYER = { id: 'PAYERPAYERPAY', email: 'payer@example.com' }
const isHeld = new Set<PayoutItemStatus>(['SUCCESS', 'PENDING', 'UNCLAIMED', 'ONHOLD'])

export type PaypalWorld = ReturnType<typeof createPaypalWorld>

type Tell = (event: WorldEvent) => void
type WorldState = {
  balanceMicros: bigint
  /** What becomes of the next captures, in order; when there is none they complete. */
  captureFates: CaptureFate[]
  /** What becomes of payouts made from now on, when they are looked at first. */
  nextPayoutStatus: PayoutItemStatus
}

/** @param tell is called for each change, after it */
export function createPaypalWorld(tell: Tell) {
  const state: WorldState = { balanceMicros: 10_000_000_000n, captureFates: [], nextPayoutStatus: 'SUCCESS' }
  return { state, ...createPayments(state, tell), ...createPayouts(state, tell) }
}

type NewOrder = Pick<StandInOrder, 'amountMicros' | 'customId' | 'invoiceId' | 'returnUrl' | 'cancelUrl' | 'brandName'>

function createPayments(state: WorldState, tell: Tell) {
  const orders = new Map<string, StandInOrder>()

  function addOrder(given: NewOrder): StandInOrder {
    const order: StandInOrder = {
      ...given,
      id: newId(17),
      status: 'PAYER_ACTION_REQUIRED',
      payer: null,
      captures: [],
      refunds: [],
      createdAt: new Date(),
    }
    orders.set(order.id, order)
    return order
  }

  function orderOf(id: string): StandInOrder {
    return must(orders.get(id), `order ${id}`)
  }

  /** What a payer does on PayPal's page. */
  function approveOrder(orderId: string, payer = DEFAULT_PAYER): void {
    const order = orderOf(orderId)
    order.status = 'APPROVED'
    order.payer = payer
    tell({ type: 'CHECKOUT.ORDER.APPROVED', about: { kind: 'order', order } })
  }

  /** What PayPal does three hours after an approval that nobody captured. */
  function voidOrder(orderId: string): void {
    const order = orderOf(orderId)
    order.status = 'VOIDED'
    tell({ type: 'CHECKOUT.PAYMENT-APPROVAL.REVERSED', about: { kind: 'order', order } })
  }

  function captureOrder(order: StandInOrder, fate: Exclude<CaptureFate, { kind: 'refused' }>): void {
    const capture: StandInCapture = {
      id: newId(17),
      orderId: order.id,
      amountMicros: order.amountMicros,
      status: fate.kind === 'completed' ? 'COMPLETED' : fate.status,
      reason: fate.kind === 'completed' ? null : fate.reason,
      createdAt: new Date(),
    }
    order.captures.push(capture)
    order.status = 'COMPLETED'
    if (capture.status === 'COMPLETED') state.balanceMicros += capture.amountMicros - captureFeeOf(capture)
    tell({ type: `PAYMENT.CAPTURE.${capture.status}`, about: { kind: 'capture', order, capture } })
  }

  function captureOf(id: string): { order: StandInOrder; capture: StandInCapture } {
    for (const order of orders.values()) {
      const capture = order.captures.find((one) => one.id === id)
      if (capture) return { order, capture }
    }
    throw new Error(`the stand-in of PayPal has no capture ${id}`)
  }

  /** What becomes of a capture that was pending. */
  function settleCapture(captureId: string, status: 'COMPLETED' | 'DECLINED' | 'FAILED'): void {
    const { order, capture } = captureOf(captureId)
    if (capture.status !== 'PENDING') throw new Error(`capture ${captureId} is not pending`)
    capture.status = status
    capture.reason = null
    if (status === 'COMPLETED') state.balanceMicros += capture.amountMicros - captureFeeOf(capture)
    const type = status === 'COMPLETED' ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED'
    tell({ type, about: { kind: 'capture', order, capture } })
  }

  /** The payer complains, to PayPal or to the bank: the money is held until it is decided. */
  function disputeCapture(captureId: string, reason: 'BUYER_COMPLAINT' | 'CHARGEBACK'): void {
    const { capture } = captureOf(captureId)
    capture.status = 'PENDING'
    capture.reason = reason
    tell({ type: 'CUSTOMER.DISPUTE.CREATED', about: { kind: 'dispute', capture, disputeId: `PP-D-${newId(5)}` } })
  }

  /** A dispute ends for the operator. */
  function clearDispute(captureId: string): void {
    const { capture } = captureOf(captureId)
    capture.status = 'COMPLETED'
    capture.reason = null
    tell({ type: 'CUSTOMER.DISPUTE.RESOLVED', about: { kind: 'dispute', capture, disputeId: `PP-D-${newId(5)}` } })
  }

  /** The operator refunds; without an amount all that is left. */
  function refundCapture(captureId: string, amountMicros?: bigint): StandInRefund {
    return takeBack(captureId, amountMicros, 'PAYMENT.CAPTURE.REFUNDED')
  }

  /** PayPal or the bank takes the payment back for good. */
  function reverseCapture(captureId: string): StandInRefund {
    return takeBack(captureId, undefined, 'PAYMENT.CAPTURE.REVERSED')
  }

  function takeBack(captureId: string, amountMicros: bigint | undefined, type: string): StandInRefund {
    const { order, capture } = captureOf(captureId)
    const beforeMicros = sumOf(order.refunds.filter((refund) => refund.captureId === captureId))
    const backMicros = amountMicros ?? capture.amountMicros - beforeMicros
    const refund = { id: newId(17), captureId, amountMicros: backMicros, createdAt: new Date() }
    order.refunds.push(refund)
    state.balanceMicros -= backMicros
    capture.status = beforeMicros + backMicros === capture.amountMicros ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    capture.reason = null
    tell({ type, about: { kind: 'refund', order, refund } })
    return refund
  }

  const ofOrders = { orders, addOrder, orderOf, approveOrder, voidOrder, captureOrder }
  const ofCaptures = { captureOf, settleCapture, disputeCapture, clearDispute, refundCapture, reverseCapture }
  return { ...ofOrders, ...ofCaptures }
}

type NewPayout = Pick<
  StandInPayout,
  'senderBatchId' | 'senderItemId' | 'recipientType' | 'receiver' | 'note' | 'subject' | 'amountMicros'
>

function createPayouts(state: WorldState, tell: Tell) {
  const payouts: StandInPayout[] = []

  function addPayout(given: NewPayout): StandInPayout {
    const payout: StandInPayout = {
      ...given,
      batchId: newId(13),
      itemId: newId(13),
      batchStatus: 'PENDING',
      status: 'PENDING',
      nextStatus: state.nextPayoutStatus,
      errorMessage: null,
      createdAt: new Date(),
    }
    payouts.push(payout)
    state.balanceMicros -= payout.amountMicros + payoutFeeOf(payout)
    return payout
  }

  /** By any of its ids. */
  function payoutOf(id: string): StandInPayout {
    const isIt = (one: StandInPayout): boolean => [one.senderBatchId, one.batchId, one.itemId].includes(id)
    return must(payouts.find(isIt), `payout ${id}`)
  }

  /** What recipients and PayPal make of it. @param id any of its ids */
  function setPayout(id: string, status: PayoutItemStatus, errorMessage: string | null = null): void {
    const payout = payoutOf(id)
    if (isHeld.has(payout.status) && !isHeld.has(status)) {
      // What reached somebody costs its fee, whatever follows.
      const feeMicros = status === 'REFUNDED' || status === 'REVERSED' ? 0n : payoutFeeOf(payout)
      state.balanceMicros += payout.amountMicros + feeMicros
    }
    Object.assign(payout, { status, nextStatus: status, errorMessage, batchStatus: 'SUCCESS' })
    const name = payoutEventNames[status]
    if (name !== null) tell({ type: `PAYMENT.PAYOUTS-ITEM.${name}`, about: { kind: 'payout', payout } })
  }

  /** PayPal does not accept the whole batch. */
  function denyPayout(id: string): void {
    const payout = payoutOf(id)
    payout.batchStatus = 'DENIED'
    payout.nextStatus = payout.status
    state.balanceMicros += payout.amountMicros + payoutFeeOf(payout)
    tell({ type: 'PAYMENT.PAYOUTSBATCH.DENIED', about: { kind: 'payout', payout } })
  }

  return { payouts, addPayout, payoutOf, setPayout, denyPayout }
}

/** PayPal has no event for a reversal: it is found by asking. */
const payoutEventNames: Record<PayoutItemStatus, string | null> = {
  SUCCESS: 'SUCCEEDED',
  FAILED: 'FAILED',
  PENDING: null,
  UNCLAIMED: 'UNCLAIMED',
  RETURNED: 'RETURNED',
  ONHOLD: 'HELD',
  BLOCKED: 'BLOCKED',
  REFUNDED: 'REFUNDED',
  REVERSED: null,
}

/** 3.49 % and 49 cents, to the cent: what the stand-in keeps of a payment. */
export function captureFeeOf(capture: { amountMicros: bigint }): bigint {
  return roundToCents((capture.amountMicros * 349n) / 10_000n) + 490_000n
}

/** 2 %, at most 20 dollars: what the stand-in charges for a payout. */
export function payoutFeeOf(payout: { amountMicros: bigint }): bigint {
  const feeMicros = roundToCents((payout.amountMicros * 2n) / 100n)
  return feeMicros > 20_000_000n ? 20_000_000n : feeMicros
}

export function sumOf(amounts: { amountMicros: bigint }[]): bigint {
  return amounts.reduce((sum, one) => sum + one.amountMicros, 0n)
}

function roundToCents(micros: bigint): bigint {
  return ((micros + 5_000n) / 10_000n) * 10_000n
}

/** Letters and digits, as PayPal's ids are. */
export function newId(length: number): string {
  return Array.from(randomBytes(length), (byte) => ID_LETTERS.charAt(byte % ID_LETTERS.length)).join('')
}
const ID_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function must<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`the stand-in of PayPal has no ${what}`)
  return value
}
