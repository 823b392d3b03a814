// The dashboard through the served operation: every figure from rollups, only the caller's own.
import { beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { serveSlice, type Json, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { insightsRoutes } from './insights.routes.ts'

const test = useTestDatabase()
const clock = createManualClock('2026-03-10T12:30:00Z')
const callers = new Map<string, SliceCaller>()
let api: SliceClient

const uuidOf = (username: string) => callers.get(username)!.userId

async function insertUser(username: string, role: SliceCaller['role']) {
  const { rows } = await test.owner.query<{ id: string }>(
    `insert into users (username, email, role) values ($1, $1 || '@example.test', $2) returning id`,
    [username, role],
  )
  callers.set(username, { userId: rows[0]!.id, role })
}

async function insertRange(name: string, status: string, owners: readonly [username: string, during: string][]) {
  const { rows } = await test.owner.query<{ id: string }>(
    `insert into ranges (name, prefix, start_number, end_number, status) values ($1, '4477', $2, $2, $3) returning id`,
    [name, name.padStart(4, '0'), status],
  )
  for (const [username, during] of owners) {
    await test.owner.query('insert into range_owners (range_id, owner_id, during) values ($1, $2, $3)', [
      rows[0]!.id,
      uuidOf(username),
      during,
    ])
  }
  return rows[0]!.id
}

async function insertTraffic(username: string, rangeId: string, hour: string, messages: number) {
  await test.owner.query(
    `insert into traffic_hourly (owner_id, range_id, hour, messages, segments, earned_micros, unsettled)
     values ($1, $2, $3, $4::int8, $4::int8, $4::int8 * 1000, true)`,
    [uuidOf(username), rangeId, hour, messages],
  )
}

async function dashboard(username: string, days?: number): Promise<Json> {
  const { status, body } = await api.call(username, 'GET', `/dashboard${days === undefined ? '' : `?days=${days}`}`)
  expect(status).toBe(200)
  return body
}

beforeAll(async () => {
  await insertUser('root', 'super_admin')
  api = serveSlice(insightsRoutes({ database: test.database, clock }), callers)
})

describe('an installation in which nothing has happened', () => {
  it('shows zeros, a day for each day, no growth, and to a super admin what is still to do', async () => {
    const body = await dashboard('root')
    expect(body).toMatchObject({
      totalMessages: 0,
      unreadMessages: 0,
      totalEarnings: '0.000000',
      numberRanges: 0,
      activeRanges: 0,
      period: { messages: 0, previousMessages: 0, growthPercent: null },
      recentMessages: [],
      recentActivity: [],
      gettingStarted: { userCreated: false, carrierConnected: false, rangeCreated: false, messageReceived: false },
      asOf: '2026-03-10T12:30:00.000Z',
    })
    expect(body['days']).toHaveLength(30)
  })
})

describe('a platform with traffic', () => {
  beforeAll(async () => {
    await insertUser('ada', 'user')
    await insertUser('ben', 'user')
    const range = await insertRange('1', 'active', [['ada', '[2026-01-01T00:00Z,)']])
    await insertRange('2', 'inactive', [['ada', '[2026-01-01T00:00Z,)']])
    const handedOver = await insertRange('3', 'active', [
      ['ada', '[2026-01-01T00:00Z,2026-03-01T00:00Z)'],
      ['ben', '[2026-03-01T00:00Z,)'],
    ])
    await insertTraffic('ada', range, '2026-03-10T12:00Z', 60)
    await insertTraffic('ada', handedOver, '2026-03-04T00:00Z', 60)
    // The previous seven days end at the same time of day: 13:00 of their last day is outside.
    await insertTraffic('ada', range, '2026-03-03T12:00Z', 70)
    await insertTraffic('ada', range, '2026-02-25T00:00Z', 30)
    await insertTraffic('ada', range, '2026-03-03T13:00Z', 500)
    await insertTraffic('ada', range, '2026-02-24T23:00Z', 500)
    await insertTraffic('ben', handedOver, '2026-03-10T12:00Z', 9)
    await test.owner.query(
      `insert into inboxes (owner_id, last_landed_at, messages, segments, earned_micros, read_messages)
       values ($1, now(), 1220, 1220, 1220000, 1200)`,
      [uuidOf('ada')],
    )
    await test.owner.query(
      `insert into activities (user_id, activity_type, description)
       values ($1, 'user_login', 'Signed in'), ($2, 'user_login', 'Other')`,
      [uuidOf('ada'), uuidOf('ben')],
    )
  })

  it('shows lifetime totals, ranges owned now, and growth against the same stretch before', async () => {
    const body = await dashboard('ada', 7)
    expect(body).toMatchObject({
      totalMessages: 1220,
      unreadMessages: 20,
      totalEarnings: '1.220000',
      numberRanges: 2,
      activeRanges: 1,
      period: {
        messages: 120,
        previousMessages: 100,
        earnings: '0.120000',
        previousEarnings: '0.100000',
        growthPercent: 20,
      },
      gettingStarted: null,
    })
  })

  it('gives each day of UTC once, in order, up to today', async () => {
    const body = await dashboard('ada', 7)
    expect(body['days']).toEqual([
      { day: '2026-03-04', messages: 60, earnings: '0.060000' },
      ...['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'].map((day) => ({
        day,
        messages: 0,
        earnings: '0.000000',
      })),
      { day: '2026-03-10', messages: 60, earnings: '0.060000' },
    ])
  })

  it('shows nothing of anybody else, also not to a super admin whose own inbox is empty', async () => {
    expect((await dashboard('ben', 7))['period']).toMatchObject({
      messages: 9,
      previousMessages: 0,
      growthPercent: null,
    })
    const own = await dashboard('ada')
    expect(own['recentActivity']).toMatchObject([{ description: 'Signed in' }])
    expect(await dashboard('root')).toMatchObject({ totalMessages: 0, numberRanges: 0 })
  })

  it('ticks the steps that have really been done', async () => {
    expect((await dashboard('root'))['gettingStarted']).toEqual({
      userCreated: true,
      carrierConnected: false,
      rangeCreated: true,
      messageReceived: true,
    })
  })

  it('refuses a period that it does not keep', async () => {
    expect((await api.call('ada', 'GET', '/dashboard?days=8')).status).toBe(422)
    expect((await api.call(null, 'GET', '/dashboard')).status).toBe(401)
  })
})
