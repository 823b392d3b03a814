// A database that has settled, matured, held and released before there was custody takes the newer migrations with all
// of its books.
import { expect, test } from 'vitest'
import { withOlderDatabase } from '../../testing/older-database.ts'
import { checkLedger } from './check-ledger.ts'
import { balancesOf } from './ledger.public.ts'
import { postTransfers } from './post-transfers.ts'

const NEW = '000003-custody.sql'

const EARLIER_LIFE = `
  with owner as (
    insert into users (username, email) values ('olga', 'olga@example.com') returning id
  ) select id as owner_id, ledger.lock_accounts(array[id]) from owner`
const EARLIER_TRANSFERS = `
  insert into ledger.transfers (owner_id, debit_account_id, credit_account_id, amount_micros, code, idempotency_key)
  select d.owner_id, d.id, c.id, course.amount, course.code, course.code
  from (values ($1::text, $2::text, $3::text, $4::bigint)) course (code, debit, credit, amount)
  join ledger.accounts d on d.kind = course.debit join ledger.accounts c on c.kind = course.credit returning id`

test('an older database keeps its balances, and can be posted to', async () => {
  await withOlderDatabase(NEW, async ({ client, takeNewer }) => {
    const { rows } = await client.query<{ owner_id: string }>(EARLIER_LIFE)
    const ownerId = rows[0]?.owner_id ?? ''
    await client.query(EARLIER_TRANSFERS, ['earning_settled', 'message_earnings', 'maturing', 900])
    await client.query(EARLIER_TRANSFERS, ['earning_matured', 'maturing', 'available', 900])
    const { rows: held } = await client.query<{ id: string }>(EARLIER_TRANSFERS, ['hold', 'available', 'held', 300])

    const { database, names } = await takeNewer()
    expect(names).toContain(NEW)
    const balances = () => balancesOf(database.kysely, ownerId)
    expect(await balances()).toMatchObject({ availableMicros: 600n, heldMicros: 300n, deficitMicros: 0n })
    const resolvesId = held[0]?.id ?? ''
    const settle = { ownerId, amountMicros: 300n, idempotencyKey: 'w', resolvesId, custody: 'usdt_trc20' as const }
    const [outcome] = await database.transaction((transaction) =>
      postTransfers(transaction, [{ ...settle, code: 'hold_settled' }]),
    )
    expect(outcome?.outcome).toBe('posted')
    expect(await balances()).toMatchObject({ availableMicros: 600n, heldMicros: 0n })
    const report = await checkLedger({ database, readsMessages: false })
    const broken = report.checks.filter((check) => check.findings.length > 0).map((check) => check.name)
    // The fixture has no settlement and no lines behind its transfers, and that is all that is wrong.
    expect(broken).toEqual(['settlements', 'maturity'])
  })
})
