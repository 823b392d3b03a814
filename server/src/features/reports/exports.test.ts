// Exports from request to file: whose they are, what is in them, how they end, and that they come out the same however
// they were interrupted.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { exportFormats } from '@inrange/contract/exports'
import { fromApiId } from '@inrange/contract/ids'
import type { ExportReport } from '../../testing/export-process.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { landMany } from '../messages/messages-fixture.queries.ts'
import { deleteExports, endLeases, insertTraffic, readNotifications, readPieces } from './reports-fixture.queries.ts'
import { NOON, openWorld, type World } from './reports.fixture.ts'

const db = useTestDatabase()
let world: World
beforeAll(async () => {
  world = await openWorld(db)
  const messages = Array.from({ length: 300 }, (_, index) => ({
    content: `Text ${index}`,
    sender: index % 3 === 0 ? '=cmd' : 'Acme',
    recipient: String(447_700_000_000 + index),
  }))
  await world.land('ada', messages, '2026-03-10T09:00:00Z')
  await world.land('ben', [{ content: 'Private 12345' }], '2026-03-10T09:30:00Z')
})
beforeEach(async () => {
  world.clock.setTo(NOON)
  await deleteExports(db.owner)
})

const messagesOf = (more: Record<string, unknown> = {}) => ({ kind: 'messages', format: 'csv', zone: 'UTC', ...more })
const small = { pieceOctets: 500 }

test('an export waits, is made, and is its owner’s to download once an address', async () => {
  const made = await world.create('ada', messagesOf())
  expect(made).toMatchObject({ state: 'queued', rows: 0, estimatedRows: 300, expiresAt: null, rowsPerSecond: null })
  expect(made.fileName).toBe('messages-2026-03-10-1200.csv')
  expect((await world.api.call('ada', 'POST', `/exports/${made.id}/download`)).status).toBe(409)
  await world.work()
  const done = await world.read('ada', made.id)
  expect(done).toMatchObject({ state: 'done', rows: 300, expiresAt: '2026-03-17T12:00:00.000Z' })
  const { body } = await world.api.call('ada', 'POST', `/exports/${made.id}/download`)
  const first = await world.open(body.address)
  expect(first.headers.get('content-type')).toContain('text/csv')
  expect(first.headers.get('content-disposition')).toBe('attachment; filename="messages-2026-03-10-1200.csv"')
  const lines = (await first.text()).split('\r\n')
  expect(lines).toHaveLength(302)
  expect(lines[0]).toBe('time (UTC),sender,recipient,range,text,segments,earned,read,flags,id')
  expect(lines[1]).toMatch(/^2026-03-10 09:00:00,Acme,447700000299,UK Mobile 01,Text 299,1,0\.004300,no,,msg_\w+$/)
  expect(lines[3]).toContain(",'=cmd,")
  await expect(world.open(body.address))
    .resolves.toMatchObject({ status: 500 })
    .catch(() => undefined)
})

test('an address opens one file, once, for five minutes', async () => {
  const made = await world.create('ada', messagesOf())
  await world.work()
  const ask = async () => (await world.api.call('ada', 'POST', `/exports/${made.id}/download`)).body.address as string
  const statusOf = async (address: string) => {
    const response = await world.open(address)
    await response.arrayBuffer()
    return response.status
  }
  const address = await ask()
  expect(await statusOf(address)).toBe(200)
  expect(await statusOf(address)).toBe(404)
  const late = await ask()
  world.clock.advanceMs(301_000)
  expect(await statusOf(late)).toBe(404)
  const former = await ask()
  await ask()
  expect(await statusOf(former)).toBe(404)
})

