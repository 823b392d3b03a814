// A loss that was spent already is taken from what becomes available, never more than either.
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { checkLedger } from './check-ledger.ts'
import { makeOwner } from './ledger-fixture.queries.ts'
import { balancesOf, custodyTotals, totalsByKind } from './ledger.public.ts'
import { HOUSE_ID, type TransferRequest } from './ledger.rules.ts'
import { postTransfers } from './post-transfers.ts'
import { recoverDeficit, recoverDeficits } from './recover-deficits.ts'

const db = useTestDatabase()
const recover = () => recoverDeficits({ database: db.database })
const balances = (ownerId: string) => balancesOf(db.database.kysely, ownerId)

async function post(...requests: TransferRequest[]): Promise<void> {
  const outcomes = await db.database.transaction((transaction) => postTransfers(transaction, requests))
  expect(outcomes.map((outcome) => outcome.outcome)).toEqual(requests.map(() => 'posted'))
}
/** An owner with a deposit of which this much was lost after it had been spent. */
async function withDeficit(lostMicros: bigint, availableMicros: bigint): Promise<string> {
  const ownerId = await makeOwner(db.database.kysely)
  const custody = 'usdt_bep20' as const
  const amountMicros = lostMicros + availableMicros
  await post({ ownerId, code: 'deposit', amountMicros, idempotencyKey: 'd', custody })
  await post(
    { ownerId, code: 'hold', amountMicros: lostMicros, idempotencyKey: 'h' },
    { ownerId, code: 'deposit_lost', amountMicros: lostMicros, idempotencyKey: 'l', custody },
  )
  return ownerId
}
const deposit = (ownerId: string, amountMicros: bigint) =>
  post({ ownerId, code: 'deposit', amountMicros, idempotencyKey: `d${amountMicros}`, custody: 'paypal' })

test('recovers the smaller of deficit and what is available, until nothing is owed', async () => {
  const ownerId = await withDeficit(30n, 0n)
  expect(await balances(ownerId)).toMatchObject({ availableMicros: 0n, deficitMicros: 30n })
  expect(await recover()).toEqual({ transfers: 0, amountMicros: 0n })
  await deposit(ownerId, 20n)
  expect(await recover()).toEqual({ transfers: 1, amountMicros: 20n })
  expect(await balances(ownerId)).toMatchObject({ availableMicros: 0n, deficitMicros: 10n })
  await deposit(ownerId, 25n)
  expect(await recover()).toEqual({ transfers: 1, amountMicros: 10n })
  expect(await balances(ownerId)).toMatchObject({ availableMicros: 15n, deficitMicros: 0n })
  expect(await recover()).toEqual({ transfers: 0, amountMicros: 0n })
})

test('recovers once when two runners do it at once', async () => {
  const ownerId = await withDeficit(5n, 8n)
  const results = await Promise.all([recover(), recover(), recover()])
  expect(results.reduce((sum, result) => sum + result.amountMicros, 0n)).toBe(5n)
  expect(await balances(ownerId)).toMatchObject({ availableMicros: 3n, deficitMicros: 0n })
})

test('takes nothing from who owes nothing', async () => {
  const ownerId = await makeOwner(db.database.kysely)
  await deposit(ownerId, 20n)
  const amountMicros = await db.database.transaction((transaction) => recoverDeficit(transaction, ownerId))
  expect(amountMicros).toBe(0n)
  expect(await balances(ownerId)).toMatchObject({ availableMicros: 20n, deficitMicros: 0n })
})

test('totals count every owner and the house, and stay balanced', async () => {
  const before = await totalsByKind(db.database.kysely)
  await post(
    { ownerId: HOUSE_ID, code: 'suspense_received', amountMicros: 7n, idempotencyKey: 's', custody: 'usdt_trc20' },
    { ownerId: HOUSE_ID, code: 'operator_funded', amountMicros: 50n, idempotencyKey: 'o', custody: 'paypal' },
  )
  const ownerId = await makeOwner(db.database.kysely)
  await post({ ownerId, code: 'provider_fee', amountMicros: 3n, idempotencyKey: 'p', custody: 'paypal' })
  const after = await totalsByKind(db.database.kysely)
  const custody = await custodyTotals(db.database.kysely)
  expect(after).toMatchObject({ suspense: 7n, operator_funds: 50n, provider_fees: 3n })
  expect(custody).toEqual({
    usdt_trc20: 7n,
    usdt_erc20: 0n,
    usdt_bep20: after.custody_usdt_bep20,
    paypal: before.custody_paypal + 47n,
  })
  const report = await checkLedger({ database: db.database, readsMessages: false })
  expect(report.checks.flatMap((check) => check.findings)).toEqual([])
})
