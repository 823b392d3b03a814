import { describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { checkLedger } from './check-ledger.ts'
import { makeOwner } from './ledger-fixture.queries.ts'
import { availableBalances } from './ledger.public.ts'
import { HOUSE_ID, type TransferCode, type TransferOutcome, type TransferRequest } from './ledger.rules.ts'
import { postTransfers } from './post-transfers.ts'

const db = useTestDatabase()

function post(requests: TransferRequest[]): Promise<TransferOutcome[]> {
  return db.database.transaction((transaction) => postTransfers(transaction, requests))
}
async function rich(amountMicros: bigint): Promise<string> {
  const ownerId = await makeOwner(db.database.kysely)
  const outcomes = await post([
    { ownerId, code: 'earning_settled', amountMicros, idempotencyKey: 'earned' },
    { ownerId, code: 'earning_matured', amountMicros, idempotencyKey: 'matured' },
  ])
  expect(outcomes.map((outcome) => outcome.outcome)).toEqual(['posted', 'posted'])
  return ownerId
}
async function available(ownerId: string): Promise<bigint | undefined> {
  return (await availableBalances(db.database.kysely, [ownerId])).get(ownerId)
}
const hold = (ownerId: string, amountMicros: bigint, idempotencyKey: string): TransferRequest => ({
  ownerId,
  code: 'hold',
  amountMicros,
  idempotencyKey,
})
function idOf(outcome: TransferOutcome | undefined): string {
  if (outcome?.outcome !== 'posted' && outcome?.outcome !== 'exists') throw new Error(`Not posted: ${outcome?.outcome}`)
  return outcome.transferId
}

test('an owner who never earned has 0 available, and posting opens the accounts', async () => {
  const ownerId = await makeOwner(db.database.kysely)
  expect(await available(ownerId)).toBe(0n)
  expect(await post([hold(ownerId, 1n, 'k')])).toEqual([
    { outcome: 'insufficient_funds', kind: 'available', balanceMicros: 0n },
  ])
  expect(await available(ownerId)).toBe(0n)
})

test('the same key and content stands once; other content under the key is refused', async () => {
  const ownerId = await rich(100n)
  const [first] = await post([hold(ownerId, 60n, 'k')])
  const [again] = await post([hold(ownerId, 60n, 'k')])
  expect(first?.outcome).toBe('posted')
  expect(again).toEqual({ outcome: 'exists', transferId: idOf(first) })
  expect(await post([hold(ownerId, 61n, 'k')])).toEqual([{ outcome: 'key_conflict' }])
  expect(await available(ownerId)).toBe(40n)
})

test('a key twice in one call is one transfer with one id', async () => {
  const ownerId = await rich(100n)
  const [first, second] = await post([hold(ownerId, 60n, 'k'), hold(ownerId, 60n, 'k')])
  expect(first?.outcome).toBe('posted')
  expect(second).toEqual({ outcome: 'exists', transferId: idOf(first) })
  expect(await available(ownerId)).toBe(40n)
})

test('one key of two owners is two transfers', async () => {
  const [one, two] = [await rich(100n), await rich(100n)]
  const outcomes = await post([hold(two, 10n, 'k'), hold(one, 20n, 'k')])
  expect(outcomes.map((outcome) => outcome.outcome)).toEqual(['posted', 'posted'])
  expect([await available(one), await available(two)]).toEqual([80n, 90n])
})

test('a call posts all or nothing', async () => {
  const ownerId = await rich(100n)
  const outcomes = await post([hold(ownerId, 60n, 'a'), hold(ownerId, 60n, 'b')])
  expect(outcomes).toEqual([
    { outcome: 'not_posted' },
    { outcome: 'insufficient_funds', kind: 'available', balanceMicros: 40n },
  ])
  expect(await available(ownerId)).toBe(100n)
})

test('a released hold is available again, and cannot be released twice', async () => {
  const ownerId = await rich(100n)
  const holdId = idOf((await post([hold(ownerId, 60n, 'k')]))[0])
  const release = (idempotencyKey: string, amountMicros = 60n): TransferRequest => ({
    ownerId,
    code: 'hold_released',
    amountMicros,
    idempotencyKey,
    resolvesId: holdId,
  })
  expect(await post([release('r0', 59n)])).toEqual([{ outcome: 'hold_differs', holdMicros: 60n }])
  const [released] = await post([release('r1')])
  expect(released?.outcome).toBe('posted')
  expect(await post([release('r2')])).toEqual([{ outcome: 'hold_resolved' }])
  expect(await post([release('r1')])).toEqual([{ outcome: 'exists', transferId: idOf(released) }])
  expect(await available(ownerId)).toBe(100n)
})

test('a hold of another owner is not found', async () => {
  const [one, two] = [await rich(100n), await rich(100n)]
  const holdId = idOf((await post([hold(one, 60n, 'k')]))[0])
  await post([hold(two, 60n, 'k')])
  const stolen: TransferRequest = { ...hold(two, 60n, 'r'), code: 'hold_released', resolvesId: holdId }
  expect(await post([stolen])).toEqual([{ outcome: 'hold_not_found' }])
})

test('what a call posted is gone when the transaction of its caller fails', async () => {
  const ownerId = await rich(100n)
  const failing = db.database.transaction(async (transaction) => {
    await postTransfers(transaction, [hold(ownerId, 60n, 'k')])
    throw new Error('the reason for the money failed')
  })
  await expect(failing).rejects.toThrow('the reason')
  expect(await available(ownerId)).toBe(100n)
})

describe('money from outside', () => {
  const from = (ownerId: string, code: TransferCode, amountMicros: bigint, more: Partial<TransferRequest> = {}) => ({
    ownerId,
    code,
    amountMicros,
    idempotencyKey: `${code} ${amountMicros}`,
    ...more,
  })
  async function kindsOf(ownerId: string): Promise<string[]> {
    const { rows } = await db.owner.query<{ kind: string }>('select kind from ledger.accounts where owner_id = $1', [
      ownerId,
    ])
    return rows.map((row) => row.kind).toSorted()
  }
  const BASE = ['available', 'held', 'maturing', 'message_earnings']

  test('opens the accounts that its codes run between, and no others', async () => {
    const ownerId = await rich(100n)
    expect(await kindsOf(ownerId)).toEqual(BASE)
    await post([from(ownerId, 'deposit', 5n, { custody: 'usdt_trc20' }), from(ownerId, 'deposit_fee', 1n)])
    expect(await kindsOf(ownerId)).toEqual([...BASE, 'custody_usdt_trc20', 'fee_income'].toSorted())
  })

  test('is known again by its key, whatever else was said; of another custody it is a conflict', async () => {
    const ownerId = await rich(100n)
    const deposit = from(ownerId, 'deposit', 5n, { custody: 'usdt_trc20' })
    const [first] = await post([deposit])
    expect(await post([{ ...deposit, description: 'other words' }])).toEqual([
      { outcome: 'exists', transferId: idOf(first) },
    ])
    expect(await post([{ ...deposit, custody: 'usdt_erc20' }])).toEqual([{ outcome: 'key_conflict' }])
    expect(await available(ownerId)).toBe(105n)
  })

  test('leaves whole by a settled hold; the fee stays behind; what comes back is available', async () => {
    const ownerId = await rich(100n)
    const resolvesId = idOf((await post([hold(ownerId, 60n, 'w')]))[0])
    const custody = 'usdt_bep20' as const
    const settle = from(ownerId, 'hold_settled', 60n, { custody, resolvesId })
    const outcomes = await post([settle, from(ownerId, 'withdrawal_fee', 6n, { custody })])
    expect(outcomes.map((outcome) => outcome.outcome)).toEqual(['posted', 'posted'])
    expect(await post([from(ownerId, 'hold_released', 60n, { resolvesId })])).toEqual([{ outcome: 'hold_resolved' }])
    const { rows } = await db.owner.query(
      `select kind, debits_micros - credits_micros as net from ledger.accounts
       where owner_id = $1 and kind in ('custody_usdt_bep20', 'fee_income', 'held') order by kind`,
      [ownerId],
    )
    expect(rows).toEqual([
      { kind: 'custody_usdt_bep20', net: -54n },
      { kind: 'fee_income', net: -6n },
      { kind: 'held', net: 0n },
    ])
    await post([from(ownerId, 'payout_returned', 54n, { custody })])
    expect(await available(ownerId)).toBe(94n)
  })

  test('of the house and of a user is posted in one call', async () => {
    const ownerId = await rich(100n)
    const custody = 'paypal' as const
    await post([from(HOUSE_ID, 'suspense_received', 9n, { custody })])
    const outcomes = await post([
      from(HOUSE_ID, 'suspense_resolved', 9n, { custody }),
      from(ownerId, 'deposit', 9n, { custody }),
    ])
    expect(outcomes.map((outcome) => outcome.outcome)).toEqual(['posted', 'posted'])
    expect(await post([from(HOUSE_ID, 'suspense_resolved', 8n, { custody })])).toEqual([
      { outcome: 'insufficient_funds', kind: 'suspense', balanceMicros: 0n },
    ])
    expect(await kindsOf(HOUSE_ID)).toEqual(['custody_paypal', 'suspense'])
    expect(await available(ownerId)).toBe(109n)
  })
})

test('no request, no lock, no transfer', async () => {
  expect(await post([])).toEqual([])
})

test('after all of this every balance is the sum of its transfers', async () => {
  const report = await checkLedger({ database: db.database })
  const journal = new Set(['balances', 'owners', 'accounts', 'transfers', 'holds', 'custody'])
  expect(report.checks.filter((check) => journal.has(check.name)).flatMap((check) => check.findings)).toEqual([])
  expect(report.counted.transfers).toBeGreaterThan(10n)
})
