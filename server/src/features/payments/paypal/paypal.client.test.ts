import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import { instrumentDeclined } from '../../../testing/paypal/paypal.world.ts'
import { allScopes, startPaypalStandIn, type PaypalStandIn } from '../../../testing/paypal/paypal.stand-in.ts'
import { createPaypal, isPaypalBaseUrl, type NewOrder, type NewPayout, type Paypal } from './paypal.client.ts'
import { PaypalFault } from './paypal.fault.ts'
import { decideDeposit, decidePayout, decideRefusedCapture, depositMismatch, payoutMismatch } from './paypal.rules.ts'

const clock = createManualClock('2026-11-21T10:00:00Z')
let standIn: PaypalStandIn
let paypal: Paypal
let last = 0

beforeAll(async () => {
  standIn = await startPaypalStandIn()
  paypal = connect()
})
afterEach(() => standIn.throwViolations())
afterAll(() => standIn.stop())

function connect(changes: { clientSecret?: string; timeoutMs?: number; baseUrl?: string } = {}): Paypal {
  const { baseUrl, clientId, clientSecret } = standIn
  return createPaypal({ baseUrl, clientId, clientSecret, timeoutMs: 5_000, clock, ...changes })
}

function newOrder(changes: Partial<NewOrder> = {}): NewOrder {
  last += 1
  return {
    depositId: `dep-${last}`,
    amountMicros: 100_000_000n,
    returnUrl: 'https://inrange.example/wallet?deposit=paid',
    cancelUrl: 'https://inrange.example/wallet?deposit=cancelled',
    brandName: 'Inrange',
    ...changes,
  }
}

function newPayout(changes: Partial<NewPayout> = {}): NewPayout {
  last += 1
  return {
    withdrawalId: `wdr-${last}`,
    amountMicros: 50_000_000n,
    recipient: { kind: 'email', value: 'recipient@example.com' },
    subject: 'Your withdrawal',
    note: 'Withdrawal from Inrange',
    ...changes,
  }
}

async function faultOf(work: Promise<unknown>): Promise<PaypalFault> {
  const fault: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  expect(fault).toBeInstanceOf(PaypalFault)
  return fault as PaypalFault
}

/** An order that its payer approved. */
async function approvedOrder(given = newOrder()): Promise<string> {
  const { orderId } = await paypal.createOrder(given)
  standIn.world.approveOrder(orderId)
  return orderId
}

async function stepAfterCapture(orderId: string): Promise<ReturnType<typeof decideDeposit>> {
  const outcome = await paypal.captureOrder(orderId, `cap:${orderId}`)
  if (outcome.kind === 'refused') throw outcome.fault
  return decideDeposit(outcome.order)
}

test('a deposit is ordered, approved by its payer, captured and credited once', async () => {
  const given = newOrder({ amountMicros: 123_450_000n })
  const order = await paypal.createOrder(given)
  expect(order).toMatchObject({
    status: 'PAYER_ACTION_REQUIRED',
    customId: given.depositId,
    amountMicros: 123_450_000n,
  })
  expect(order.payeeMerchantId).toBe(standIn.merchantId)
  expect(decideDeposit(order)).toEqual({ kind: 'waiting' })
  expect(order.payerUrl).toBe(`${standIn.baseUrl}/checkoutnow?token=${order.orderId}`)
  await fetch(`${standIn.baseUrl}/checkoutnow/${order.orderId}/approve`, { method: 'POST', redirect: 'manual' })
  expect(decideDeposit(await paypal.readOrder(order.orderId))).toEqual({ kind: 'capture' })

  const balance = await paypal.readBalance()
  const step = await stepAfterCapture(order.orderId)
  // 3.49 % and 49 cents are what the stand-in keeps.
  expect(step).toMatchObject({ kind: 'credit', amountMicros: 123_450_000n, feeMicros: 4_800_000n })
  expect((await paypal.readBalance()).totalMicros - balance.totalMicros).toBe(118_650_000n)

  const read = await paypal.readOrder(order.orderId)
  expect(read).toMatchObject({ payerEmail: 'payer@example.com', payerId: 'PAYERPAYERPAY', payerUrl: null })
  const expected = { depositId: given.depositId, amountMicros: 123_450_000n, payeeMerchantId: standIn.merchantId }
  expect(depositMismatch(read, expected)).toBeNull()
  const captureId = read.captures[0]?.captureId ?? ''
  expect(await paypal.readCapture(captureId)).toMatchObject({ orderId: order.orderId, feeMicros: 4_800_000n })
})

