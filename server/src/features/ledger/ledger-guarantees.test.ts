// What the database itself refuses, whatever the program does: each guarantee with what it lets through and its
// rejected neighbour.
import { sql } from 'kysely'
import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { violatedConstraint } from '../../platform/database-fault.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { makeOwner } from './ledger-fixture.queries.ts'
import {
  accounts,
  courseOf,
  courses,
  custodyKinds,
  HOUSE_ID,
  type AccountKind,
  type TransferCode,
} from './ledger.rules.ts'

const db = useTestDatabase()
let ownerId: string

beforeEach(async () => {
  ownerId = await makeOwner(db.database.kysely)
  await db.database.kysely.transaction().execute(async (transaction) => {
    await sql`select ledger.lock_accounts(array[${ownerId}::uuid])`.execute(transaction)
  })
})

async function open(owner: string, ...kinds: string[]): Promise<string> {
  const owners = kinds.map(() => owner)
  try {
    await sql`select ledger.lock_accounts(${owners}::uuid[], ${kinds}::text[])`.execute(db.database.kysely)
    return 'opened'
  } catch (error) {
    return violatedConstraint(error) ?? String(error)
  }
}

type Facts = { code: string; debit: string; credit: string; amount: number; key: string; resolves?: string }
/**
 * Inserts as the app role, without anything that the program checks. @returns the id, or the name of what refused it
 */
async function insert(facts: Facts): Promise<string> {
  try {
    const { rows } = await sql<{ id: string }>`
      insert into ledger.transfers (owner_id, debit_account_id, credit_account_id, amount_micros, code,
        idempotency_key, resolves_id)
      select ${ownerId}, d.id, c.id, ${facts.amount}, ${facts.code}, ${facts.key}, ${facts.resolves ?? null}
      from ledger.accounts d, ledger.accounts c
      where d.owner_id = ${ownerId} and c.owner_id = ${ownerId} and d.kind = ${facts.debit} and c.kind = ${facts.credit}
      returning id`.execute(db.database.kysely)
    return rows[0]?.id ?? 'nothing'
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === null) throw error
    return constraint
  }
}
const uuid = /^[0-9a-f-]{36}$/
const settled = (amount: number, key = `s${amount}`): Facts => ({
  code: 'earning_settled',
  debit: 'message_earnings',
  credit: 'maturing',
  amount,
  key,
})
const matured = (amount: number): Facts => ({
  code: 'earning_matured',
  debit: 'maturing',
  credit: 'available',
  amount,
  key: `m${amount}`,
})
const hold = (amount: number, key = `h${amount}`): Facts => ({
  code: 'hold',
  debit: 'available',
  credit: 'held',
  amount,
  key,
})
const release = (amount: number, resolves: string, key = 'r'): Facts => ({
  code: 'hold_released',
  debit: 'held',
  credit: 'available',
  amount,
  key,
  resolves,
})

