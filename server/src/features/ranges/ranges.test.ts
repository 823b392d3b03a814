// What admins and owners may do with ranges, through the served operations on a real database.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fromApiId, toApiId } from '@inrange/contract/ids'
import { createManualClock } from '../../platform/clock.ts'
import { serveSlice, type Json, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { rangesRoutes } from './ranges.routes.ts'

const test = useTestDatabase()
const clock = createManualClock('2026-03-10T12:00:00Z')
const callers = new Map<string, SliceCaller>()
let api: SliceClient

beforeAll(async () => {
  for (const [username, role, isActive] of [
    ['root', 'admin', true],
    ['ada', 'user', true],
    ['ben', 'user', true],
    ['gone', 'user', false],
  ] as const) {
    const { rows } = await test.owner.query<{ id: string }>(
      `insert into users (username, email, role, is_active) values ($1, $1 || '@example.test', $2, $3) returning id`,
      [username, role, isActive],
    )
    callers.set(username, { userId: rows[0]!.id, role })
  }
  api = serveSlice(rangesRoutes({ database: test.database, clock }), callers)
})

beforeEach(async () => {
  clock.advanceMs(60_000)
  await test.owner.query('truncate ranges, range_owners, range_rates, range_totals, traffic_hourly cascade')
})

const uuidOf = (username: string) => callers.get(username)!.userId
const idOf = (username: string) => toApiId('user', uuidOf(username))
const body = (change: Record<string, unknown> = {}) => ({
  name: 'UK Mobile 01',
  prefix: '447700',
  startNumber: '900000',
  endNumber: '900999',
  ownerId: idOf('ada'),
  rate: '0.0043',
  ...change,
})

async function create(change: Record<string, unknown> = {}): Promise<string> {
  const { status, body: range } = await api.call('root', 'POST', '/ranges', body(change))
  expect(status).toBe(201)
  return String(range['id'])
}
const rows = (list: Json) => list as Record<string, string>[]
const names = (list: Json) => rows(list['items']).map((range) => range['name'])

async function receive(rangeId: string, username: string, messages: number, earnedMicros: number) {
  await test.owner.query(
    `update range_totals set messages = messages + $2, earned_micros = earned_micros + $3, used_numbers = 7,
       last_received_at = $4
     where range_id = $1`,
    [fromApiId('range', rangeId), messages, earnedMicros, clock.now()],
  )
  await test.owner.query(
    `insert into traffic_hourly (owner_id, range_id, hour, messages, segments, earned_micros, unsettled)
     values ($1, $2, date_trunc('hour', $3::timestamptz, 'UTC'), $4, $4, $5, true)`,
    [uuidOf(username), fromApiId('range', rangeId), clock.now(), messages, earnedMicros],
  )
}

describe('creating a range', () => {
  it('keeps what was given, leading zeros too, and tells its owner', async () => {
    const { status, body: range } = await api.call(
      'root',
      'POST',
      '/ranges',
      body({ prefix: '+44', startNumber: '0077', endNumber: '0099' }),
    )
    expect(status).toBe(201)
    expect(range).toMatchObject({
      prefix: '44',
      startNumber: '0077',
      endNumber: '0099',
      totalNumbers: 23,
      usedNumbers: 0,
      messages: 0,
      earnings: '0.000000',
      isActive: true,
      isTest: false,
      owner: { id: idOf('ada'), username: 'ada', email: 'ada@example.test' },
      rate: '0.004300',
      country: 'GB',
      createdAt: clock.now().toISOString(),
      lastMessageAt: null,
      version: '1',
    })
    const activity = await test.owner.query(`select description from activities where user_id = $1`, [uuidOf('ada')])
    expect(activity.rows.at(-1)).toEqual({ description: 'Range UK Mobile 01 assigned' })
    const audit = await test.owner.query(`select actor_id, after from audit_log where action = 'range_created'`)
    expect(audit.rows.at(-1)).toMatchObject({
      actor_id: uuidOf('root'),
      after: { rate: '4300', ownerId: uuidOf('ada') },
    })
  })

  it.each([
    [
      'by 120 numbers',
      { startNumber: '900880', endNumber: '901500' },
      'These numbers overlap UK Mobile 01 by 120 numbers.',
    ],
    [
      'by its last number',
      { startNumber: '900999', endNumber: '901999' },
      'These numbers overlap UK Mobile 01 by 1 number.',
    ],
    [
      'written with another prefix',
      { prefix: '4477009', startNumber: '00500', endNumber: '00509' },
      'These numbers overlap UK Mobile 01 by 10 numbers.',
    ],
  ])('refuses one that overlaps another %s', async (_case, change, message) => {
    await create()
    const { status, body: answer } = await api.call('root', 'POST', '/ranges', body({ name: 'Second', ...change }))
    expect({ status, code: answer['error']['code'], message: answer['error']['message'] }).toEqual({
      status: 409,
      code: 'range_overlaps',
      message,
    })
    expect(answer['error']['fields']).toEqual({ startNumber: message })
  })

  it('says how many others are in the way', async () => {
    await create()
    await create({ name: 'UK Mobile 02', startNumber: '901000', endNumber: '901999' })
    const { body: answer } = await api.call(
      'root',
      'POST',
      '/ranges',
      body({ name: 'All', startNumber: '900500', endNumber: '909999' }),
    )
    expect(answer['error']['message']).toBe('These numbers overlap UK Mobile 01 by 500 numbers, and 1 other range.')
  })

  it('accepts one that begins right after another, and equal digits of another width', async () => {
    await create()
    await create({ name: 'Next', startNumber: '901000', endNumber: '901999' })
    await create({ name: 'Wider', startNumber: '9000000', endNumber: '9009999' })
  })

  it.each([
    ['an inactive owner', () => idOf('gone')],
    ['an owner who does not exist', () => toApiId('user', '00000000-0000-7000-8000-000000000000')],
  ])('refuses %s', async (_case, ownerId) => {
    const { status, body: answer } = await api.call('root', 'POST', '/ranges', body({ ownerId: ownerId() }))
    expect({ status, code: answer['error']['code'] }).toEqual({ status: 422, code: 'owner_inactive' })
    expect(answer['error']['fields']).toEqual({ ownerId: 'This user is inactive or does not exist.' })
    const { body: list } = await api.call('root', 'GET', '/ranges')
    expect(list['items']).toEqual([])
  })

  it.each([
    ['an end before its start', { startNumber: '900999', endNumber: '900000' }, 'endNumber'],
    ['unequal widths', { startNumber: '90000', endNumber: '900999' }, 'endNumber'],
    ['more than 15 digits', { prefix: '4477001234', startNumber: '900000', endNumber: '900999' }, 'startNumber'],
    ['a prefix with a leading zero', { prefix: '0447700' }, 'prefix'],
  ])('refuses %s', async (_case, change, field) => {
    const { status, body: answer } = await api.call('root', 'POST', '/ranges', body(change))
    expect({ status, code: answer['error']['code'], fields: Object.keys(answer['error']['fields']) }).toEqual({
      status: 422,
      code: 'invalid_request',
      fields: [field],
    })
  })

  it('is for admins only', async () => {
    expect((await api.call('ada', 'POST', '/ranges', body())).status).toBe(403)
    expect((await api.call(null, 'POST', '/ranges', body())).status).toBe(401)
  })

  it('lets exactly one of two equal ones through when both come at once', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => api.call('root', 'POST', '/ranges', body({ name: `Copy ${n}` }))),
    )
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  })
})

