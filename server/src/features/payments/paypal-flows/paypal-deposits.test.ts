import { expect, test } from 'vitest'
import { instrumentDeclined } from '../../../testing/paypal/paypal.world.ts'
import type { DepositRow } from '../deposits/deposits.queries.ts'
import { decideReview } from '../deposits/decide-review.ts'
import { moveDeposit } from '../deposits/move-deposit.ts'
import { openPaypalOrder } from './open-order.ts'
import { checkDeposit } from './check-deposit.ts'
import { withPaypal } from './paypal-flows.fixture.ts'
import { refreshPaypalDeposit } from './refresh-deposit.ts'
import { recheckPaypal, sweepPaypal } from './sweep-paypal.ts'
import { findMethod } from '../methods/find-method.ts'

const paypal = withPaypal()
const HUNDRED = 100_000_000n

async function announced(amountMicros = HUNDRED): Promise<DepositRow> {
  return await paypal.announce(await paypal.person(), amountMicros)
}

async function look(deposit: DepositRow): Promise<DepositRow> {
  const after = await refreshPaypalDeposit(paypal.deps, deposit)
  if (after === null) throw new Error('no deposit')
  return after
}

/** Announced, approved and credited. */
async function credited(amountMicros = HUNDRED): Promise<DepositRow> {
  const deposit = await announced(amountMicros)
  paypal.standIn.world.approveOrder(deposit.paypalOrderId ?? '')
  const after = await look(deposit)
  expect(after.state).toBe('credited')
  return after
}

async function reviewsOf({ id }: DepositRow): Promise<{ kind: string; amount: string | null }[]> {
  const { rows } = await paypal.db.owner.query<{ kind: string; amount: string | null }>(
    'select kind, amount_micros::text as amount from payment_reviews where suggested_deposit_id = $1 order by id',
    [id],
  )
  return rows
}

test('an announcement has one order, with the way to its page, however often it is asked for', async () => {
  const deposit = await announced()
  expect(deposit.approveUrl).toMatch(/checkoutnow/)
  const method = await findMethod(paypal.db.database.kysely, paypal.methodId)
  if (method === null) throw new Error('no method')
  // As after a crash between the answer and its storing.
  const again = await openPaypalOrder(paypal.deps, method, { ...deposit, paypalOrderId: null })
  expect(again.paypalOrderId).toBe(deposit.paypalOrderId)
  expect(paypal.standIn.world.orderOf(deposit.paypalOrderId ?? '')).toMatchObject({
    customId: deposit.id,
    invoiceId: deposit.id,
    amountMicros: HUNDRED,
  })
})

test('what nobody approved waits; what was approved is captured and credited once, with PayPal’s fee', async () => {
  const deposit = await announced()
  expect((await look(deposit)).state).toBe('awaiting_payment')
  paypal.standIn.world.approveOrder(deposit.paypalOrderId ?? '')
  const [one, other] = await Promise.all([look(deposit), look(deposit)])
  expect([one.state, other.state]).toContain('credited')
  expect(await look(deposit)).toMatchObject({ state: 'credited', amountMicros: HUNDRED })
  expect(paypal.standIn.world.orderOf(deposit.paypalOrderId ?? '').captures).toHaveLength(1)
  expect((await paypal.balances(deposit.ownerId)).available).toBe(HUNDRED)
  expect(await paypal.difference()).toBe(0n)
})

test('a refused card leaves the deposit to its payer, and the next attempt is another request', async () => {
  const deposit = await announced()
  const { world } = paypal.standIn
  world.state.captureFates.push(instrumentDeclined)
  world.approveOrder(deposit.paypalOrderId ?? '')
  const refused = await look(deposit)
  expect(refused).toMatchObject({ state: 'awaiting_payment' })
  expect(refused.stateReason).toMatch(/another card/)
  world.approveOrder(deposit.paypalOrderId ?? '')
  expect((await look(deposit)).state).toBe('credited')
})

test('a payment that PayPal holds back says why, and is credited when it clears or fails when it does not', async () => {
  const { world } = paypal.standIn
  for (const [end, state] of [
    ['COMPLETED', 'credited'],
    ['DECLINED', 'failed'],
    ['FAILED', 'failed'],
  ] as const) {
    const deposit = await announced()
    world.state.captureFates.push({ kind: 'captured', status: 'PENDING', reason: 'ECHECK' })
    world.approveOrder(deposit.paypalOrderId ?? '')
    const pending = await look(deposit)
    expect(pending).toMatchObject({ state: 'confirming', amountMicros: null })
    expect(pending.stateReason).toMatch(/bank account/)
    world.settleCapture(paypal.captureIdOf(deposit), end)
    const over = await look(deposit)
    expect(over.state).toBe(state)
    expect((await paypal.balances(deposit.ownerId)).available).toBe(state === 'credited' ? HUNDRED : 0n)
    if (state === 'failed') expect(over.stateReason).toMatch(/PayPal/)
  }
  expect(await paypal.difference()).toBe(0n)
})

