import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fromApiId, toApiId } from '@inrange/contract/ids'
import { settingsByName } from '@inrange/contract/settings'
import { createManualClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { createSecrets, parseKeyRing } from '../../platform/secrets.ts'
import { serveSlice, type SliceCaller, type SliceClient } from '../../testing/serve-slice.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { landMessages, makeConnection, makeOwner, makeRange } from '../ledger/ledger-fixture.queries.ts'
import { balancesOf, checkLedger, matureEarnings, settleEarnings } from '../ledger/ledger.public.ts'
import { createNotices } from '../notices/notices.public.ts'
import { integrityRoutes } from './integrity.routes.ts'
import { watchTraffic } from './watch-traffic.ts'

const HOUR = '2026-03-01T13:00:00.000Z'
const db = useTestDatabase()
const clock = createManualClock('2026-03-01T14:05:00Z')
const secrets = createSecrets(parseKeyRing(Buffer.alloc(32, 7).toString('base64')))
const thresholds = settingsByName.integrity.default
let connectionId: string
let ownerId: string
let rangeId: string
let api: SliceClient
let deps: Parameters<typeof watchTraffic>[0]

beforeAll(async () => {
  connectionId = await makeConnection(db.database.kysely)
  const admins = { ada: await makeOwner(db.database.kysely), oya: await makeOwner(db.database.kysely) }
  const callers = new Map<string, SliceCaller>(
    Object.entries(admins).map(([name, userId]) => [name, { userId, role: 'admin' }]),
  )
  const notices = createNotices({ clock, secrets })
  deps = { database: db.database, clock, log: createSilentLog(), notices }
  // The owner of each test calls as an admin too, since admins may own ranges.
  const live = new Proxy(callers, {
    get: (map, key) =>
      key === 'get'
        ? (name: string) => (name === 'owner' ? { userId: ownerId, role: 'admin' } : map.get(name))
        : Reflect.get(map, key),
  })
  api = serveSlice(integrityRoutes({ database: db.database, clock, notices }), live)
})
beforeEach(async () => {
  ownerId = await makeOwner(db.database.kysely)
  rangeId = await makeRange(db.database.kysely, ownerId)
  clock.setTo('2026-03-01T14:05:00Z')
  await db.owner.query('delete from integrity_progress')
})

const land = (receivedAt: string, messages: number) =>
  landMessages(db.database, { ownerId, rangeId, connectionId, receivedAt, messages })
/** Gives what landed the time at which it was received, as it is in use. */
async function landedAt(receivedAt: string): Promise<void> {
  await db.owner.query(`select ensure_message_partitions($1::timestamptz, $1::timestamptz + interval '1 day')`, [
    receivedAt,
  ])
  await db.owner.query(
    `update messages set landed_at = $2::timestamptz +
       (landed_at - (select min(landed_at) from messages where owner_id = $1))
     where owner_id = $1`,
    [ownerId, receivedAt],
  )
}
const watch = () => watchTraffic(deps, thresholds)
async function ownCases() {
  return (await api.call('ada', 'GET', `/cases?userId=${toApiId('user', ownerId)}`)).body.items
}
const settle = (maturityDays: number) => settleEarnings({ database: db.database, clock }, { maturityDays })
const mature = () => matureEarnings({ database: db.database, clock })
const balances = () => balancesOf(db.database.kysely, ownerId)
async function expectSound(): Promise<void> {
  const report = await checkLedger({ database: db.database })
  expect(report.checks.flatMap((check) => check.findings)).toEqual([])
}
async function openByHand(): Promise<string> {
  const body = {
    rangeId: toApiId('range', rangeId),
    from: HOUR,
    until: '2026-03-01T14:00:00.000Z',
    reason: 'Looks odd',
  }
  const answer = await api.call('ada', 'POST', '/cases', body)
  expect(answer.status).toBe(201)
  return answer.body.id
}
const propose = (id: string, outcome: string, who = 'ada') =>
  api.call(who, 'POST', `/cases/${id}/propose`, { outcome, reason: 'Looked at it' })
const decide = (id: string, who: string, decision = 'confirm') =>
  api.call(who, 'POST', `/cases/${id}/decide`, { decision, reason: 'Looked at it too' })

describe('watching', () => {
  test('a sequential fan-out over a range opens a case that says so', async () => {
    await land(HOUR, 600)
    await landedAt(HOUR)
    await watch()
    const items = await ownCases()
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      signal: 'fan_out',
      state: 'open',
      openedBy: null,
      range: { id: toApiId('range', rangeId) },
      from: HOUR,
      until: '2026-03-01T14:00:00.000Z',
      mayEnd: false,
    })
    expect(items[0].summary).toContain('599 numbers were hit one after the other')
  })

  test.each([
    [500, 1],
    [499, 0],
  ])('an hour of %d messages opens %d cases, whatever it looks like', async (messages, cases) => {
    await land(HOUR, messages)
    await landedAt(HOUR)
    await watch()
    expect(await ownCases()).toHaveLength(cases)
  })

  test('a burst against the range’s own hours opens a case without looking at a message', async () => {
    for (let hour = 0; hour < 24; hour++) {
      await land(new Date(Date.parse('2026-02-28T10:00:00Z') + hour * 3_600_000).toISOString(), 10)
    }
    await land(HOUR, 600)
    await watch()
    const items = await ownCases()
    expect(items[0]).toMatchObject({ signal: 'burst', summary: expect.stringContaining('60 times the 10') })
  })

  test('no hour is judged twice, none before it is over, and none is left out', async () => {
    await watch()
    expect(await watch()).toEqual({ hours: 0, cases: 0 })
    clock.setTo('2026-03-01T14:59:59Z')
    expect(await watch()).toEqual({ hours: 0, cases: 0 })
    clock.setTo('2026-03-01T17:05:00Z')
    expect((await watch()).hours).toBe(3)
  })

  test('another signal joins the open case, which then reaches further', async () => {
    await land(HOUR, 600)
    await landedAt(HOUR)
    await watch()
    await land('2026-03-01T14:10:00Z', 900)
    await db.owner.query('update ranges set created_at = $2 where id = $1', [rangeId, '2026-02-28T00:00:00Z'])
    clock.setTo('2026-03-01T15:05:00Z')
    // The range is new, and earns over a dollar a day.
    await watchTraffic(deps, { ...thresholds, newRangeDayUsd: 1 })
    const items = await ownCases()
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ from: HOUR, until: '2026-03-01T15:00:00.000Z' })
    expect(items[0].figures.map((figure: { label: string }) => figure.label)).toEqual([
      'Numbers in order',
      'From Sender',
      'Earned in a day',
    ])
  })
})