test('the same order asked for twice is one; with another body it is refused', async () => {
  const given = newOrder()
  const first = await paypal.createOrder(given)
  expect((await paypal.createOrder(given)).orderId).toBe(first.orderId)
  const fault = await faultOf(paypal.createOrder({ ...given, amountMicros: 200_000_000n }))
  expect(fault).toMatchObject({ reason: 'refused', status: 422, issue: 'DUPLICATE_REQUEST_ID' })
})

test('a capture asked for twice takes the money once, with the same request id or another', async () => {
  const orderId = await approvedOrder()
  const before = await paypal.readBalance()
  const first = await paypal.captureOrder(orderId, 'cap:once')
  expect(await paypal.captureOrder(orderId, 'cap:once')).toEqual(first)
  const again = await paypal.captureOrder(orderId, 'cap:twice')
  expect(again).toMatchObject({ kind: 'refused', issue: 'ORDER_ALREADY_CAPTURED' })
  expect(decideRefusedCapture('ORDER_ALREADY_CAPTURED')).toEqual({ kind: 'read_order' })
  expect((await paypal.readBalance()).totalMicros - before.totalMicros).toBe(96_020_000n)
})

test('a capture before the payer approved is refused and the deposit waits on', async () => {
  const { orderId } = await paypal.createOrder(newOrder())
  const outcome = await paypal.captureOrder(orderId, 'cap:early')
  expect(outcome).toMatchObject({ kind: 'refused', issue: 'ORDER_NOT_APPROVED' })
  expect(decideRefusedCapture('ORDER_NOT_APPROVED')).toEqual({ kind: 'waiting' })
})

test('a declined card is told apart, and the payer pays in another way on the same order', async () => {
  const orderId = await approvedOrder()
  standIn.world.state.captureFates.push(instrumentDeclined)
  const declined = await paypal.captureOrder(orderId, `cap:${orderId}:1`)
  expect(declined).toMatchObject({ kind: 'refused', issue: 'INSTRUMENT_DECLINED' })
  expect(decideRefusedCapture('INSTRUMENT_DECLINED').kind).toBe('declined')
  const waiting = await paypal.readOrder(orderId)
  expect(decideDeposit(waiting)).toEqual({ kind: 'waiting' })
  expect(waiting.payerUrl).toContain(orderId)
  standIn.world.approveOrder(orderId)
  const retried = await paypal.captureOrder(orderId, `cap:${orderId}:2`)
  expect(retried.kind === 'answered' && decideDeposit(retried.order).kind).toBe('credit')
})

test('a bank transfer is pending until it clears or fails', async () => {
  const [clears, fails] = [await approvedOrder(), await approvedOrder()]
  for (const orderId of [clears, fails]) {
    standIn.world.state.captureFates.push({ kind: 'captured', status: 'PENDING', reason: 'ECHECK' })
    expect(await stepAfterCapture(orderId)).toMatchObject({ kind: 'pending', reason: 'ECHECK' })
  }
  const captureOf = async (orderId: string): Promise<string> =>
    (await paypal.readOrder(orderId)).captures[0]?.captureId ?? ''
  standIn.world.settleCapture(await captureOf(clears), 'COMPLETED')
  expect(decideDeposit(await paypal.readOrder(clears)).kind).toBe('credit')
  standIn.world.settleCapture(await captureOf(fails), 'DECLINED')
  expect(decideDeposit(await paypal.readOrder(fails)).kind).toBe('declined')
})

test('an approval that nobody captured is void', async () => {
  const orderId = await approvedOrder()
  standIn.world.voidOrder(orderId)
  expect(decideDeposit(await paypal.readOrder(orderId))).toMatchObject({ kind: 'failed', captureId: null })
})

test('a partial refund, then the rest, are taken back as what went back all told', async () => {
  const orderId = await approvedOrder()
  const step = await stepAfterCapture(orderId)
  const captureId = step.kind === 'credit' ? step.captureId : ''
  const refund = standIn.world.refundCapture(captureId, 30_000_000n)
  expect(await paypal.readRefund(refund.id)).toMatchObject({
    captureId,
    amountMicros: 30_000_000n,
    status: 'COMPLETED',
  })
  expect(decideDeposit(await paypal.readOrder(orderId))).toMatchObject({
    kind: 'taken_back',
    amountMicros: 100_000_000n,
    takenBackMicros: 30_000_000n,
  })
  standIn.world.refundCapture(captureId)
  expect(decideDeposit(await paypal.readOrder(orderId))).toMatchObject({ takenBackMicros: 100_000_000n })
})

