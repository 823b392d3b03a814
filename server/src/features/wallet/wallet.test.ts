// The wallet through the served operations, on a real ledger.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toApiId } from '@inrange/contract/ids'
import { createManualClock } from '../../platform/clock.ts'
import { serveSlice, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { landMessages, makeConnection, makeOwner, makeRange } from '../ledger/ledger-fixture.queries.ts'
import { forfeitLines, matureEarnings, postTransfers, settleEarnings } from '../ledger/ledger.public.ts'
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
async function hold(amountMicros: bigint): Promise<void> {
  const [outcome] = await db.database.transaction((transaction) =>
    postTransfers(transaction, [{ ownerId, code: 'hold', amountMicros, idempotencyKey: 'hold' }]),
  )
  expect(outcome?.outcome).toBe('posted')
}

describe('balances', () => {
  test('of an owner who never earned are zeros, with the maturity that is set', async () => {
    expect(await get('/wallet')).toEqual({
      available: '0.000000',
      maturing: '0.000000',
      nextMaturityAt: null,
      held: '0.000000',
      heldForWithdrawals: '0.000000',
      heldByCases: '0.000000',
      frozen: '0.000000',
      pendingDeposits: '0.000000',
      deficit: '0.000000',
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
    await hold(30_000n)
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

  test('are nobody else’s, and ask for a sign-in', async () => {
    await land('2026-03-01T12:10:00Z', 100)
    expect(await get('/wallet', 'stranger')).toMatchObject({ earnedNotSettled: '0.000000' })
    expect(await get('/wallet', 'admin')).toMatchObject({ earnedNotSettled: '0.000000' })
    expect((await api.call(null, 'GET', '/wallet')).status).toBe(401)
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
      transferId: expect.stringMatching(/^trf_/),
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

  test('says which lines a case took back, and such an hour is neither maturing nor available', async () => {
    const secondId = await makeRange(db.database.kysely, ownerId, 'DE Mobile')
    await land('2026-03-01T12:10:00Z', 1)
    await land('2026-03-01T12:20:00Z', 2, secondId)
    await settle(1)
    const hours = { from: new Date('2026-03-01T12:00:00Z'), until: new Date('2026-03-01T13:00:00Z') }
    await db.database.transaction((transaction) =>
      forfeitLines(transaction, { ownerId, rangeId: secondId, ...hours, reason: 'Inflated traffic' }),
    )
    const [transaction] = (await get('/wallet/transactions')).items
    expect(transaction).toMatchObject({ status: 'pending', amount: '0.004300', step: 'maturing' })
    const { lines } = (await get(`/wallet/settlements/${transaction?.settlementId}`)) as unknown as {
      lines: Record<string, unknown>[]
    }
    expect(lines).toMatchObject([
      { range: { name: 'DE Mobile' }, forfeitedTransferId: expect.stringMatching(/^trf_/), maturedTransferId: null },
      { range: { name: 'UK Mobile' }, forfeitedTransferId: null, maturedTransferId: null },
    ])
    clock.setTo('2026-03-02T13:00:00Z')
    await matureEarnings({ database: db.database, clock })
    expect(
      (await get('/wallet/earnings')).items.map(({ range, state }) => `${range.name} ${state}`).toSorted(),
    ).toEqual(['DE Mobile forfeited', 'UK Mobile matured'])
    expect(await get('/wallet')).toMatchObject({
      available: '0.004300',
      maturing: '0.000000',
      totalEarnings: '0.004300',
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
