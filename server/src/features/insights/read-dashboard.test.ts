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
      waiting: { openCases: 0, quietRanges: 0 },
      gettingStarted: {
        userCreated: false,
        carrierConnected: false,
        rangeCreated: false,
        messageReceived: false,
        paymentMethodAdded: false,
        mailServerSet: false,
      },
      firstSteps: null,
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

  it('gives each day once, in order, up to today, beside its place in the period before', async () => {
    const body = await dashboard('ada', 7)
    const former = ['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']
    expect(body['days']).toEqual([
      {
        day: '2026-03-04',
        messages: 60,
        earnings: '0.060000',
        previousDay: '2026-02-25',
        previousMessages: 30,
        previousEarnings: '0.030000',
      },
      ...['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'].map((day, index) => ({
        day,
        messages: 0,
        earnings: '0.000000',
        previousDay: former[index],
        previousMessages: 0,
        previousEarnings: '0.000000',
      })),
      {
        day: '2026-03-10',
        messages: 60,
        earnings: '0.060000',
        previousDay: '2026-03-03',
        previousMessages: 70,
        previousEarnings: '0.070000',
      },
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
      paymentMethodAdded: false,
      mailServerSet: false,
    })
  })

  it('shows a user the way to the first money, ticked off by what is there', async () => {
    expect((await dashboard('ada'))['firstSteps']).toEqual({
      rangeAssigned: true,
      messageReceived: true,
      payoutDestination: false,
      secondFactor: false,
    })
    await test.owner.query(
      `insert into payout_destinations (owner_id, kind, address, usable_from) values ($1, 'paypal', 'a@b.example', now())`,
      [uuidOf('ada')],
    )
    expect((await dashboard('ada'))['firstSteps']).toMatchObject({ payoutDestination: true })
    expect((await dashboard('ben'))['firstSteps']).toMatchObject({ payoutDestination: false })
  })

  it('says what waits: a case about one’s money, and an active range that fell silent', async () => {
    const { rows } = await test.owner.query<{ range_id: string }>(
      `select range_id from range_owners o join ranges r on r.id = o.range_id where owner_id = $1 and status = 'active'`,
      [uuidOf('ada')],
    )
    const rangeId = rows[0]!.range_id
    await test.owner.query(`insert into range_totals (range_id, last_received_at) values ($1, '2026-03-01T00:00Z')`, [
      rangeId,
    ])
    await test.owner.query(
      `insert into cases (owner_id, range_id, signal, from_hour, until_hour, summary)
       values ($1, $2, 'manual', '2026-03-01T00:00Z', '2026-03-02T00:00Z', 'A look at it')`,
      [uuidOf('ada'), rangeId],
    )
    expect((await dashboard('ada'))['waiting']).toEqual({ openCases: 1, quietRanges: 1 })
    expect((await dashboard('ben'))['waiting']).toEqual({ openCases: 0, quietRanges: 0 })
  })

  it('takes a period of one’s own, in the days of the reader', async () => {
    const { status, body } = await api.call(
      'ada',
      'GET',
      '/dashboard?from=2026-03-03&to=2026-03-04&zone=America/Los_Angeles',
    )
    expect(status).toBe(200)
    // 2026-03-04T00:00Z is still the 3rd in Los Angeles.
    expect(body.period).toMatchObject({ zone: 'America/Los_Angeles', granularity: 'day', messages: 630 })
    expect(body.days.map(({ day, messages }: Json) => [day, messages])).toEqual([
      ['2026-03-03', 630],
      ['2026-03-04', 0],
    ])
  })

  it('refuses a period that is none', async () => {
    for (const query of ['days=0', 'from=2026-03-04', 'from=2026-03-04&to=2026-03-01', 'zone=Mars/Olympus'])
      expect([query, (await api.call('ada', 'GET', `/dashboard?${query}`)).status]).toEqual([query, 422])
    expect((await api.call(null, 'GET', '/dashboard')).status).toBe(401)
  })
})