describe('holding', () => {
  test('what matures is kept from maturing, and goes on once it is released', async () => {
    await land(HOUR, 10)
    await settle(1)
    const id = await openByHand()
    clock.setTo('2026-03-05T00:00:00Z')
    await mature()
    expect((await balances()).availableMicros).toBe(0n)
    expect((await api.call('ada', 'GET', `/cases/${id}`)).body).toMatchObject({ frozen: '0.043000', held: '0.000000' })
    await propose(id, 'release')
    expect((await decide(id, 'oya')).body).toMatchObject({ state: 'released', frozen: '0.043000' })
    await mature()
    expect((await balances()).availableMicros).toBe(43_000n)
    await expectSound()
  })

  test('what had matured is held, and given back whole', async () => {
    await land(HOUR, 10)
    await settle(0)
    await mature()
    const id = await openByHand()
    expect(await balances()).toMatchObject({ availableMicros: 0n, heldMicros: 43_000n })
    await propose(id, 'release')
    await decide(id, 'oya')
    expect(await balances()).toMatchObject({ availableMicros: 43_000n, heldMicros: 0n })
    await expectSound()
  })

  test('what is no longer there is not held: a case never overdraws', async () => {
    await land(HOUR, 10)
    await settle(0)
    await mature()
    const first = await openByHand()
    await propose(first, 'forfeit')
    await decide(first, 'oya')
    const again = await openByHand()
    expect((await api.call('ada', 'GET', `/cases/${again}`)).body).toMatchObject({ held: '0.000000' })
    await expectSound()
  })

  test('what a case took is not held again by the next on the same hours; other hours are', async () => {
    await land(HOUR, 10)
    await settle(0)
    await mature()
    const first = await openByHand()
    await propose(first, 'forfeit')
    await decide(first, 'oya')
    await land('2026-03-01T12:00:00Z', 10)
    await settle(0)
    await mature()
    const again = await openByHand()
    expect((await api.call('ada', 'GET', `/cases/${again}`)).body).toMatchObject({ held: '0.000000' })
    const wider = { rangeId: toApiId('range', rangeId), from: '2026-03-01T12:00:00.000Z', until: HOUR, reason: 'Also' }
    expect((await api.call('ada', 'POST', '/cases', wider)).body).toMatchObject({ id: again, held: '0.043000' })
    await expectSound()
  })

  test('a forfeit takes exactly the hours of the case back, mature or not', async () => {
    await land(HOUR, 10)
    await settle(0)
    await mature()
    await land(HOUR, 5)
    await land('2026-03-01T12:00:00Z', 3)
    await settle(30)
    const id = await openByHand()
    await propose(id, 'forfeit')
    expect((await decide(id, 'oya')).body).toMatchObject({ state: 'forfeited', held: '0.043000', frozen: '0.021500' })
    // The other hour stays.
    expect(await balances()).toMatchObject({ availableMicros: 0n, heldMicros: 0n, maturingMicros: 12_900n })
    await expectSound()
  })

  test('a forfeit waits until its hours are settled', async () => {
    await land(HOUR, 10)
    const id = await openByHand()
    await propose(id, 'forfeit')
    expect((await decide(id, 'oya')).body.error.code).toBe('conflict')
    await settle(30)
    expect((await decide(id, 'oya')).status).toBe(200)
  })

  test('a release and a settlement at once lose nothing', async () => {
    await land(HOUR, 10)
    await settle(0)
    const id = await openByHand()
    await land('2026-03-01T12:30:00Z', 10)
    await propose(id, 'release')
    await Promise.all([decide(id, 'oya'), settle(0), mature()])
    await settle(0)
    await mature()
    expect(await balances()).toMatchObject({ availableMicros: 86_000n, heldMicros: 0n, maturingMicros: 0n })
    await expectSound()
  })
})

