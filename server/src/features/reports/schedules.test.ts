// Schedules through the served operations and their job: made, due once, missed, paused, and run with the role that
// their owner has by then.
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { fromApiId } from '@inrange/contract/ids'
import type { Json } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { deleteExports, insertTraffic, readNotifications } from './reports-fixture.queries.ts'
import { NOON, openWorld, type World } from './reports.fixture.ts'

const db = useTestDatabase()
let world: World
beforeAll(async () => {
  world = await openWorld(db)
})
beforeEach(async () => {
  world.clock.setTo(NOON)
  world.mails.length = 0
  await deleteExports(db.owner)
  await db.owner.query('delete from report_schedules')
  await db.owner.query('delete from notifications')
})

const daily = {
  name: 'Each morning',
  every: 'day',
  hour: 6,
  zone: 'UTC',
  request: { kind: 'cdr', format: 'csv', period: 'yesterday' },
}
async function create(username: string, body: Record<string, unknown> = {}): Promise<Json> {
  const { status, body: made } = await world.api.call(username, 'POST', '/schedules', { ...daily, ...body })
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(made)}`)
  return made
}
const list = async (username: string): Promise<Json> => (await world.api.call(username, 'GET', '/schedules')).body
const exportsOf = async (username: string): Promise<Json> =>
  (await world.api.call(username, 'GET', '/exports')).body.items

test('it is due at its hour, once, and tells by mail where the file is', async () => {
  const made = await create('ada')
  expect(made).toMatchObject({ nextAt: '2026-03-11T06:00:00.000Z', isPaused: false, lastExport: null })
  world.clock.setTo('2026-03-11T05:59:59Z')
  expect(await world.runSchedules()).toBe(0)
  world.clock.setTo('2026-03-11T06:00:30Z')
  expect(await world.runSchedules()).toBe(1)
  expect(await world.runSchedules()).toBe(0)
  await world.work()
  const [done] = await exportsOf('ada')
  expect(done).toMatchObject({ state: 'done', scheduleId: made.id, fileName: 'cdr-by-day-2026-03-10.csv' })
  expect((await list('ada')).items[0]).toMatchObject({
    nextAt: '2026-03-12T06:00:00.000Z',
    lastExport: { id: done.id },
  })
  expect(world.mails).toEqual([
    {
      userId: world.uuidOf('ada'),
      recipient: 'ada@example.com',
      kind: 'report_ready',
      facts: {
        username: 'ada',
        report: 'Each morning',
        period: '2026-03-10 (UTC)',
        rows: '2',
        until: '2026-03-18',
        link: `https://inrange.example/reports?tab=exports&export=${done.id}`,
      },
    },
  ])
})

test('without a mail server it says so, and still makes the file and the notification', async () => {
  world.state.isMailConfigured = false
  onTestFinished(() => void (world.state.isMailConfigured = true))
  await create('ada')
  expect((await list('ada')).isMailSent).toBe(false)
  world.clock.setTo('2026-03-11T06:00:00Z')
  await world.runSchedules()
  await world.work()
  expect((await readNotifications(db.owner)).map(({ kind }) => kind)).toEqual(['export_ready'])
})

test('two processes that look at once make one export', async () => {
  await create('ada')
  world.clock.setTo('2026-03-11T06:00:00Z')
  const queued = await Promise.all([world.runSchedules(), world.runSchedules(), world.runSchedules()])
  expect(queued.reduce((sum, one) => sum + one, 0)).toBe(1)
})

test('what was missed for days is made up once, for the last time it was due', async () => {
  await create('ada')
  world.clock.setTo('2026-03-20T12:00:00Z')
  expect(await world.runSchedules()).toBe(1)
  expect((await exportsOf('ada'))[0].fileName).toBe('cdr-by-day-2026-03-19.csv')
  expect((await list('ada')).items[0].nextAt).toBe('2026-03-21T06:00:00.000Z')
})

test('paused it is not due; resumed it means the next time', async () => {
  const { id } = await create('ada')
  const paused = await world.api.call('ada', 'PATCH', `/schedules/${id}`, { isPaused: true })
  expect(paused.body).toMatchObject({ isPaused: true, nextAt: null })
  world.clock.setTo('2026-03-15T12:00:00Z')
  expect(await world.runSchedules()).toBe(0)
  const resumed = await world.api.call('ada', 'PATCH', `/schedules/${id}`, { isPaused: false, hour: 18 })
  expect(resumed.body).toMatchObject({ isPaused: false, nextAt: '2026-03-15T18:00:00.000Z' })
})