test('HEAD tells of the file as often as it is asked, and leaves the address to one GET', async () => {
  const made = await world.create('ada', messagesOf())
  await world.work()
  const { body } = await world.api.call('ada', 'POST', `/exports/${made.id}/download`)
  const looks = [await world.open(body.address, 'HEAD'), await world.open(body.address, 'HEAD')]
  const file = await world.open(body.address)
  const octets = String((await file.arrayBuffer()).byteLength)
  for (const look of looks) {
    expect([look.status, await look.text(), look.headers.get('content-length')]).toEqual([200, '', octets])
    expect(look.headers.get('content-disposition')).toBe(file.headers.get('content-disposition'))
  }
  expect((await world.open(body.address, 'HEAD')).status).toBe(404)
})

test('somebody else’s export does not exist, whatever the role', async () => {
  const made = await world.create('ada', messagesOf())
  for (const who of ['ben', 'oya']) {
    expect((await world.api.call(who, 'GET', `/exports/${made.id}`)).status).toBe(404)
    expect((await world.api.call(who, 'POST', `/exports/${made.id}/cancel`)).status).toBe(404)
    expect((await world.api.call(who, 'POST', `/exports/${made.id}/download`)).status).toBe(404)
    expect((await world.api.call(who, 'GET', '/exports')).body.items).toEqual([])
  }
})

test('a user exports the user’s own alone; an admin gets others masked and may not search their texts', async () => {
  const ben = { filter: { ownerId: world.idOf('ben') } }
  expect((await world.api.call('ada', 'POST', '/exports', messagesOf(ben))).status).toBe(404)
  const searched = { filter: { ...ben.filter, text: 'Private' } }
  expect((await world.api.call('oya', 'POST', '/exports', messagesOf(searched))).status).toBe(422)
  const made = await world.create('oya', messagesOf({ format: 'ndjson', ...ben }))
  await world.work()
  const row = JSON.parse((await world.download('oya', made.id)).toString()) as { text: string; sender: string }
  expect(row.text).toBe('••••••• •••••')
  const { rows } = await db.owner.query<{ action: string }>(
    `select action from audit_log where actor_id = $1 order by id`,
    [world.uuidOf('oya')],
  )
  expect(rows.map(({ action }) => action)).toEqual(['export_created', 'export_downloaded'])
})

test('who is no admin any more neither gets what belongs to others made nor downloads it', async () => {
  const ben = { filter: { ownerId: world.idOf('ben') } }
  const setRole = async (role: 'admin' | 'user') => {
    await db.owner.query('update users set role = $1 where id = $2', [role, world.uuidOf('oya')])
    world.callers.set('oya', { userId: world.uuidOf('oya'), role })
  }
  const made = await world.create('oya', messagesOf(ben))
  await world.work()
  const { body } = await world.api.call('oya', 'POST', `/exports/${made.id}/download`)
  const waiting = await world.create('oya', messagesOf(ben))
  onTestFinished(() => setRole('admin'))
  await setRole('user')
  await world.work()
  expect(await world.read('oya', waiting.id)).toMatchObject({
    state: 'failed',
    reason: 'Your role does not allow this any more.',
  })
  expect((await world.api.call('oya', 'POST', `/exports/${made.id}/download`)).status).toBe(404)
  const response = await world.open(body.address)
  expect(response.status).toBe(404)
})

test('only the columns that were chosen, in their order; times in the zone', async () => {
  const chosen = {
    columns: ['sender', 'time'],
    zone: 'Asia/Kolkata',
    filter: { recipient: '447700000001', recipientMatch: 'is' },
  }
  const made = await world.create('ada', messagesOf(chosen))
  expect(made.estimatedRows).toBeNull()
  await world.work()
  const text = new TextDecoder().decode(await world.download('ada', made.id))
  expect(text).toBe('time (Asia/Kolkata),sender\r\n2026-03-10 14:30:00,Acme\r\n')
})

test('a time word means the days of the zone when it was asked for, however late the file is made', async () => {
  const made = await world.create('ada', messagesOf({ filter: { during: 'today' } }))
  world.clock.advanceMs(3 * 86_400_000)
  await world.work()
  expect(await world.read('ada', made.id)).toMatchObject({ state: 'done', rows: 300 })
})

