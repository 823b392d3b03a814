import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import type { Env } from '../../../platform/http.ts'
import type { PaypalEvent, SignedWebhook } from '../../../testing/paypal/paypal.stand-in.ts'
import type { DepositRow } from '../deposits/deposits.queries.ts'
import { handleWebhook } from './handle-webhook.ts'
import { webhookPath, withPaypal } from './paypal-flows.fixture.ts'
import { paypalWebhooks } from './receive-webhook.ts'
import { refreshPaypalDeposit } from './refresh-deposit.ts'
import { sendPayout } from './send-payout.ts'
import { sweepPaypal } from './sweep-paypal.ts'

const paypal = withPaypal()
const HUNDRED = 100_000_000n
let app: Hono<Env>

beforeAll(() => {
  app = new Hono<Env>()
  app.use(async (c, next) => {
    c.set('requestId', 'req-1')
    c.set('address', '192.0.2.1')
    await next()
  })
  app.route('/', paypalWebhooks(paypal.deps))
})

async function post({ headers, body }: SignedWebhook, path = webhookPath(paypal.methodId)): Promise<number> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
  return (await app.request(path, { ...request, body: new Uint8Array(body) })).status
}

/** Jobs that webhooks left, done in the order that a test wants. */
async function takeJobs(): Promise<unknown[]> {
  const { rows } = await paypal.db.owner.query<{ id: string; payload: unknown }>(
    `select j.id, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
     where j.task_identifier = 'handle-paypal-webhook' order by j.id`,
  )
  await paypal.db.owner.query('delete from graphile_worker._private_jobs')
  return rows.map(({ payload }) => payload)
}

async function paid(): Promise<{ deposit: DepositRow; events: PaypalEvent[] }> {
  const deposit = await paypal.announce(await paypal.person())
  const from = paypal.standIn.events.length
  paypal.standIn.world.approveOrder(deposit.paypalOrderId ?? '')
  return { deposit, events: paypal.standIn.events.slice(from) }
}

const lastEvents = (from: number): PaypalEvent[] => paypal.standIn.events.slice(from)

test('a genuine event is taken once and answered at once; what it points at is asked of PayPal', async () => {
  const { deposit, events } = await paid()
  const webhook = paypal.standIn.signWebhook(events[0]!)
  const calls = paypal.standIn.calls.length
  expect(await post(webhook)).toBe(200)
  expect(paypal.standIn.calls.slice(calls)).toEqual([])
  expect((await paypal.readDeposit(deposit)).state).toBe('awaiting_payment')
  expect(await post(webhook)).toBe(200)
  const jobs = await takeJobs()
  expect(jobs).toHaveLength(1)
  await handleWebhook(paypal.deps, jobs[0])
  expect(await paypal.readDeposit(deposit)).toMatchObject({ state: 'credited', amountMicros: HUNDRED })
  const { rows } = await paypal.db.owner.query('select from paypal_events where handled_at is not null')
  expect(rows).toHaveLength(1)
})

test('forged, rewritten, foreign, stale and incomplete webhooks are refused and leave nothing', async () => {
  const { events } = await paid()
  const { standIn, clock } = paypal
  const good = standIn.signWebhook(events[0]!)
  const rewritten = { ...good, body: Buffer.from(JSON.stringify(JSON.parse(good.body.toString()))) }
  const changed = { ...good, body: Buffer.from(good.body.toString().replace('APPROVED', 'COMPLETE')) }
  const { 'paypal-transmission-sig': _left, ...unsigned } = good.headers
  const refused = [
    rewritten,
    changed,
    { ...good, headers: unsigned },
    standIn.signWebhook(events[0]!, { webhookId: 'ANOTHER' }),
    standIn.signWebhook(events[0]!, { certUrl: 'https://paypal.example/v1/notifications/certs/CERT-1' }),
    standIn.signWebhook(events[0]!, { sentAt: new Date(clock.nowMs() - 5 * 86_400_000) }),
    standIn.signWebhook(events[0]!, { sentAt: new Date(clock.nowMs() + 3_600_000) }),
  ]
  for (const webhook of refused) expect(await post(webhook)).toBe(401)
  expect(await takeJobs()).toEqual([])
  expect(await post(good, '/payments/paypal/pmt_nonsense/webhook')).toBe(404)
  expect(await post({ headers: good.headers, body: Buffer.alloc(300 * 1024) })).toBe(413)
  expect(await post(good)).toBe(200)
  await takeJobs()
})

test('events out of order, twice and beside the sweep credit once', async () => {
  const from = paypal.standIn.events.length
  const { deposit, events } = await paid()
  expect(await post(paypal.standIn.signWebhook(events[0]!))).toBe(200)
  const [approved] = await takeJobs()
  await handleWebhook(paypal.deps, approved)
  paypal.standIn.world.refundCapture(paypal.captureIdOf(deposit))
  for (const event of lastEvents(from).toReversed()) expect(await post(paypal.standIn.signWebhook(event))).toBe(200)
  const jobs = await takeJobs()
  expect(jobs).toHaveLength(2)
  paypal.clock.advanceMs(61_000)
  await Promise.all([...jobs.map((job) => handleWebhook(paypal.deps, job)), sweepPaypal(paypal.deps)])
  expect((await paypal.readDeposit(deposit)).state).toBe('reversed')
  expect(await paypal.balances(deposit.ownerId)).toEqual({ available: 0n, held: 0n, deficit: 0n })
  expect(await paypal.difference()).toBe(0n)
})

test('a dispute that does not show on the payment yet holds withdrawals and asks a person', async () => {
  const { deposit } = await paid()
  await refreshPaypalDeposit(paypal.deps, deposit)
  const withdrawal = await paypal.approved(deposit.ownerId, { grossMicros: 20_000_000n })
  const { world } = paypal.standIn
  const from = paypal.standIn.events.length
  world.disputeCapture(paypal.captureIdOf(deposit), 'BUYER_COMPLAINT')
  const { capture } = world.captureOf(paypal.captureIdOf(deposit))
  Object.assign(capture, { status: 'COMPLETED', reason: null })
  expect(await post(paypal.standIn.signWebhook(lastEvents(from)[0]!))).toBe(200)
  for (const job of await takeJobs()) await handleWebhook(paypal.deps, job)
  expect((await paypal.readDeposit(deposit)).state).toBe('credited')
  expect((await paypal.readWithdrawal(withdrawal)).heldReason).toMatch(/disputed/)
})

test('events of payouts settle what they point at, also what was thought never sent', async () => {
  const row = await paypal.approved(await paypal.person(50_000_000n))
  const actor = { userId: row.ownerId, address: '192.0.2.7', requestId: 'req-1' }
  paypal.standIn.failNext({ path: /payouts$/, kind: 'status', status: 500, isDone: true })
  paypal.standIn.failNext({ path: /payouts$/, kind: 'status', status: 500 })
  expect((await sendPayout(paypal.deps, { withdrawalId: row.id, actor })).state).toBe('sending')
  const from = paypal.standIn.events.length
  paypal.standIn.world.setPayout(row.id, 'SUCCESS')
  for (const event of lastEvents(from)) expect(await post(paypal.standIn.signWebhook(event))).toBe(200)
  for (const job of await takeJobs()) await handleWebhook(paypal.deps, job)
  expect((await paypal.readWithdrawal(row)).state).toBe('completed')
  expect(await paypal.difference()).toBe(0n)
})
