// A database whose work list of maturity knew no amounts takes the migration that gives each line its own, and the one
// that keeps their sums.
import { expect, test } from 'vitest'
import { violatedConstraint } from '../../platform/database-fault.ts'
import { withOlderDatabase } from '../../testing/older-database.ts'
import { checkLedger } from './check-ledger.ts'
import { balancesOf, maturingByTime } from './ledger.public.ts'

const NEW = '000013-maturing-amounts.sql'
/** Two lines wait, one of two settlements of the same hour; a third has matured. */
const EARLIER_LIFE = [
  `insert into users (id, username, email) values ('$owner', 'olga', 'olga@example.com')`,
  `select ledger.lock_accounts(array['$owner'::uuid])`,
  `insert into ledger.transfers (owner_id, debit_account_id, credit_account_id, amount_micros, code, idempotency_key)
   select d.owner_id, d.id, c.id, course.amount, course.code, course.key
   from (values ('earning_settled', 'message_earnings', 'maturing', 700, 's1'),
     ('earning_settled', 'message_earnings', 'maturing', 41, 's2'),
     ('earning_matured', 'maturing', 'available', 500, 'm')) course (code, debit, credit, amount, key)
   join ledger.accounts d on d.kind = course.debit join ledger.accounts c on c.kind = course.credit`,
  `insert into ledger.settlements (owner_id, id, transfer_id, amount_micros)
   select owner_id, id, id, amount_micros from ledger.transfers where code = 'earning_settled'`,
  `insert into ledger.settlement_lines
     (owner_id, settlement_id, range_id, hour, settled_before_micros, amount_micros, matures_at)
   select s.owner_id, s.id, '$range', line.hour, line.before, line.amount, line.hour + interval '30 days'
   from (values (700, timestamptz '2026-03-01 11:00Z', 0, 500), (700, '2026-03-01 12:00Z', 0, 200),
     (41, '2026-03-01 12:00Z', 200, 41)) line (settlement, hour, before, amount)
   join ledger.settlements s on s.amount_micros = line.settlement`,
  `insert into ledger.matured_lines (owner_id, settlement_id, range_id, hour, transfer_id)
   select l.owner_id, l.settlement_id, l.range_id, l.hour, t.id
   from ledger.settlement_lines l join ledger.transfers t on t.code = 'earning_matured' where l.amount_micros = 500`,
  `insert into ledger.maturing_lines (owner_id, matures_at, settlement_id, range_id, hour)
   select owner_id, matures_at, settlement_id, range_id, hour from ledger.settlement_lines where amount_micros <> 500`,
]
const ownerId = '01a00000-0000-7000-8000-000000000001'
const rangeId = '01a00000-0000-7000-8000-000000000002'

test('lines that wait keep their place, get their amounts and are summed, and none is listed without an amount', async () => {
  await withOlderDatabase(NEW, async ({ client, takeNewer }) => {
    for (const statement of EARLIER_LIFE) {
      await client.query(statement.replaceAll('$owner', ownerId).replaceAll('$range', rangeId))
    }

    const { database, names } = await takeNewer()
    expect(names).toContain(NEW)
    const maturesAt = new Date('2026-03-31T12:00Z')
    expect(await maturingByTime(database.kysely, ownerId, new Date('2026-04-01T00:00Z'))).toEqual([
      { maturesAt, micros: 241n },
    ])
    const balances = await balancesOf(database.kysely, ownerId)
    expect(balances).toMatchObject({ maturingMicros: 241n, frozenMicros: 0n, nextMaturityAt: maturesAt })
    const report = await checkLedger({ database, readsMessages: false })
    expect(report.checks.find(({ name }) => name === 'waiting')?.findings).toEqual([])

    const sums = await client.query(`select lines, amount_micros from ledger.maturing_sums order by amount_micros desc`)
    expect(sums.rows).toEqual([
      { lines: 1, amount_micros: 200n },
      { lines: 1, amount_micros: 41n },
    ])

    const place = `('${ownerId}', '2026-05-01', '${ownerId}', '${rangeId}', '2026-03-01 13:00Z'`
    const columns = 'owner_id, matures_at, settlement_id, range_id, hour'
    await expect(client.query(`insert into ledger.maturing_lines (${columns}) values ${place})`)).rejects.toThrow(
      'null value in column "amount_micros"',
    )
    const nothing = client.query(`insert into ledger.maturing_lines (${columns}, amount_micros) values ${place}, 0)`)
    expect(await nothing.catch(violatedConstraint)).toBe('maturing_lines_amount_positive')
  })
})