test('a request is given back so that it can be sent again', async () => {
  const made = await world.create('ada', messagesOf({ filter: { rangeId: world.rangeIdOf('ada'), during: 'today' } }))
  expect(made.request).toEqual(messagesOf({ filter: { rangeId: world.rangeIdOf('ada'), during: 'today' } }))
  expect((await world.api.call('ada', 'POST', '/exports', made.request)).status).toBe(201)
})

test('a cancelled export gets no further piece, and what was made of it is deleted', async () => {
  const made = await world.create('ada', messagesOf())
  await world.work({ ...small, turnMs: 0, runMs: 0 })
  const abort = new AbortController()
  abort.abort()
  await world.work(small, abort.signal)
  const { status, body } = await world.api.call('ada', 'POST', `/exports/${made.id}/cancel`)
  expect([status, body.state]).toEqual([200, 'cancelled'])
  await world.work(small)
  expect(await world.read('ada', made.id)).toMatchObject({ state: 'cancelled' })
  await world.clear()
  expect(await readPieces(db.owner)).toEqual({ pieces: 0, state: 'cancelled' })
  // Asked twice it is as cancelled as asked once; what is done cannot be cancelled.
  expect((await world.api.call('ada', 'POST', `/exports/${made.id}/cancel`)).status).toBe(200)
  const other = await world.create('ada', messagesOf())
  await world.work()
  expect((await world.api.call('ada', 'POST', `/exports/${other.id}/cancel`)).status).toBe(409)
})

test('three at once, ten files: a fourth is refused, an eleventh takes the place of the oldest', async () => {
  const ids: string[] = []
  for (let round = 0; round < 4; round += 1) {
    for (let one = 0; one < 3; one += 1) ids.push((await world.create('ada', messagesOf())).id)
    const refused = await world.api.call('ada', 'POST', '/exports', messagesOf())
    expect([refused.status, refused.body.error.code]).toEqual([422, 'limit_exceeded'])
    await world.work()
    world.clock.advanceMs(1_000)
  }
  await world.clear()
  const { body } = await world.api.call('ada', 'GET', '/exports?limit=12')
  expect(body.items.map((item: { id: string }) => item.id)).toEqual(ids.toReversed())
  expect(body.items.map((item: { state: string }) => item.state)).toEqual([
    ...Array.from({ length: 10 }, () => 'done'),
    'expired',
    'expired',
  ])
})

test('more rows than an export holds are refused before it starts, with both numbers', async () => {
  const hour = '2020-01-01T00:00:00Z'
  const where = { ownerId: world.uuidOf('ben'), rangeId: world.ranges.ben, connectionId: world.connectionId }
  await insertTraffic(db.owner, { ...where, hour, messages: 10_000_001 })
  const { status, body } = await world.api.call('ben', 'POST', '/exports', messagesOf())
  expect([status, body.error.message]).toEqual([
    422,
    'This would be about 10,000,002 rows. An export holds at most 10,000,000: choose a shorter period.',
  ])
  const later = messagesOf({ filter: { from: '2020-01-01T01:00:00Z' } })
  expect((await world.api.call('ben', 'POST', '/exports', later)).status).toBe(201)
})

test('a file expires after seven days: it is gone, and the line says so', async () => {
  const made = await world.create('ada', messagesOf())
  await world.work()
  world.clock.advanceMs(7 * 86_400_000 - 1)
  await world.clear()
  expect((await world.read('ada', made.id)).state).toBe('done')
  world.clock.advanceMs(1)
  expect((await world.api.call('ada', 'POST', `/exports/${made.id}/download`)).status).toBe(409)
  await world.clear()
  expect(await world.read('ada', made.id)).toMatchObject({ state: 'expired', expiresAt: null })
  expect(await readPieces(db.owner)).toEqual({ pieces: 0, state: 'expired' })
})

