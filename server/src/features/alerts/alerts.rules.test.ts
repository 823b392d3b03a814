import { expect, test } from 'vitest'
import { alertKindNames } from '@inrange/contract/alert-kinds'
import { settingsByName } from '@inrange/contract/settings'
import { countDuration } from '../../platform/histogram.rules.ts'
import { noWork } from '../system/minutes.rules.ts'
import type { SystemFacts } from '../system/system.public.ts'
import { judge, judgedKinds, medianOf } from './alerts.rules.ts'
import { alertText } from './alerts.texts.ts'

const now = Date.parse('2026-03-10T12:30:00Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000)
const thresholds = settingsByName.alerts.default

function fast(requests: number, tookMs = 20) {
  const work = noWork()
  work.requests = requests
  for (let index = 0; index < requests; index++) countDuration(work.requestCounts, tookMs)
  return work
}

/** An installation in which nothing is wrong, and what a test makes of it. */
function installation(change: Partial<SystemFacts> = {}): SystemFacts {
  return {
    at: new Date(now),
    startedAt: ago(3 * 24 * 60),
    processes: 1,
    users: { total: 3, active: 3 },
    work: fast(400),
    workSeconds: 300,
    queue: { queued: 0, inFlight: 0 },
    connections: [connection()],
    quarantine: { lastHour: 0, hoursBefore: [] },
    database: {
      version: '18.1',
      bytes: 1_000_000n,
      connections: 12,
      connectionsMax: 100,
      answerMs: 1,
      pool: { open: 2, idle: 2, waiting: 0, max: 20 },
      growthBytes: null,
    },
    disk: { freeBytes: 500, totalBytes: 1_000 },
    ledger: {
      check: { startedAt: ago(20), finishedAt: ago(20), faults: 0, firstFault: null },
      settledAt: ago(30),
      unsettledHour: null,
      unsettledSince: null,
    },
    audit: { verifiedAt: ago(9 * 60), faults: 0, sealedAt: ago(1), firstEntryAt: ago(10_000) },
    jobs: { waiting: 0n, oldestAt: null, failing: [], scheduledAt: ago(0.5) },
    digests: { owners: 0, behindSince: null },
    mail: { isConfigured: true, waiting: 0, tried: 0, oldestAt: null, failed: 0, error: null },
    methods: [],
    payments: { webhooksWaiting: 0, webhooksOldestAt: null, withdrawalsWaiting: 0, withdrawalsOldestAt: null },
    backups: { isConfigured: true, newest: { name: 'a.dump', at: ago(60), bytes: 9 }, error: null },
    live: { streams: 2, isListening: true },
    ...change,
  }
}

function connection(change: Partial<SystemFacts['connections'][number]> = {}): SystemFacts['connections'][number] {
  return {
    connectionId: 'c1',
    name: 'Main',
    kind: 'smpp_client',
    carrierId: '00000000-0000-7000-8000-000000000001',
    carrier: 'Northwire',
    state: 'up',
    downSince: null,
    acknowledged: 10,
    messages24h: 10,
    lastMessageAt: ago(1),
    lastError: null,
    lastErrorAt: null,
    usualHours: [50, 60, 70, 40, 50, 60, 50],
    ...change,
  }
}

const kindsIn = (facts: SystemFacts) => judge(facts, thresholds).map(({ kind }) => kind)
const found = (change: Partial<SystemFacts>) => kindsIn(installation(change))

test('where nothing is wrong there is no finding', () => {
  expect(judge(installation(), thresholds)).toEqual([])
})

test('a connection that should be up is down from the minutes of the setting on; at once where they are nought', () => {
  const down = (minutes: number) =>
    installation({ connections: [connection({ state: 'down', downSince: ago(minutes) })] })
  expect(kindsIn(down(1.9))).toEqual([])
  expect(judge(down(2), thresholds)).toMatchObject([
    {
      kind: 'connection_down',
      subjectId: 'c1',
      subjectName: 'Northwire · Main',
      facts: { minutes: 2, carrier: 'car_0000000000e008000000000001' },
      since: ago(2),
    },
  ])
  expect(judge(down(0), { ...thresholds, connectionDownMinutes: 0 })).toHaveLength(1)
})

test('a connection is quiet after a whole hour without what that hour usually has, and not by night', () => {
  const quiet = (change: Parameters<typeof connection>[0]) => found({ connections: [connection(change)] })
  // 11:00 to 12:00 is the last whole hour at 12:30.
  expect(quiet({ lastMessageAt: new Date('2026-03-10T10:59:59Z') })).toEqual(['connection_quiet'])
  expect(quiet({ lastMessageAt: new Date('2026-03-10T11:00:00Z') })).toEqual([])
  expect(quiet({ lastMessageAt: ago(500), usualHours: [3, 4, 2, 1, 5] })).toEqual([])
  expect(quiet({ lastMessageAt: ago(500), usualHours: [500, 500, 500] })).toEqual([])
  expect(quiet({ lastMessageAt: ago(500), state: 'disabled' })).toEqual([])
  expect(quiet({ lastMessageAt: ago(500), state: 'down', downSince: ago(500) })).toEqual(['connection_down'])
})

test('the quarantine grows by what is many, and many more than usual', () => {
  expect(found({ quarantine: { lastHour: 100, hoursBefore: [10, 20, 33] } })).toEqual(['quarantine_growing'])
  expect(found({ quarantine: { lastHour: 99, hoursBefore: [] } })).toEqual([])
  expect(found({ quarantine: { lastHour: 100, hoursBefore: [40, 40, 40] } })).toEqual([])
})

test('messages that wait for their commit are slow, once there are a few batches to tell by', () => {
  const waiting = (batches: number, tookMs: number) => {
    const work = fast(10)
    for (let index = 0; index < batches; index++) countDuration(work.lagCounts, tookMs)
    return found({ work })
  }
  expect(waiting(5, 7_000)).toEqual(['receiving_slow'])
  expect(waiting(4, 7_000)).toEqual([])
  expect(waiting(5, 2_500)).toEqual([])
})

test('faults and slowness need enough requests to be a share of', () => {
  expect(found({ work: { ...fast(100), faults: 6 } })).toEqual(['api_faults'])
  expect(found({ work: { ...fast(100), faults: 5 } })).toEqual([])
  expect(found({ work: { ...fast(49), faults: 49 } })).toEqual([])
  expect(found({ work: fast(50, 1_900) })).toEqual(['api_slow'])
  expect(found({ work: fast(49, 1_900) })).toEqual([])
})

test('a disk is nearly full, then critical; one that the system does not tell of is not judged', () => {
  const free = (freeBytes: number) => judge(installation({ disk: { freeBytes, totalBytes: 1_000 } }), thresholds)
  expect(free(100)).toEqual([])
  expect(free(99)).toMatchObject([{ kind: 'disk_full', severity: 'warning', facts: { percent: 9 } }])
  expect(free(29)).toMatchObject([{ kind: 'disk_full', severity: 'critical' }])
  const untold = installation({ disk: null })
  expect(kindsIn(untold)).toEqual([])
  expect(judgedKinds(untold).has('disk_full')).toBe(false)
  expect(judgedKinds(installation()).size).toBe(alertKindNames.length)
})

test('connections of the database beyond 85 of a hundred', () => {
  const used = (connections: number) => found({ database: { ...installation().database, connections } })
  expect([used(85), used(86)]).toEqual([[], ['database_connections']])
})

test('a failed check of the books is critical; an old one, and a settlement that is late, are warnings', () => {
  const { ledger } = installation()
  const check = { startedAt: ago(10), finishedAt: ago(10), faults: 2, firstFault: 'A differs' }
  expect(judge(installation({ ledger: { ...ledger, check } }), thresholds)).toMatchObject([
    { kind: 'ledger_faults', severity: 'critical', facts: { faults: 2, first: 'A differs' } },
  ])
  const old = { ...check, faults: 0, firstFault: null, finishedAt: ago(121) }
  expect(found({ ledger: { ...ledger, check: old } })).toEqual(['ledger_check_old'])
  expect(found({ ledger: { ...ledger, check: null } })).toEqual(['ledger_check_old'])
  expect(found({ ledger: { ...ledger, check: null }, startedAt: ago(60) })).toEqual([])
  const unsettled = { ...ledger, unsettledHour: new Date('2026-03-10T08:00:00Z') }
  expect(found({ ledger: { ...unsettled, unsettledSince: ago(181) } })).toEqual(['settlement_late'])
  // A message was routed into an hour that had been settled long ago.
  expect(found({ ledger: { ...unsettled, unsettledSince: ago(180) } })).toEqual([])
})

test('an audit log that was changed is critical; one that was not verified for two nights is a warning', () => {
  const { audit } = installation()
  expect(found({ audit: { ...audit, faults: 1 } })).toEqual(['audit_broken'])
  expect(found({ audit: { ...audit, verifiedAt: ago(51 * 60) } })).toEqual(['audit_check_old'])
  expect(found({ audit: { ...audit, verifiedAt: ago(49 * 60) } })).toEqual([])
  // A program that was off for a week gets a night to catch up.
  expect(found({ audit: { ...audit, verifiedAt: ago(9_000) }, startedAt: ago(60) })).toEqual([])
})

test('a job that failed three times, schedules that stand still, digests that are late', () => {
  const job = { name: 'send-notices', attempts: 3, isGivenUp: false, error: 'No way', since: ago(30).toISOString() }
  const jobs = { ...installation().jobs }
  expect(judge(installation({ jobs: { ...jobs, failing: [job, { ...job, attempts: 4 }] } }), thresholds)).toMatchObject(
    [{ kind: 'job_failing', subjectId: 'send-notices', severity: 'warning', facts: { attempts: 4 } }],
  )
  expect(found({ jobs: { ...jobs, failing: [{ ...job, attempts: 2 }] } })).toEqual([])
  expect(found({ jobs: { ...jobs, scheduledAt: ago(6) } })).toEqual(['jobs_stopped'])
  expect(found({ jobs: { ...jobs, scheduledAt: ago(60) }, startedAt: ago(4) })).toEqual([])
  expect(found({ digests: { owners: 2, behindSince: ago(16) } })).toEqual(['digests_late'])
  expect(found({ digests: { owners: 2, behindSince: ago(14) } })).toEqual([])
})

test('mail fails when a mail was given up, or was tried and still waits; not while there is no server', () => {
  const { mail } = installation()
  expect(found({ mail: { ...mail, failed: 1, error: 'No such user' } })).toEqual(['mail_failing'])
  expect(found({ mail: { ...mail, waiting: 1, tried: 1, oldestAt: ago(16) } })).toEqual(['mail_failing'])
  expect(found({ mail: { ...mail, waiting: 1, tried: 0, oldestAt: ago(16) } })).toEqual([])
  expect(found({ mail: { ...mail, isConfigured: false, failed: 3 } })).toEqual([])
})

test('a payment service is away ten minutes after it was last read, and each on its own', () => {
  const method = (isOk: boolean, scannedMinutes: number) => ({
    id: `m${scannedMinutes}`,
    name: 'USDT',
    kind: 'usdt_erc20' as const,
    isOk,
    detail: 'No answer',
    checkedAt: ago(1),
    scannedAt: ago(scannedMinutes),
    createdAt: ago(9_000),
  })
  expect(found({ methods: [method(true, 90), method(false, 9), method(false, 11)] })).toEqual(['node_away'])
})

test('what of payments waits too long', () => {
  const { payments } = installation()
  expect(found({ payments: { ...payments, webhooksWaiting: 1, webhooksOldestAt: ago(16) } })).toEqual([
    'webhooks_waiting',
  ])
  const asked = (hours: number) => ({ ...payments, withdrawalsWaiting: 2, withdrawalsOldestAt: ago(hours * 60 + 1) })
  expect(found({ payments: asked(24) })).toEqual(['withdrawals_waiting'])
  expect(found({ payments: asked(23) })).toEqual([])
})

test('a backup is old, then far too old; a folder without one is critical; without a folder nothing is said', () => {
  const newest = (hours: number) => ({
    isConfigured: true,
    newest: { name: 'a', at: ago(hours * 60), bytes: 1 },
    error: null,
  })
  expect(found({ backups: newest(26) })).toEqual([])
  expect(judge(installation({ backups: newest(27) }), thresholds)).toMatchObject([
    { kind: 'backup_old', severity: 'warning' },
  ])
  expect(judge(installation({ backups: newest(79) }), thresholds)).toMatchObject([{ severity: 'critical' }])
  expect(found({ backups: { isConfigured: true, newest: null, error: 'ENOENT' } })).toEqual(['backup_missing'])
  expect(found({ backups: { isConfigured: false, newest: null, error: null } })).toEqual([])
})

test('a program that does not hear the database says so', () => {
  expect(found({ live: { streams: 0, isListening: false } })).toEqual(['live_lost'])
})

test('the sentence of a notification has its figures filled in, and a figure that is not there leaves no hole', () => {
  const [down] = judge(installation({ connections: [connection({ downSince: ago(7) })] }), thresholds)
  expect(down && alertText(down)).toEqual({
    name: 'Connection down: Northwire · Main',
    sentence: 'Northwire · Main has been down for 7 minutes.',
  })
  expect(alertText({ kind: 'live_lost', subjectName: '', facts: {} }).name).toBe('Live view waits')
  for (const kind of alertKindNames) {
    expect(alertText({ kind, subjectName: 'X', facts: {} }).sentence, kind).not.toContain('{')
  }
})

test.each([
  [[], 0],
  [[3], 3],
  [[9, 1, 5], 5],
  [[1, 2, 3, 10], 3],
])('the median of %j is %d', (values, median) => {
  expect(medianOf(values)).toBe(median)
})
