// What the database itself refuses, whatever the program does: each guarantee with what it lets through and its
// rejected neighbour.
import { sql } from 'kysely'
import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { violatedConstraint } from '../../platform/database-fault.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { makeOwner } from './ledger-fixture.queries.ts'

const db = useTestDatabase()
let ownerId: string

beforeEach(async () => {
  ownerId = await makeOwner(db.database.kysely)
  await db.database.kysely.transaction().execute(async (transaction) => {
    await sql`select ledger.lock_accounts(array[${ownerId}::uuid])`.execute(transaction)
  })
})

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
    expect(await insert({ ...settled(3), code: 'gift' })).toBe('transfers_code_is_known')
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
    const settle = { ...release(60, holdId, 'settle'), code: 'hold_settled' }
    const outcomes = await Promise.all([insert(release(60, holdId)), insert(settle)])
    expect(outcomes.filter((outcome) => uuid.test(outcome))).toHaveLength(1)
    expect(outcomes).toContain('transfers_hold_resolves_once')
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
    ['delete from ledger.blocks'],
    ['alter table ledger.transfers disable trigger all'],
    ['drop trigger transfers_are_immutable on ledger.transfers'],
    ["insert into ledger.transfers (transaction_id) values ('1')"],
    ["insert into ledger.transfers (created_at) values ('2020-01-01')"],
    ["insert into ledger.blocks (sealed_at) values ('2020-01-01')"],
    ["set session_replication_role = 'replica'"],
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
  const transferId = await insert(settled(7))
  const line = [ownerId, transferId]
  await owner.query(
    `insert into ledger.settlements (owner_id, id, transfer_id, amount_micros) values ($1, $2::uuid, $2::uuid, 7)`,
    line,
  )
  await owner.query(
    `insert into ledger.settlement_lines (owner_id, settlement_id, range_id, hour, settled_before_micros,
      amount_micros, matures_at)
     values ($1, $2, $2, '2026-01-01T00:00Z', 0, 7, '2026-01-01T01:00Z')`,
    line,
  )
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
