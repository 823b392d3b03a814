import { expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { makeOwner, throughClient } from './ledger-fixture.queries.ts'
import type { TransferOutcome } from './ledger.rules.ts'
import { postTransfers } from './post-transfers.ts'
import { sealBlocks, verifyBlocks } from './seal-blocks.ts'

const db = useTestDatabase()
let posted = 0

function earn(ownerId: string): Promise<TransferOutcome[]> {
  const idempotencyKey = `key ${++posted}`
  return db.database.transaction((transaction) =>
    postTransfers(transaction, [{ ownerId, code: 'earning_settled', amountMicros: 100n, idempotencyKey }]),
  )
}
function verifyAsOwner() {
  return verifyBlocks(throughClient(db.owner).kysely)
}
function verify() {
  return verifyBlocks(db.database.kysely)
}

test('an empty journal seals nothing and verifies', async () => {
  expect(await sealBlocks({ database: db.database })).toEqual({ blocks: 0, transfers: 0n })
  expect(await verify()).toEqual([])
})

test('blocks follow each other, bounded, and are not sealed again', async () => {
  const ownerId = await makeOwner(db.database.kysely)
  for (let index = 0; index < 5; index++) await earn(ownerId)
  expect(await sealBlocks({ database: db.database }, { transfersMax: 2 })).toEqual({ blocks: 3, transfers: 5n })
  expect(await sealBlocks({ database: db.database }, { transfersMax: 2 })).toEqual({ blocks: 0, transfers: 0n })
  await earn(ownerId)
  expect(await sealBlocks({ database: db.database })).toEqual({ blocks: 1, transfers: 1n })
  expect(await verify()).toEqual([])
})

test('two sealers at once seal every transfer once', async () => {
  const ownerId = await makeOwner(db.database.kysely)
  for (let index = 0; index < 6; index++) await earn(ownerId)
  const results = await Promise.all([1, 2, 3].map(() => sealBlocks({ database: db.database }, { transfersMax: 1 })))
  expect(results.reduce((sum, result) => sum + result.transfers, 0n)).toBe(6n)
  expect(await verify()).toEqual([])
})

test('a slow transaction delays the seal and is not skipped', async () => {
  const slowOwnerId = await makeOwner(db.database.kysely)
  const fastOwnerId = await makeOwner(db.database.kysely)
  await db.owner.query('begin')
  // Has its transaction id from here on.
  await db.owner.query('select ledger.lock_accounts(array[$1::uuid])', [slowOwnerId])
  await earn(fastOwnerId)
  expect(await sealBlocks({ database: db.database })).toEqual({ blocks: 0, transfers: 0n })
  await db.owner.query(
    `insert into ledger.transfers (owner_id, debit_account_id, credit_account_id, amount_micros, code, idempotency_key)
     select $1, d.id, c.id, 5, 'earning_settled', 'slow' from ledger.accounts d, ledger.accounts c
     where d.owner_id = $1 and c.owner_id = $1 and d.kind = 'message_earnings' and c.kind = 'maturing'`,
    [slowOwnerId],
  )
  await db.owner.query('commit')
  expect(await sealBlocks({ database: db.database })).toEqual({ blocks: 1, transfers: 2n })
  expect(await verify()).toEqual([])
})

test.each([
  [
    'a changed amount',
    `update ledger.transfers set amount_micros = amount_micros + 1 where id = $1`,
    ['sum of amounts', 'hash'],
  ],
  ['a changed description', `update ledger.transfers set description = 'x' where id = $1`, ['hash']],
  [
    'a changed time',
    `update ledger.transfers set created_at = created_at + interval '1 microsecond' where id = $1`,
    ['hash'],
  ],
  [
    'a removed transfer',
    `delete from ledger.transfers where id = $1`,
    ['number of transfers', 'sum of amounts', 'hash'],
  ],
  [
    'a rewritten hash',
    `update ledger.blocks set hash = sha256('') where id = (select max(id) from ledger.blocks)`,
    ['hash'],
  ],
])('%s in a sealed block shows, and the truth verifies', async (_what, tampering, problems) => {
  const [outcome] = await earn(await makeOwner(db.database.kysely))
  if (outcome?.outcome !== 'posted') throw new Error('Not posted')
  await sealBlocks({ database: db.database })
  expect(await verify()).toEqual([])
  await db.owner.query('begin')
  await db.owner.query("set local session_replication_role = 'replica'")
  await db.owner.query(tampering, tampering.includes('$1') ? [outcome.transferId] : [])
  const faults = await verifyAsOwner()
  await db.owner.query('rollback')
  expect(faults.map((fault) => fault.problem.split(',')[0])).toEqual(problems)
  expect(await verify()).toEqual([])
})

test('a transfer slipped into a sealed block shows, and a block cut out too', async () => {
  await earn(await makeOwner(db.database.kysely))
  await sealBlocks({ database: db.database })
  await db.owner.query('begin')
  await db.owner.query("set local session_replication_role = 'replica'")
  await db.owner
    .query(`insert into ledger.transfers (owner_id, debit_account_id, credit_account_id, amount_micros, code,
      idempotency_key, transaction_id)
    select owner_id, debit_account_id, credit_account_id, 1, code, 'slipped in', transaction_id from ledger.transfers
    order by transaction_id desc limit 1`)
  const slipped = await verifyAsOwner()
  await db.owner.query('delete from ledger.blocks where id = (select max(id) from ledger.blocks)')
  await db.owner.query('delete from ledger.blocks where id = 2')
  const cut = await verifyAsOwner()
  await db.owner.query('rollback')
  expect(slipped.map((fault) => fault.problem.split(',')[0])).toEqual(['number of transfers', 'sum of amounts', 'hash'])
  expect(cut).toMatchObject([{ blockId: 3n, problem: expect.stringContaining('does not follow') }])
})
