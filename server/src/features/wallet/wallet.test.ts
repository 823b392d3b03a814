// The wallet through the served operations, on a real ledger.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toApiId } from '@inrange/contract/ids'
import { createManualClock } from '../../platform/clock.ts'
import { serveSlice, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { landMessages, makeConnection, makeOwner, makeRange } from '../ledger/ledger-fixture.queries.ts'
import { matureEarnings, postTransfers, settleEarnings, type TransferRequest } from '../ledger/ledger.public.ts'
import { walletRoutes } from './wallet.routes.ts'

const db = useTestDatabase()
const clock = createManualClock('2026-03-01T14:30:00Z')
const callers = new Map<string, SliceCaller>()
let api: SliceClient
let connectionId: string
let ownerId: string
let rangeId: string

beforeAll(async () => {
  connectionId = await makeConnection(db.database.kysely)
  for (const [username, role] of [
    ['stranger', 'user'],
    ['admin', 'admin'],
  ] as const) {
    callers.set(username, { userId: await makeOwner(db.database.kysely, username), role })
  }
  api = serveSlice(walletRoutes({ database: db.database, clock }), callers)
})
beforeEach(async () => {
  clock.setTo('2027-01-01T00:00:00Z')
  await settle(0)
  await matureEarnings({ database: db.database, clock })
  clock.setTo('2026-03-01T14:30:00Z')
  ownerId = await makeOwner(db.database.kysely)
  callers.set('owner', { userId: ownerId, role: 'user' })
  rangeId = await makeRange(db.database.kysely, ownerId, 'UK Mobile')
})

function land(receivedAt: string, messages: number, range = rangeId): Promise<bigint> {
  return landMessages(db.database, { ownerId, rangeId: range, connectionId, receivedAt, messages })
}
function settle(maturityDays: number) {
  return settleEarnings({ database: db.database, clock }, { maturityDays })
}
/** What these tests look into of the answers, whatever the operation. */
type Item = {
  id: string
  type: string
  amount: string
  status: string
  settlementId: string
  state: string
  earned: string
  settled: string
  maturesAt: string | null
  range: { name: string }
  hour: string
  messages: number
}
type Body = { items: Item[]; nextCursor: string | null }

async function get(path: string, username = 'owner'): Promise<Body> {
  const { status, body }: { status: number; body: unknown } = await api.call(username, 'GET', path)
  expect(status).toBe(200)
  return body as Body
}
async function post(code: TransferRequest['code'], amountMicros: bigint, resolvesId?: string): Promise<string> {
  const request = { ownerId, code, amountMicros, idempotencyKey: `${code} ${amountMicros}` }
  const [outcome] = await db.database.transaction((transaction) =>
    postTransfers(transaction, [resolvesId === undefined ? request : { ...request, resolvesId }]),
  )
  if (outcome?.outcome !== 'posted') throw new Error(`Not posted: ${outcome?.outcome}`)
  return outcome.transferId
}

describe('balances', () => {
  test('of an owner who never earned are zeros, with the maturity that is set', async () => {
    expect(await get('/wallet')).toEqual({
      available: '0.000000',
      maturing: '0.000000',
      nextMaturityAt: null,
      held: '0.000000',
      earnedNotSettled: '0.000000',
      totalDeposits: '0.000000',
      totalWithdrawals: '0.000000',
      totalEarnings: '0.000000',
      maturityDays: 30,
    })
  })

  test('follow an earning from its message to its hold', async () => {
    await land('2026-03-01T12:10:00Z', 100)
    await settle(0)
    await matureEarnings({ database: db.database, clock })
    await land('2026-03-01T13:10:00Z', 10)
    await settle(2)
    await land('2026-03-01T14:10:00Z', 1)
    await post('hold', 30_000n)
    expect(await get('/wallet')).toMatchObject({
      available: '0.400000',
      maturing: '0.043000',
      nextMaturityAt: '2026-03-03T14:00:00.000Z',
      held: '0.030000',
      earnedNotSettled: '0.004300',
      totalEarnings: '0.430000',
      totalWithdrawals: '0.000000',
    })
  })

  test('of a settled hold count as withdrawn', async () => {
    await land('2026-03-01T12:10:00Z', 100)
    await settle(0)
    await matureEarnings({ database: db.database, clock })
    const holdId = await post('hold', 30_000n)
    await settleHold(holdId)
    expect(await get('/wallet')).toMatchObject({
      held: '0.000000',
      totalWithdrawals: '0.030000',
      available: '0.400000',
    })
  })

  test('are nobody else’s, and ask for a sign-in', async () => {
    await land('2026-03-01T12:10:00Z', 100)
    expect(await get('/wallet', 'stranger')).toMatchObject({ earnedNotSettled: '0.000000' })
    expect(await get('/wallet', 'admin')).toMatchObject({ earnedNotSettled: '0.000000' })
    expect((await api.call(null, 'GET', '/wallet')).status).toBe(401)
  })
})

/** Settling needs a custody account, which no code opens yet: one is made behind the program's back. */
async function settleHold(holdId: string): Promise<void> {
  await db.owner.query('alter table ledger.accounts drop constraint if exists accounts_kind_is_known')
  await db.owner.query(`insert into ledger.accounts (owner_id, kind, normal) values ($1, 'custody', 'C')`, [ownerId])
  await db.owner.query(
    `insert into ledger.transfers (owner_id, debit_account_id, credit_account_id, amount_micros, code, idempotency_key,
      resolves_id)
     select $1, h.id, c.id, 30000, 'hold_settled', 'settled', $2 from ledger.accounts h, ledger.accounts c
     where h.owner_id = $1 and c.owner_id = $1 and h.kind = 'held' and c.kind = 'custody'`,
    [ownerId, holdId],
  )
}

describe('the history', () => {
  test('shows a settlement as an earning, pending until all its lines have matured', async () => {
    await land('2026-03-01T12:10:00Z', 1)
    await land('2026-03-01T13:10:00Z', 2)
    await settle(1)
    const pending = await get('/wallet/transactions')
    expect(pending.items).toMatchObject([
      {
        type: 'earning',
        method: null,
        amount: '0.012900',
        status: 'pending',
        description: 'Message earnings, 1 range, 2026-03-01 12:00 to 14:00 UTC',
        maturesAt: '2026-03-02T14:00:00.000Z',
      },
    ])
    clock.setTo('2026-03-02T13:00:00Z')
    await matureEarnings({ database: db.database, clock })
    expect((await get('/wallet/transactions')).items[0]?.status).toBe('pending')
    clock.setTo('2026-03-02T14:00:00Z')
    await matureEarnings({ database: db.database, clock })
    const completed = await get('/wallet/transactions')
    expect(completed.items).toMatchObject([{ id: pending.items[0]?.id, status: 'completed' }])
    expect(completed.nextCursor).toBeNull()
  })

  test('shows a hold as a withdrawal: pending, failed when released, completed when settled', async () => {
    await land('2026-03-01T12:10:00Z', 100)
    await settle(0)
    await matureEarnings({ database: db.database, clock })
    const [first, second] = [await post('hold', 20_000n), await post('hold', 30_000n)]
    const states = async () =>
      (await get('/wallet/transactions')).items.map((item) => `${item.type} ${item.amount} ${item.status}`)
    const earning = 'earning 0.430000 completed'
    expect(await states()).toEqual(['withdrawal 0.030000 pending', 'withdrawal 0.020000 pending', earning])
    await post('hold_released', 20_000n, first)
    await settleHold(second)
    expect(await states()).toEqual(['withdrawal 0.030000 completed', 'withdrawal 0.020000 failed', earning])
  })

  test('comes in pages without gap or repetition, and refuses a cursor that is not its own', async () => {
    for (const hour of ['09', '10', '11', '12', '13']) {
      await land(`2026-03-01T${hour}:10:00Z`, 1)
      await settle(1)
    }
    const whole = await get('/wallet/transactions')
    const paged: string[] = []
    let path = '/wallet/transactions?limit=2'
    for (;;) {
      const page = await get(path)
      paged.push(...page.items.map((item) => item.id))
      if (page.nextCursor === null) break
      path = `/wallet/transactions?limit=2&cursor=${page.nextCursor}`
    }
    expect(paged).toHaveLength(5)
    expect(paged).toEqual(whole.items.map((item) => item.id))
    const foreign = Buffer.from(JSON.stringify(['rng_x'])).toString('base64url')
    expect((await api.call('owner', 'GET', `/wallet/transactions?cursor=${foreign}`)).status).toBe(422)
    expect((await api.call('owner', 'GET', '/wallet/transactions?cursor=nonsense')).status).toBe(422)
  })
})

describe('earnings', () => {
  test('go through open, waiting, settled, matured', async () => {
    await land('2026-03-01T14:10:00Z', 2)
    const states = async () =>
      (await get('/wallet/earnings')).items.map((item) => [item.state, item.settled, item.maturesAt])
    expect(await states()).toEqual([['open', '0.000000', null]])
    clock.setTo('2026-03-01T15:00:00Z')
    expect(await states()).toEqual([['waiting', '0.000000', null]])
    await settle(1)
    expect(await states()).toEqual([['settled', '0.008600', '2026-03-02T15:00:00.000Z']])
    clock.setTo('2026-03-02T15:00:00Z')
    await matureEarnings({ database: db.database, clock })
    expect(await states()).toEqual([['matured', '0.008600', '2026-03-02T15:00:00.000Z']])
    await land('2026-03-01T14:50:00Z', 1)
    expect(await states()).toEqual([['waiting', '0.008600', '2026-03-02T15:00:00.000Z']])
  })

  test('name their range, come newest hour first in pages, and can be those of one range', async () => {
    const secondId = await makeRange(db.database.kysely, ownerId, 'DE Mobile')
    await land('2026-03-01T11:10:00Z', 1)
    await land('2026-03-01T12:10:00Z', 2, secondId)
    await land('2026-03-01T12:20:00Z', 3)
    const all = await get('/wallet/earnings')
    expect(all.items.map((item) => [item.range.name, item.hour, item.messages, item.earned])).toEqual([
      ['DE Mobile', '2026-03-01T12:00:00.000Z', 2, '0.008600'],
      ['UK Mobile', '2026-03-01T12:00:00.000Z', 3, '0.012900'],
      ['UK Mobile', '2026-03-01T11:00:00.000Z', 1, '0.004300'],
    ])
    const first = await get('/wallet/earnings?limit=1')
    const rest = await get(`/wallet/earnings?limit=2&cursor=${first.nextCursor}`)
    expect([...first.items, ...rest.items]).toEqual(all.items)
    expect(rest.nextCursor).toBeNull()
    const one = await get(`/wallet/earnings?rangeId=${toApiId('range', secondId)}`)
    expect(one.items).toEqual([all.items[0]])
    expect((await api.call('owner', 'GET', '/wallet/earnings?cursor=nonsense')).status).toBe(422)
  })
})

describe('a settlement', () => {
  test('opens to its lines, each with its range, hour and maturity', async () => {
    const secondId = await makeRange(db.database.kysely, ownerId, 'DE Mobile')
    await land('2026-03-01T12:10:00Z', 1)
    await land('2026-03-01T13:10:00Z', 2, secondId)
    await settle(1)
    clock.setTo('2026-03-02T13:00:00Z')
    await matureEarnings({ database: db.database, clock })
    const [transaction] = (await get('/wallet/transactions')).items
    const settlement = await get(`/wallet/settlements/${transaction?.settlementId}`)
    expect(settlement).toMatchObject({
      id: transaction?.settlementId,
      transferId: transaction?.id,
      amount: '0.012900',
      lines: [
        { range: { name: 'DE Mobile' }, hour: '2026-03-01T13:00:00.000Z', amount: '0.008600', maturedTransferId: null },
        {
          range: { name: 'UK Mobile' },
          hour: '2026-03-01T12:00:00.000Z',
          amount: '0.004300',
          maturedTransferId: expect.stringMatching(/^trf_/),
        },
      ],
    })
  })

  test('is not there for another user, and is for an admin', async () => {
    await land('2026-03-01T12:10:00Z', 1)
    await settle(1)
    const [transaction] = (await get('/wallet/transactions')).items
    const path = `/wallet/settlements/${transaction?.settlementId}`
    const foreign = await api.call('stranger', 'GET', path)
    const missing = await api.call('stranger', 'GET', `/wallet/settlements/${toApiId('settlement', ownerId)}`)
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    expect((await api.call('admin', 'GET', path)).status).toBe(200)
  })
})
