import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { settingsByName } from '@inrange/contract/settings'
import { forgetSettings } from '../../settings/settings.public.ts'
import type { PayoutItemStatus } from '../paypal/paypal.answers.ts'
import type { WithdrawalRow } from '../withdrawals/withdrawals.queries.ts'
import { moveWithdrawal } from '../withdrawals/withdrawal.moves.ts'
import { cancelUnclaimed } from './cancel-unclaimed.ts'
import { holdOpenWithdrawals } from './hold-withdrawals.ts'
import { withPaypal } from './paypal-flows.fixture.ts'
import { refreshPayout } from './refresh-payout.ts'
import { sendPayout } from './send-payout.ts'
import { recheckPaypal, sweepPaypal } from './sweep-paypal.ts'

const paypal = withPaypal()
const GROSS = 50_000_000n
const DAY_MS = 86_400_000

let sender: string | undefined
async function send({ id }: { id: string }): Promise<WithdrawalRow> {
  sender ??= await paypal.person()
  const actor = { userId: sender, address: '192.0.2.7', requestId: 'req-1' }
  return await sendPayout(paypal.deps, { withdrawalId: id, actor })
}

async function approved(): Promise<WithdrawalRow> {
  return await paypal.approved(await paypal.person(GROSS))
}

async function sent(): Promise<WithdrawalRow> {
  const row = await send(await approved())
  expect(row.state).toBe('sent')
  return row
}

async function look(row: WithdrawalRow): Promise<WithdrawalRow> {
  await refreshPayout(paypal.deps, row)
  return await paypal.readWithdrawal(row)
}

async function notesOf({ id }: WithdrawalRow): Promise<string[]> {
  const { rows } = await paypal.db.owner.query<{ note: string }>(
    'select internal_note as note from withdrawal_events where withdrawal_id = $1 and internal_note is not null order by id',
    [id],
  )
  return rows.map(({ note }) => note)
}

test('what is approved is sent under its own id, completed when PayPal says so, and its fees are booked once', async () => {
  const row = await sent()
  expect(paypal.standIn.world.payoutOf(row.id)).toMatchObject({
    senderItemId: row.id,
    amountMicros: 49_000_000n,
    receiver: row.destination,
  })
  const completed = await look(row)
  expect(completed).toMatchObject({ state: 'completed', paypalStatus: 'SUCCESS' })
  await look(row)
  expect(await paypal.balances(row.ownerId)).toMatchObject({ available: 0n, held: 0n })
  expect(await paypal.difference()).toBe(0n)
})