test('what is written while it runs counts against the room of its owner', async () => {
  const kept = await world.create('ada', messagesOf())
  await world.work()
  const made = await world.create('ada', messagesOf())
  await db.owner.query('update exports set stored_octets = 3000000001 where id = $1', [fromApiId('export', kept.id)])
  await world.work({ ...small, turnMs: 0 })
  expect(await world.read('ada', made.id)).toMatchObject({
    state: 'failed',
    reason: 'The file would be larger than there is room for. Choose a shorter period, fewer columns or CSV.',
  })
  // Its octets are free for the next.
  await db.owner.query('update exports set stored_octets = 1000 where id = $1', [fromApiId('export', kept.id)])
  const next = await world.create('ada', messagesOf())
  await world.work({ ...small, turnMs: 0 })
  expect((await world.read('ada', next.id)).state).toBe('done')
})

test('its owner is told once that it is ready', async () => {
  await db.owner.query('delete from notifications')
  const made = await world.create('ada', messagesOf())
  await world.work()
  expect(await readNotifications(db.owner)).toEqual([
    {
      kind: 'export_ready',
      facts: { name: made.fileName, state: 'ready', rows: 300 },
      subject: { noun: 'export', id: made.id },
    },
  ])
})

describe.each(exportFormats)('%s', (format) => {
  test('stopped after every piece and gone on with by others, it is the same file', async () => {
    const request = messagesOf({ format })
    const whole = await world.create('ada', request)
    await world.work(small)
    // As it is at the end of a turn, after which any process takes the next.
    const stopped = await world.create('ada', request)
    let turns = 0
    while ((await world.read('ada', stopped.id)).state !== 'done') turns += await world.work({ ...small, turnMs: 0 })
    expect(turns).toBeGreaterThanOrEqual(1)
    const [first, second] = [await world.download('ada', whole.id), await world.download('ada', stopped.id)]
    expect(second.equals(first)).toBe(true)
  })
})

describe('killed', () => {
  const program = join(import.meta.dirname, '../../testing/export-process.ts')
  const start = (pieceOctets: number, execArgv: string[] = []) => {
    const child = fork(program, [db.connectionString, String(pieceOctets)], { execArgv })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }

  beforeAll(async () => {
    const where = { ownerId: world.uuidOf('ada'), rangeId: world.ranges.ada, connectionId: world.connectionId }
    await landMany(db.owner, { ...where, at: '2026-03-09T09:00:00Z' }, 60_000)
  })

  test.each(['csv', 'json'] as const)(
    'with kill -9 in the middle of it, %s comes out octet by octet',
    async (format) => {
      const request = messagesOf({ format })
      const whole = await world.create('ada', request)
      await world.work()
      const killed = await world.create('ada', request)
      const child = start(20_000)
      while ((await readPieces(db.owner)).pieces < 3) await new Promise((resolve) => setImmediate(resolve))
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(await readPieces(db.owner)).toMatchObject({ state: 'running' })
      // While its time is not over, nobody else goes on.
      expect(await world.work()).toBe(0)
      await endLeases(db.owner)
      await world.work({ pieceOctets: 50_000 })
      expect(await world.read('ada', killed.id)).toMatchObject({ state: 'done', rows: 60_300 })
      expect((await world.download('ada', killed.id)).equals(await world.download('ada', whole.id))).toBe(true)
    },
  )

  test.each(['csv', 'xlsx'] as const)(
    '%s is made in a memory that could not hold its rows',
    async (format) => {
      const memoryOf = async (filter: unknown): Promise<number> => {
        await world.create('ada', messagesOf({ format, filter }))
        // As rows, 60,000 take more than what is left of such a heap.
        const child = start(200_000, ['--max-old-space-size=56', '--max-semi-space-size=2'])
        const [report] = (await once(child, 'message')) as [ExportReport]
        expect(report.turns).toBe(1)
        return report.memoryKilobytesMax
      }
      const few = await memoryOf({ from: '2026-03-10T00:00:00Z' })
      const many = await memoryOf({})
      expect(many - few).toBeLessThan(64_000)
    },
    60_000,
  )
})
