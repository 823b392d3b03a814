// Closed days and open hours together are always what the hours say, whatever is written when.
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { makeConnection, makeOwner, makeRange } from '../ledger/ledger-fixture.queries.ts'
import { closeDays } from './close-days.ts'
import { readingOf, sum } from './insights.rules.ts'
import { refreshDays } from './refresh-days.ts'
import { selectClosedThrough } from './rollup.queries.ts'
import { selectDays, selectHours, selectParts } from './traffic.queries.ts'

const test = useTestDatabase()
const START = '2026-03-10T12:30:00Z'
const HOUR_MS = 3_600_000
const whole = { fromMs: Date.parse('2026-02-01T00:00:00Z'), untilMs: Date.parse('2026-06-01T00:00:00Z') }

type Writer = Pick<typeof test.owner, 'query'>
type Hour = { ownerId: string; rangeId: string; hour: Date; messages: number; connectionId?: string }

async function addHour({ ownerId, rangeId, hour, messages, connectionId }: Hour, writer: Writer = test.owner) {
  await writer.query(
    `insert into traffic_hourly as t (owner_id, range_id, hour, messages, segments, earned_micros, unsettled)
     values ($1, $2, $3, $4::int8, $4::int8 * 2, $4::int8 * 1000, true)
     on conflict (owner_id, hour, range_id) do update set messages = t.messages + excluded.messages,
       segments = t.segments + excluded.segments, earned_micros = t.earned_micros + excluded.earned_micros`,
    [ownerId, rangeId, hour, messages],
  )
  if (connectionId === undefined) return
  await writer.query(
    `insert into traffic_connection_hourly as t (connection_id, hour, lane, messages, segments, earned_micros)
     values ($1, $2, 0, $3::int8, $3::int8 * 2, $3::int8 * 1000)
     on conflict (connection_id, hour, lane) do update set messages = t.messages + excluded.messages,
       segments = t.segments + excluded.segments, earned_micros = t.earned_micros + excluded.earned_micros`,
    [connectionId, hour, messages],
  )
}

async function messagesOf(ownerId: string | null, span = whole): Promise<number> {
  const { kysely } = test.database
  const reading = readingOf(span, await selectClosedThrough(kysely))
  const byDay = sum(await selectDays(kysely, ownerId, reading)).messages
  expect(sum(await selectHours(kysely, ownerId, reading)).messages).toBe(byDay)
  if (ownerId !== null) {
    const parts = await selectParts(kysely, ownerId, reading)
    expect(sum(parts.filter(({ kind }) => kind === 'range')).messages).toBe(byDay)
    expect(sum(parts.filter(({ kind }) => kind === 'country')).messages).toBe(byDay)
  }
  return byDay
}

async function hourlyMessagesOf(ownerId: string, span = whole): Promise<number> {
  const { rows } = await test.owner.query<{ messages: bigint }>(
    `select coalesce(sum(messages), 0)::int8 as messages from traffic_hourly
     where owner_id = $1 and hour >= $2 and hour < $3`,
    [ownerId, new Date(span.fromMs), new Date(span.untilMs)],
  )
  return Number(rows[0]?.messages ?? 0n)
}

let clock = createManualClock(START)
const deps = () => ({ database: test.database, clock })

beforeEach(async () => {
  clock = createManualClock(START)
  await test.owner.query(
    `truncate traffic_hourly, traffic_daily, traffic_owner_daily, traffic_platform_daily, traffic_connection_hourly;
     update traffic_days_closed set closed_through = '1970-01-01'`,
  )
})

describe('closing days', () => {
  it('does nothing where nothing was received', async () => {
    expect(await closeDays(deps())).toEqual({ closed: 0, corrected: 0n })
    expect(await selectClosedThrough(test.database.kysely)).toBe('1970-01-01')
  })

  it('closes up to the day before yesterday, once, and counts platform and owner alike', async () => {
    const { kysely } = test.database
    const ownerId = await makeOwner(kysely)
    const rangeId = await makeRange(kysely, ownerId)
    const connectionId = await makeConnection(kysely)
    for (const at of ['2026-02-20T03:00Z', '2026-03-08T23:00Z', '2026-03-09T00:00Z', '2026-03-10T12:00Z'])
      await addHour({ ownerId, rangeId, connectionId, hour: new Date(at), messages: 5 })
    expect(await closeDays(deps())).toEqual({ closed: 8, corrected: 0n })
    expect(await selectClosedThrough(kysely)).toBe('2026-03-08')
    expect(await closeDays(deps())).toEqual({ closed: 0, corrected: 0n })
    const { rows } = await test.owner.query('select count(*)::int as days from traffic_daily')
    expect(rows).toEqual([{ days: 2 }])
    expect([await messagesOf(ownerId), await messagesOf(null)]).toEqual([20, 20])
  })

  it('counts a late hour of a day that was closed lately in its next run', async () => {
    const { kysely } = test.database
    const ownerId = await makeOwner(kysely)
    const rangeId = await makeRange(kysely, ownerId)
    const late = { ownerId, rangeId, hour: new Date('2026-03-08T23:00Z'), messages: 5 }
    await addHour(late)
    await closeDays(deps())
    await addHour(late)
    expect(await closeDays(deps())).toEqual({ closed: 0, corrected: 1n })
    expect(await messagesOf(ownerId)).toBe(10)
  })

  it('takes ten years in one run', async () => {
    const { kysely } = test.database
    const ownerId = await makeOwner(kysely)
    const rangeId = await makeRange(kysely, ownerId)
    await addHour({ ownerId, rangeId, hour: new Date('2016-04-01T00:00Z'), messages: 1 })
    await addHour({ ownerId, rangeId, hour: new Date('2026-03-01T00:00Z'), messages: 2 })
    expect(await closeDays(deps())).toEqual({ closed: 14, corrected: 0n })
    expect(await selectClosedThrough(kysely)).toBe('2026-03-08')
    const since2016 = { ...whole, fromMs: Date.parse('2016-01-01T00:00:00Z') }
    expect(await messagesOf(ownerId, since2016)).toBe(3)
  })
})

