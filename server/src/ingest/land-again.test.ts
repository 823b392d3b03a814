// Quarantine on the real pipeline: what came for no range is routed later, by the same stages, and the books agree.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import { checkLedger, settleEarnings } from '../features/ledger/ledger.public.ts'
import { quarantineRoutes } from '../features/quarantine/quarantine.public.ts'
import { loadRouting } from '../features/ranges/ranges.public.ts'
import type { RequestContext } from '../platform/http.ts'
import { useTestDatabase } from '../testing/test-database.ts'
import { buildRoutingTable, locate } from './3-locate.ts'
import { recipientNumber } from './1-decode.ts'
import { rate } from './4-rate.ts'
import { insertRange } from './ingest.fixture.queries.ts'
import {
  buildWorld,
  NOW,
  openTestIngest,
  openTestSession,
  WORLD_START,
  type TestPort,
  type World,
} from './ingest.fixture.ts'
import { landingStages } from './land-again.ts'
import type { Ingest } from './open-ingest.ts'

const db = useTestDatabase()
const nowMs = Date.parse(NOW)
const LATE = '2026-11-20T09:00:00Z'
let world: World
let ingest: Ingest
let session: TestPort
let routes: ReturnType<typeof quarantineRoutes>
let context: RequestContext
let clock: Awaited<ReturnType<typeof openTestIngest>>['clock']

beforeAll(async () => {
  world = await buildWorld(db.owner)
  const opened = await openTestIngest(db, world.facts)
  ingest = opened.ingest
  clock = opened.clock
  session = await openTestSession(ingest, world.facts)
  routes = quarantineRoutes({ database: db.database, clock, stages: landingStages })
  const caller = { userId: world.owners.get('ayse') ?? '', username: 'ayse', role: 'admin', sessionId: '' } as const
  const signal = new AbortController().signal
  context = {
    caller: { ...caller, duty: null, actor: null },
    scope: 'any',
    requestId: 'r',
    address: '127.0.0.1',
    signal,
  }
})
afterAll(() => ingest.stop())

const none = { params: undefined, query: undefined, body: undefined }
type Body = Parameters<(typeof routes)['quarantine.preview-route']>[0]['body']
const preview = (body: Body) => routes['quarantine.preview-route']({ ...none, body }, context)

async function route(body: Body, expected?: { messages: number; earned: string }) {
  const shown = expected ?? (await preview(body))
  const { messages, earned } = shown
  return routes['quarantine.route']({ ...none, body: { ...body, expected: { messages, earned } } }, context)
}

let prefixes = 0
/** Messages for a range that is only made afterwards. @returns their rows, and how to make the range */
async function quarantineSome(count: number, receivedAt = LATE) {
  prefixes += 1
  const prefix = `4666${String(prefixes).padStart(4, '0')}`
  for (let index = 0; index < count; index++) {
    const outcome = await session.send(
      { recipient: `${prefix}00${index}`, text: `late ${index}` },
      Date.parse(receivedAt),
    )
    expect(outcome).toBe('quarantined')
  }
  const { rows } = await db.owner.query<{ id: string }>(
    'select id from quarantine where recipient like $1 order by received_at, id',
    [`%${prefix}%`],
  )
  const addRange = (facts: Partial<Parameters<typeof insertRange>[1]> = {}) =>
    insertRange(db.owner, {
      name: `Late ${prefix}`,
      prefix,
      ownerId: world.owners.get('bob') ?? '',
      rateMicros: 5_000,
      status: 'active',
      isTest: false,
      from: WORLD_START,
      ...facts,
    })
  return { ids: rows.map(({ id }) => id), prefix, addRange }
}

async function inboxOf(name: string) {
  const { rows } = await db.owner.query<{ messages: string; earned: string }>(
    'select messages::text, earned_micros::text as earned from inboxes where owner_id = $1',
    [world.owners.get(name)],
  )
  return { messages: Number(rows[0]?.messages ?? 0), earned: Number(rows[0]?.earned ?? 0) }
}