describe('transfers', () => {
  test('move balances in the same statement, and never below zero', async () => {
    expect(await insert(settled(10))).toMatch(uuid)
    expect(await insert(matured(11))).toBe('accounts_no_overdraft')
    expect(await insert(matured(10))).toMatch(uuid)
    const { rows } = await db.owner.query(
      `select kind, credits_micros - debits_micros as net, version from ledger.accounts
       where owner_id = $1 order by kind`,
      [ownerId],
    )
    expect(rows).toEqual([
      { kind: 'available', net: 10n, version: 1n },
      { kind: 'held', net: 0n, version: 0n },
      { kind: 'maturing', net: 0n, version: 2n },
      { kind: 'message_earnings', net: -10n, version: 1n },
    ])
  })

  test('have a positive amount, a key of their own and accounts that fit their code', async () => {
    expect(await insert(settled(0))).toBe('transfers_amount_positive')
    expect(await insert(settled(-1))).toBe('transfers_amount_positive')
    expect(await insert(settled(1, 'k'))).toMatch(uuid)
    expect(await insert(settled(2, 'k'))).toBe('transfers_key_unique')
    expect(await insert(settled(2, ''))).toBe('transfers_key_length')
    expect(await insert({ ...settled(3), credit: 'available' })).toBe('transfers_accounts_fit_code')
    expect(await insert({ ...settled(3), credit: 'message_earnings' })).toBe('transfers_two_accounts')
    expect(await insert({ ...settled(3), code: 'gift' })).toBe('transfers_accounts_fit_code')
  })

  test('of many connections to one account at once all stand; none waits for another in a circle', async () => {
    const keys = Array.from({ length: 24 }, (_, index) => `at once ${index}`)
    const outcomes = await Promise.all(keys.map((key) => insert(settled(1, key))))
    expect(outcomes.filter((outcome) => !uuid.test(outcome))).toEqual([])
  })

  test('of another owner’s accounts are refused', async () => {
    const strangerId = await makeOwner(db.database.kysely)
    const stolen = sql`insert into ledger.transfers (owner_id, debit_account_id, credit_account_id, amount_micros,
      code, idempotency_key)
      select ${strangerId}, d.id, c.id, 5, 'earning_settled', 'k' from ledger.accounts d, ledger.accounts c
      where d.owner_id = ${ownerId} and c.owner_id = ${ownerId} and d.kind = 'message_earnings' and c.kind = 'maturing'`
    await expect(stolen.execute(db.database.kysely)).rejects.toThrow('transfers_debit_account_exists')
  })

  test('that a hold names resolve it once, whole, and resolve nothing but holds', async () => {
    const settledId = await insert(settled(100))
    await insert(matured(100))
    const holdId = await insert(hold(60))
    expect(await insert({ ...release(60, holdId), code: 'hold' })).toBe('transfers_resolution_names_hold')
    expect(await insert(release(59, holdId))).toBe('transfers_resolution_fits_hold')
    expect(await insert(release(60, settledId))).toBe('transfers_resolution_fits_hold')
    expect(await insert(release(60, ownerId))).toBe('transfers_hold_exists')
    expect(await insert(release(60, holdId))).toMatch(uuid)
    await insert(hold(60, 'other'))
    expect(await insert(release(60, holdId, 'again'))).toBe('transfers_hold_resolves_once')
  })

  test('release and settle of one hold at once: exactly one stands', async () => {
    await insert(settled(100))
    await insert(matured(100))
    const holdId = await insert(hold(60))
    await insert(hold(40))
    await open(ownerId, 'custody_paypal')
    const settle = { ...release(60, holdId, 'settle'), code: 'hold_settled', credit: 'custody_paypal' }
    const outcomes = await Promise.all([insert(release(60, holdId)), insert(settle)])
    expect(outcomes.filter((outcome) => uuid.test(outcome))).toHaveLength(1)
    expect(outcomes).toContain('transfers_hold_resolves_once')
  })
})

describe('accounts', () => {
  test('are opened when asked for: four for everybody, the others for who needs them, none of the four for the house', async () => {
    expect(await open(ownerId, 'custody_paypal', 'deficit')).toBe('opened')
    expect(await open(HOUSE_ID, 'suspense')).toBe('opened')
    const kindsOf = async (owner: string): Promise<string[]> => {
      const { rows } = await db.owner.query<{ kind: string }>(
        'select kind from ledger.accounts where owner_id = $1 order by kind',
        [owner],
      )
      return rows.map((row) => row.kind)
    }
    const base = ['available', 'held', 'maturing', 'message_earnings']
    expect(await kindsOf(ownerId)).toEqual([...base, 'custody_paypal', 'deficit'].toSorted())
    expect(await kindsOf(HOUSE_ID)).toEqual(['suspense'])
  })

  test.each(Object.keys(accounts) as AccountKind[])('of the kind %s belong to whom the rules say', async (kind) => {
    const { owners } = accounts[kind]
    const refused = 'accounts_kind_is_of_owner'
    expect(await open(HOUSE_ID, kind)).toBe(owners === 'users' ? refused : 'opened')
    expect(await open(ownerId, kind)).toBe(owners === 'house' ? refused : 'opened')
  })

  test('of an unknown kind, or of nobody, are refused', async () => {
    expect(await open(ownerId, 'pocket')).toBe('accounts_kind_is_of_owner')
    expect(await open('00000000-0000-0000-0000-000000000001', 'deficit')).toBe('accounts_owner_is_user_or_house')
  })

  test('of custody may be below zero, those of fees not', async () => {
    await open(ownerId, 'custody_paypal', 'fee_income')
    const fee = { code: 'withdrawal_fee', debit: 'custody_paypal', credit: 'fee_income', amount: 3, key: 'fee' }
    expect(await insert(fee)).toMatch(uuid)
    const reversed = { code: 'deposit_fee_reversed', debit: 'fee_income', credit: 'available', amount: 4, key: 'back' }
    expect(await insert(reversed)).toBe('accounts_no_overdraft')
    expect(await insert({ ...reversed, amount: 3 })).toMatch(uuid)
    const provider = { code: 'deposit_reversed', debit: 'available', credit: 'custody_paypal', amount: 3, key: 'r' }
    await open(ownerId, 'custody_usdt_bep20')
    expect(await insert({ ...provider, credit: 'custody_usdt_bep20' })).toMatch(uuid)
  })
})

test('the kinds of accounts in the database are those of the rules', async () => {
  const { rows } = await db.owner.query<{ kind: string }>(
    `select kind || ' ' || normal || case when of_house then ' house' else ' users' end as kind
     from ledger.account_kinds`,
  )
  const expected = Object.entries(accounts).flatMap(([kind, { normal, owners }]) =>
    (['users', 'house'] as const)
      .filter((owner) => owners === owner || owners === 'all')
      .map((owner) => `${kind} ${normal} ${owner}`),
  )
  expect(rows.map((row) => row.kind).toSorted()).toEqual(expected.toSorted())
})

