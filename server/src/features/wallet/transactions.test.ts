// The transaction history through the served operations: settlements of a real ledger, deposits and withdrawals as
// their tables hold them.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { serveSlice, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { landMessages, makeConnection, makeOwner, makeRange } from '../ledger/ledger-fixture.queries.ts'
import { freezeRange, matureEarnings, settleEarnings } from '../ledger/ledger.public.ts'
import { exportTransactions, readTransactions } from './list-transactions.ts'
import { walletRoutes } from './wallet.routes.ts'

const db = useTestDatabase()
const clock = createManualClock('2026-03-01T14:30:00Z')
const callers = new Map<string, SliceCaller>()
let api: SliceClient
let connectionId: string
let ownerId: string
let rangeId: string
const methods = { usdt_trc20: '', paypal: '' }

beforeAll(async () => {
  connectionId = await makeConnection(db.database.kysely)
  api = serveSlice(walletRoutes({ database: db.database, clock }), callers)
  methods.usdt_trc20 = await insertId(
    `insert into payment_methods (kind, name, address, token_checked_at) values ('usdt_trc20', 'USDT', 'T', now())`,
  )
  methods.paypal = await insertId(
    `insert into payment_methods (kind, name, client_id, client_secret_sealed, environment)
     values ('paypal', 'PayPal', 'id', 'sealed', 'sandbox')`,
  )
})
beforeEach(async () => {
  clock.setTo('2026-03-01T14:30:00Z')
  ownerId = await makeOwner(db.database.kysely)
  callers.set('owner', { userId: ownerId, role: 'user' })
  rangeId = await makeRange(db.database.kysely, ownerId, 'UK Mobile')
})

async function insertId(statement: string, values: unknown[] = []): Promise<string> {
  const { rows } = await db.owner.query<{ id: string }>(`${statement} returning id`, values)
  return rows[0]?.id ?? ''
}
async function land(hour: string, messages: number): Promise<void> {
  const receivedAt = `2026-03-01T${hour}:10:00Z`
  await landMessages(db.database, { ownerId, rangeId, connectionId, receivedAt, messages, rateMicros: 1_000_000n })
}
async function settle(hour: string, messages: number, maturityDays = 0): Promise<void> {
  await land(hour, messages)
  await settleEarnings({ database: db.database, clock }, { maturityDays })
}
let made = 0
type Method = keyof typeof methods
function deposit(state: string, micros: bigint, kind: Method = 'usdt_trc20', reason: string | null = null) {
  return insertId(
    `insert into deposits (owner_id, method_id, kind, mode, state, state_reason, expected_micros, request_key, request_digest)
     values ($1, $2, $3, 'address', $4, $5, $6, $7, '')`,
    [ownerId, methods[kind], kind, state, reason, micros, `key ${++made}`],
  )
}
/** With its hold; the money has to be there. */
async function withdraw(
  state: string,
  micros: bigint,
  kind: Method = 'usdt_trc20',
  to = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
) {
  const { rows } = await db.owner.query<{ id: string }>(
    `with accounts as (select * from ledger.lock_accounts(array[$1::uuid]))
     insert into ledger.transfers (owner_id, debit_account_id, credit_account_id, amount_micros, code, idempotency_key)
     select $1, a.id, h.id, $2, 'hold', gen_random_uuid()::text from accounts a, accounts h
     where a.kind = 'available' and h.kind = 'held' returning id`,
    [ownerId, micros],
  )
  const destination = await insertId(
    `insert into payout_destinations (owner_id, kind, address, label, usable_from) values ($1, $2, $3, $4, now())`,
    [ownerId, kind, `${to}${++made}`, state === 'in_review' ? 'My phone' : ''],
  )
  const id = await insertId(
    `insert into withdrawals (owner_id, method_id, kind, destination_id, destination, gross_micros, fee_micros,
       fee_basis_points, net_micros, state, held_reason, proof_kind, proved_at, hold_transfer_id, request_key, request_digest)
     values ($1, $2, $3, $4, $5, $6::bigint, 10000, 10, $6::bigint - 10000, 'requested', $7, 'totp', now(), $8, $9, '')`,
    [
      ownerId,
      methods[kind],
      kind,
      destination,
      to,
      micros,
      state === 'in_review' ? 'We are checking.' : null,
      rows[0]?.id,
      `key ${made}`,
    ],
  )
  if (state !== 'requested') await db.owner.query('update withdrawals set state = $2 where id = $1', [id, state])
  return id
}

