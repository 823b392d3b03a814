// Alerts on a real PostgreSQL: opened by what is measured, acknowledged by a person, resolved by what is measured.
import { beforeAll, describe, expect, it } from 'vitest'
import { toApiId } from '@inrange/contract/ids'
import { encodeCursor } from '../../platform/cursor.ts'
import { serveSlice, type Json, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { openSystemWorld, type SystemWorld } from '../system/system.fixture.ts'
import { measureSystem } from '../system/system.public.ts'
import { alertsRoutes } from './alerts.routes.ts'
import { watchAlerts } from './watch-alerts.ts'

const db = useTestDatabase()
const callers = new Map<string, SliceCaller>()
let world: SystemWorld
let api: SliceClient
let connectionId: string

const watch = () => watchAlerts({ ...world.deps, measure: () => measureSystem(world.deps, world.recorder) })

/** A look at an installation whose schedules run. */
async function look() {
  await db.owner.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution) values ('all', $1, $1)
     on conflict (identifier) do update set last_execution = excluded.last_execution`,
    [world.clock.now()],
  )
  return watch()
}
const openOf = async (username: string): Promise<Json[]> => (await api.call(username, 'GET', '/alerts')).body.items
const kindsOf = async (username: string) => (await openOf(username)).map(({ kind }: Json) => kind)

async function insertUser(username: string, role: SliceCaller['role']) {
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into users (username, email, role) values ($1, $1 || '@example.test', $2) returning id`,
    [username, role],
  )
  callers.set(username, { userId: rows[0]?.id ?? '', role })
}

beforeAll(async () => {
  world = await openSystemWorld(db)
  api = serveSlice(alertsRoutes(world.deps), callers)
  await insertUser('root', 'super_admin')
  await insertUser('oya', 'admin')
  await insertUser('ayse', 'user')
  const { rows } = await db.owner.query<{ id: string }>(
    `with made as (insert into carriers (name) values ('Northwire') returning id)
     insert into connections (carrier_id, name, kind, settings, system_id, secret_sealed)
     select id, 'Main', 'smpp_client', '{}', 'x', 'x' from made returning id`,
  )
  connectionId = rows[0]?.id ?? ''
})

describe('a connection that goes down', () => {
  it('is no alert at once, and one after the minutes of the setting', async () => {
    world.bound.set(connectionId, 1)
    await look()
    expect(await openOf('root')).toEqual([])
    world.bound.delete(connectionId)
    await db.owner.query(
      `insert into smpp_sessions (connection_id, process_id, remote_address, bind_type, started_at, ended_at)
       values ($1, uuidv7(), '192.0.2.1', 'receiver', $2, $3)`,
      [connectionId, '2026-03-10T11:00:00Z', '2026-03-10T12:31:00Z'],
    )
    world.clock.setTo('2026-03-10T12:32:30Z')
    await look()
    expect(await openOf('root')).toEqual([])
    world.clock.setTo('2026-03-10T12:33:00Z')
    await look()
    expect(await openOf('oya')).toMatchObject([
      {
        kind: 'connection_down',
        severity: 'critical',
        state: 'open',
        subject: { id: toApiId('connection', connectionId), name: 'Northwire · Main' },
        facts: { minutes: 2 },
        since: '2026-03-10T12:31:00.000Z',
        openings: 1,
      },
    ])
  })

  it('stays one alert however often it is looked at, with its figures up to date', async () => {
    world.clock.advanceMs(3 * 60_000)
    await look()
    await Promise.all([watch(), watch(), watch()])
    const alerts = await openOf('oya')
    expect(alerts).toHaveLength(1)
    expect(alerts[0].facts.minutes).toBe(5)
  })

  it('is acknowledged by a person with a note, which is in the audit log, and stays', async () => {
    const [{ id }] = await openOf('oya')
    const { status, body } = await api.call('oya', 'POST', `/alerts/${id}/acknowledge`, { note: ' Asked the carrier ' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'acknowledged', acknowledgedBy: 'oya', note: 'Asked the carrier' })
    const { rows } = await db.owner.query(`select action, subject_type, after from audit_log order by id desc limit 1`)
    expect(rows[0]).toMatchObject({
      action: 'alert_acknowledged',
      subject_type: 'alert',
      after: { kind: 'connection_down', note: 'Asked the carrier' },
    })
    await look()
    expect(await openOf('root')).toMatchObject([{ state: 'acknowledged' }])
  })

  it('is resolved once it is up again, and the same alert opened once more when it falls within the hour', async () => {
    const [{ id }] = await openOf('oya')
    world.bound.set(connectionId, 1)
    world.clock.advanceMs(60_000)
    await look()
    expect(await openOf('root')).toEqual([])
    const over = await api.call('oya', 'POST', `/alerts/${id}/acknowledge`, {})
    expect([over.status, over.body.error.code]).toEqual([409, 'state_changed'])
    world.bound.delete(connectionId)
    world.clock.advanceMs(50 * 60_000)
    await look()
    expect(await openOf('oya')).toMatchObject([{ id, state: 'open', openings: 2, acknowledgedBy: null, note: '' }])
    world.bound.set(connectionId, 1)
    await look()
    expect((await api.call('oya', 'GET', '/alerts?state=resolved')).body.items).toMatchObject([{ id, openings: 2 }])
  })
})