describe('editing a range', () => {
  it('gives a new owner the range from now, and the past keeps what it had', async () => {
    const rangeId = await create()
    const createdAt = clock.now().toISOString()
    clock.advanceMs(5_000)
    const changedAt = clock.now().toISOString()
    const { status, body: range } = await api.call('root', 'PATCH', `/ranges/${rangeId}`, {
      ownerId: idOf('ben'),
      rate: '0.01',
    })
    expect({ status, owner: range['owner']!['username'], rate: range['rate'] }).toEqual({
      status: 200,
      owner: 'ben',
      rate: '0.010000',
    })
    const { body: read } = await api.call('root', 'GET', `/ranges/${rangeId}`)
    expect(read['owners']).toEqual([
      { id: idOf('ben'), username: 'ben', from: changedAt, until: null },
      { id: idOf('ada'), username: 'ada', from: createdAt, until: changedAt },
    ])
    expect(read['rates']).toEqual([
      { rate: '0.010000', from: changedAt, until: null },
      { rate: '0.004300', from: createdAt, until: changedAt },
    ])
  })

  it('refuses the second of two who read the same, says who was first and what it is now, and takes it after a look', async () => {
    const rangeId = await create()
    const edit = (username: string, change: object) => api.call(username, 'PATCH', `/ranges/${rangeId}`, change)
    const { body: read } = await api.call('root', 'GET', `/ranges/${rangeId}`)
    const first = await edit('root', { name: 'First', rate: '0.005', version: read['version'] })
    expect([first.status, first.body['version']]).toEqual([200, '2'])
    const second = await edit('root', { name: 'Second', endNumber: '900099', version: read['version'] })
    expect([second.status, second.body.error.code, second.body.error.fields]).toEqual([
      409,
      'range_changed',
      { name: 'It is “First” now.', endNumber: 'It is “900999” now.' },
    ])
    expect(second.body.error.message).toMatch(/^root changed this range on \d{4}-\d\d-\d\d \d\d:\d\d UTC\./)
    const { body: again } = await api.call('root', 'GET', `/ranges/${rangeId}`)
    expect([again['name'], again['lastEdit'].by]).toEqual(['First', 'root'])
    expect((await edit('root', { name: 'Second', version: again['version'] })).status).toBe(200)
    const { body: own } = await api.call('ada', 'GET', `/ranges/${rangeId}`)
    expect(own['lastEdit']).toBeNull()
  })

  it('takes an edit that names no version whatever others did, and one of nothing but a version not at all', async () => {
    const rangeId = await create()
    await api.call('root', 'PATCH', `/ranges/${rangeId}`, { ownerId: idOf('ben') })
    expect((await api.call('root', 'PATCH', `/ranges/${rangeId}`, { isActive: false })).status).toBe(200)
    expect((await api.call('root', 'PATCH', `/ranges/${rangeId}`, { version: '3' })).status).toBe(422)
  })

  it('opens no period and no new version for what is the same already', async () => {
    const rangeId = await create()
    const version = async () => (await test.owner.query('select version from routing')).rows[0]
    const before = await version()
    clock.advanceMs(5_000)
    const { status } = await api.call('root', 'PATCH', `/ranges/${rangeId}`, {
      ownerId: idOf('ada'),
      rate: '0.004300',
      name: 'UK Mobile 01',
    })
    expect(status).toBe(200)
    const { body: read } = await api.call('root', 'GET', `/ranges/${rangeId}`)
    expect([read['owners'].length, read['rates'].length]).toEqual([1, 1])
    expect(await version()).toEqual(before)
  })

  it('keeps periods in order when two changes fall on one moment, and when the clock goes back', async () => {
    const rangeId = await create()
    await api.call('root', 'PATCH', `/ranges/${rangeId}`, { ownerId: idOf('ben') })
    clock.setTo(new Date(clock.nowMs() - 10_000))
    await api.call('root', 'PATCH', `/ranges/${rangeId}`, { ownerId: idOf('ada') })
    clock.advanceMs(10_000)
    const { rows } = await test.owner.query<{ username: string }>(
      `select u.username from range_owners o join users u on u.id = o.owner_id where range_id = $1
       order by lower(during)`,
      [fromApiId('range', rangeId)],
    )
    expect(rows.map((row) => row.username)).toEqual(['ada', 'ben', 'ada'])
  })

  it('moves the numbers of a range that has received nothing, and not of one that has', async () => {
    const rangeId = await create()
    const free = await api.call('root', 'PATCH', `/ranges/${rangeId}`, { endNumber: '901999' })
    expect([free.status, free.body['totalNumbers']]).toEqual([200, 2000])
    await receive(rangeId, 'ada', 1, 4300)
    const used = await api.call('root', 'PATCH', `/ranges/${rangeId}`, { endNumber: '902999' })
    expect([used.status, used.body['error']['code'], Object.keys(used.body['error']['fields'])]).toEqual([
      409,
      'range_in_use',
      ['endNumber'],
    ])
    const renamed = await api.call('root', 'PATCH', `/ranges/${rangeId}`, {
      name: 'Renamed',
      endNumber: '901999',
      isActive: false,
    })
    expect([renamed.status, renamed.body['name'], renamed.body['isActive']]).toEqual([200, 'Renamed', false])
  })

  it('sees a message that a batch under way is about to commit', async () => {
    const rangeId = await create()
    await test.owner.query('begin')
    await test.owner.query('select version from routing for share')
    await test.owner.query('update range_totals set messages = 1 where range_id = $1', [fromApiId('range', rangeId)])
    const answer = api.call('root', 'PATCH', `/ranges/${rangeId}`, { endNumber: '901999' })
    await waitUntilBlocked()
    await test.owner.query('commit')
    expect((await answer).status).toBe(409)
  })

  it('refuses numbers unsound with those that stay, or that lie in another range; its own do not count', async () => {
    const rangeId = await create()
    await create({ name: 'Next', startNumber: '901000', endNumber: '901999' })
    const backwards = await api.call('root', 'PATCH', `/ranges/${rangeId}`, { startNumber: '901000' })
    expect([backwards.status, Object.keys(backwards.body['error']['fields'])]).toEqual([422, ['endNumber']])
    const into = await api.call('root', 'PATCH', `/ranges/${rangeId}`, { endNumber: '901004' })
    expect([into.status, into.body['error']['message']]).toEqual([409, 'These numbers overlap Next by 5 numbers.'])
    const within = await api.call('root', 'PATCH', `/ranges/${rangeId}`, { endNumber: '900500' })
    expect(within.status).toBe(200)
  })

  it('refuses a new owner who is inactive, but keeps one who has become so', async () => {
    const rangeId = await create()
    const refused = await api.call('root', 'PATCH', `/ranges/${rangeId}`, { ownerId: idOf('gone') })
    expect([refused.status, refused.body['error']['code']]).toEqual([422, 'owner_inactive'])
    await test.owner.query('update users set is_active = false where id = $1', [uuidOf('ada')])
    const kept = await api.call('root', 'PATCH', `/ranges/${rangeId}`, { ownerId: idOf('ada'), name: 'Kept' })
    await test.owner.query('update users set is_active = true where id = $1', [uuidOf('ada')])
    expect([kept.status, kept.body['name']]).toEqual([200, 'Kept'])
  })

  it('answers a range that does not exist like a text that is no range', async () => {
    const missing = await api.call(
      'root',
      'PATCH',
      `/ranges/${toApiId('range', '00000000-0000-7000-8000-000000000000')}`,
      { name: 'X' },
    )
    const nonsense = await api.call('root', 'PATCH', '/ranges/rng_x', { name: 'X' })
    expect([missing.status, nonsense.status]).toEqual([404, 404])
    expect(missing.body).toEqual(nonsense.body)
  })
})