test('a declined capture fails in words and credits nothing', async () => {
  const deposit = await announced()
  paypal.standIn.world.state.captureFates.push({ kind: 'captured', status: 'DECLINED', reason: null })
  paypal.standIn.world.approveOrder(deposit.paypalOrderId ?? '')
  const failed = await look(deposit)
  expect(failed).toMatchObject({ state: 'failed', stateReason: 'PayPal declined the payment. Nothing was taken.' })
  expect((await paypal.balances(deposit.ownerId)).available).toBe(0n)
})

test('an approval that PayPal took back is over; one that nobody gave in time expires', async () => {
  const voided = await announced()
  paypal.standIn.world.approveOrder(voided.paypalOrderId ?? '')
  paypal.standIn.world.voidOrder(voided.paypalOrderId ?? '')
  expect(await look(voided)).toMatchObject({ state: 'failed', stateReason: 'The payment was not finished in time.' })
  const late = await announced()
  paypal.clock.advanceMs(25 * 3_600_000)
  expect((await look(late)).state).toBe('expired')
  // Nothing is captured any more, even when it is approved now.
  paypal.standIn.world.approveOrder(late.paypalOrderId ?? '')
  expect((await look(late)).state).toBe('expired')
  expect(paypal.standIn.world.orderOf(late.paypalOrderId ?? '').captures).toEqual([])
})

test('a lost answer to the capture loses nothing: the sweep finds what was taken', async () => {
  const deposit = await announced()
  paypal.standIn.world.approveOrder(deposit.paypalOrderId ?? '')
  const lost = { path: /capture$/, kind: 'status', status: 500, isDone: true } as const
  paypal.standIn.failNext(lost)
  paypal.standIn.failNext(lost)
  await expect(checkDeposit(paypal.deps, deposit)).rejects.toMatchObject({ code: 'outside_unavailable' })
  expect((await paypal.readDeposit(deposit)).state).toBe('confirming')
  paypal.clock.advanceMs(61_000)
  expect(await sweepPaypal(paypal.deps)).toMatchObject({ unanswered: 0 })
  expect((await paypal.readDeposit(deposit)).state).toBe('credited')
  expect(paypal.standIn.world.orderOf(deposit.paypalOrderId ?? '').captures).toHaveLength(1)
  expect((await paypal.balances(deposit.ownerId)).available).toBe(HUNDRED)
})

test('money that came although the deposit was cancelled is credited all the same', async () => {
  const deposit = await announced()
  paypal.standIn.world.approveOrder(deposit.paypalOrderId ?? '')
  const lost = { path: /capture$/, kind: 'status', status: 500, isDone: true } as const
  paypal.standIn.failNext(lost)
  paypal.standIn.failNext(lost)
  await look(deposit).catch(() => null)
  await paypal.deps.database.transaction((transaction) =>
    moveDeposit(transaction, {
      ownerId: deposit.ownerId,
      depositId: deposit.id,
      to: 'cancelled',
      reason: null,
      now: paypal.clock.now(),
    }),
  )
  expect((await look(deposit)).state).toBe('credited')
})

test('another amount, another reference and another payee are credited to nobody and put before a person', async () => {
  const { world } = paypal.standIn
  const spoil: ((deposit: DepositRow) => unknown)[] = [
    (deposit) => (world.orderOf(deposit.paypalOrderId ?? '').amountMicros -= 10_000n),
    (deposit) => (world.orderOf(deposit.paypalOrderId ?? '').customId = 'somebody-else'),
    (deposit) => paypal.db.owner.query("update deposits set paypal_payee_id = 'ANOTHER' where id = $1", [deposit.id]),
  ]
  for (const change of spoil) {
    const deposit = await announced()
    world.approveOrder(deposit.paypalOrderId ?? '')
    await change(deposit)
    expect((await look(deposit)).state).toBe('in_review')
    await look(deposit)
    expect(await reviewsOf(deposit)).toEqual([{ kind: 'disagreement', amount: null }])
    expect((await paypal.balances(deposit.ownerId)).available).toBe(0n)
  }
})

