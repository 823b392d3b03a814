// Every check has a tampered twin: a superuser with triggers off changes one thing, and exactly the checks that should
// see it do, by name.
import { beforeAll, expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { checkLedger, type CheckName, type LedgerReport } from './check-ledger.ts'
import { landMessages, makeConnection, makeOwner, makeRange, throughClient } from './ledger-fixture.queries.ts'
import { matureEarnings } from './mature-earnings.ts'
import { postTransfers } from './post-transfers.ts'
import { sealBlocks } from './seal-blocks.ts'
import { settleEarnings } from './settle-earnings.ts'

const db = useTestDatabase()
const clock = createManualClock('2026-03-01T14:30:00Z')
let ownerId: string

// Two owners with money in every state: matured, held, released, maturing, earned and not settled.
beforeAll(async () => {
  const { database } = db
  const connectionId = await makeConnection(database.kysely)
  const owners = [await makeOwner(database.kysely), await makeOwner(database.kysely)]
  const land = async (owner: string, rangeId: string, receivedAt: string, messages: number, isTest = false) =>
    landMessages(database, { ownerId: owner, rangeId, connectionId, receivedAt, messages, isTest, segments: 2 })
  const settle = (maturityDays: number) => settleEarnings({ database, clock }, { maturityDays })
  for (const owner of owners) {
    const rangeId = await makeRange(database.kysely, owner)
    await land(owner, rangeId, '2026-03-01T11:00:00Z', 4)
    await settle(0)
    await matureEarnings({ database, clock })
    await land(owner, rangeId, '2026-03-01T11:30:00Z', 1)
    await land(owner, rangeId, '2026-03-01T12:00:00Z', 2)
    await settle(30)
    await land(owner, rangeId, '2026-03-01T14:00:00Z', 3)
    await land(owner, rangeId, '2026-03-01T14:10:00Z', 1, true)
    await postHolds(owner)
  }
  await sealBlocks({ database })
  ownerId = owners[0] ?? ''
})

async function postHolds(owner: string): Promise<void> {
  const hold = (amountMicros: bigint, idempotencyKey: string) =>
    ({ ownerId: owner, code: 'hold', amountMicros, idempotencyKey }) as const
  const [first] = await db.database.transaction((transaction) =>
    postTransfers(transaction, [hold(1_000n, 'a'), hold(2_000n, 'b')]),
  )
  if (first?.outcome !== 'posted') throw new Error('There is enough to hold')
  const resolvesId = first.transferId
  await db.database.transaction((transaction) =>
    postTransfers(transaction, [{ ...hold(1_000n, 'c'), code: 'hold_released', resolvesId }]),
  )
}

function failed(report: LedgerReport): CheckName[] {
  return report.checks.filter((check) => check.findings.length > 0).map((check) => check.name)
}

test.each([1, 200])('finds nothing in sound books, whatever the size of the spans (%i)', async (ownersPerSpan) => {
  const report = await checkLedger({ database: db.database, ownersPerSpan })
  expect(report.checks.flatMap((check) => check.findings)).toEqual([])
  expect(report.isSound).toBe(true)
  expect(report.counted).toEqual({ owners: 2n, messages: 22n, transfers: 12n, blocks: 1n })
})

const mine = (table: string): string => `(select ctid from ${table} where owner_id = $1 limit 1)`
const tampered: [what: string, statement: string, seenBy: CheckName[]][] = [
  [
    'a balance',
    `update ledger.accounts set credits_micros = credits_micros + 5 where owner_id = $1 and kind = 'available'`,
    ['balances', 'owners'],
  ],
  ['a version', `update ledger.accounts set version = version + 1 where owner_id = $1 and kind = 'held'`, ['balances']],
  [
    'a removed account',
    `delete from ledger.accounts where owner_id = $1 and kind = 'held'`,
    ['balances', 'owners', 'transfers', 'holds'],
  ],
  [
    'an amount',
    `update ledger.transfers set amount_micros = amount_micros + 1 where owner_id = $1 and idempotency_key = 'b'`,
    ['balances', 'holds', 'blocks'],
  ],
  [
    'a code',
    `update ledger.transfers set code = 'earning_matured' where owner_id = $1 and idempotency_key = 'b'`,
    ['transfers', 'holds', 'maturity', 'blocks'],
  ],
  [
    'a resolution',
    `update ledger.transfers set resolves_id = (select id from ledger.transfers where owner_id = $1
      and code = 'earning_settled' limit 1) where owner_id = $1 and code = 'hold_released'`,
    ['transfers', 'holds', 'blocks'],
  ],
  [
    'a removed hold',
    `delete from ledger.transfers where owner_id = $1 and idempotency_key = 'b'`,
    ['balances', 'holds', 'blocks'],
  ],
  [
    'a settlement’s amount',
    `update ledger.settlements set amount_micros = amount_micros + 1 where ctid = ${mine('ledger.settlements')}`,
    ['settlements'],
  ],
  [
    'a removed settlement',
    `delete from ledger.settlements where ctid = ${mine('ledger.settlements')}`,
    ['settlements'],
  ],
  [
    'a line’s amount',
    `update ledger.settlement_lines set amount_micros = amount_micros + 1 where owner_id = $1
      and hour = '2026-03-01T12:00Z'`,
    ['settlements', 'chains'],
  ],
  [
    'a gap in a chain',
    `update ledger.settlement_lines set settled_before_micros = settled_before_micros + 1 where owner_id = $1
      and settled_before_micros > 0`,
    ['chains'],
  ],
  [
    'what is settled of an hour',
    `update traffic_hourly set settled_micros = settled_micros - 1, unsettled = true where owner_id = $1
      and hour = '2026-03-01T12:00Z'`,
    ['chains'],
  ],
  ['a removed maturity', `delete from ledger.matured_lines where owner_id = $1`, ['maturity', 'waiting']],
  [
    'a line taken off the work list',
    `delete from ledger.maturing_lines where ctid = ${mine('ledger.maturing_lines')}`,
    ['waiting'],
  ],
  [
    'a line that matures early',
    `update ledger.maturing_lines set matures_at = '2026-03-02T00:00Z' where ctid = ${mine('ledger.maturing_lines')}`,
    ['waiting'],
  ],
  [
    'more settled than earned',
    `update traffic_hourly set settled_micros = earned_micros + 1, unsettled = true where owner_id = $1
      and hour = '2026-03-01T14:00Z'`,
    ['chains', 'hours'],
  ],
  [
    'an hour’s messages',
    `update traffic_hourly set messages = messages + 1 where owner_id = $1 and hour = '2026-03-01T14:00Z'`,
    ['traffic', 'ranges'],
  ],
  [
    'an hour’s earnings',
    `update traffic_hourly set earned_micros = earned_micros + 1 where owner_id = $1 and hour = '2026-03-01T14:00Z'`,
    ['traffic', 'ranges'],
  ],
  [
    'a removed hour',
    `delete from traffic_hourly where owner_id = $1 and hour = '2026-03-01T14:00Z'`,
    ['traffic', 'ranges'],
  ],
  ['an inbox', `update inboxes set messages = messages + 1 where owner_id = $1`, ['inboxes']],
  ['a read count', `update inboxes set read_messages = read_messages + 1 where owner_id = $1`, ['inboxes']],
  ['the newest place of an inbox', `update inboxes set last_landed_at = '2020-01-01' where owner_id = $1`, ['inboxes']],
  [
    'what a message earned',
    `update messages set earned_micros = earned_micros + 1 where owner_id = $1 and landed_at = (select min(landed_at)
      from messages where owner_id = $1)`,
    ['traffic', 'inboxes', 'messages', 'connections'],
  ],
  [
    'a removed message',
    `delete from messages where owner_id = $1 and landed_at = (select max(landed_at) from messages
      where owner_id = $1)`,
    ['traffic', 'inboxes', 'connections'],
  ],
  [
    'a message moved to another hour',
    `update messages set received_at = received_at - interval '1 hour' where owner_id = $1
      and landed_at = (select min(landed_at) from messages where owner_id = $1)`,
    ['traffic', 'connections'],
  ],
  [
    'an unknown connection',
    `update messages set connection_id = $1 where owner_id = $1 and landed_at = (select min(landed_at) from messages
      where owner_id = $1)`,
    ['messages', 'connections'],
  ],
  [
    'an unknown range',
    `update messages set range_id = $1 where owner_id = $1 and landed_at = (select min(landed_at) from messages
      where owner_id = $1)`,
    ['traffic', 'messages', 'numbers'],
  ],
  [
    'an unknown owner',
    `update messages set owner_id = '00000000-0000-0000-0000-000000000001' where owner_id = $1
      and landed_at = (select min(landed_at) from messages where owner_id = $1)`,
    ['traffic', 'inboxes', 'messages'],
  ],
  [
    'a number not counted as used',
    `delete from range_numbers where range_id = (select range_id from range_owners where owner_id = $1)
      and number = (select min(recipient) from messages where owner_id = $1)`,
    ['numbers', 'ranges'],
  ],
  [
    'a number counted and never used',
    `insert into range_numbers select range_id, 1, now() from range_owners where owner_id = $1`,
    ['numbers', 'ranges'],
  ],
  [
    'a range’s totals',
    `update range_totals set segments = segments - 1 where range_id = (select range_id from range_owners
      where owner_id = $1)`,
    ['ranges'],
  ],
  [
    'a connection’s hour',
    `update traffic_connection_hourly set earned_micros = earned_micros + 1 where $1::uuid is not null
      and hour = '2026-03-01T14:00Z'`,
    ['connections'],
  ],
  [
    'a connection’s removed hour',
    `delete from traffic_connection_hourly where $1::uuid is not null and hour = '2026-03-01T14:00Z'`,
    ['connections'],
  ],
  ['a block', `update ledger.blocks set amount_micros = amount_micros + 1 where $1::uuid is not null`, ['blocks']],
]

test.each(tampered)('sees %s', async (_what, statement, seenBy) => {
  const { owner } = db
  await owner.query('begin')
  try {
    await owner.query("set local session_replication_role = 'replica'")
    const { rowCount } = await owner.query(statement, [ownerId])
    expect(rowCount).toBeGreaterThan(0)
    expect(failed(await checkLedger({ database: throughClient(owner), ownersPerSpan: 1 }))).toEqual(seenBy)
  } finally {
    await owner.query('rollback')
  }
})

test('names the owner, the place, what it should be and what it is', async () => {
  const { owner } = db
  await owner.query('begin')
  await owner.query("set local session_replication_role = 'replica'")
  await owner.query(
    `update ledger.accounts set credits_micros = credits_micros + 5 where owner_id = $1 and kind = 'available'`,
    [ownerId],
  )
  const report = await checkLedger({ database: throughClient(owner) })
  await owner.query('rollback')
  expect(report.isSound).toBe(false)
  expect(report.checks.find((check) => check.name === 'balances')?.findings).toEqual([
    {
      ownerId,
      subject: 'account available',
      expected: 'debits 3000, credits 35400, 4 transfers',
      found: 'debits 3000, credits 35405, 4 transfers',
    },
  ])
})

test('a balance below zero is seen even where the constraint is gone', async () => {
  const { owner } = db
  await owner.query('begin')
  await owner.query('alter table ledger.accounts drop constraint accounts_no_overdraft')
  await owner.query("set local session_replication_role = 'replica'")
  await owner.query(
    `update ledger.accounts set debits_micros = credits_micros + 1 where owner_id = $1 and kind = 'held'`,
    [ownerId],
  )
  const report = await checkLedger({ database: throughClient(owner) })
  await owner.query('rollback')
  expect(report.checks.find((check) => check.name === 'owners')?.findings).toMatchObject([
    { ownerId, subject: 'balance of account held', expected: 'not negative', found: '-1' },
    { ownerId, subject: 'sum of accounts' },
  ])
})

test('runs beside a transaction that moves money and has not committed, and does not wait for it', async () => {
  const { owner } = db
  await owner.query('begin')
  await owner.query('select ledger.lock_accounts(array[$1::uuid])', [ownerId])
  await owner.query(`update traffic_hourly set messages = messages + 1 where owner_id = $1`, [ownerId])
  expect((await checkLedger({ database: db.database })).isSound).toBe(true)
  await owner.query('rollback')
})