describe('an alert that only a super admin can act on', () => {
  it('is told to super admins alone, and does not exist for an admin', async () => {
    await db.owner.query(
      `insert into ledger.checks (started_at, finished_at, faults, first_fault) values ($1, $1, 1, 'A balance differs')`,
      [world.clock.now()],
    )
    await look()
    expect(await kindsOf('root')).toEqual(['ledger_faults'])
    expect(await kindsOf('oya')).toEqual([])
    const [{ id }] = await openOf('root')
    const asAdmin = await api.call('oya', 'POST', `/alerts/${id}/acknowledge`, {})
    expect(asAdmin.status).toBe(404)
    expect(await openOf('root')).toMatchObject([{ state: 'open' }])
    const { rows } = await db.owner.query<{ username: string; facts: Json }>(
      `select u.username, n.facts from notifications n join users u on u.id = n.user_id where n.kind = 'alert'`,
    )
    expect(rows).toMatchObject([{ username: 'root', facts: { name: 'The books do not balance' } }])
  })

  it('is over when the next check finds nothing', async () => {
    await db.owner.query(`insert into ledger.checks (started_at, finished_at, faults) values ($1, $1, 0)`, [
      new Date(world.clock.nowMs() + 1_000),
    ])
    await look()
    expect(await kindsOf('root')).toEqual([])
  })
})

describe('what was', () => {
  it('comes in pages, the latest first', async () => {
    await db.owner.query(
      `insert into alerts (kind, subject_id, severity, state, since, opened_at, resolved_at)
       select 'job_failing', 'job ' || n, 'warning', 'resolved', t, t, t
       from generate_series(1, 3) n cross join lateral (select '2026-03-10T10:00:00Z'::timestamptz - n * interval '1 minute') x (t)`,
    )
    const first = (await api.call('root', 'GET', '/alerts?state=resolved&limit=4')).body
    expect(first.items.map(({ kind }: Json) => kind)).toEqual([
      'ledger_faults',
      'connection_down',
      'job_failing',
      'job_failing',
    ])
    const next = (await api.call('root', 'GET', `/alerts?state=resolved&limit=4&cursor=${first.nextCursor}`)).body
    expect([next.items.length, next.nextCursor]).toEqual([1, null])
    const forged = [
      encodeCursor(['1', connectionId]),
      encodeCursor(['2026-03-10T12:00:00.000Z', '-'.repeat(36)]),
      'eyJ4IjoxfQ',
    ]
    for (const cursor of forged) {
      expect((await api.call('root', 'GET', `/alerts?state=resolved&cursor=${cursor}`)).status).toBe(422)
    }
  })

  it('is nobody’s but an admin’s', async () => {
    expect((await api.call('ayse', 'GET', '/alerts')).status).toBe(403)
    expect((await api.call('oya', 'POST', `/alerts/${toApiId('alert', connectionId)}/acknowledge`, {})).status).toBe(
      404,
    )
    expect((await api.call('oya', 'POST', '/alerts/alr_nonsense/acknowledge', {})).status).toBe(404)
  })
})

describe('the minutes for which a connection is down', () => {
  const insertSession = (startedAt: string, endedAt: string) =>
    db.owner.query(
      `insert into smpp_sessions (connection_id, process_id, remote_address, bind_type, started_at, ended_at)
       values ($1, uuidv7(), '192.0.2.1', 'receiver', $2, $3)`,
      [connectionId, startedAt, endedAt],
    )
  const downSince = async () =>
    (await openOf('oya')).filter(({ kind }) => kind === 'connection_down').map(({ since }) => since)

  it('begin with the end of the session that lasted longest, not of the one that began last', async () => {
    world.clock.setTo('2026-03-10T16:30:00Z')
    await insertSession('2026-03-10T14:00:00Z', '2026-03-10T16:30:00Z')
    await insertSession('2026-03-10T15:00:00Z', '2026-03-10T15:10:00Z')
    world.bound.delete(connectionId)
    await look()
    expect(await downSince()).toEqual([])
    world.clock.setTo('2026-03-10T16:32:00Z')
    await look()
    expect(await downSince()).toEqual(['2026-03-10T16:30:00.000Z'])
    world.bound.set(connectionId, 1)
    await look()
  })

  it('begin when it is switched on again, not when it was switched off', async () => {
    world.clock.setTo('2026-03-10T20:00:00Z')
    world.bound.delete(connectionId)
    world.unboundSince.set(connectionId, world.clock.nowMs())
    await look()
    expect(await downSince()).toEqual([])
    world.clock.advanceMs(2 * 60_000)
    await look()
    expect(await downSince()).toEqual(['2026-03-10T20:00:00.000Z'])
    world.bound.set(connectionId, 1)
    await look()
  })
})

describe('a disk that fills', () => {
  it('is an alert of what is left, as this program may use it, and none once there is room again', async () => {
    const before = await kindsOf('root')
    expect(before).not.toContain('disk_full')
    world.disk.freeBytes = world.disk.totalBytes * 0.09
    await look()
    const [alert] = (await openOf('root')).filter(({ kind }) => kind === 'disk_full')
    expect(alert).toMatchObject({ severity: 'warning', facts: { percent: 9, freeBytes: 90_000_000 } })
    world.disk.freeBytes = world.disk.totalBytes / 2
    await look()
    expect(await kindsOf('root')).toEqual(before)
  })
})