describe('courses', () => {
  test('in the database are those of the rules', async () => {
    const { rows } = await db.owner.query<{ course: string }>(
      `select code || ': ' || debit_kind || ' to ' || credit_kind as course from ledger.courses`,
    )
    const codes = Object.keys(courses) as TransferCode[]
    const expected = codes.flatMap((code) => {
      const { debit, credit } = courses[code]
      const isWithCustody = [debit, credit].some((end) => end === 'custody')
      const asked = isWithCustody ? custodyKinds.map((custody) => ({ code, custody })) : [{ code }]
      return asked.map((request) => {
        const ends = courseOf(request)
        return `${code}: ${ends.debit} to ${ends.credit}`
      })
    })
    expect(rows.map((row) => row.course).toSorted()).toEqual(expected.toSorted())
  })

  test('let a code run between its own accounts, and no other pair', async () => {
    await open(ownerId, 'custody_paypal', 'deficit')
    const deposit = { code: 'deposit', debit: 'custody_paypal', credit: 'available', amount: 5, key: 'd' }
    expect(await insert({ ...deposit, credit: 'maturing' })).toBe('transfers_accounts_fit_code')
    expect(await insert({ ...deposit, debit: 'deficit' })).toBe('transfers_accounts_fit_code')
    expect(await insert(deposit)).toMatch(uuid)
  })
})

describe('what a case held', () => {
  test('is released or forfeited once, whole, and by a case alone', async () => {
    await insert(settled(100))
    await insert(matured(100))
    const caseId = await insert({ ...hold(60, 'case'), code: 'case_held' })
    const caseRelease = (amount: number, key: string): Facts => ({
      ...release(amount, caseId, key),
      code: 'case_released',
    })
    const forfeit = { ...release(60, caseId, 'f'), code: 'case_forfeited', credit: 'message_earnings' }
    expect(await insert(release(60, caseId))).toBe('transfers_resolution_fits_hold')
    expect(await insert(caseRelease(59, 'part'))).toBe('transfers_resolution_fits_hold')
    const outcomes = await Promise.all([insert(caseRelease(60, 'whole')), insert(forfeit)])
    expect(outcomes.filter((outcome) => uuid.test(outcome))).toHaveLength(1)
    expect(outcomes).toContain('transfers_hold_resolves_once')
    const holdId = await insert(hold(40, 'of a withdrawal'))
    const wrong = { ...release(40, holdId, 'w'), code: 'case_released' }
    expect(await insert(wrong)).toBe('transfers_resolution_fits_hold')
  })
})

describe('a line', () => {
  test('matures or is forfeited, never both', async () => {
    await seedEveryJournal(db.owner)
    const forfeit = (settlementId: string) =>
      db.owner.query(
        `insert into ledger.forfeited_lines (owner_id, settlement_id, range_id, hour, transfer_id)
         select owner_id, settlement_id, range_id, hour, transfer_id from ledger.settlement_lines
         join ledger.settlements s using (owner_id) where s.id = settlement_id and settlement_id = $1`,
        [settlementId],
      )
    const { rows } = await db.owner.query<{ id: string }>('select id from ledger.settlements where owner_id = $1', [
      ownerId,
    ])
    await expect(forfeit(rows[0]?.id ?? '')).rejects.toThrow('never both')
    const other = await seedLine(db.owner, '2026-01-01T01:00Z')
    await expect(forfeit(other)).resolves.toMatchObject({ rowCount: 1 })
    const mature = db.owner.query(
      `insert into ledger.matured_lines (owner_id, settlement_id, range_id, hour, transfer_id)
       select owner_id, settlement_id, range_id, hour, transfer_id from ledger.forfeited_lines where settlement_id = $1`,
      [other],
    )
    await expect(mature).rejects.toThrow('never both')
  })
})

