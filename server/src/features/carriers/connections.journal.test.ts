import { beforeEach, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { createSilentLog } from '../../platform/log.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { storeConnection } from './carriers.fixture.ts'
import { ConnectionsJournal, EVENTS_KEPT_MAX, EVENTS_PER_MINUTE_MAX } from './connections.journal.ts'

const db = useTestDatabase()
let clock: ManualClock
let connectionId: string
beforeEach(async () => {
  clock = createManualClock('2026-01-01T00:00:00Z')
  const stored = await storeConnection(db.database, { kind: 'http', settings: {} })
  connectionId = stored.connectionId
})

function createJournal(): ConnectionsJournal {
  return new ConnectionsJournal({ database: db.database, clock, log: createSilentLog() })
}

async function storedEvents(): Promise<{ kind: string; detail: string }[]> {
  const { rows } = await db.owner.query<{ kind: string; detail: string }>(
    'select kind, detail from connection_events where connection_id = $1 order by id',
    [connectionId],
  )
  return rows
}

async function storedCounters(): Promise<Record<string, unknown> | undefined> {
  const { rows } = await db.owner.query<Record<string, unknown>>(
    'select * from connection_counters where connection_id = $1',
    [connectionId],
  )
  return rows[0]
}

test('outcomes are counted as what they are', async () => {
  const journal = createJournal()
  const tally = journal.tallyOf(connectionId)
  const outcomes = [
    'accepted',
    'held',
    'quarantined',
    'duplicate',
    'receipt',
    'refused',
    'throttled',
    'unavailable',
  ] as const
  for (const [index, outcome] of outcomes.entries()) {
    tally.countReceived()
    tally.countOutcome(outcome, clock.nowMs() + index)
  }
  tally.countMalformed()
  await journal.flush()
  expect(await storedCounters()).toMatchObject({
    received: 8n,
    acknowledged: 5n,
    quarantined: 1n,
    duplicates: 1n,
    receipts: 1n,
    refused: 1n,
    throttled: 2n,
    malformed: 1n,
    // The newest message is the quarantined one: what came after it was none.
    last_message_at: new Date(clock.nowMs() + 2),
  })
})

test('what was counted is also counted in its hour', async () => {
  const journal = createJournal()
  const tally = journal.tallyOf(connectionId)
  tally.countReceived()
  await journal.flush()
  clock.advanceMs(3_600_000)
  tally.countReceived()
  tally.countMalformed()
  await journal.flush()
  const { rows } = await db.owner.query(
    'select hour, received::int, malformed::int from connection_hours where connection_id = $1 order by hour',
    [connectionId],
  )
  expect(rows).toEqual([
    { hour: new Date('2026-01-01T00:00:00Z'), received: 1, malformed: 0 },
    { hour: new Date('2026-01-01T01:00:00Z'), received: 1, malformed: 1 },
  ])
})

test('increments of several processes add up', async () => {
  const journals = [createJournal(), createJournal()]
  for (const journal of journals) journal.tallyOf(connectionId).countReceived()
  await Promise.all(journals.map((journal) => journal.flush()))
  await Promise.all(journals.map((journal) => journal.flush()))
  expect(await storedCounters()).toMatchObject({ received: 2n })
})

test('nothing that was counted is lost while the database cannot take it', async () => {
  const journal = createJournal()
  journal.tallyOf(connectionId).countReceived()
  journal.record(connectionId, { kind: 'refused', detail: 'wrong password', remoteAddress: null })
  await db.owner.query('alter table connection_counters rename to away_counters')
  await journal.flush()
  await db.owner.query('alter table away_counters rename to connection_counters')
  expect(await storedCounters()).toBeUndefined()
  journal.tallyOf(connectionId).countReceived()
  await db.owner.query('alter table connection_events rename to away_events')
  await journal.flush()
  await db.owner.query('alter table away_events rename to connection_events')
  expect(await storedCounters()).toMatchObject({ received: 2n, last_error: 'wrong password' })
  expect(await storedEvents()).toEqual([])
  await journal.flush()
  expect(await storedEvents()).toEqual([{ kind: 'refused', detail: 'wrong password' }])
  expect(await storedCounters()).toMatchObject({ received: 2n })
})

test('a storm makes a bounded number of lines, and says how many more there were', async () => {
  const journal = createJournal()
  const storm = () => {
    for (let index = 0; index < EVENTS_PER_MINUTE_MAX + 120; index += 1) {
      journal.record(connectionId, { kind: 'protocol_error', detail: 'bad', remoteAddress: null })
    }
  }
  storm()
  journal.record(connectionId, { kind: 'closed', detail: 'gone', remoteAddress: null })
  await journal.flush()
  expect(await storedEvents()).toHaveLength(EVENTS_PER_MINUTE_MAX + 1)
  clock.advanceMs(59_999)
  await journal.flush()
  expect(await storedEvents()).toHaveLength(EVENTS_PER_MINUTE_MAX + 1)
  clock.advanceMs(1)
  await journal.flush()
  expect((await storedEvents()).at(-1)).toEqual({
    kind: 'protocol_error',
    detail: 'and 120 more of this kind within a minute',
  })
  journal.record(connectionId, { kind: 'protocol_error', detail: 'again', remoteAddress: null })
  await journal.flush()
  expect((await storedEvents()).at(-1)).toMatchObject({ detail: 'again' })
})

test('only what is wrong becomes the last error', async () => {
  const journal = createJournal()
  journal.record(connectionId, { kind: 'connect_failed', detail: 'refused', remoteAddress: null })
  journal.record(connectionId, { kind: 'bound', detail: 'bound as receiver', remoteAddress: null })
  await journal.flush()
  expect(await storedCounters()).toMatchObject({ last_error: 'refused', last_error_at: clock.now() })
})

test('whatever a peer puts into a text, it can be stored', async () => {
  const journal = createJournal()
  const detail = `a\u0000b\u001b\ud800${'x'.repeat(600)}`
  journal.record(connectionId, { kind: 'protocol_error', detail, remoteAddress: null })
  await journal.flush()
  const [event] = await storedEvents()
  expect(event?.detail).toMatch(/^a b \ufffdx+$/)
  expect(event?.detail).toHaveLength(500)
})

test('the newest thousand lines are kept', async () => {
  const journal = createJournal()
  for (let minute = 0; minute < 55; minute += 1) {
    for (let index = 0; index < EVENTS_PER_MINUTE_MAX; index += 1) {
      journal.record(connectionId, { kind: 'closed', detail: `${minute}/${index}`, remoteAddress: null })
    }
    clock.advanceMs(60_000)
  }
  await journal.flush()
  const events = await storedEvents()
  expect(events).toHaveLength(EVENTS_KEPT_MAX)
  expect(events[0]?.detail).toBe('5/0')
  expect(events.at(-1)?.detail).toBe('54/19')
})