type Item = Record<string, string | null>
async function list(query = ''): Promise<{ items: Item[]; nextCursor: string | null }> {
  const { status, body } = await api.call('owner', 'GET', `/wallet/transactions${query}`)
  expect(status).toBe(200)
  return body as { items: Item[]; nextCursor: string | null }
}
const said = (items: readonly Item[]) =>
  items.map((item) => `${item['type']} ${item['amount']} ${item['status']} ${item['step']}`)

describe('the history', () => {
  test('is settlements, deposits and withdrawals in one order, each with its status, step, method and reason', async () => {
    await settle('12', 30)
    await matureEarnings({ database: db.database, clock })
    await deposit('awaiting_payment', 25_000_000n, 'paypal')
    await withdraw('in_review', 20_000_000n)
    await deposit('expired', 10_000_000n, 'usdt_trc20', 'Nothing came in time.')
    await settle('13', 1, 1)
    const { items, nextCursor } = await list()
    expect(nextCursor).toBeNull()
    expect(items).toMatchObject([
      { type: 'earning', amount: '1.000000', status: 'pending', step: 'maturing', method: null, depositId: null },
      {
        type: 'deposit',
        amount: '10.000000',
        status: 'failed',
        step: 'expired',
        method: 'usdt',
        description: 'Deposit by USDT (TRC20)',
        reason: 'Nothing came in time.',
        settlementId: null,
        depositId: expect.stringMatching(/^dep_/),
      },
      {
        type: 'withdrawal',
        amount: '20.000000',
        fee: '0.010000',
        status: 'pending',
        step: 'in_review',
        description: 'Withdrawal by USDT (TRC20) to My phone',
        reason: 'We are checking.',
        method: 'usdt',
        withdrawalId: expect.stringMatching(/^wdr_/),
      },
      { type: 'deposit', amount: '25.000000', status: 'pending', method: 'paypal', kind: 'paypal', reason: null },
      {
        type: 'earning',
        amount: '30.000000',
        status: 'completed',
        step: 'matured',
        maturesAt: null,
        settlementId: expect.stringMatching(/^stl_/),
      },
    ])
    for (const item of items) expect(item['id']).toMatch(/^txn_[0-9a-z]{26}$/)
  })

  test('a settlement is pending until all its lines have matured, and says what a review keeps from it', async () => {
    await land('12', 1)
    await settle('13', 2, 1)
    expect((await list()).items).toMatchObject([{ status: 'pending', maturesAt: '2026-03-02T14:00:00.000Z' }])
    clock.setTo('2026-03-02T13:00:00Z')
    await matureEarnings({ database: db.database, clock })
    const freeze = { ownerId, rangeId, frozenBy: rangeId }
    await db.database.transaction((transaction) => freezeRange(transaction, freeze))
    const [frozen] = (await list()).items
    expect(frozen).toMatchObject({ status: 'pending', step: 'frozen' })
    expect(frozen?.['reason']).toBe('A review keeps $2.00 of it from maturing.')
  })

  test('is filtered by type, status, method and time, and each filter leaves its neighbour out', async () => {
    await settle('12', 50)
    await matureEarnings({ database: db.database, clock })
    await settle('13', 1, 1)
    await deposit('confirming', 11_000_000n)
    await deposit('failed', 12_000_000n, 'paypal')
    await withdraw('requested', 13_000_000n)
    const cases: [query: string, expected: string[]][] = [
      ['?type=deposit', ['deposit 12.000000 failed failed', 'deposit 11.000000 pending confirming']],
      ['?type=withdrawal', ['withdrawal 13.000000 pending requested']],
      ['?type=earning', ['earning 1.000000 pending maturing', 'earning 50.000000 completed matured']],
      ['?status=failed', ['deposit 12.000000 failed failed']],
      ['?status=completed', ['earning 50.000000 completed matured']],
      ['?status=pending&type=earning', ['earning 1.000000 pending maturing']],
      ['?method=paypal', ['deposit 12.000000 failed failed']],
      ['?method=usdt', ['withdrawal 13.000000 pending requested', 'deposit 11.000000 pending confirming']],
      ['?method=usdt&type=earning', []],
    ]
    for (const [query, expected] of cases) expect([query, said((await list(query)).items)]).toEqual([query, expected])
    const times = (await list()).items.map((item) => item['createdAt'] ?? '')
    const middle = times[2] ?? ''
    expect((await list(`?from=${middle}`)).items.map((item) => item['createdAt'])).toEqual(
      times.filter((time) => time >= middle),
    )
    expect((await list(`?until=${middle}`)).items.map((item) => item['createdAt'])).toEqual(
      times.filter((time) => time < middle),
    )
    expect((await api.call('owner', 'GET', '/wallet/transactions?status=lost')).status).toBe(422)
  })

  test('comes in pages without gap or repetition, and refuses a cursor that is not its own', async () => {
    await settle('12', 50)
    await matureEarnings({ database: db.database, clock })
    for (const micros of [1, 2, 3, 4]) {
      await deposit('awaiting_payment', BigInt(micros) * 10_000_000n)
      await withdraw('requested', BigInt(micros) * 1_000_000n)
    }
    const whole = (await list()).items.map((item) => item['id'])
    const paged: (string | null | undefined)[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Awaited<ReturnType<typeof list>> = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      paged.push(...page.items.map((item) => item['id']))
      cursor = page.nextCursor
    }
    expect(paged).toHaveLength(9)
    expect(paged).toEqual(whole)
    const foreign = Buffer.from(JSON.stringify(['stl_x'])).toString('base64url')
    expect((await api.call('owner', 'GET', `/wallet/transactions?cursor=${foreign}`)).status).toBe(422)
    expect((await api.call('owner', 'GET', '/wallet/transactions?cursor=nonsense')).status).toBe(422)
  })

  test('is one’s own, and of all owners for who may ask', async () => {
    await deposit('awaiting_payment', 10_000_000n)
    const first = ownerId
    ownerId = await makeOwner(db.database.kysely)
    callers.set('owner', { userId: ownerId, role: 'user' })
    await deposit('awaiting_payment', 20_000_000n)
    expect(said((await list()).items)).toEqual(['deposit 20.000000 pending awaiting_payment'])
    const { rows } = await readTransactions(db.database.kysely, { ownerId: null, limit: 2 })
    expect(rows.map((row) => row.ownerId)).toEqual([ownerId, first])
  })
})