describe('the program', () => {
  test.each([
    ['update ledger.transfers set amount_micros = 1'],
    ['delete from ledger.transfers'],
    ['truncate ledger.transfers'],
    ['update ledger.accounts set credits_micros = credits_micros + 1, version = version + 1'],
    ["insert into ledger.accounts (owner_id, kind, normal) values (gen_random_uuid(), 'available', 'C')"],
    ['update ledger.settlements set amount_micros = 1'],
    ['update ledger.settlement_lines set amount_micros = 1'],
    ['delete from ledger.matured_lines'],
    ['update ledger.maturing_lines set amount_micros = 1'],
    ['update ledger.maturing_sums set amount_micros = 1'],
    ['delete from ledger.maturing_sums'],
    ['delete from ledger.blocks'],
    ['alter table ledger.transfers disable trigger all'],
    ['drop trigger transfers_are_immutable on ledger.transfers'],
    ["insert into ledger.transfers (transaction_id) values ('1')"],
    ["insert into ledger.transfers (created_at) values ('2020-01-01')"],
    ["insert into ledger.blocks (sealed_at) values ('2020-01-01')"],
    ["set session_replication_role = 'replica'"],
    ["insert into ledger.courses (code, debit_kind, credit_kind) values ('hold', 'held', 'available')"],
    ['delete from ledger.forfeited_lines'],
    ['update ledger.frozen_ranges set frozen_at = now()'],
    ['delete from ledger.checks'],
  ])('may not: %s', async (statement) => {
    const attempt = sql.raw(statement).execute(db.database.kysely)
    await expect(attempt).rejects.toThrow(/permission denied|must be owner/)
  })
})

describe('not even the owner of the tables', () => {
  test.each([
    ['update ledger.transfers set amount_micros = amount_micros', 'append-only'],
    ['delete from ledger.transfers', 'append-only'],
    ['truncate ledger.transfers cascade', 'append-only'],
    ['update ledger.settlements set amount_micros = amount_micros', 'append-only'],
    ['update ledger.settlement_lines set amount_micros = amount_micros', 'append-only'],
    ['delete from ledger.matured_lines', 'append-only'],
    ['update ledger.blocks set transfers = transfers', 'append-only'],
    ['delete from ledger.courses', 'append-only'],
    ["update ledger.account_kinds set normal = 'C' where kind = 'deficit'", 'append-only'],
    ["insert into ledger.courses (code, debit_kind, credit_kind) values ('hold', 'held', 'available')", 'append-only'],
    ['delete from ledger.forfeited_lines', 'append-only'],
    ['truncate ledger.forfeited_lines', 'append-only'],
    ['update ledger.checks set faults = faults', 'append-only'],
    ['truncate ledger.accounts cascade', 'append-only'],
    ['update ledger.accounts set credits_micros = credits_micros - 1, version = version + 1', 'may only grow'],
    ['update ledger.accounts set credits_micros = credits_micros + 1', 'may only grow'],
    [`update ledger.accounts set kind = 'held' where kind = 'available'`, 'may only grow'],
    ['delete from ledger.accounts', 'may only grow'],
    [
      `insert into ledger.accounts (owner_id, kind, normal, credits_micros) select id, 'available', 'C', 5 from users
       where id not in (select owner_id from ledger.accounts) limit 1`,
      'opens empty',
    ],
  ])('may: %s', async (statement, reason) => {
    await makeOwner(db.database.kysely)
    await seedEveryJournal(db.owner)
    await expect(db.owner.query(statement)).rejects.toThrow(reason)
  })
})

/** One row in every table of the journal, so that a row trigger has something to refuse. */
async function seedEveryJournal(owner: pg.Client): Promise<void> {
  const transferId = await seedLine(owner, '2026-01-01T00:00Z')
  const line = [ownerId, transferId]
  const forfeitedId = await seedLine(owner, '2026-01-01T02:00Z')
  await owner.query(
    `insert into ledger.forfeited_lines (owner_id, settlement_id, range_id, hour, transfer_id)
     values ($1, $2::uuid, $2::uuid, '2026-01-01T02:00Z', $2::uuid)`,
    [ownerId, forfeitedId],
  )
  await owner.query('insert into ledger.checks (started_at, finished_at, faults) values (now(), now(), 0)')
  await owner.query(
    `insert into ledger.matured_lines (owner_id, settlement_id, range_id, hour, transfer_id)
     values ($1, $2::uuid, $2::uuid, '2026-01-01T00:00Z', $2::uuid)`,
    line,
  )
  await owner.query(
    `insert into ledger.blocks (first_transaction_id, end_transaction_id, transfers, amount_micros, previous_hash, hash)
     values ((select coalesce(max(end_transaction_id), '0')
       from ledger.blocks), pg_current_xact_id(), 1, 7, sha256(''), sha256(''))`,
  )
}

/** A settlement of one line, in an hour and a range of its own. @returns the id of settlement, range and transfer */
async function seedLine(owner: pg.Client, hour: string): Promise<string> {
  const transferId = await insert(settled(7, `of ${hour}`))
  await owner.query(
    `insert into ledger.settlements (owner_id, id, transfer_id, amount_micros) values ($1, $2::uuid, $2::uuid, 7)`,
    [ownerId, transferId],
  )
  await owner.query(
    `insert into ledger.settlement_lines (owner_id, settlement_id, range_id, hour, settled_before_micros,
      amount_micros, matures_at)
     values ($1, $2, $2, $3, 0, 7, '2026-01-02T00:00Z')`,
    [ownerId, transferId, hour],
  )
  return transferId
}
