// Analytics through the served operation: one's own or, for those who run the platform, anybody's; every part of one
// answer says the same about the same traffic.
import { beforeAll, describe, expect, it } from 'vitest'
import { toApiId } from '@inrange/contract/ids'
import { createManualClock } from '../../platform/clock.ts'
import { serveSlice, type Json, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { makeConnection, makeOwner, makeRange } from '../ledger/ledger-fixture.queries.ts'
import { closeDays } from './close-days.ts'
import { insightsRoutes } from './insights.routes.ts'

const test = useTestDatabase()
const clock = createManualClock('2026-03-10T12:30:00Z')
const callers = new Map<string, SliceCaller>()
let api: SliceClient
const ids = { ada: '', ben: '', uk: '', fr: '', bens: '' }

async function addTraffic(ownerId: string, rangeId: string, connectionId: string, hour: string, messages: number) {
  await test.owner.query(
    `insert into traffic_hourly (owner_id, range_id, hour, messages, segments, earned_micros, unsettled)
     values ($1, $2, $3, $4::int8, $4::int8 * 2, $4::int8 * 1000, true)`,
    [ownerId, rangeId, hour, messages],
  )
  await test.owner.query(
    `insert into traffic_connection_hourly as t (connection_id, hour, lane, messages, segments, earned_micros)
     values ($1, $2, 0, $3::int8, $3::int8 * 2, $3::int8 * 1000)
     on conflict (connection_id, hour, lane) do update set messages = t.messages + excluded.messages,
       segments = t.segments + excluded.segments, earned_micros = t.earned_micros + excluded.earned_micros`,
    [connectionId, hour, messages],
  )
}

async function analytics(username: string, query: string): Promise<Json> {
  const { status, body } = await api.call(username, 'GET', `/analytics?${query}`)
  expect([query, status]).toEqual([query, 200])
  return body
}

const of = (points: Json) => points.map(({ at, messages }: Json) => [at, messages])

beforeAll(async () => {
  const { kysely } = test.database
  for (const name of ['ada', 'ben'] as const) {
    ids[name] = await makeOwner(kysely, name)
    callers.set(name, { userId: ids[name], role: 'user' })
  }
  const admin = await makeOwner(kysely, 'oya')
  callers.set('oya', { userId: admin, role: 'admin' })
  ids.uk = await makeRange(kysely, ids.ada, 'UK')
  ids.fr = await makeRange(kysely, ids.ada, 'FR')
  ids.bens = await makeRange(kysely, ids.ben, 'Of Ben')
  await test.owner.query(`update ranges set country = case name when 'UK' then 'GB' when 'FR' then 'FR' end`)
  const connectionId = await makeConnection(kysely)
  for (const [owner, range, hour, messages] of [
    [ids.ada, ids.uk, '2026-03-10T12:00Z', 10],
    [ids.ada, ids.fr, '2026-03-10T01:00Z', 30],
    [ids.ada, ids.uk, '2026-03-04T00:00Z', 60],
    [ids.ada, ids.uk, '2026-03-01T05:00Z', 50],
    [ids.ada, ids.uk, '2025-03-10T11:00Z', 40],
    [ids.ada, ids.uk, '2017-06-01T11:00Z', 7],
    [ids.ben, ids.bens, '2026-03-10T12:00Z', 900],
  ] as const)
    await addTraffic(owner, range, connectionId, hour, messages)
  await closeDays({ database: test.database, clock })
  api = serveSlice(insightsRoutes({ database: test.database, clock }), callers)
})

describe('analytics of one owner', () => {
  it('adds up: totals, points, ranges, countries and hours of the week', async () => {
    const body = await analytics('ada', 'days=7')
    expect(body.period).toEqual({ from: '2026-03-04', to: '2026-03-10', zone: 'UTC', granularity: 'hour' })
    expect(body.totals).toEqual({ messages: 100, segments: 200, earnings: '0.100000' })
    expect(body.previous).toEqual({ messages: 50, segments: 100, earnings: '0.050000' })
    expect(body.growthPercent).toBe(100)
    expect(body.isPlatform).toBe(false)
    const sum = (items: Json) => items.reduce((total: number, { messages }: Json) => total + messages, 0)
    for (const part of ['points', 'byRange', 'byCountry']) expect([part, sum(body[part])]).toEqual([part, 100])
    expect(body.week.messages.reduce((a: number, b: number) => a + b, 0)).toBe(100)
    expect(body.byRange.map(({ name, country, messages }: Json) => [name, country, messages])).toEqual([
      ['UK', 'GB', 70],
      ['FR', 'FR', 30],
    ])
    expect(body.byOwner).toEqual([])
  })

  it('is drawn hour by hour up to now, each beside its place in the period before', async () => {
    const { points } = await analytics('ada', 'days=7')
    expect(points).toHaveLength(6 * 24 + 13)
    expect(points[0]).toMatchObject({ at: '2026-03-04T00:00:00.000Z', messages: 60 })
    expect(points.at(-1)).toMatchObject({ at: '2026-03-10T12:00:00.000Z', messages: 10 })
    const matched = points.find(({ previous }: Json) => previous?.messages > 0)
    expect([matched.at, matched.previous.at]).toEqual(['2026-03-08T05:00:00.000Z', '2026-03-01T05:00:00.000Z'])
  })

  it('is compared with the same days a year ago, or with nothing', async () => {
    const year = await analytics('ada', 'from=2026-03-10&to=2026-03-10&compare=year')
    expect(year.compared).toEqual({ from: '2025-03-10', to: '2025-03-10' })
    expect([year.totals.messages, year.previous.messages, year.growthPercent]).toEqual([40, 40, 0])
    const none = await analytics('ada', 'days=7&compare=none')
    expect([none.compared, none.previous, none.growthPercent, none.points[0].previous]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('begins its days and its week where the reader is', async () => {
    // 01:00 UTC of Tuesday the 10th is 18:00 of Monday the 9th in Los Angeles, since its clocks changed on the 8th.
    const body = await analytics('ada', 'days=8&zone=America/Los_Angeles')
    expect(of(body.points).filter(([, messages]: Json) => messages > 0)).toEqual([
      ['2026-03-03', 60],
      ['2026-03-09', 30],
      ['2026-03-10', 10],
    ])
    expect(body.week.messages[18]).toBe(30)
  })

  it('takes ten years by the month, most of it from closed days', async () => {
    const body = await analytics('ada', 'days=3650')
    expect(body.period).toMatchObject({ zone: 'UTC', granularity: 'month' })
    expect(body.points.length).toBeLessThanOrEqual(122)
    expect(body.totals.messages).toBe(197)
    expect(of(body.points).filter(([, messages]: Json) => messages > 0)).toEqual([
      ['2017-06-01', 7],
      ['2025-03-01', 40],
      ['2026-03-01', 150],
    ])
    expect(body.week).toMatchObject({ from: '2025-12-09', to: '2026-03-10' })
  })

  it('shows nothing of an owner without traffic, and says so with zeros', async () => {
    const empty = await makeOwner(test.database.kysely, 'nobody')
    callers.set('nobody', { userId: empty, role: 'user' })
    const body = await analytics('nobody', 'days=30')
    expect(body).toMatchObject({
      totals: { messages: 0, segments: 0, earnings: '0.000000' },
      growthPercent: null,
      byRange: [],
      byCountry: [],
      languages: [],
      marks: [],
      senders: { unique: 0, messages: 0, codes: 0, items: [], countedUpTo: null, isAtLeast: false },
    })
    expect(body.points).toHaveLength(30)
  })
})

describe('what is counted by sender and language', () => {
  beforeAll(async () => {
    await test.owner.query(
      `insert into traffic_sender_daily (owner_id, day, sender, messages, segments, earned_micros, codes)
       values ($1, '2026-03-10', 'Acme', 30, 30, 30000, 25), ($1, '2026-03-09', 'Acme', 10, 10, 10000, 5),
         ($1, '2026-03-10', 'Bank', 5, 5, 5000, 0), ($1, '2026-03-10', '', 20, 20, 20000, 1),
         ($1, '2026-01-01', 'Old', 1, 1, 1000, 0)`,
      [ids.ada],
    )
    await test.owner.query(
      `insert into traffic_language_daily (owner_id, day, language, messages)
       values ($1, '2026-03-10', 'en', 40), ($1, '2026-03-10', 'und', 15)`,
      [ids.ada],
    )
    await test.owner.query(
      `insert into message_digests (owner_id, digested_through) values ($1, '2026-03-10T12:29Z')`,
      [ids.ada],
    )
  })

  it('tells the largest senders, how many there were at least, and up to when they are counted', async () => {
    const { senders, languages } = await analytics('ada', 'days=7')
    expect(senders).toMatchObject({
      from: '2026-03-04',
      to: '2026-03-10',
      unique: 2,
      isAtLeast: true,
      messages: 65,
      codes: 31,
      countedUpTo: '2026-03-10T12:29:00.000Z',
    })
    expect(senders.items.map(({ sender, messages, codes }: Json) => [sender, messages, codes])).toEqual([
      ['Acme', 40, 30],
      ['', 20, 1],
      ['Bank', 5, 0],
    ])
    expect(languages).toEqual([
      { language: 'en', messages: 40 },
      { language: 'und', messages: 15 },
    ])
  })

  it('looks at the last 92 days of a longer period, and says so', async () => {
    const { senders } = await analytics('ada', 'days=3650')
    expect(senders).toMatchObject({ from: '2025-12-09', to: '2026-03-10', unique: 3 })
  })
})

describe('marks', () => {
  it('tell what happened to the owner’s ranges and rates, and nothing of the time before or after', async () => {
    const { kysely } = test.database
    const owner = await makeOwner(kysely, 'marta')
    callers.set('marta', { userId: owner, role: 'user' })
    const range = await makeRange(kysely, owner, 'Marked')
    await test.owner.query('delete from range_owners where range_id = $1', [range])
    await test.owner.query(
      `insert into range_owners (range_id, owner_id, during) values ($1, $2, '[2026-03-05T08:00Z,2026-03-09T08:00Z)')`,
      [range, owner],
    )
    await test.owner.query(
      `insert into range_rates (range_id, rate_micros, during) values ($1, 1000, '[2026-01-01T00:00Z,2026-03-07T00:00Z)'),
         ($1, 2500, '[2026-03-07T00:00Z,2026-03-09T12:00Z)'), ($1, 9000, '[2026-03-09T12:00Z,)')`,
      [range],
    )
    const { marks } = await analytics('marta', 'days=7')
    expect(marks.map(({ at, kind, rate }: Json) => [at, kind, rate])).toEqual([
      ['2026-03-05T08:00:00.000Z', 'range_assigned', null],
      ['2026-03-07T00:00:00.000Z', 'rate_changed', '0.002500'],
      ['2026-03-09T08:00:00.000Z', 'range_withdrawn', null],
    ])
  })
})

describe('who reads whose', () => {
  it('gives a user their own, and another’s does not exist', async () => {
    const own = await analytics('ada', `days=7&ownerId=${toApiId('user', ids.ada)}`)
    expect(own.totals.messages).toBe(100)
    expect((await api.call('ada', 'GET', `/analytics?ownerId=${toApiId('user', ids.ben)}`)).status).toBe(404)
  })

  it('gives an admin the whole platform, or one owner', async () => {
    const all = await analytics('oya', 'days=7')
    expect(all).toMatchObject({ isPlatform: true, totals: { messages: 1000 }, senders: null })
    expect(all.byOwner.map(({ username, messages }: Json) => [username, messages])).toEqual([
      ['ben', 900],
      ['ada', 100],
    ])
    const ben = await analytics('oya', `days=7&ownerId=${toApiId('user', ids.ben)}`)
    expect(ben).toMatchObject({ isPlatform: false, totals: { messages: 900 } })
    const unknown = toApiId('user', '00000000-0000-7000-8000-000000000000')
    expect((await api.call('oya', 'GET', `/analytics?ownerId=${unknown}`)).status).toBe(404)
  })

  it('tells ranges and owners of the platform for the last 31 days, and says so', async () => {
    const all = await analytics('oya', 'days=3650')
    expect(all.totals.messages).toBe(1_097)
    expect(all.brokenDownFrom).toBe('2026-02-08')
    expect(all.byRange.reduce((sum: number, { messages }: Json) => sum + messages, 0)).toBe(1_050)
  })
})
