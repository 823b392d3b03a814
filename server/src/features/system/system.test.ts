// What is measured, on a real PostgreSQL: written by the minute, added up over processes, thinned, and read as a whole.
import { beforeAll, describe, expect, it } from 'vitest'
import { serveSlice, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { selectMinutesSince } from './minutes.queries.ts'
import { ALL_PROCESSES } from './minutes.rules.ts'
import { openSystemWorld, type SystemWorld } from './system.fixture.ts'
import { SystemRecorder } from './system.recorder.ts'
import { systemRoutes } from './system.routes.ts'
import { thinMeasurements } from './thin-measurements.ts'

const db = useTestDatabase()
const callers = new Map<string, SliceCaller>()
let world: SystemWorld
let api: SliceClient

const minutes = () => selectMinutesSince(db.database.kysely, new Date('2026-03-01T00:00:00Z'))
const samples = async () => (await db.owner.query('select * from system_samples order by at')).rows

beforeAll(async () => {
  world = await openSystemWorld(db)
  api = serveSlice(systemRoutes(world.deps, world.recorder), callers)
  for (const [username, role] of [
    ['root', 'super_admin'],
    ['oya', 'admin'],
    ['ayse', 'user'],
  ] as const) {
    const { rows } = await db.owner.query<{ id: string }>(
      `insert into users (username, email, role, is_active) values ($1, $1 || '@example.test', $2, $1 <> 'ayse')
       returning id`,
      [username, role],
    )
    callers.set(username, { userId: rows[0]?.id ?? '', role })
  }
})

describe('minutes', () => {
  it('are written with what was counted, once, and with a sample of the installation', async () => {
    for (const tookMs of [3, 4, 900]) world.deps.requests.note(tookMs, 200)
    world.deps.requests.note(5, 503)
    Object.assign(world.batches, { received: 120, acknowledged: 110, queuedPeak: 7 })
    world.clock.advanceMs(60_000)
    await world.recorder.writeMinute()
    expect(await minutes()).toMatchObject([
      { seconds: 60, requests: 4, faults: 1, received: 120, acknowledged: 110, queuedPeak: 7, streamsPeak: 3 },
    ])
    expect(await samples()).toMatchObject([{ users: 3, users_active: 2, jobs_waiting: 0 }])
    // A second process in the same minute finds the sample there, and writes its own minute.
    await world.recorder.writeMinute()
    expect([(await minutes()).length, (await samples()).length]).toEqual([1, 1])
  })

  it('of several processes add up, and the one that runs is counted before it is written', async () => {
    const other = new SystemRecorder(world.deps)
    world.deps.requests.note(2, 200)
    world.clock.advanceMs(30_000)
    await other.stop()
    world.deps.requests.note(2, 200)
    Object.assign(world.batches, { acknowledged: 40 })
    const { status, body } = await api.call('root', 'GET', '/system')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      program: { version: '9.9.9', processes: 2 },
      users: { total: 3, active: 2 },
      api: { requests: 6, faults: 1 },
      receiving: { perSecond: 1.7, queued: 0 },
      database: { isEmbedded: true },
      ledger: { check: null, settledAt: null, unsettledHour: null },
      backups: { isConfigured: false, newest: null, error: null },
      live: { streams: 3, isConnected: true },
    })
    const { rows } = await db.owner.query<{ size: string }>('select pg_database_size(current_database()) as size')
    expect(Math.abs(body.database.bytes - Number(rows[0]?.size))).toBeLessThan(1_000_000)
    expect(body.disk).toEqual({ freeBytes: 500_000_000, totalBytes: 1_000_000_000 })
  })

  it('that could not be written wait for the next one', async () => {
    const before = (await minutes()).length
    await db.owner.query('alter table system_minutes rename to away')
    world.deps.requests.note(2, 200)
    world.clock.advanceMs(60_000)
    await world.recorder.writeMinute()
    await db.owner.query('alter table away rename to system_minutes')
    world.clock.advanceMs(60_000)
    await world.recorder.writeMinute()
    expect((await minutes()).length).toBe(before + 2)
    expect((await minutes()).reduce((sum, { requests }) => sum + requests, 0)).toBe(7)
  })
})

describe('history', () => {
  it('has every step of the period, with nulls where nothing was measured', async () => {
    const { status, body } = await api.call('root', 'GET', '/system/history?hours=24')
    expect(status).toBe(200)
    expect([body.stepSeconds, body.steps.length]).toEqual([900, 96])
    expect(body.steps.at(-1)).toMatchObject({ requests: 7, faults: 1, usersActive: 2 })
    expect(body.steps.at(-1).p95Ms).toBeGreaterThan(3)
    expect(body.steps[0]).toMatchObject({ requests: null, p95Ms: null, databaseBytes: null })
    expect((await api.call('root', 'GET', '/system/history?hours=25')).status).toBe(422)
    expect((await api.call('root', 'GET', '/system/history?hours=720')).body.steps).toHaveLength(120)
  })

  it('keeps minutes for a day, quarters of an hour after it, and nothing after thirty days', async () => {
    const counted = (await minutes()).reduce((sum, { requests }) => sum + requests, 0)
    expect(await thinMeasurements(world.deps)).toBe(0)
    world.clock.advanceMs(25 * 3_600_000)
    const many = (await minutes()).length
    expect(await thinMeasurements(world.deps)).toBe(many)
    const thinned = await minutes()
    expect(thinned.every(({ processId, seconds }) => processId === ALL_PROCESSES && seconds === 900)).toBe(true)
    expect(thinned.reduce((sum, { requests }) => sum + requests, 0)).toBe(counted)
    expect((await samples()).length).toBeLessThanOrEqual(thinned.length)
    expect(await thinMeasurements(world.deps)).toBe(0)
    world.clock.advanceMs(30 * 24 * 3_600_000)
    await thinMeasurements(world.deps)
    expect([await minutes(), await samples()]).toEqual([[], []])
  })
})

it('is the super admin’s; health stays open and says one word', async () => {
  for (const path of ['/system', '/system/history']) {
    expect((await api.call('oya', 'GET', path)).status).toBe(403)
    expect((await api.call(null, 'GET', path)).status).toBe(401)
  }
  expect((await api.call(null, 'GET', '/health')).body).toEqual({ status: 'ok', database: 'up', version: '9.9.9' })
})
