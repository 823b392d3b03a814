// Many connections at once on few owners, with repeated keys and races for one hold: whatever the order, the
// invariants hold.
import { expect, test } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import { createSilentLog } from '../../platform/log.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { checkLedger } from './check-ledger.ts'
import { makeOwner } from './ledger-fixture.queries.ts'
import { HOUSE_ID, type TransferOutcome, type TransferRequest } from './ledger.rules.ts'
import { postTransfers } from './post-transfers.ts'
import { sealBlocks, verifyBlocks } from './seal-blocks.ts'

const db = useTestDatabase()
const OWNERS = 8
const CONNECTIONS = 16
const CALLS_PER_CONNECTION = 60

/** A small generator with a seed, so that a failure can be run again (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

test('8 owners, 16 connections: no overdraft, no double resolution, no lost transfer, one id per key', async () => {
  const owners: string[] = []
  for (let index = 0; index < OWNERS; index++) owners.push(await makeOwner(db.database.kysely))
  const database = await openDatabase({
    connectionString: db.connectionString,
    log: createSilentLog(),
    poolSizeMax: CONNECTIONS,
  })
  const holds: { ownerId: string; id: string; amountMicros: bigint }[] = []
  const idsOfKey = new Map<string, Set<string>>()
  const counted = new Map<TransferOutcome['outcome'], number>()
  const post = async (requests: TransferRequest[]): Promise<void> => {
    const outcomes = await database.transaction((transaction) => postTransfers(transaction, requests))
    for (const [index, outcome] of outcomes.entries()) {
      const request = requests[index]
      if (!request) throw new Error('One outcome per request')
      counted.set(outcome.outcome, (counted.get(outcome.outcome) ?? 0) + 1)
      if (outcome.outcome !== 'posted' && outcome.outcome !== 'exists') continue
      const key = `${request.ownerId} ${request.idempotencyKey}`
      idsOfKey.set(key, (idsOfKey.get(key) ?? new Set()).add(outcome.transferId))
      if (request.code === 'hold') holds.push({ ...request, id: outcome.transferId })
    }
  }
  const work = async (worker: number): Promise<void> => {
    const random = seeded(worker)
    for (let call = 0; call < CALLS_PER_CONNECTION; call++) {
      const size = 1 + random(3)
      const requests = Array.from({ length: size }, () => randomRequest(random, owners, holds))
      await post(requests)
      if (call % 20 === worker) await sealBlocks({ database }, { transfersMax: 50 })
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, worker) => work(worker)))
  await sealBlocks({ database })
  await database.close()

  for (const outcome of ['posted', 'exists', 'insufficient_funds', 'hold_resolved', 'not_posted'] as const) {
    expect(counted.get(outcome), `The mix exercises ${outcome}`).toBeGreaterThan(0)
  }
  expect([...idsOfKey.values()].filter((ids) => ids.size !== 1)).toEqual([])
  const { rows } = await db.owner.query('select count(*) as transfers from ledger.transfers')
  expect(rows).toEqual([{ transfers: BigInt(idsOfKey.size) }])
  const journal = new Set(['balances', 'owners', 'accounts', 'transfers', 'holds', 'custody', 'blocks'])
  const report = await checkLedger({ database: db.database })
  expect(report.checks.filter((check) => journal.has(check.name)).flatMap((check) => check.findings)).toEqual([])
  expect(await verifyBlocks(db.database.kysely)).toEqual([])
}, 120_000)

/** Few keys, so that they repeat, always with the same content; holds are released by several at once. */
function randomRequest(
  random: (below: number) => number,
  owners: readonly string[],
  holds: readonly { ownerId: string; id: string; amountMicros: bigint }[],
): TransferRequest {
  const ownerId = owners[random(owners.length)] ?? ''
  const number = random(60)
  const amountMicros = BigInt(1 + (number % 7) * 100)
  const hold = holds[random(Math.max(1, holds.length))]
  switch (random(8)) {
    case 0:
      return { ownerId, code: 'earning_settled', amountMicros, idempotencyKey: `settled ${number}` }
    case 1:
      return { ownerId, code: 'earning_matured', amountMicros, idempotencyKey: `matured ${number}` }
    case 2:
      return { ownerId, code: 'hold', amountMicros, idempotencyKey: `hold ${number}` }
    case 3:
      return { ownerId, code: 'deposit', amountMicros, idempotencyKey: `deposit ${number}`, custody: 'usdt_erc20' }
    case 4: {
      // All meet at the house, whose accounts come first in the order of locks.
      const idempotencyKey = `house ${number}`
      return { ownerId: HOUSE_ID, code: 'suspense_received', amountMicros, idempotencyKey, custody: 'usdt_erc20' }
    }
    default:
      if (!hold) return { ownerId, code: 'earning_settled', amountMicros, idempotencyKey: `settled ${number}` }
      return resolution(random, hold)
  }
}

function resolution(
  random: (below: number) => number,
  hold: { ownerId: string; id: string; amountMicros: bigint },
): TransferRequest {
  const { ownerId, amountMicros, id: resolvesId } = hold
  const attempt = random(2)
  const how =
    random(2) === 0 ? ({ code: 'hold_released' } as const) : ({ code: 'hold_settled', custody: 'paypal' } as const)
  return { ownerId, amountMicros, resolvesId, idempotencyKey: `${how.code} ${resolvesId} ${attempt}`, ...how }
}