async function expectSoundBooks() {
  await settleEarnings({ database: db.database, clock }, { maturityDays: 30 })
  const report = await checkLedger({ database: db.database })
  expect(report.checks.flatMap(({ findings }) => findings)).toEqual([])
}

test('what came for no range lands with its money once there is one: inbox, hour, totals, numbers, in one piece', async () => {
  const before = await inboxOf('bob')
  const { ids, addRange } = await quarantineSome(3)
  expect(await preview({ ids, as: 'received', withEarnings: true })).toMatchObject({
    messages: 0,
    stays: [{ reason: 'no_range', messages: 3 }],
  })
  const rangeId = await addRange()
  const plan = await route({ ids, as: 'received', withEarnings: true })
  expect(plan).toMatchObject({ messages: 3, earned: '0.015000', targets: [{ rate: '0.005000', messages: 3 }] })
  const after = await inboxOf('bob')
  expect(after).toEqual({ messages: before.messages + 3, earned: before.earned + 15_000 })
  const hours = await db.owner.query(
    `select messages::int, earned_micros::int, unsettled, hour from traffic_hourly where range_id = $1`,
    [rangeId],
  )
  expect(hours.rows).toEqual([{ messages: 3, earned_micros: 15_000, unsettled: true, hour: new Date(LATE) }])
  const totals = await db.owner.query('select messages::int, used_numbers::int from range_totals where range_id = $1', [
    rangeId,
  ])
  expect(totals.rows).toEqual([{ messages: 3, used_numbers: 3 }])
  const landed = await db.owner.query<{ state: string; sender: string; received_at: Date; is_new: boolean }>(
    `select q.state, m.sender, m.received_at, m.landed_at >= $2 as is_new from quarantine q
     join messages m on m.owner_id = q.owner_id and m.landed_at = q.landed_at where q.id = any($1)`,
    [ids, NOW],
  )
  expect(landed.rows).toHaveLength(3)
  expect(landed.rows[0]).toEqual({ state: 'routed', sender: 'Acme', received_at: new Date(LATE), is_new: true })
  await expectSoundBooks()
})

test('of two requests for the same message at the same time one lands it, and the other is told to look again', async () => {
  const { ids, addRange } = await quarantineSome(2)
  await addRange()
  const before = await inboxOf('bob')
  const body = { ids, as: 'received', withEarnings: true } as const
  const expected = { messages: 2, earned: '0.010000' }
  const outcomes = await Promise.allSettled([route(body, expected), route(body, expected)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'state_changed' } })
  expect((await inboxOf('bob')).earned).toBe(before.earned + 10_000)
  expect(await preview(body)).toMatchObject({ messages: 0, stays: [{ reason: 'decided', messages: 2 }] })
  await expectSoundBooks()
})

test('money that is not what was shown is not booked', async () => {
  const { ids, addRange } = await quarantineSome(1)
  await addRange()
  const body = { ids, as: 'received', withEarnings: true } as const
  await expect(route(body, { messages: 1, earned: '0.004999' })).rejects.toMatchObject({ code: 'state_changed' })
  const { rows } = await db.owner.query('select state from quarantine where id = $1', [ids[0]])
  expect(rows).toEqual([{ state: 'waiting' }])
})

test('without earnings, and to a test range, a message lands and earns nothing', async () => {
  const plain = await quarantineSome(1)
  await plain.addRange()
  const tests = await quarantineSome(1)
  await tests.addRange({ isTest: true })
  const before = await inboxOf('bob')
  expect(await route({ ids: plain.ids, as: 'received', withEarnings: false })).toMatchObject({ earned: '0.000000' })
  expect(await route({ ids: tests.ids, as: 'received', withEarnings: true })).toMatchObject({
    earned: '0.000000',
    targets: [{ isTest: true, rate: '0.005000' }],
  })
  expect(await inboxOf('bob')).toEqual({ messages: before.messages + 2, earned: before.earned })
  const { rows } = await db.owner.query(
    'select m.flags from messages m join quarantine q on q.owner_id = m.owner_id and q.landed_at = m.landed_at where q.id = $1',
    [tests.ids[0]],
  )
  expect(rows).toEqual([{ flags: 2 }])
  await expectSoundBooks()
})

