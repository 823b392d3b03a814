// Every check has a tampered twin: a superuser with triggers off changes one thing, and exactly the checks that should
// see it do, by name.
import { beforeAll, describe, expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import type { Finding } from './check-journal.queries.ts'
import {
  checkLedger,
  FINDINGS_PER_CHECK_MAX,
  type CheckName,
  type ExtraCheck,
  type LedgerReport,
} from './check-ledger.ts'
import { forfeitLines } from './forfeit-lines.ts'
import { freezeRange } from './freeze-range.ts'
import { landMessages, makeConnection, makeOwner, makeRange, throughClient } from './ledger-fixture.queries.ts'
import { matureEarnings } from './mature-earnings.ts'
import { HOUSE_ID, type CustodyKind, type TransferCode, type TransferRequest } from './ledger.rules.ts'
import { postTransfers } from './post-transfers.ts'
import { renderReport } from './render-report.ts'
import { sealBlocks } from './seal-blocks.ts'
import { settleEarnings } from './settle-earnings.ts'

const db = useTestDatabase()
const clock = createManualClock('2026-03-01T14:30:00Z')
let ownerId: string

// Two owners with money in every state: matured, held, released, maturing, taken back, earned and not settled, from
// outside, held by a case, lost, recovered; and a house with some of its own.
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
    await db.database.transaction(async (transaction) => {
      const hour = new Date('2026-03-01T11:00Z')
      await freezeRange(transaction, { ownerId: owner, rangeId, frozenBy: owner })
      const until = new Date('2026-03-01T12:00Z')
      await forfeitLines(transaction, { ownerId: owner, rangeId, from: hour, until, reason: 'Not real traffic' })
    })
    await postCustody(owner)
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

async function postCustody(owner: string): Promise<void> {
  let key = 0
  const ask = (code: TransferCode, amountMicros: bigint, custody?: CustodyKind): TransferRequest => ({
    ownerId: code.startsWith('suspense') || code.startsWith('operator') ? HOUSE_ID : owner,
    code,
    amountMicros,
    idempotencyKey: `${owner} ${++key}`,
    ...(custody ? { custody } : {}),
  })
  const posted = await db.database.transaction((transaction) =>
    postTransfers(transaction, [
      ask('operator_funded', 50_000n, 'paypal'),
      ask('suspense_received', 700n, 'usdt_trc20'),
      ask('suspense_resolved', 300n, 'usdt_trc20'),
      ask('deposit', 9_000n, 'usdt_trc20'),
      ask('deposit', 4_000n, 'paypal'),
      ask('deposit_fee', 100n),
      ask('deposit_reversed', 3_000n, 'paypal'),
      ask('deposit_lost', 1_000n, 'paypal'),
      ask('deficit_recovered', 400n),
      ask('case_held', 500n),
      ask('hold', 2_500n),
    ]),
  )
  const hold = posted.at(-1)
  if (hold?.outcome !== 'posted') throw new Error(`The fixture posts: ${JSON.stringify(posted, String)}`)
  const settled = { ...ask('hold_settled', 2_500n, 'paypal'), resolvesId: hold.transferId }
  await db.database.transaction((transaction) =>
    postTransfers(transaction, [settled, ask('withdrawal_fee', 50n, 'paypal')]),
  )
}

function failed(report: LedgerReport): string[] {
  return report.checks.filter((check) => check.findings.length > 0).map((check) => check.name)
}

test.each([1, 200])('finds nothing in sound books, whatever the size of the spans (%i)', async (ownersPerSpan) => {
  const report = await checkLedger({ database: db.database, ownersPerSpan })
  expect(report.checks.flatMap((check) => check.findings)).toEqual([])
  expect(report.isSound).toBe(true)
  expect(report.counted).toEqual({ owners: 2n, messages: 22n, transfers: 40n, blocks: 1n })
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
    ['settlements', 'chains', 'waiting'],
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
    'an amount on the work list',
    `update ledger.maturing_lines set amount_micros = amount_micros - 1 where ctid = ${mine('ledger.maturing_lines')}`,
    ['waiting'],
  ],
  [
    'a sum of what waits',
    `update ledger.maturing_sums set amount_micros = amount_micros - 1 where ctid = ${mine('ledger.maturing_sums')}`,
    ['waiting'],
  ],
  ['a removed sum', `delete from ledger.maturing_sums where ctid = ${mine('ledger.maturing_sums')}`, ['waiting']],
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
  [
    'an account of nobody',
    `update ledger.accounts set owner_id = '00000000-0000-0000-0000-000000000001'
      where owner_id = $1 and kind = 'fee_income'`,
    ['balances', 'owners', 'accounts', 'transfers'],
  ],
  [
    'a course',
    `delete from ledger.courses where code = 'deficit_recovered' and $1::uuid is not null`,
    ['courses', 'transfers'],
  ],
  [
    'a course too many',
    `insert into ledger.courses select 'hold', 'maturing', 'held' where $1::uuid is not null`,
    ['courses'],
  ],
  [
    'a resolution of part of a hold',
    `update ledger.transfers set amount_micros = amount_micros - 1 where owner_id = $1 and code = 'hold_settled'`,
    ['balances', 'transfers', 'blocks'],
  ],
  [
    'a release of what a case held',
    `update ledger.transfers set code = 'hold' where owner_id = $1 and code = 'case_held'`,
    ['blocks'],
  ],
  [
    'a deposit reversed beyond what came',
    `update ledger.transfers set code = 'deposit_reversed', credit_account_id = t.debit_account_id,
      debit_account_id = t.credit_account_id
      from (select * from ledger.transfers where owner_id = $1 and code = 'deposit' and amount_micros = 4000) t
      where transfers.owner_id = t.owner_id and transfers.id = t.id`,
    ['balances', 'custody', 'blocks'],
  ],
  [
    'a recovery',
    `delete from ledger.transfers where owner_id = $1 and code = 'deficit_recovered'`,
    ['balances', 'deficits', 'blocks'],
  ],
  ['a removed forfeiture', `delete from ledger.forfeited_lines where owner_id = $1`, ['forfeits', 'waiting']],
  [
    'a line that ended in both ways',
    `insert into ledger.matured_lines select f.owner_id, f.settlement_id, f.range_id, f.hour,
      (select id from ledger.transfers where owner_id = $1 and code = 'earning_matured')
      from ledger.forfeited_lines f where f.owner_id = $1`,
    ['maturity', 'waiting'],
  ],
  ['a freeze of nothing', `update ledger.frozen_ranges set range_id = frozen_by where owner_id = $1`, ['frozen']],
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
      expected: 'debits 9500, credits 48400, 11 transfers',
      found: 'debits 9500, credits 48405, 11 transfers',
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

test('an account that its owner may not have is seen even where the constraint is gone', async () => {
  const { owner } = db
  await owner.query('begin')
  await owner.query('alter table ledger.accounts drop constraint accounts_kind_is_of_owner')
  await owner.query(`insert into ledger.accounts (owner_id, kind, normal) values ($1, 'suspense', 'C')`, [ownerId])
  await owner.query(`insert into ledger.accounts (owner_id, kind, normal) values ($1, 'deficit', 'D')`, [HOUSE_ID])
  const report = await checkLedger({ database: throughClient(owner) })
  await owner.query('rollback')
  expect(report.checks.find((check) => check.name === 'accounts')?.findings).toEqual([
    { ownerId: HOUSE_ID, subject: 'account deficit', expected: 'side D, of users', found: 'side D, of the house' },
    { ownerId, subject: 'account suspense', expected: 'side C, of house', found: 'side C, of a user' },
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

describe('checks of others', () => {
  const broken: Finding = { ownerId: null, subject: 'withdrawal 1', expected: 'a hold', found: 'none' }

  test('run in the same snapshot, and one fault of theirs breaks the books', async () => {
    const sound: ExtraCheck = { name: 'Deposits have transfers', run: () => Promise.resolve([]) }
    const unsound: ExtraCheck = { name: 'Withdrawals have holds', run: () => Promise.resolve([broken]) }
    const withBoth = await checkLedger({ database: db.database, extraChecks: [sound, unsound] })
    expect(withBoth.isSound).toBe(false)
    expect(failed(withBoth)).toEqual(['Withdrawals have holds'])
    const text = renderReport(withBoth)
    expect(text).toMatch(/Deposits have transfers +\d+ ms {2}holds/)
    expect(text).toContain('withdrawal 1\n    should be  a hold\n    is         none')
    expect((await checkLedger({ database: db.database, extraChecks: [sound] })).isSound).toBe(true)
  })

  test('report at most a bounded number of faults', async () => {
    const many: ExtraCheck = { name: 'Many', run: () => Promise.resolve(Array.from({ length: 1_000 }, () => broken)) }
    const report = await checkLedger({ database: db.database, extraChecks: [many] })
    expect(report.checks.at(-1)?.findings).toHaveLength(FINDINGS_PER_CHECK_MAX)
  })
})

test('the messages can be left out; the journal is proved as ever', async () => {
  const whole = await checkLedger({ database: db.database })
  const journal = await checkLedger({ database: db.database, readsMessages: false })
  const names = new Set(journal.checks.map((check) => check.name))
  const left = whole.checks.map((check) => check.name).filter((name) => !names.has(name))
  expect(left).toEqual(['traffic', 'inboxes', 'messages', 'numbers', 'connections'])
})
