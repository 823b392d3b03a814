// What the stand-in does when it is called: one function for each operation of PayPal's that the program uses. A
// PayPal-Request-Id that comes again is answered with the latest state of what it made; one that comes with another body
// is refused. Sources: Orders v2, Payments v2, Payouts v1, Webhooks v1; PayPal, "Idempotency".
import { decimalToMicros } from '@inrange/contract/money'
import {
  presentBalance,
  presentCapture,
  presentDuplicateBatch,
  presentError,
  presentNewPayout,
  presentOrder,
  presentPayoutBatch,
  presentPayoutItem,
  presentRefund,
} from './paypal.presenter.ts'
import { payoutFeeOf, type PaypalWorld, type StandInCapture, type StandInOrder } from './paypal.world.ts'

export type Call = { method: string; path: string; text: string; body: unknown; requestId: string | undefined }
export type Answer = [status: number, body: unknown]

type Place = {
  baseUrl: string
  world: PaypalWorld
  webhooks: { isGenuine(text: string, asked: Record<string, unknown>): boolean }
}

type Json = Record<string, unknown>
type Handler = (place: Place, call: Call, id: string) => Answer

const handlers: [method: string, path: RegExp, Handler][] = [
  ['POST', /^\/v2\/checkout\/orders$/, createOrder],
  ['GET', /^\/v2\/checkout\/orders\/([^/]+)$/, readOrder],
  ['POST', /^\/v2\/checkout\/orders\/([^/]+)\/capture$/, captureOrder],
  ['GET', /^\/v2\/payments\/captures\/([^/]+)$/, readCapture],
  ['GET', /^\/v2\/payments\/refunds\/([^/]+)$/, readRefund],
  ['POST', /^\/v1\/payments\/payouts$/, createPayout],
  ['GET', /^\/v1\/payments\/payouts\/([^/]+)$/, readPayoutBatch],
  ['GET', /^\/v1\/payments\/payouts-item\/([^/]+)$/, readPayoutItem],
  ['POST', /^\/v1\/payments\/payouts-item\/([^/]+)\/cancel$/, cancelPayoutItem],
  ['POST', /^\/v1\/notifications\/verify-webhook-signature$/, verifyWebhook],
  ['GET', /^\/v1\/reporting\/balances$/, readBalance],
]

export function answerCall(place: Place, call: Call): Answer {
  const [path = ''] = call.path.split('?')
  for (const [method, pattern, handle] of handlers) {
    const found = pattern.exec(path)
    if (found && method === call.method) return handle(place, call, found[1] ?? '')
  }
  return notFound()
}

function createOrder({ world, baseUrl }: Place, call: Call): Answer {
  if (call.requestId === undefined) {
    return [400, presentError('INVALID_REQUEST', [{ issue: 'PAYPAL_REQUEST_ID_REQUIRED' }])]
  }
  const before = repeated(world, call)
  if (before === 'other') return duplicateRequest()
  if (before) return [200, presentOrder(before, baseUrl)]
  const body = call.body as Json
  const unit = (body['purchase_units'] as Json[])[0] as Json
  const context = at(body, 'payment_source', 'paypal', 'experience_context')
  const order = world.addOrder({
    amountMicros: microsOf(at(unit, 'amount')['value']),
    customId: String(unit['custom_id']),
    invoiceId: String(unit['invoice_id']),
    returnUrl: String(context['return_url']),
    cancelUrl: String(context['cancel_url']),
    brandName: String(context['brand_name']),
  })
  remember(world, call, order)
  return [201, presentOrder(order, baseUrl)]
}

function readOrder({ world, baseUrl }: Place, _call: Call, id: string): Answer {
  const order = world.orders.get(id)
  return order ? [200, presentOrder(order, baseUrl)] : notFound()
}

function captureOrder({ world, baseUrl }: Place, call: Call, id: string): Answer {
  const order = world.orders.get(id)
  if (!order) return notFound()
  const before = repeated(world, call)
  if (before === 'other') return duplicateRequest()
  if (before) return [200, presentOrder(before, baseUrl)]
  if (order.captures.some(stands)) {
    return unprocessable('ORDER_ALREADY_CAPTURED')
  }
  if (order.status !== 'APPROVED') {
    return unprocessable('ORDER_NOT_APPROVED')
  }
  const paidElsewhere = [...world.orders.values()].some(
    (other) => other !== order && other.invoiceId === order.invoiceId && other.captures.some(stands),
  )
  if (paidElsewhere) {
    return unprocessable('DUPLICATE_INVOICE_ID')
  }
  const fate = world.state.captureFates.shift() ?? { kind: 'completed' }
  if (fate.kind === 'refused') {
    // The payer chooses again on the same order.
    order.status = 'PAYER_ACTION_REQUIRED'
    return unprocessable(fate.issue)
  }
  world.captureOrder(order, fate)
  remember(world, call, order)
  return [201, presentOrder(order, baseUrl)]
}

function stands(capture: StandInCapture): boolean {
  return capture.status !== 'DECLINED' && capture.status !== 'FAILED'
}