test('a chargeback holds the payment, and ends for or against the operator', async () => {
  const [won, lost] = [await approvedOrder(), await approvedOrder()]
  for (const orderId of [won, lost]) {
    const step = await stepAfterCapture(orderId)
    const captureId = step.kind === 'credit' ? step.captureId : ''
    standIn.world.disputeCapture(captureId, 'CHARGEBACK')
    expect(decideDeposit(await paypal.readOrder(orderId))).toMatchObject({ kind: 'disputed', reason: 'CHARGEBACK' })
    if (orderId === won) standIn.world.clearDispute(captureId)
    else standIn.world.reverseCapture(captureId)
  }
  expect(decideDeposit(await paypal.readOrder(won)).kind).toBe('credit')
  expect(decideDeposit(await paypal.readOrder(lost))).toMatchObject({ takenBackMicros: 100_000_000n })
})

test('a payout is made, done and charged for', async () => {
  const given = newPayout()
  const before = await paypal.readBalance()
  const made = await paypal.createPayout(given)
  expect(made).toMatchObject({ status: 'PENDING', senderBatchId: given.withdrawalId, items: [] })
  expect(decidePayout(made, made.items[0] ?? null)).toMatchObject({ kind: 'processing', why: 'not_started' })
  const read = await paypal.readPayoutBatch(made.batchId)
  expect(payoutMismatch(read, { ...given, receiver: 'recipient@example.com' })).toBeNull()
  const [item] = read.items
  expect(decidePayout(read, item ?? null)).toEqual({
    kind: 'completed',
    transactionId: item?.transactionId,
    feeMicros: 1_000_000n,
  })
  expect(await paypal.readPayoutItem(item?.itemId ?? '')).toEqual(item)
  expect(before.totalMicros - (await paypal.readBalance()).totalMicros).toBe(51_000_000n)
})

/** What a payout has become, as a job sees it. */
async function payoutStep(batchId: string): Promise<ReturnType<typeof decidePayout>> {
  const batch = await paypal.readPayoutBatch(batchId)
  return decidePayout(batch, batch.items[0] ?? null)
}

async function payoutThat(status: 'SUCCESS' | 'PENDING' | 'UNCLAIMED' | 'ONHOLD'): Promise<string> {
  standIn.world.state.nextPayoutStatus = status
  const { batchId } = await paypal.createPayout(newPayout())
  standIn.world.state.nextPayoutStatus = 'SUCCESS'
  await payoutStep(batchId)
  return batchId
}

test('a payout that nobody claims waits, and is claimed, taken back or returned', async () => {
  const batches = [await payoutThat('UNCLAIMED'), await payoutThat('UNCLAIMED'), await payoutThat('UNCLAIMED')] as const
  const [claimed, taken, returned] = batches
  for (const batchId of batches) {
    expect(await payoutStep(batchId)).toMatchObject({ kind: 'processing', why: 'unclaimed', mayCancel: true })
  }
  standIn.world.setPayout(claimed, 'SUCCESS')
  expect((await payoutStep(claimed)).kind).toBe('completed')

  const before = await paypal.readBalance()
  const itemId = (await paypal.readPayoutBatch(taken)).items[0]?.itemId ?? ''
  expect((await paypal.cancelPayoutItem(itemId)).status).toBe('RETURNED')
  expect(await payoutStep(taken)).toMatchObject({ kind: 'failed', why: 'returned' })
  expect((await paypal.readBalance()).totalMicros - before.totalMicros).toBe(51_000_000n)
  const again = await faultOf(paypal.cancelPayoutItem(itemId))
  expect(again).toMatchObject({ reason: 'refused', paypalName: 'ITEM_NOT_CANCELLABLE' })

  standIn.world.setPayout(returned, 'RETURNED')
  expect(await payoutStep(returned)).toMatchObject({ kind: 'failed', why: 'returned' })
})

test('a payout that is held, blocked or failed, and a batch that is denied', async () => {
  const held = await payoutThat('ONHOLD')
  expect(await payoutStep(held)).toMatchObject({ kind: 'processing', why: 'on_hold', mayCancel: false })
  standIn.world.setPayout(held, 'BLOCKED', 'The recipient may not receive it.')
  expect(await payoutStep(held)).toMatchObject({ kind: 'failed', why: 'blocked' })
  const failed = await payoutThat('PENDING')
  expect(await payoutStep(failed)).toMatchObject({ kind: 'processing', why: 'pending' })
  standIn.world.setPayout(failed, 'FAILED', 'The account is closed.')
  const step = await payoutStep(failed)
  expect(step.kind === 'failed' && step.sentence).toContain('The account is closed.')
  const denied = await payoutThat('PENDING')
  standIn.world.denyPayout(denied)
  expect(await payoutStep(denied)).toMatchObject({ kind: 'failed', why: 'denied' })
})

