import { expect, test } from 'vitest'
import { allScopes } from '../../../testing/paypal/paypal.stand-in.ts'
import { landMessages, makeConnection, makeRange } from '../../ledger/ledger-fixture.queries.ts'
import { checkLedger, settleEarnings } from '../../ledger/ledger.public.ts'
import { withPaypal } from '../paypal-flows/paypal-flows.fixture.ts'
import { refreshPaypalDeposit } from '../paypal-flows/refresh-deposit.ts'
import { refreshPayout } from '../paypal-flows/refresh-payout.ts'
import { sendPayout } from '../paypal-flows/send-payout.ts'
import { exportPaymentTransactions, listPaymentTransactions } from './list-payment-transactions.ts'
import { paymentChecks } from './payment-checks.ts'
import { readBooks } from './read-books.ts'
import { readSummary } from './read-summary.ts'
import { takeBooks } from './take-books.ts'

// Long before the stand-in says what its balance is of.
const paypal = withPaypal('2025-01-01T10:00:00Z')

async function deposited(): Promise<string> {
  const ownerId = await paypal.person()
  const deposit = await paypal.announce(ownerId)
  paypal.standIn.world.approveOrder(deposit.paypalOrderId ?? '')
  expect((await refreshPaypalDeposit(paypal.deps, deposit))?.state).toBe('credited')
  return ownerId
}

async function checkPayments(): Promise<string[]> {
  const report = await checkLedger({ database: paypal.db.database, extraChecks: paymentChecks, readsMessages: false })
  return report.checks.filter(({ findings }) => findings.length > 0).map(({ promise }) => promise)
}

test('PayPal’s balance beside custody: equal, with a payout on its way, missing, and not to be read', async () => {
  const { standIn, deps, errors } = paypal
  standIn.world.state.balanceMicros = 0n
  const ownerId = await deposited()
  expect(await takeBooks(deps)).toMatchObject([{ kind: 'paypal', differenceMicros: 0n }])
  const row = await paypal.approved(ownerId)
  const actor = { userId: ownerId, address: '192.0.2.7', requestId: 'req-1' }
  await sendPayout(deps, { withdrawalId: row.id, actor })
  expect(await takeBooks(deps)).toMatchObject([{ differenceMicros: 0n, inFlightOutMicros: 49_980_000n }])
  await refreshPayout(deps, row)
  expect(await takeBooks(deps)).toMatchObject([{ differenceMicros: 0n, inFlightOutMicros: 0n }])
  expect(errors).toEqual([])
  expect((await readSummary(deps)).booksUnequal).toBe(0)

  standIn.world.state.balanceMicros -= 5_000_000n
  expect(await takeBooks(deps)).toMatchObject([{ differenceMicros: -5_000_000n }])
  expect(errors).toHaveLength(1)
  expect((await readSummary(deps)).booksUnequal).toBe(1)
  standIn.world.state.balanceMicros += 5_000_000n

  standIn.setScopes(allScopes.filter((scope) => !scope.includes('reporting')))
  standIn.expireTokens()
  const [unread] = await takeBooks(deps)
  standIn.setScopes(allScopes)
  standIn.expireTokens()
  // Without PayPal's documents the stand-in knows no scopes.
  if (standIn.isChecked) expect(unread).toMatchObject({ outsideMicros: null, differenceMicros: null })

  const books = await readBooks(deps)
  expect(books.liabilities).toMatchObject({ available: '50.000000', held: '0.000000' })
  expect(books.history.length).toBeGreaterThan(3)
  expect(books.feeIncome).toBe('1.000000')
  expect(books.coveragePercent).toBeLessThan(100)
  expect(await checkPayments()).toEqual([])
})

test('a balance from before the latest movement is not compared', async () => {
  paypal.clock.setTo(new Date(Date.now() + 3_600_000))
  await deposited()
  const [unread] = await takeBooks(paypal.deps)
  expect(unread).toMatchObject({ outsideMicros: null })
  expect(unread?.detail).toMatch(/before the latest movement/)
})