function readCapture({ world, baseUrl }: Place, _call: Call, id: string): Answer {
  for (const order of world.orders.values()) {
    const capture = order.captures.find((one) => one.id === id)
    if (capture) return [200, presentCapture(capture, order, baseUrl)]
  }
  return notFound()
}

function readRefund({ world, baseUrl }: Place, _call: Call, id: string): Answer {
  for (const order of world.orders.values()) {
    const refund = order.refunds.find((one) => one.id === id)
    if (refund) return [200, presentRefund(refund, order, baseUrl)]
  }
  return notFound()
}

function createPayout({ world, baseUrl }: Place, call: Call): Answer {
  const body = call.body as Json
  const batchHeader = at(body, 'sender_batch_header')
  const senderBatchId = String(batchHeader['sender_batch_id'])
  const before = world.payouts.find((payout) => payout.senderBatchId === senderBatchId)
  if (before) return [400, presentDuplicateBatch(before, baseUrl)]
  const [item] = body['items'] as Json[]
  const receiver = String(item?.['receiver'])
  const recipientType = item?.['recipient_type'] as 'EMAIL' | 'PAYPAL_ID'
  if (recipientType === 'EMAIL' && !receiver.includes('@')) {
    const issue = 'Receiver is invalid or does not match with type'
    const detail = { field: 'items[0].receiver', location: 'body', issue }
    return [400, presentError('VALIDATION_ERROR', [detail], 'Invalid request - see details')]
  }
  const amountMicros = microsOf(at(item ?? {}, 'amount')['value'])
  if (amountMicros + payoutFeeOf({ amountMicros }) > world.state.balanceMicros) {
    const message = 'Sender does not have sufficient funds. Please add funds and retry.'
    return [422, presentError('INSUFFICIENT_FUNDS', [], message)]
  }
  const payout = world.addPayout({
    senderBatchId,
    senderItemId: String(item?.['sender_item_id']),
    recipientType,
    receiver,
    note: textOf(item?.['note']),
    subject: textOf(batchHeader['email_subject']),
    amountMicros,
  })
  return [201, presentNewPayout(payout, baseUrl)]
}

function readPayoutBatch({ world, baseUrl }: Place, _call: Call, id: string): Answer {
  const payout = world.payouts.find((one) => one.batchId === id)
  if (!payout) return notFound()
  // PayPal gets to a payout some time after it was made: here when it is looked at first.
  if (payout.status !== payout.nextStatus) world.setPayout(id, payout.nextStatus)
  return [200, presentPayoutBatch(payout, baseUrl)]
}

function readPayoutItem({ world, baseUrl }: Place, _call: Call, id: string): Answer {
  const payout = world.payouts.find((one) => one.itemId === id)
  return payout ? [200, presentPayoutItem(payout, baseUrl)] : notFound()
}

function cancelPayoutItem({ world, baseUrl }: Place, _call: Call, id: string): Answer {
  const payout = world.payouts.find((one) => one.itemId === id)
  if (!payout) return notFound()
  if (payout.status !== 'UNCLAIMED') {
    const message = 'Only an unclaimed item can be cancelled.'
    return [400, presentError('ITEM_NOT_CANCELLABLE', [], message)]
  }
  world.setPayout(id, 'RETURNED')
  return [200, presentPayoutItem(payout, baseUrl)]
}

function verifyWebhook({ webhooks }: Place, call: Call): Answer {
  const isGenuine = webhooks.isGenuine(call.text, call.body as Json)
  return [200, { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' }]
}

function readBalance({ world }: Place): Answer {
  return [200, presentBalance(world.state.balanceMicros)]
}

const remembered = new WeakMap<PaypalWorld, Map<string, { text: string; order: StandInOrder }>>()

function remember(world: PaypalWorld, call: Call, order: StandInOrder): void {
  if (call.requestId === undefined) return
  const known = remembered.get(world) ?? new Map<string, { text: string; order: StandInOrder }>()
  remembered.set(world, known.set(`${call.path} ${call.requestId}`, { text: call.text, order }))
}

function repeated(world: PaypalWorld, call: Call): StandInOrder | 'other' | undefined {
  const before = remembered.get(world)?.get(`${call.path} ${call.requestId}`)
  if (!before) return undefined
  return before.text === call.text ? before.order : 'other'
}

function unprocessable(issue: string): Answer {
  return [422, presentError('UNPROCESSABLE_ENTITY', [{ issue }])]
}

function duplicateRequest(): Answer {
  return unprocessable('DUPLICATE_REQUEST_ID')
}

function notFound(): Answer {
  return [404, presentError('RESOURCE_NOT_FOUND')]
}

function at(value: Json, ...path: string[]): Json {
  return path.reduce<Json>((node, part) => (node[part] ?? {}) as Json, value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function microsOf(value: unknown): bigint {
  const micros = decimalToMicros(String(value))
  if (micros === null) throw new Error(`no amount: ${String(value)}`)
  return micros
}