test('a message is its owner’s of when it was received, or of now, as the decision says', async () => {
  const { ids, addRange } = await quarantineSome(2)
  const rangeId = await addRange({ from: '2026-11-20T10:00:00Z', ownerId: world.owners.get('ayse') ?? '' })
  expect(await preview({ ids, as: 'received', withEarnings: true })).toMatchObject({
    messages: 0,
    stays: [{ reason: 'no_owner', messages: 2 }],
  })
  expect(await route({ ids, as: 'now', withEarnings: true })).toMatchObject({
    messages: 2,
    targets: [{ range: { id: toApiId('range', rangeId) }, owner: { username: 'ayse' } }],
  })
  await expectSoundBooks()
})

test('a badly written recipient lands in the range that is chosen for it, also while that is inactive', async () => {
  await session.send({ recipient: '0151000123', text: 'national' }, Date.parse(LATE))
  const { rows } = await db.owner.query<{ id: string }>(`select id from quarantine where recipient = '0151000123'`)
  const ids = rows.map(({ id }) => id)
  const body = { ids, as: 'received', withEarnings: true } as const
  expect(await preview(body)).toMatchObject({ messages: 0, stays: [{ reason: 'bad_recipient' }] })
  const elsewhere = world.ranges.get('UK') ?? ''
  expect(await preview({ ...body, rangeId: elsewhere })).toMatchObject({ messages: 0, stays: [{ reason: 'no_range' }] })
  const rangeId = world.ranges.get('DE') ?? ''
  expect(await route({ ...body, rangeId })).toMatchObject({ messages: 1, earned: '0.010000' })
  const landed = await db.owner.query(`select recipient::text from messages where range_id = $1`, [rangeId])
  expect(landed.rows).toEqual([{ recipient: '49151000123' }])
})

test('all that a filter matches is routed, by connection, reason and number', async () => {
  const { prefix, addRange } = await quarantineSome(5)
  await addRange()
  const filter = { recipient: `+${prefix}`, recipientMatch: 'starts', connectionId: world.facts.connectionId } as const
  const listed = await routes['quarantine.list'](
    { ...none, query: { ...filter, limit: 3, cursor: undefined } },
    context,
  )
  expect(listed.items).toHaveLength(3)
  const next = await routes['quarantine.list'](
    { ...none, query: { ...filter, limit: 3, cursor: listed.nextCursor ?? '' } },
    context,
  )
  expect(next).toMatchObject({ nextCursor: null })
  expect(new Set([...listed.items, ...next.items].map(({ id }) => id)).size).toBe(5)
  expect(listed.items[0]).toMatchObject({ content: '•••• •', masked: true, reason: 'no_range', state: 'waiting' })
  const body = { filter, as: 'received', withEarnings: true } as const
  expect(await route(body)).toMatchObject({ considered: 5, hasMore: false, messages: 5 })
  const routed = await routes['quarantine.list'](
    { ...none, query: { ...filter, state: 'routed', limit: 50, cursor: undefined } },
    context,
  )
  expect(routed.items).toHaveLength(5)
  expect(routed.items[0]?.messageId).toMatch(/^msg_/)
})

test('a message of a day that was closed changes the figures of that day', async () => {
  await db.owner.query(`update traffic_days_closed set closed_through = '2026-11-15'`)
  const { ids, addRange } = await quarantineSome(2, '2026-11-14T09:00:00Z')
  const rangeId = await addRange()
  await route({ ids, as: 'received', withEarnings: true })
  const { rows } = await db.owner.query(
    `select day::text, messages::int, earned_micros::int from traffic_daily where range_id = $1`,
    [rangeId],
  )
  expect(rows).toEqual([{ day: '2026-11-14', messages: 2, earned_micros: 10_000 }])
})

