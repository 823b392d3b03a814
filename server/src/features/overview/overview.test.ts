// The overview through the served operations, on a real PostgreSQL: what waits, for whom, and what comes in.
import { beforeAll, describe, expect, it } from 'vitest'
import { toApiId } from '@inrange/contract/ids'
import { serveSlice, type Json, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { makeRange } from '../ledger/ledger-fixture.queries.ts'
import { openSystemWorld, type SystemWorld } from '../system/system.fixture.ts'
import { overviewRoutes } from './overview.routes.ts'

const db = useTestDatabase()
const callers = new Map<string, SliceCaller>()
let world: SystemWorld
let api: SliceClient

const uuidOf = (username: string) => callers.get(username)?.userId ?? ''
const read = async (username: string, path: string): Promise<Json> => {
  const { status, body } = await api.call(username, 'GET', `/overview/${path}`)
  expect(status).toBe(200)
  return body
}
const workOf = async (username: string, kind: string): Promise<Json> =>
  (await read(username, 'work')).items.find((item: Json) => item.kind === kind)

async function one(text: string, values: unknown[] = []): Promise<string> {
  const { rows } = await db.owner.query<{ id: string }>(text, values)
  return rows[0]?.id ?? ''
}

/** A fresh slice, which remembers nothing. */
function serve() {
  const { deps, clock, recorder } = world
  const overview = { database: db.database, clock, recorder, status: deps.status, pipeline: deps.pipeline }
  api = serveSlice(overviewRoutes(overview), callers)
}

beforeAll(async () => {
  world = await openSystemWorld(db)
  serve()
  for (const [username, role] of [
    ['root', 'super_admin'],
    ['oya', 'admin'],
    ['ayse', 'user'],
  ] as const) {
    const id = await one(
      `insert into users (username, email, role) values ($1, $1 || '@example.test', $2) returning id`,
      [username, role],
    )
    callers.set(username, { userId: id, role })
  }
})

describe('a platform on which nothing has happened', () => {
  it('has every kind of work with none of it, and reviews for super admins alone', async () => {
    const items: Json[] = (await read('root', 'work')).items
    expect(items.map(({ kind }) => kind)).toEqual([
      'withdrawals',
      'withdrawals_attention',
      'cases_second',
      'cases',
      'reviews',
      'connections',
      'quarantine',
      'locked_users',
      'quiet_ranges',
    ])
    expect(items.every(({ count, isMore, oldestAt }) => count === 0 && !isMore && oldestAt === null)).toBe(true)
    expect(await workOf('oya', 'reviews')).toBeUndefined()
  })

  it('has no rate, an hour of noughts and no connection', async () => {
    const body = await read('oya', 'traffic')
    expect(body).toMatchObject({ perSecond: null, recent: [], connections: [], today: { messages: 0 } })
    expect(body.minutes).toHaveLength(60)
    expect(body.hours[13].today).toBeNull()
  })

  it('names the newest users and nobody unusual', async () => {
    const body = await read('oya', 'users')
    expect(body.newest.map(({ username }: Json) => username)).toEqual(['ayse', 'oya', 'root'])
    expect(body.unusual).toEqual([])
  })

  it('is nobody’s but an admin’s', async () => {
    for (const path of ['work', 'traffic', 'users']) {
      expect((await api.call('ayse', 'GET', `/overview/${path}`)).status).toBe(403)
      expect((await api.call(null, 'GET', `/overview/${path}`)).status).toBe(401)
    }
  })
})

describe('work', () => {
  it('counts cases that wait, and those proposed by somebody else, from the view of whoever looks', async () => {
    const range = await makeRange(db.database.kysely, uuidOf('ayse'))
    const other = await makeRange(db.database.kysely, uuidOf('ayse'))
    await db.owner.query(
      `insert into cases (owner_id, range_id, signal, from_hour, until_hour, summary, opened_at)
       values ($1, $2, 'burst', '2026-03-10T10:00Z', '2026-03-10T11:00Z', 'Odd', '2026-03-10T11:05Z')`,
      [uuidOf('ayse'), range],
    )
    await db.owner.query(
      `insert into cases (owner_id, range_id, signal, from_hour, until_hour, summary, state, proposed_by, proposed_at)
       values ($1, $2, 'burst', '2026-03-10T10:00Z', '2026-03-10T11:00Z', 'Odd', 'release_proposed', $3,
         '2026-03-10T12:00Z')`,
      [uuidOf('ayse'), other, uuidOf('oya')],
    )
    expect(await workOf('root', 'cases')).toMatchObject({ count: 1, oldestAt: '2026-03-10T11:05:00.000Z' })
    expect(await workOf('root', 'cases_second')).toMatchObject({ count: 1, oldestAt: '2026-03-10T12:00:00.000Z' })
    // Whoever proposed it is not the second person.
    expect(await workOf('oya', 'cases_second')).toMatchObject({ count: 0 })
  })

  it('counts ranges without traffic for a week, and not those that are new, for tests or inactive', async () => {
    const quiet = await makeRange(db.database.kysely, uuidOf('ayse'), 'Quiet')
    const busy = await makeRange(db.database.kysely, uuidOf('ayse'), 'Busy')
    const off = await makeRange(db.database.kysely, uuidOf('ayse'), 'Off')
    await db.owner.query(`update ranges set created_at = '2026-01-01' where id = any($1)`, [[quiet, busy, off]])
    await db.owner.query(`update range_owners set during = '[2026-01-01,)' where range_id = any($1)`, [
      [quiet, busy, off],
    ])
    await db.owner.query(`update ranges set status = 'inactive' where id = $1`, [off])
    await db.owner.query(`update ranges set created_at = '2026-03-09' where name not in ('Quiet', 'Busy', 'Off')`)
    for (const [range, at] of [
      [quiet, '2026-03-03T12:29:00Z'],
      [busy, '2026-03-03T12:31:00Z'],
    ]) {
      await db.owner.query(
        `insert into range_totals (range_id, last_received_at) values ($1, $2)
         on conflict (range_id) do update set last_received_at = excluded.last_received_at`,
        [range, at],
      )
    }
    serve()
    const body = await read('oya', 'work')
    expect(body.quietRanges).toMatchObject([
      { id: toApiId('range', quiet), name: 'Quiet', owner: { username: 'ayse' } },
    ])
    expect(await workOf('oya', 'quiet_ranges')).toMatchObject({ count: 1, oldestAt: '2026-03-03T12:29:00.000Z' })
  })

  it('counts accounts that wait after wrong passwords, once whichever name they were tried with', async () => {
    await db.owner.query(
      `insert into sign_in_failures (key, failures, last_at, blocked_until) values
         ('account:ayse', 9, '2026-03-10T12:20Z', '2026-03-10T13:00Z'),
         ('account:ayse@example.test', 9, '2026-03-10T12:25Z', '2026-03-10T13:00Z'),
         ('account:oya', 9, '2026-03-10T12:00Z', '2026-03-10T12:10Z'),
         ('account:nobody', 9, '2026-03-10T12:20Z', '2026-03-10T13:00Z')`,
    )
    expect(await workOf('oya', 'locked_users')).toMatchObject({ count: 1, oldestAt: '2026-03-10T12:20:00.000Z' })
  })
})

describe('traffic', () => {
  it('shows a connection with its rate, what is in trouble first', async () => {
    const carrier = await one(`insert into carriers (name) values ('Northwire') returning id`)
    const insert = (name: string) =>
      one(
        `insert into connections (carrier_id, name, kind, settings, system_id, secret_sealed)
         values ($1, $2, 'smpp_client', '{}', 'x', 'x') returning id`,
        [carrier, name],
      )
    const [up, down] = [await insert('Up'), await insert('Down')]
    world.bound.set(up, 1)
    await db.owner.query(`insert into connection_counters (connection_id, acknowledged) values ($1, 100)`, [up])
    await world.recorder.beat()
    await db.owner.query(`update connection_counters set acknowledged = 150`)
    world.clock.advanceMs(10_000)
    await world.recorder.beat()
    const body = await read('oya', 'traffic')
    expect(body.connections).toMatchObject([
      { id: toApiId('connection', down), carrier: 'Northwire', state: 'down', perSecond: 0 },
      { id: toApiId('connection', up), state: 'up', perSecond: 5, recent: [5] },
    ])
    expect(body.perSecond).toBe(5)
    expect(await workOf('oya', 'connections')).toMatchObject({ count: 1 })
  })

  it('names users whose traffic grew, from whole hours', async () => {
    const range = await makeRange(db.database.kysely, uuidOf('oya'))
    for (const [hour, messages] of [
      ['2026-03-10T11:00Z', 200],
      ['2026-03-09T10:00Z', 30],
      ['2026-03-10T12:00Z', 9_000],
    ]) {
      await db.owner.query(
        `insert into traffic_hourly (owner_id, range_id, hour, messages, segments, earned_micros, unsettled)
         values ($1, $2, $3, $4::int8, $4::int8, 0, false)`,
        [uuidOf('oya'), range, hour, messages],
      )
    }
    serve()
    const { unusual } = await read('root', 'users')
    expect(unusual).toMatchObject([
      { username: 'ayse', openCases: 2, messages: 0 },
      { username: 'oya', openCases: 0, messages: 200, messagesBefore: 30 },
    ])
  })
})