test('a payout that was done comes back: sent back by its recipient, or reversed by PayPal', async () => {
  for (const [status, why] of [
    ['REFUNDED', 'refunded'],
    ['REVERSED', 'reversed'],
  ] as const) {
    const batchId = await payoutThat('SUCCESS')
    expect((await payoutStep(batchId)).kind).toBe('completed')
    standIn.world.setPayout(batchId, status)
    expect(await payoutStep(batchId)).toMatchObject({ kind: 'came_back', why, feeMicros: 1_000_000n })
  }
})

test('a second payout of the same withdrawal is refused and names the first, whatever is asked for', async () => {
  const given = newPayout()
  const first = await paypal.createPayout(given)
  const fault = await faultOf(paypal.createPayout({ ...given, amountMicros: 60_000_000n }))
  expect(fault).toMatchObject({ reason: 'duplicate_batch', existingBatchId: first.batchId, status: 400 })
  expect(fault.message).toContain(first.batchId)
  const existing = await paypal.readPayoutBatch(first.batchId)
  const expected = { withdrawalId: given.withdrawalId, receiver: 'recipient@example.com' }
  expect(payoutMismatch(existing, { ...expected, amountMicros: 60_000_000n })).toMatch(/another amount/)
  expect(payoutMismatch(existing, { ...expected, amountMicros: 50_000_000n })).toBeNull()
})

test('a payout to what is no address, or above the balance, is refused in words', async () => {
  const nobody = newPayout({ recipient: { kind: 'email', value: 'nobody' } })
  expect((await faultOf(paypal.createPayout(nobody))).message).toMatch(/VALIDATION_ERROR, Receiver is invalid/)
  const fault = await faultOf(paypal.createPayout(newPayout({ amountMicros: 19_000_000_000n })))
  expect(fault).toMatchObject({ reason: 'refused', paypalName: 'INSUFFICIENT_FUNDS' })
  expect(fault.debugId).toMatch(/^\w{13}$/)
  expect(fault.message).toContain(fault.debugId)
  const accountId = await paypal.createPayout(newPayout({ recipient: { kind: 'paypal_id', value: 'PAYERPAYERPAY' } }))
  expect(accountId.status).toBe('PENDING')
})

test('an answer lost to 5xx is asked for once more with the same id, and nothing is done twice', async () => {
  const path = /orders$/
  standIn.failNext({ path, kind: 'status', status: 503, isDone: true })
  const before = standIn.world.orders.size
  await paypal.createOrder(newOrder())
  expect(standIn.world.orders.size).toBe(before + 1)
  standIn.failNext({ path: /payouts$/, kind: 'status', status: 500, isDone: true })
  const given = newPayout()
  const fault = await faultOf(paypal.createPayout(given))
  expect(fault.reason).toBe('duplicate_batch')
  expect((await paypal.readPayoutBatch(fault.existingBatchId ?? '')).senderBatchId).toBe(given.withdrawalId)
})

test('5xx twice is unreachable, and a call that may not be repeated is not', async () => {
  const fault503 = { path: /captures/, kind: 'status', status: 503 } as const
  standIn.failNext(fault503)
  standIn.failNext(fault503)
  const calls = standIn.calls.length
  expect(await faultOf(paypal.readCapture('ABC'))).toMatchObject({ reason: 'unreachable', status: 503 })
  expect(standIn.calls.length - calls).toBe(2)
  standIn.failNext({ path: /cancel$/, kind: 'status', status: 500 })
  expect((await faultOf(paypal.cancelPayoutItem('ABC'))).reason).toBe('unreachable')
  expect(standIn.calls.length - calls).toBe(3)
})

test('429 says how long to wait and is not repeated', async () => {
  standIn.failNext({ path: /balances/, kind: 'status', status: 429 })
  const calls = standIn.calls.length
  expect(await faultOf(paypal.readBalance())).toMatchObject({ reason: 'rate_limited', retryAfterSeconds: 7 })
  expect(standIn.calls.length - calls).toBe(1)
})