test('a refund after the credit takes back what is there, makes a deficit of what was spent, and holds withdrawals', async () => {
  const spent = await credited()
  const withdrawal = await paypal.approved(spent.ownerId, { grossMicros: 60_000_000n })
  paypal.standIn.world.refundCapture(paypal.captureIdOf(spent))
  const reversed = await look(spent)
  expect(reversed).toMatchObject({ state: 'reversed' })
  expect(await paypal.balances(spent.ownerId)).toEqual({ available: 0n, held: 60_000_000n, deficit: 60_000_000n })
  expect((await paypal.readWithdrawal(withdrawal)).heldReason).toMatch(/taken back/)
  expect(await reviewsOf(spent)).toEqual([{ kind: 'reversed', amount: String(HUNDRED) }])
  // Looking again does nothing.
  await look(spent)
  expect((await paypal.balances(spent.ownerId)).deficit).toBe(60_000_000n)
  expect(await paypal.difference()).toBe(0n)
})

test('parts that go back one after the other are each taken once', async () => {
  const deposit = await credited()
  const captureId = paypal.captureIdOf(deposit)
  paypal.standIn.world.refundCapture(captureId, 30_000_000n)
  expect((await look(deposit)).state).toBe('reversed')
  expect((await paypal.balances(deposit.ownerId)).available).toBe(70_000_000n)
  paypal.standIn.world.refundCapture(captureId, 20_000_000n)
  await look(deposit)
  await look(deposit)
  expect((await paypal.balances(deposit.ownerId)).available).toBe(50_000_000n)
  await paypal.approved(deposit.ownerId, { grossMicros: 40_000_000n })
  paypal.standIn.world.refundCapture(captureId)
  await look(deposit)
  expect(await paypal.balances(deposit.ownerId)).toMatchObject({ available: 0n, deficit: 40_000_000n })
  expect(await paypal.difference()).toBe(0n)
})

test('a dispute takes the money back; when it ends for the operator a person decides', async () => {
  const deposit = await credited()
  const captureId = paypal.captureIdOf(deposit)
  paypal.standIn.world.disputeCapture(captureId, 'CHARGEBACK')
  expect((await look(deposit)).state).toBe('reversed')
  expect((await paypal.balances(deposit.ownerId)).available).toBe(0n)
  const { rows } = await paypal.db.owner.query<{ id: string }>(
    "select id from payment_reviews where suggested_deposit_id = $1 and kind = 'reversed'",
    [deposit.id],
  )
  const decide = (reviewId: string, userId: string) =>
    decideReview(paypal.deps, actor, { reviewId, decision: 'credit', userId, note: 'PayPal gave it back.' })
  const actor = {
    userId: await paypal.person(),
    username: 'root',
    sessionId: 's',
    address: '192.0.2.1',
    requestId: 'r',
  }
  // While PayPal keeps it nothing is credited, whoever says so.
  await expect(decide(rows[0]?.id ?? '', deposit.ownerId)).rejects.toMatchObject({ code: 'transaction_refused' })
  paypal.standIn.world.clearDispute(captureId)
  await look(deposit)
  expect((await reviewsOf(deposit)).map(({ kind }) => kind)).toEqual(['reversed', 'disagreement'])
  expect((await paypal.balances(deposit.ownerId)).available).toBe(0n)
  await expect(decide(rows[0]?.id ?? '', actor.userId)).rejects.toMatchObject({ code: 'invalid_request' })
  await decide(rows[0]?.id ?? '', deposit.ownerId)
  expect((await paypal.balances(deposit.ownerId)).available).toBe(HUNDRED)
  await expect(decide(rows[0]?.id ?? '', deposit.ownerId)).rejects.toMatchObject({ code: 'state_changed' })
  expect(await paypal.difference()).toBe(0n)
  // And taken once more, which is found however often it is looked at.
  paypal.clock.advanceMs(1_000)
  paypal.standIn.world.disputeCapture(captureId, 'CHARGEBACK')
  await look(deposit)
  await look(deposit)
  expect(await paypal.balances(deposit.ownerId)).toMatchObject({ available: 0n, deficit: 0n })
})

test('what went back before it was ever credited fails; a part of it is credited and taken', async () => {
  const { world } = paypal.standIn
  for (const [refund, state, available] of [
    [undefined, 'failed', 0n],
    [30_000_000n, 'reversed', 70_000_000n],
  ] as const) {
    const deposit = await announced()
    world.approveOrder(deposit.paypalOrderId ?? '')
    const lost = { path: /capture$/, kind: 'status', status: 500, isDone: true } as const
    paypal.standIn.failNext(lost)
    paypal.standIn.failNext(lost)
    await look(deposit).catch(() => null)
    world.refundCapture(paypal.captureIdOf(deposit), refund)
    expect((await look(deposit)).state).toBe(state)
    expect((await paypal.balances(deposit.ownerId)).available).toBe(available)
  }
})

test('once a day what was credited is looked at again: a chargeback without a word is found', async () => {
  const deposit = await credited()
  paypal.standIn.world.reverseCapture(paypal.captureIdOf(deposit))
  await recheckPaypal(paypal.deps, new AbortController().signal)
  expect((await paypal.readDeposit(deposit)).state).toBe('reversed')
})
