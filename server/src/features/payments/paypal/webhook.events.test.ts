import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startPaypalStandIn, type PaypalStandIn } from '../../../testing/paypal/paypal.stand-in.ts'
import { createPaypal, type Paypal } from './paypal.client.ts'
import { readWebhook, webhookEventTypes, type WebhookHint } from './webhook.events.ts'

let standIn: PaypalStandIn
let paypal: Paypal

beforeAll(async () => {
  standIn = await startPaypalStandIn()
  const { baseUrl, clientId, clientSecret } = standIn
  paypal = createPaypal({ baseUrl, clientId, clientSecret, timeoutMs: 5_000 })
})
afterEach(() => standIn.throwViolations())
afterAll(() => standIn.stop())

/** What the last change of the stand-in is told as. */
function lastHint(): WebhookHint {
  const event = standIn.events.at(-1)
  const hint = event ? readWebhook(standIn.signWebhook(event).body) : null
  if (!hint) throw new Error('no event, or it cannot be read')
  expect(webhookEventTypes).toContain(hint.eventType)
  return hint
}

test('every change of a deposit names the ids to ask for, and no amount', async () => {
  const { orderId } = await paypal.createOrder({
    depositId: 'dep-7',
    amountMicros: 40_000_000n,
    returnUrl: 'https://inrange.example/a',
    cancelUrl: 'https://inrange.example/b',
    brandName: 'Inrange',
  })
  standIn.world.approveOrder(orderId)
  const approved = lastHint()
  expect(approved).toMatchObject({ kind: 'order', orderId, ownId: 'dep-7', captureId: null })
  expect(JSON.stringify(approved)).not.toContain('40')
  await paypal.captureOrder(orderId, 'cap:7')
  const captured = lastHint()
  expect(captured).toMatchObject({ kind: 'capture', orderId, ownId: 'dep-7', eventType: 'PAYMENT.CAPTURE.COMPLETED' })
  const captureId = captured.captureId ?? ''
  expect((await paypal.readCapture(captureId)).orderId).toBe(orderId)
  standIn.world.disputeCapture(captureId, 'BUYER_COMPLAINT')
  expect(lastHint()).toMatchObject({ kind: 'dispute', captureId })
  const refund = standIn.world.reverseCapture(captureId)
  expect(lastHint()).toMatchObject({ kind: 'refund', captureId, refundId: refund.id, ownId: 'dep-7' })
})

test('an approval taken back names its order', async () => {
  const order = standIn.world.addOrder({
    amountMicros: 1_000_000n,
    customId: 'dep-8',
    invoiceId: 'dep-8',
    returnUrl: 'https://inrange.example/a',
    cancelUrl: 'https://inrange.example/b',
    brandName: 'Inrange',
  })
  standIn.world.voidOrder(order.id)
  expect(lastHint()).toMatchObject({ kind: 'order', orderId: order.id, ownId: 'dep-8' })
})

test('every change of a withdrawal names its item, its batch and the withdrawal', async () => {
  standIn.world.state.nextPayoutStatus = 'UNCLAIMED'
  const { batchId } = await paypal.createPayout({
    withdrawalId: 'wdr-7',
    amountMicros: 40_000_000n,
    recipient: { kind: 'email', value: 'recipient@example.com' },
    subject: 'Your withdrawal',
    note: '',
  })
  const [item] = (await paypal.readPayoutBatch(batchId)).items
  const ids = { kind: 'payout_item', payoutBatchId: batchId, payoutItemId: item?.itemId, ownId: 'wdr-7' }
  expect(lastHint()).toMatchObject({ ...ids, eventType: 'PAYMENT.PAYOUTS-ITEM.UNCLAIMED' })
  standIn.world.setPayout('wdr-7', 'SUCCESS')
  expect(lastHint()).toMatchObject({ ...ids, eventType: 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED' })
  standIn.world.denyPayout('wdr-7')
  expect(lastHint()).toMatchObject({ kind: 'payout_batch', payoutBatchId: batchId, payoutItemId: null, ownId: 'wdr-7' })
})

test('an event of something else is told apart, and what is no event is none', () => {
  const read = (text: string): WebhookHint | null => readWebhook(Buffer.from(text))
  const other = '{"id":"WH-1","event_type":"BILLING.PLAN.CREATED","resource":{"id":"P-1"}}'
  expect(read(other)).toMatchObject({ kind: 'other', eventId: 'WH-1', orderId: null, captureId: null })
  const odd = '{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"id":7,"links":"none"}}'
  expect(read(odd)).toMatchObject({ kind: 'capture', captureId: null })
  for (const none of ['', 'null', '[]', '{}', '{"id":"WH-1"}', '{"id":"WH-1","event_type":"X","resource":[]}']) {
    expect(read(none), none).toBeNull()
  }
  expect(readWebhook(Buffer.from([0xff, 0xfe]))).toBeNull()
})