describe('an old hour that is written into', () => {
  it('is counted again in the transaction that writes it, and undone with it', async () => {
    const { kysely } = test.database
    const ownerId = await makeOwner(kysely)
    const rangeId = await makeRange(kysely, ownerId)
    await addHour({ ownerId, rangeId, hour: new Date('2026-02-20T03:00Z'), messages: 5 })
    await closeDays(deps())
    await test.database.transaction(async (transaction) => {
      await transaction.updateTable('traffic_hourly').set({ messages: 7n }).where('owner_id', '=', ownerId).execute()
      await refreshDays(transaction, ownerId, ['2026-02-20', '2026-02-20', '2026-03-10'])
    })
    expect(await messagesOf(ownerId)).toBe(7)
  })

  it('is in no figure twice when two are written at once', async () => {
    const { kysely } = test.database
    const ownerId = await makeOwner(kysely)
    const rangeId = await makeRange(kysely, ownerId)
    await addHour({ ownerId, rangeId, hour: new Date('2026-02-20T00:00Z'), messages: 1 })
    await closeDays(deps())
    const write = (hour: number) =>
      test.database.transaction(async (transaction) => {
        await transaction
          .insertInto('traffic_hourly')
          .values({
            owner_id: ownerId,
            range_id: rangeId,
            hour: new Date(Date.UTC(2026, 1, 20, hour)),
            messages: 1n,
            segments: 1n,
            earned_micros: 1n,
            unsettled: true,
          })
          .execute()
        await refreshDays(transaction, ownerId, ['2026-02-20'])
      })
    await Promise.all([1, 2, 3, 4, 5, 6].map(write))
    expect(await messagesOf(ownerId)).toBe(7)
  })
})

describe('whatever is written when', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('now' as const), messages: fc.integer({ min: 1, max: 9 }) }),
    fc.record({
      kind: fc.constant('late' as const),
      messages: fc.integer({ min: 1, max: 9 }),
      hoursBack: fc.integer({ min: 0, max: 600 }),
    }),
    fc.record({ kind: fc.constant('run' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  )

  it('days and hours together are what the hours say, for every span', { timeout: 60_000 }, async () => {
    const { kysely } = test.database
    const ranges = async (ownerId: string) => [await makeRange(kysely, ownerId), await makeRange(kysely, ownerId)]
    const input = fc.tuple(fc.array(step, { minLength: 5, maxLength: 25 }), fc.nat(2_000), fc.nat(2_000))
    await fc.assert(
      fc.asyncProperty(input, async ([steps, a, b]) => {
        const ownerId = await makeOwner(kysely)
        const owned = await ranges(ownerId)
        clock = createManualClock(START)
        await test.owner.query(`update traffic_days_closed set closed_through = '1970-01-01'`)
        for (const [index, each] of steps.entries()) {
          const rangeId = owned[index % 2] ?? ''
          if (each.kind === 'run') {
            clock.advanceMs(each.hours * HOUR_MS)
            await closeDays(deps())
            continue
          }
          const back = each.kind === 'late' ? each.hoursBack : 0
          const hour = new Date(Math.floor(clock.nowMs() / HOUR_MS - back) * HOUR_MS)
          await addHour({ ownerId, rangeId, hour, messages: each.messages })
          await test.database.transaction(async (transaction) => {
            await refreshDays(transaction, ownerId, [hour.toISOString().slice(0, 10)])
          })
        }
        const [fromMs, untilMs] = [Math.min(a, b), Math.max(a, b) + 1].map((hours) => whole.fromMs + hours * HOUR_MS)
        for (const span of [whole, { fromMs: fromMs ?? 0, untilMs: untilMs ?? 0 }])
          expect(await messagesOf(ownerId, span)).toBe(await hourlyMessagesOf(ownerId, span))
      }),
      { numRuns: 25 },
    )
  })
})