test('figures of deposits and withdrawals are those of their states', async () => {
  await settle('12', 50)
  await matureEarnings({ database: db.database, clock })
  await deposit('confirming', 11_000_000n)
  await deposit('expired', 12_000_000n)
  await withdraw('in_review', 20_000_000n)
  const { body } = await api.call('owner', 'GET', '/wallet')
  expect(body).toMatchObject({
    available: '30.000000',
    held: '20.000000',
    heldForWithdrawals: '20.000000',
    heldByCases: '0.000000',
    pendingDeposits: '11.000000',
    totalDeposits: '0.000000',
    totalWithdrawals: '0.000000',
    totalEarnings: '50.000000',
  })
})

describe('as CSV', () => {
  test('it has all that the filter has, signed, and starts no formula', async () => {
    await settle('12', 50)
    await matureEarnings({ database: db.database, clock })
    await withdraw('requested', 13_000_000n)
    await deposit('failed', 12_000_000n, 'paypal', '=cmd()')
    const response = await api.app.request('/wallet/transactions/export', {
      headers: { authorization: 'Bearer owner' },
    })
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="transactions-2026-03-01.csv"')
    const lines = (await response.text()).split('\r\n')
    expect(lines[0]).toBe(
      'created_at,type,method,amount_usd,fee_usd,status,step,description,reason,matures_at,transaction_id,opens_id',
    )
    expect(lines[1]).toContain(",deposit,paypal,12,0,failed,failed,Deposit by PayPal,'=cmd(),")
    expect(lines[2]).toContain(
      ',withdrawal,usdt_trc20,-13,0.01,pending,requested,Withdrawal by USDT (TRC20) to TR7NHq…',
    )
    expect(lines[3]).toContain(',earning,,50,0,completed,matured,"Message earnings, 1 range')
    expect(lines).toHaveLength(5)
  })

  test('it is read a page at a time and goes one beyond its bound, so that it can say that it was cut', async () => {
    for (let count = 0; count < 5; count += 1) await deposit('awaiting_payment', 10_000_000n)
    const read = async (rowsMax: number) => {
      const pages: number[] = []
      const file = exportTransactions({ database: db.database, clock }, { ownerId }, { rowsMax, rowsPerPage: 2 })
      for await (const page of file.pages) pages.push(page.length)
      return pages
    }
    expect(await read(100)).toEqual([2, 2, 1])
    expect(await read(2)).toEqual([2, 2])
  })
})