test('it runs with the role its owner has by then: what is not allowed any more pauses it, and they are told', async () => {
  const { id } = await create('oya', { request: { kind: 'cdr', format: 'csv', groupBy: 'user' } })
  await db.owner.query(`update users set role = 'user' where id = $1`, [world.uuidOf('oya')])
  onTestFinished(() =>
    db.owner.query(`update users set role = 'admin' where id = $1`, [world.uuidOf('oya')]).then(() => undefined),
  )
  world.clock.setTo('2026-03-11T06:00:00Z')
  expect(await world.runSchedules()).toBe(0)
  expect((await list('oya')).items[0]).toMatchObject({
    id,
    isPaused: true,
    pausedReason: 'Only those who run the platform see carriers and users.',
  })
  expect(await readNotifications(db.owner)).toMatchObject([{ kind: 'export_ready', subject: { noun: 'schedule', id } }])
})

test('it waits for room, and comes when there is some', async () => {
  for (let one = 0; one < 4; one += 1) await create('ada', { name: `Report ${one}` })
  world.clock.setTo('2026-03-11T06:00:00Z')
  expect(await world.runSchedules()).toBe(3)
  await world.work()
  expect(await world.runSchedules()).toBe(1)
})

test('one of somebody else does not exist; one that cannot be made is refused at once', async () => {
  const { id } = await create('ada')
  for (const who of ['ben', 'oya']) {
    expect((await list(who)).items).toEqual([])
    expect((await world.api.call(who, 'PATCH', `/schedules/${id}`, { isPaused: true })).status).toBe(404)
    expect((await world.api.call(who, 'DELETE', `/schedules/${id}`)).status).toBe(404)
  }
  const request = { kind: 'cdr', format: 'csv', groupBy: 'carrier' }
  expect((await world.api.call('ada', 'POST', '/schedules', { ...daily, request })).status).toBe(422)
})

test('twenty are kept; deleted, the files it made stay', async () => {
  const { id } = await create('ada')
  for (let one = 1; one < 20; one += 1) await create('ada')
  expect((await world.api.call('ada', 'POST', '/schedules', daily)).body.error.code).toBe('limit_exceeded')
  world.clock.setTo('2026-03-11T06:00:00Z')
  await world.runSchedules()
  expect((await world.api.call('ada', 'DELETE', `/schedules/${id}`)).status).toBe(204)
  expect((await list('ada')).items).toHaveLength(19)
  expect((await exportsOf('ada')).length).toBe(3)
})

test('what would be more rows than an export holds pauses it, and its owner is told', async () => {
  const request = { kind: 'messages', format: 'csv', filter: {} }
  const { id } = await create('ben', { request })
  const where = { ownerId: world.uuidOf('ben'), rangeId: world.ranges.ben, connectionId: world.connectionId }
  await insertTraffic(db.owner, { ...where, hour: '2020-01-01T00:00:00Z', messages: 10_000_001 })
  onTestFinished(() => db.owner.query('delete from traffic_hourly').then(() => undefined))
  world.clock.setTo('2026-03-11T06:00:00Z')
  expect(await world.runSchedules()).toBe(0)
  const [paused] = (await list('ben')).items
  expect([paused.isPaused, paused.pausedReason]).toEqual([true, expect.stringContaining('10,000,001 rows')])
  expect(await readNotifications(db.owner)).toMatchObject([{ kind: 'export_ready', subject: { noun: 'schedule', id } }])
})

test('of whoever has no room nothing more is looked at, so that everybody else has their turn', async () => {
  for (let one = 0; one < 20; one += 1) await create('ada', { name: `Report ${one}`, hour: one })
  await create('ben', { hour: 23 })
  world.clock.setTo('2026-03-11T23:00:00Z')
  expect(await world.runSchedules(5)).toBe(4)
  expect(await exportsOf('ben')).toHaveLength(1)
})

test('one that fails for a reason of ours stands in nobody’s way, and the job says so', async () => {
  const { id } = await create('ada')
  await create('ben')
  await db.owner.query(
    `update report_schedules set request = jsonb_set(request, '{zone}', '"Mars/Olympus"') where id = $1`,
    [fromApiId('schedule', id)],
  )
  world.clock.setTo('2026-03-11T06:00:00Z')
  await expect(world.runSchedules()).rejects.toThrow('time zone')
  expect(await exportsOf('ben')).toHaveLength(1)
})

test('what it makes is in the audit log, as what a person asks for is', async () => {
  await create('oya', { request: { kind: 'cdr', format: 'csv', groupBy: 'user' } })
  world.clock.setTo('2026-03-11T06:00:00Z')
  await world.runSchedules()
  const [made] = await exportsOf('oya')
  const { rows } = await db.owner.query(
    `select actor_id, after->'asked'->>'groupBy' as grouped from audit_log
     where action = 'export_created' and subject_id = $1`,
    [fromApiId('export', made.id)],
  )
  expect(rows).toEqual([{ actor_id: world.uuidOf('oya'), grouped: 'user' }])
})