test('counts follow what arrives and what is decided, without a look at the table', async () => {
  const summary = () => routes['quarantine.summary']({ ...none, query: { hours: 24 } }, context)
  const before = await summary()
  const { ids } = await quarantineSome(4)
  const [first = '', second = ''] = ids
  await routes['quarantine.set-aside']({ ...none, body: { ids: [first, second], isSetAside: true } }, context)
  await routes['quarantine.set-aside']({ ...none, body: { ids: [second], isSetAside: false } }, context)
  const after = await summary()
  expect(after.waiting).toBe(before.waiting + 3)
  expect(after.setAside).toBe(before.setAside + 1)
  const arrived = (one: typeof after) => one.hours.reduce((sum, { messages }) => sum + messages, 0)
  expect(arrived(after)).toBe(arrived(before) + 4)
  const { rows } = await db.owner.query<{ waiting: string; routed: string }>(
    `select count(*) filter (where state = 'waiting')::text as waiting, count(*) filter (where state = 'routed')::text as routed
     from quarantine`,
  )
  expect({ waiting: String(after.waiting), routed: String(after.routed) }).toEqual(rows[0])
})

test('a reveal shows the text and the octets, and is in the audit log', async () => {
  const { ids } = await quarantineSome(1)
  const params = { quarantineId: ids[0] ?? '' }
  expect(await routes['quarantine.read']({ ...none, params }, context)).toMatchObject({ content: '•••• •', parts: [] })
  const shown = await routes['quarantine.reveal']({ ...none, params }, context)
  expect(shown).toMatchObject({ content: 'late 0', masked: false })
  expect(shown.parts[0]?.octets).toBeGreaterThan(0)
  const { rows } = await db.owner.query(
    `select action from audit_log where subject_id = $1 and action = 'quarantine_revealed'`,
    [params.quarantineId],
  )
  expect(rows).toHaveLength(1)
})

test('the route tester says of any number what the pipeline does with it', async () => {
  const { version, rows } = await loadRouting(db.database.kysely, nowMs)
  const table = buildRoutingTable(version, rows)
  const near = [447_700_900_000, 33_612_000_000, 49_151_000_000, 82_100_000_000, 46_660_001_000]
  for (let index = 0; index < 200; index++) {
    const base = near[index % near.length] ?? 0
    const number = base + Math.floor(((index * 7_919) % 2_400) - 700)
    const said = await routes['quarantine.test-route']({ ...none, body: { number: `+${number}`, at: NOW } }, context)
    const located = locate(table, recipientNumber(String(number)), nowMs)
    if (typeof located === 'string') expect({ number, outcome: said.outcome }).toEqual({ number, outcome: located })
    else {
      expect({ number, rate: said.rate, owner: said.owner?.id, earns: said.earnsPerSegment }).toEqual({
        number,
        rate: microsToDecimal(located.rateMicros),
        owner: toApiId('user', located.owner.id),
        earns: microsToDecimal(rate(located.rateMicros, 1, located.isTest)),
      })
    }
  }
})

test('the tester names the nearest ranges where there is none, and refuses what is no number', async () => {
  const ask = (number: string) => routes['quarantine.test-route']({ ...none, body: { number } }, context)
  expect(await ask('00 44 7700 901000')).toMatchObject({
    number: '+447700901000',
    outcome: 'no_range',
    nearest: [{ name: 'UK', side: 'below', distance: '1' }],
  })
  expect(await ask('07700 900123')).toMatchObject({ number: null, outcome: 'bad_recipient', nearest: [] })
  expect(await ask('+49151000123')).toMatchObject({ outcome: 'inactive_range', range: { name: 'DE' } })
})
