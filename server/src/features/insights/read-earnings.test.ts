// My Earnings through the served operations: what the hours say, what the ledger says, and the rates.
import { beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { serveSlice, type Json, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { landMessages, makeConnection, makeOwner, makeRange } from '../ledger/ledger-fixture.queries.ts'
import { balancesOf, freezeRange, settleEarnings } from '../ledger/ledger.public.ts'
import { insightsRoutes } from './insights.routes.ts'

const test = useTestDatabase()
// A Tuesday.
const clock = createManualClock('2026-03-10T12:30:00Z')
const callers = new Map<string, SliceCaller>()
let api: SliceClient
let [ada, uk, fr] = ['', '', '']

async function read(path: string, username = 'ada'): Promise<Json> {
  const { status, body } = await api.call(username, 'GET', path)
  expect([path, status]).toEqual([path, 200])
  return body
}

beforeAll(async () => {
  const { kysely } = test.database
  ada = await makeOwner(kysely, 'ada')
  callers.set('ada', { userId: ada, role: 'user' })
  callers.set('ben', { userId: await makeOwner(kysely, 'ben'), role: 'user' })
  uk = await makeRange(kysely, ada, 'UK')
  fr = await makeRange(kysely, ada, 'FR')
  const connectionId = await makeConnection(kysely)
  const landing = { ownerId: ada, connectionId, rateMicros: 1_000_000n, messages: 1 }
  for (const [rangeId, receivedAt, messages] of [
    [uk, '2026-03-10T12:10:00Z', 1],
    [uk, '2026-03-10T00:10:00Z', 2],
    [fr, '2026-03-09T00:10:00Z', 4],
    [fr, '2026-03-08T23:10:00Z', 8],
    [uk, '2026-03-01T00:10:00Z', 16],
    [uk, '2026-02-28T23:10:00Z', 32],
  ] as const)
    await landMessages(test.database, { ...landing, rangeId, receivedAt, messages })
  await settleEarnings({ database: test.database, clock }, { maturityDays: 10 })
  api = serveSlice(insightsRoutes({ database: test.database, clock }), callers)
})

describe('what was earned', () => {
  it('today, since Monday, since the first, and in the period', async () => {
    const body = await read('/earnings?days=7')
    expect([body.today, body.week, body.month]).toEqual(['3.000000', '7.000000', '31.000000'])
    expect(body.inPeriod).toMatchObject({ messages: 15, earnings: '15.000000' })
    expect(body.previous.earnings).toBe('48.000000')
    expect(body.points.map(({ at, earnings }: Json) => [at.slice(8), earnings]).slice(-3)).toEqual([
      ['08', '8.000000'],
      ['09', '4.000000'],
      ['10', '3.000000'],
    ])
    expect(body.byRange.map(({ name, earnings }: Json) => [name, earnings])).toEqual([
      ['FR', '12.000000'],
      ['UK', '3.000000'],
    ])
  })

  it('begins the day where the reader is', async () => {
    // In Tokyo it is 21:30 of the 10th, which began at 15:00 UTC of the 9th.
    const body = await read('/earnings?days=7&zone=Asia/Tokyo')
    expect([body.today, body.week]).toEqual(['3.000000', '15.000000'])
  })

  it('is nothing for somebody else', async () => {
    const body = await read('/earnings?days=7', 'ben')
    expect([body.today, body.month, body.inPeriod.messages, body.byRange]).toEqual(['0.000000', '0.000000', 0, []])
  })
})

describe('what matures when', () => {
  it('is one figure a day, which add up to what the ledger says is maturing', async () => {
    const body = await read('/earnings/maturity')
    expect(body.days).toEqual([
      { day: '2026-03-11', amount: '48.000000' },
      { day: '2026-03-19', amount: '12.000000' },
      { day: '2026-03-20', amount: '2.000000' },
    ])
    const { maturingMicros } = await balancesOf(test.database.kysely, ada)
    expect(maturingMicros).toBe(62_000_000n)
    expect([body.later, body.frozen]).toEqual(['0.000000', '0.000000'])
  })

  it('leaves out what a case keeps, and says how much that is', async () => {
    await test.database.transaction(async (transaction) => {
      await freezeRange(transaction, { ownerId: ada, rangeId: fr, frozenBy: ada })
    })
    const body = await read('/earnings/maturity')
    expect(body.days.map(({ amount }: Json) => amount)).toEqual(['48.000000', '2.000000'])
    expect([body.later, body.frozen]).toEqual(['0.000000', '12.000000'])
  })

  it('is one figure for all that is further away', async () => {
    clock.setTo('2026-02-01T00:00:00Z')
    const body = await read('/earnings/maturity')
    expect([body.days, body.later]).toEqual([[], '50.000000'])
    clock.setTo('2026-03-10T12:30:00Z')
  })
})

describe('the rate card', () => {
  it('tells each range’s rate and the former ones while it was the owner’s', async () => {
    await test.owner.query(
      `insert into range_rates (range_id, rate_micros, during) values
         ($1, 1000, '[2019-01-01T00:00Z,2021-01-01T00:00Z)'), ($1, 2000, '[2021-01-01T00:00Z,2026-03-01T00:00Z)'),
         ($1, 3000, '[2026-03-01T00:00Z,)')`,
      [uk],
    )
    const { items, isCut } = await read('/earnings/rates')
    expect(isCut).toBe(false)
    expect(items.map(({ range, rate, since }: Json) => [range.name, rate, since])).toEqual([
      ['FR', null, null],
      ['UK', '0.003000', '2026-03-01T00:00:00.000Z'],
    ])
    // The range has been hers since 2020.
    expect(items[1].former).toEqual([
      { rate: '0.002000', from: '2021-01-01T00:00:00.000Z', until: '2026-03-01T00:00:00.000Z' },
      { rate: '0.001000', from: '2020-01-01T00:00:00.000Z', until: '2021-01-01T00:00:00.000Z' },
    ])
  })

  it('is empty for somebody without ranges', async () => {
    expect(await read('/earnings/rates', 'ben')).toEqual({ items: [], isCut: false })
  })
})