describe('reading ranges', () => {
  it('shows an admin all and a user those owned now, by name, with sums of what is shown', async () => {
    await create({ name: 'beta' })
    const handedOver = await create({ name: 'Alpha', startNumber: '910000', endNumber: '910009' })
    await receive(handedOver, 'ada', 5, 20_000)
    clock.advanceMs(3_600_000)
    await api.call('root', 'PATCH', `/ranges/${handedOver}`, { ownerId: idOf('ben') })
    const all = await api.call('root', 'GET', '/ranges')
    expect(names(all.body)).toEqual(['Alpha', 'beta'])
    expect(all.body['summary']).toEqual({ totalRanges: 2, totalNumbers: 1010, usedNumbers: 7, earnings: '0.020000' })
    expect(names((await api.call('ada', 'GET', '/ranges')).body)).toEqual(['beta'])
    expect((await api.call('ada', 'GET', `/ranges/${handedOver}`)).status).toBe(404)
  })

  it('shows a new owner neither what an earlier one earned nor who that was', async () => {
    const rangeId = await create()
    await receive(rangeId, 'ada', 5, 20_000)
    clock.advanceMs(3_600_000)
    await api.call('root', 'PATCH', `/ranges/${rangeId}`, { ownerId: idOf('ben') })
    const fresh = await api.call('ben', 'GET', `/ranges/${rangeId}`)
    expect(fresh.body).toMatchObject({ messages: 0, earnings: '0.000000', lastMessageAt: null })
    expect(fresh.body['owners'].map((period: { username: string }) => period.username)).toEqual(['ben'])
    await receive(rangeId, 'ben', 2, 8_600)
    const later = await api.call('ben', 'GET', '/ranges')
    expect(rows(later.body['items'])[0]).toMatchObject({
      messages: 2,
      earnings: '0.008600',
      lastMessageAt: clock.now().toISOString(),
    })
    expect(later.body['summary']!['earnings']).toBe('0.008600')
    expect((await api.call('root', 'GET', `/ranges/${rangeId}`)).body).toMatchObject({
      messages: 7,
      earnings: '0.028600',
    })
  })

  it.each([
    ['part of a name in any case', 'mobile', ['UK Mobile 01']],
    ['a wildcard, taken as itself', '100%', ['100% Test']],
    ['an underscore, taken as itself', 'UK_Mobile', []],
    ['a number that lies inside', '+44 7700 900123', ['UK Mobile 01']],
    ['a number beside every range', '+44 7700 901000', []],
    ['the digits of the first number', '447700900', ['UK Mobile 01']],
  ])('finds by %s', async (_case, search, found) => {
    await create()
    await create({ name: '100% Test', prefix: '4915', startNumber: '110000', endNumber: '110009' })
    const { body: list } = await api.call('root', 'GET', `/ranges?search=${encodeURIComponent(search)}`)
    expect(names(list)).toEqual(found)
    expect(list['summary']!['totalRanges']).toBe(found.length)
  })

  it('filters by owner and status; a user who asks for somebody else gets nothing', async () => {
    await create({ name: 'On' })
    await create({ name: 'Off', startNumber: '910000', endNumber: '910009', isActive: false })
    await create({ name: 'Bens', startNumber: '920000', endNumber: '920009', ownerId: idOf('ben') })
    const list = async (who: string, query: string) => names((await api.call(who, 'GET', `/ranges?${query}`)).body)
    expect(await list('root', 'status=inactive')).toEqual(['Off'])
    expect(await list('root', `ownerId=${idOf('ada')}&status=active`)).toEqual(['On'])
    expect(await list('ada', `ownerId=${idOf('ben')}`)).toEqual([])
  })

  it('pages by name without losing or repeating one, also among equal names', async () => {
    for (let n = 0; n < 5; n++)
      await create({ name: n < 3 ? 'Same' : `Z${n}`, startNumber: `90${n}000`, endNumber: `90${n}009` })
    const seen: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null && pages < 5; pages++) {
      const { body: list } = await api.call('root', 'GET', `/ranges?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...rows(list['items']).map((range) => String(range['id'])))
      cursor = list['nextCursor']
    }
    expect(cursor).toBeNull()
    expect([seen.length, new Set(seen).size]).toEqual([5, 5])
    expect((await api.call('root', 'GET', '/ranges?cursor=WyJhIiwiYiJd')).status).toBe(422)
  })
})

describe('previewing a range', () => {
  const preview = (change: Record<string, unknown> = {}) =>
    api.call('root', 'POST', '/range-preview', {
      prefix: '447700',
      startNumber: '900000',
      endNumber: '901999',
      ...change,
    })

  it('names total, text, country and every range in the way, but not the one being edited', async () => {
    const rangeId = await create()
    expect((await preview()).body).toEqual({
      totalNumbers: 2000,
      text: '447700900000 - 447700901999',
      country: 'GB',
      overlaps: [{ id: rangeId, name: 'UK Mobile 01', numbers: 1000 }],
    })
    expect((await preview({ rangeId })).body['overlaps']).toEqual([])
  })

  it('refuses what no range could be', async () => {
    expect((await preview({ endNumber: '1' })).status).toBe(422)
  })
})

/** Waits until a statement of the program waits for a lock. */
async function waitUntilBlocked(): Promise<void> {
  for (;;) {
    const { rows } = await test.owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
  }
}