test('no answer, a broken connection and nonsense are told apart from a refusal', async () => {
  standIn.failNext({ path: /balances/, kind: 'hang' })
  const fault = await faultOf(connect({ timeoutMs: 150 }).readBalance())
  expect(fault).toMatchObject({ reason: 'unreachable', status: 0 })
  expect(fault.message).toContain('no answer within 150 ms')
  standIn.failNext({ path: /balances/, kind: 'reset' })
  expect((await faultOf(paypal.readBalance())).reason).toBe('unreachable')
  standIn.failNext({ path: /orders/, kind: 'nonsense' })
  expect((await faultOf(paypal.readOrder('ABC'))).reason).toBe('nonsense')
  const missing = await faultOf(paypal.readOrder('ABC'))
  expect(missing).toMatchObject({ reason: 'refused', paypalName: 'RESOURCE_NOT_FOUND', isNotFound: true })
  expect((await faultOf(paypal.readOrder('../payouts'))).isNotFound).toBe(true)
})

test('one token serves all calls until shortly before its end, and a refused one is renewed once', async () => {
  const own = connect()
  const issued = standIn.tokensIssued()
  await Promise.all([own.readBalance(), own.readBalance(), own.readBalance()])
  expect(standIn.tokensIssued() - issued).toBe(1)
  clock.advanceMs(32_400_000 - 61_000)
  await own.readBalance()
  expect(standIn.tokensIssued() - issued).toBe(1)
  clock.advanceMs(2_000)
  await own.readBalance()
  expect(standIn.tokensIssued() - issued).toBe(2)
  standIn.expireTokens()
  await Promise.all([own.readBalance(), own.readBalance()])
  expect(standIn.tokensIssued() - issued).toBe(3)
})

test('the connection test says what the account may do, and what it may not', async () => {
  expect(await paypal.testConnection()).toEqual({
    mayReceive: true,
    mayPayOut: true,
    mayReadBalance: true,
    sentence:
      'PayPal accepts the client id and secret. The account may receive payments, send payouts and read its balance.',
  })
  standIn.setScopes(['https://uri.paypal.com/services/payments/payment'])
  try {
    const own = connect()
    expect((await own.testConnection()).sentence).toBe(
      'PayPal accepts the client id and secret. The account may receive payments. It may not send payouts or read its balance: switch that on for the app in the PayPal developer dashboard.',
    )
    if (!standIn.isChecked) return
    const fault = await faultOf(own.createPayout(newPayout()))
    expect(fault).toMatchObject({ reason: 'refused', status: 403, paypalName: 'NOT_AUTHORIZED' })
  } finally {
    standIn.setScopes(allScopes)
  }
})

test('a wrong secret is unauthorized, and no secret or token is in a fault', async () => {
  const wrong = connect({ clientSecret: 'wrong-secret' })
  standIn.failNext({ path: /oauth2/, kind: 'echo' })
  const echoed = await faultOf(connect().readBalance())
  standIn.failNext({ path: /balances/, kind: 'echo' })
  const echoedToken = await faultOf(paypal.readBalance())
  expect(echoedToken.message).toContain('heard Bearer [secret]')
  expect(echoed.message).toContain('heard Basic [secret]')
  const faults = [
    echoed,
    echoedToken,
    await faultOf(wrong.testConnection()),
    await faultOf(wrong.readBalance()),
    await faultOf(paypal.readOrder('ABC')),
    await faultOf(connect({ baseUrl: 'http://127.0.0.1:1' }).readBalance()),
  ]
  expect(faults.map(({ reason }) => reason)).toEqual([
    'unauthorized',
    'refused',
    'unauthorized',
    'unauthorized',
    'refused',
    'unreachable',
  ])
  for (const fault of faults) {
    const basic = Buffer.from(`${standIn.clientId}:`).toString('base64').slice(0, 12)
    const told = [fault.message, fault.stack, String(fault.cause), JSON.stringify(fault)].join('\n')
    for (const secret of ['wrong-secret', standIn.clientSecret, 'A21', basic]) expect(told).not.toContain(secret)
  }
})

test('the client speaks to PayPal and to this machine alone', () => {
  for (const good of ['https://api-m.paypal.com', 'https://api-m.sandbox.paypal.com', 'http://127.0.0.1:8080']) {
    expect(isPaypalBaseUrl(good)).toBe(true)
  }
  for (const bad of [
    'http://api-m.paypal.com',
    'https://api-m.paypal.com.evil.example',
    'https://api-m.paypal.com/',
    'http://127.0.0.1:8080@evil.example',
    'http://10.0.0.1:8080',
  ]) {
    expect(isPaypalBaseUrl(bad)).toBe(false)
    expect(() => connect({ baseUrl: bad })).toThrow(/base url/)
  }
})

test('an amount that is not whole cents above zero is our own bug', async () => {
  await expect(paypal.createOrder(newOrder({ amountMicros: 12_345_000n }))).rejects.toThrow(/whole cents/)
  await expect(paypal.createPayout(newPayout({ amountMicros: 0n }))).rejects.toThrow(/whole cents/)
})