describe('two people', () => {
  test('who proposed does not decide; another does', async () => {
    const id = await openByHand()
    await propose(id, 'release')
    const own = await decide(id, 'ada')
    expect(own).toMatchObject({ status: 409, body: { error: { code: 'other_person_needed' } } })
    expect((await decide(id, 'oya')).body).toMatchObject({
      state: 'released',
      endedBy: { username: expect.any(String) },
    })
  })

  test('nobody ends a case about their own money', async () => {
    const id = await openByHand()
    expect((await propose(id, 'release', 'owner')).body.error.code).toBe('other_person_needed')
    await propose(id, 'release')
    expect((await decide(id, 'owner')).body.error.code).toBe('other_person_needed')
  })

  test('a case that reached further has to be proposed again: nobody confirms more than was proposed', async () => {
    const id = await openByHand()
    await propose(id, 'forfeit')
    const more = {
      rangeId: toApiId('range', rangeId),
      from: '2026-03-01T10:00:00Z',
      until: HOUR,
      reason: 'Before, too',
    }
    expect((await api.call('oya', 'POST', '/cases', more)).body).toMatchObject({ id, state: 'open', proposedBy: null })
    expect((await decide(id, 'oya')).body.error.code).toBe('state_changed')
    await propose(id, 'forfeit')
    expect((await decide(id, 'oya')).body.state).toBe('forfeited')
  })

  test('a refused proposal leaves the case open, and may be made again', async () => {
    const id = await openByHand()
    await propose(id, 'release')
    expect((await decide(id, 'oya', 'refuse')).body.state).toBe('open')
    expect((await propose(id, 'forfeit')).body.state).toBe('forfeit_proposed')
  })

  test('what nobody proposed is not decided, and what ended is not decided again', async () => {
    const id = await openByHand()
    expect((await decide(id, 'oya')).body.error.code).toBe('state_changed')
    await propose(id, 'release')
    const [first, second] = await Promise.all([decide(id, 'oya'), decide(id, 'oya')])
    expect(new Set([first.status, second.status])).toEqual(new Set([200, 409]))
    expect((await propose(id, 'release')).body.error.code).toBe('state_changed')
  })

  test('the database itself wants two people', async () => {
    const caseId = fromApiId('case', await openByHand())
    const end = db.owner.query(
      `update cases set state = 'released', proposed_by = opened_by, ended_by = opened_by, ended_at = now()
       where id = $1`,
      [caseId],
    )
    await expect(end).rejects.toMatchObject({ constraint: 'cases_need_two_people' })
  })
})

describe('the owner', () => {
  test('sees that there is a case, why, and how much it holds, but not who or against what', async () => {
    await land(HOUR, 10)
    await settle(30)
    const id = await openByHand()
    const { body } = await api.call('owner', 'GET', '/wallet/holds')
    expect(body.items).toEqual([
      {
        id,
        reason: 'Looks odd',
        range: { id: toApiId('range', rangeId), name: expect.any(String) },
        amount: '0.043000',
        since: '2026-03-01T14:05:00.000Z',
      },
    ])
    expect((await api.call('ada', 'GET', '/wallet/holds')).body.items).toEqual([])
  })

  test('is told in their history and the audit log keeps who did what', async () => {
    const id = await openByHand()
    await propose(id, 'release')
    await decide(id, 'oya')
    const { rows: activities } = await db.owner.query(
      'select activity_type from activities where user_id = $1 order by id',
      [ownerId],
    )
    expect(activities.map((row) => row.activity_type)).toEqual(['user_case_opened', 'user_case_released'])
    const { rows: entries } = await db.owner.query(
      `select action from audit_log where subject_type = 'case' and subject_id = $1 order by id`,
      [fromApiId('case', id)],
    )
    expect(entries.map((row) => row.action)).toEqual(['case_opened', 'case_end_proposed', 'case_released'])
  })
})

test('a case on a range that nobody owned, of no hours, or in the future is refused in words', async () => {
  const ask = (change: object) =>
    api.call('ada', 'POST', '/cases', {
      rangeId: toApiId('range', rangeId),
      from: HOUR,
      until: '2026-03-01T14:00:00.000Z',
      reason: 'Looks odd',
      ...change,
    })
  expect((await ask({ rangeId: toApiId('range', ownerId) })).status).toBe(404)
  expect((await ask({ until: HOUR })).body.error.fields.until).toContain('after the beginning')
  expect((await ask({ from: '2027-03-01T13:00:00Z', until: '2027-03-01T14:00:00Z' })).body.error.fields.from).toContain(
    'future',
  )
  expect((await ask({ reason: 'x' })).status).toBe(422)
})