test('only what is approved, not held and by PayPal is sent, once', async () => {
  const row = await sent()
  await expect(send(row)).rejects.toMatchObject({ code: 'state_changed' })
  await expect(send({ id: randomUUIDv7() })).rejects.toMatchObject({ code: 'not_found' })
  const held = await approved()
  await paypal.deps.database.transaction((transaction) =>
    holdOpenWithdrawals(paypal.deps, transaction, { ownerId: held.ownerId, reason: 'A look first.' }),
  )
  await expect(send(held)).rejects.toMatchObject({ code: 'state_changed' })
  const twice = await approved()
  const both = await Promise.allSettled([send(twice), send(twice)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(paypal.standIn.world.payouts.filter((payout) => payout.senderBatchId === twice.id)).toHaveLength(1)
})

test('a lost answer leaves it sending, and PayPal is asked under the same id which payout it has', async () => {
  const lost = { path: /payouts$/, kind: 'status', status: 500, isDone: true } as const
  for (const [isDone, state] of [
    // PayPal had it, and has paid it meanwhile; or never heard of it.
    [true, 'completed'],
    [false, 'sent'],
  ] as const) {
    const row = await approved()
    const calls = paypal.standIn.calls.length
    paypal.standIn.failNext({ ...lost, isDone })
    paypal.standIn.failNext({ ...lost, isDone: false })
    expect((await send(row)).state).toBe('sending')
    expect(paypal.standIn.calls.slice(calls)).toHaveLength(2)
    paypal.clock.advanceMs(61_000)
    await sweepPaypal(paypal.deps)
    const found = await paypal.readWithdrawal(row)
    expect(found).toMatchObject({ state, paypalBatchId: paypal.standIn.world.payoutOf(row.id).batchId })
    expect(paypal.standIn.world.payouts.filter((payout) => payout.senderBatchId === row.id)).toHaveLength(1)
  }
})

test('a crash after the move to sending, and before PayPal was asked, is resolved by the sweep', async () => {
  const row = await approved()
  const { ownerId, id } = row
  await paypal.deps.database.transaction((transaction) =>
    moveWithdrawal(paypal.deps, transaction, { ownerId, id, from: 'approved', to: 'sending' }),
  )
  paypal.clock.advanceMs(61_000)
  await sweepPaypal(paypal.deps)
  expect((await paypal.readWithdrawal(row)).state).toBe('sent')
})

test('what PayPal refuses is approved again with the reason, and may be sent again', async () => {
  const row = await approved()
  const { state } = paypal.standIn.world
  const before = state.balanceMicros
  state.balanceMicros = 0n
  expect((await send(row)).state).toBe('approved')
  expect((await notesOf(row)).join(' ')).toMatch(/sufficient funds/)
  state.balanceMicros = before
  expect((await send(row)).state).toBe('sent')
})

test('PayPal is not asked again when it may have forgotten, nor at another account', async () => {
  const unanswered = async (): Promise<WithdrawalRow> => {
    const row = await approved()
    paypal.standIn.failNext({ path: /payouts$/, kind: 'reset' })
    expect((await send(row)).state).toBe('sending')
    return row
  }
  const old = await unanswered()
  paypal.clock.advanceMs(26 * DAY_MS)
  const calls = paypal.standIn.calls.length
  expect((await look(old)).state).toBe('needs_attention')
  const other = await unanswered()
  paypal.clock.advanceMs(1_000)
  await paypal.db.owner.query('update payment_methods set updated_at = $1', [paypal.clock.now()])
  expect((await look(other)).state).toBe('needs_attention')
  expect(paypal.standIn.calls.slice(calls)).toEqual([])
  expect((await paypal.balances(other.ownerId)).held).toBe(GROSS)
  await paypal.db.owner.query("update payment_methods set updated_at = '2026-11-01'")
})

test('while withdrawals are paused nothing is sent, not even what waits for its answer', async () => {
  const [waiting, fresh] = [await approved(), await approved()]
  paypal.standIn.failNext({ path: /payouts$/, kind: 'reset' })
  expect((await send(waiting)).state).toBe('sending')
  const pause = async (isPaused: boolean): Promise<void> => {
    await paypal.db.owner.query("delete from settings where key = 'withdrawals'")
    const value = { ...settingsByName.withdrawals.default, isPaused }
    await paypal.db.owner.query("insert into settings (key, value) values ('withdrawals', $1)", [value])
    forgetSettings(paypal.db.database.kysely)
  }
  await pause(true)
  await expect(send(fresh)).rejects.toMatchObject({ code: 'withdrawals_paused' })
  expect((await look(waiting)).state).toBe('sending')
  expect(paypal.standIn.world.payouts.filter((payout) => payout.senderBatchId === waiting.id)).toEqual([])
  await pause(false)
  expect((await look(waiting)).state).toBe('sent')
})

const ends: [PayoutItemStatus, string, string][] = [
  ['SUCCESS', 'completed', 'gone'],
  ['PENDING', 'sent', 'held'],
  ['ONHOLD', 'sent', 'held'],
  ['UNCLAIMED', 'unclaimed', 'held'],
  ['FAILED', 'failed', 'back'],
  ['BLOCKED', 'failed', 'back'],
  ['RETURNED', 'returned', 'back'],
  ['REFUNDED', 'returned', 'back'],
  ['REVERSED', 'returned', 'back'],
]
test.each(ends)('an item that is %s makes the withdrawal %s, and its money is %s', async (status, state, money) => {
  const row = await sent()
  paypal.standIn.world.setPayout(row.id, status, 'A word of PayPal.')
  expect((await look(row)).state).toBe(state)
  expect((await look(row)).state).toBe(state)
  const { available, held } = await paypal.balances(row.ownerId)
  const expected = { gone: [0n, 0n], held: [0n, GROSS], back: [GROSS, 0n] }[money]
  expect([available, held]).toEqual(expected)
})

test('a batch that PayPal denies gives the money back', async () => {
  const row = await sent()
  paypal.standIn.world.denyPayout(row.id)
  expect(await look(row)).toMatchObject({ state: 'failed', stateReason: 'PayPal did not accept the payout.' })
  expect(await paypal.balances(row.ownerId)).toMatchObject({ available: GROSS, held: 0n })
})

test('a payout that comes back after its completion gives the net amount back, whoever finds it', async () => {
  for (const status of ['REFUNDED', 'REVERSED'] as const) {
    const row = await sent()
    expect((await look(row)).state).toBe('completed')
    const before = await paypal.difference()
    paypal.standIn.world.setPayout(row.id, status)
    await recheckPaypal(paypal.deps, new AbortController().signal)
    await recheckPaypal(paypal.deps, new AbortController().signal)
    expect((await paypal.readWithdrawal(row)).state).toBe('returned')
    expect(await paypal.balances(row.ownerId)).toMatchObject({ available: 49_000_000n, held: 0n })
    expect(await paypal.difference()).toBe(before)
  }
})

test('what nobody claims can be taken back; what was claimed meanwhile is completed instead', async () => {
  const actor = { userId: await paypal.person(), address: '192.0.2.7', requestId: 'req-2' }
  const unclaimed = async (): Promise<WithdrawalRow> => {
    const row = await sent()
    paypal.standIn.world.setPayout(row.id, 'UNCLAIMED')
    return await look(row)
  }
  const free = await unclaimed()
  expect((await cancelUnclaimed(paypal.deps, { withdrawalId: free.id, actor })).state).toBe('returned')
  expect((await paypal.balances(free.ownerId)).available).toBe(GROSS)
  await expect(cancelUnclaimed(paypal.deps, { withdrawalId: free.id, actor })).rejects.toMatchObject({
    code: 'state_changed',
  })
  const claimed = await unclaimed()
  paypal.standIn.world.setPayout(claimed.id, 'SUCCESS')
  await expect(cancelUnclaimed(paypal.deps, { withdrawalId: claimed.id, actor })).rejects.toMatchObject({
    code: 'state_changed',
  })
  expect((await paypal.readWithdrawal(claimed)).state).toBe('completed')
  const away = await unclaimed()
  paypal.standIn.failNext({ path: /cancel$/, kind: 'reset' })
  await expect(cancelUnclaimed(paypal.deps, { withdrawalId: away.id, actor })).rejects.toMatchObject({
    code: 'outside_unavailable',
  })
  expect((await paypal.readWithdrawal(away)).state).toBe('unclaimed')
})

test('a batch of another amount settles nothing and needs a person', async () => {
  const row = await sent()
  paypal.standIn.world.payoutOf(row.id).amountMicros -= 10_000n
  expect((await look(row)).state).toBe('needs_attention')
  expect((await notesOf(row)).at(-1)).toMatch(/another amount/)
  expect((await paypal.balances(row.ownerId)).held).toBe(GROSS)
  expect(paypal.errors).not.toEqual([])
})