test('figures over all users are those of their rows, and each is read from a roll-up', async () => {
  const before = await readSummary(paypal.deps)
  const ownerId = await deposited()
  await paypal.announce(ownerId)
  await paypal.approved(ownerId, { grossMicros: 20_000_000n })
  const rangeId = await makeRange(paypal.db.database.kysely, ownerId)
  const connectionId = await makeConnection(paypal.db.database.kysely)
  const receivedAt = '2026-03-01T12:10:00Z'
  await landMessages(paypal.db.database, { ownerId, rangeId, connectionId, receivedAt, messages: 10 })
  await settleEarnings(paypal.deps, { maturityDays: 30 })
  const after = await readSummary(paypal.deps)
  expect(after.totalTransactions - before.totalTransactions).toBe(4)
  expect(after.pending - before.pending).toBe(2)
  expect(Number(after.totalVolume) - Number(before.totalVolume)).toBe(100)
  expect(after.withdrawalsWaiting - before.withdrawalsWaiting).toBe(1)
  const { items, nextCursor } = await listPaymentTransactions(paypal.deps, { limit: 3 })
  expect(items.map(({ type, status }) => `${type} ${status}`)).toEqual([
    'earning pending',
    'withdrawal pending',
    'deposit pending',
  ])
  const next = await listPaymentTransactions(paypal.deps, { limit: 1, cursor: nextCursor ?? '' })
  expect(next.items).toMatchObject([{ type: 'deposit', status: 'completed', amount: '100.000000' }])
  const byUser = await listPaymentTransactions(paypal.deps, { limit: 50, userId: ownerId, status: 'completed' })
  expect(byUser.items).toHaveLength(1)
  const other = await listPaymentTransactions(paypal.deps, { limit: 50, userId: ownerId, method: 'usdt' })
  expect(other.items).toEqual([])
})

test('the file of all users names whose each line is, and that it was taken is on record', async () => {
  const actorId = await paypal.person()
  const caller = {
    userId: actorId,
    username: 'root',
    role: 'super_admin',
    sessionId: 's',
    duty: null,
    actor: null,
  } as const
  const context = {
    caller,
    scope: 'any',
    address: '192.0.2.1',
    requestId: 'req',
    signal: new AbortController().signal,
  } as const
  const file = await exportPaymentTransactions(paypal.deps, context, { type: 'deposit', status: 'completed' })
  const rows = await Array.fromAsync(file.pages)
  expect(file.columns.slice(0, 2)).toEqual(['user', 'user_id'])
  expect(rows.flat().length).toBeGreaterThan(1)
  expect(rows.flat().every((row) => row.length === file.columns.length && String(row[1]).startsWith('usr_'))).toBe(true)
  const { rows: audited } = await paypal.db.owner.query("select from audit_log where action = 'payments_exported'")
  expect(audited).toHaveLength(1)
})

test('the checks name what does not fit: a deposit, a withdrawal, a proof, a movement, a total', async () => {
  const { owner } = paypal.db
  expect(await checkPayments()).toEqual([])
  const broken = async (change: string): Promise<string[]> => {
    await owner.query('begin')
    // As somebody would who may do anything in the database.
    await owner.query("set local session_replication_role = 'replica'")
    await owner.query(change)
    await owner.query('commit')
    return await checkPayments()
  }
  const mend = async (change: string): Promise<void> => {
    await broken(change)
  }
  expect(await broken("update deposits set amount_micros = amount_micros + 1 where state = 'credited'")).toEqual([
    'Credited deposits are their transfers',
    'Totals of payments are their rows',
  ])
  await mend("update deposits set amount_micros = amount_micros - 1 where state = 'credited'")
  const hold = 'Withdrawals hold, settle or release their money once'
  expect(
    await broken("update withdrawals set settled_transfer_id = hold_transfer_id where state = 'completed'"),
  ).toEqual([hold])
  await mend(`update withdrawals w set settled_transfer_id = (select id from ledger.transfers t
    where t.owner_id = w.owner_id and t.resolves_id = w.hold_transfer_id) where state = 'completed'`)
  expect(await broken("update withdrawals set paypal_batch_id = 'SAME'")).toEqual([
    'Every hash, capture and payout proves one thing',
  ])
  await mend('update withdrawals set paypal_batch_id = id::text')
  expect(
    await broken(`insert into operator_movements (network, tx_hash, log_index, direction, amount_micros, transfer_id, recorded_by)
      select 'erc20', '0xab', 0, 'funded', 5, id, owner_id from ledger.transfers limit 1`),
  ).toEqual(["The operator's movements are transfers of the house"])
  await mend('delete from operator_movements')
  expect(await broken('update payment_totals set pending = pending + 1')).toEqual(['Totals of payments are their rows'])
  await mend('update payment_totals set pending = pending - 1')
  expect(await checkPayments()).toEqual([])
})
