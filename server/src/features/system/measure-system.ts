// The one reading of everything that the installation measures of itself: what its screens show and what alerts are
// judged by, so that both say the same. Nothing is kept between two readings but the figures of minutes. What the
// machine does not tell is null; a database that does not answer fails the reading as a whole, since nothing could be
// written about it either.
import { latestVerification } from '../audit/audit.public.ts'
import { watchConnections, type WatchedConnection } from '../carriers/carriers.public.ts'
import { latestCheck, type KeptCheck } from '../ledger/ledger.public.ts'
import { mailIsSent, readSettings } from '../settings/settings.public.ts'
import { readJobsState, type JobsState } from '../../platform/jobs.queries.ts'
import type { PoolState } from '../../platform/database.ts'
import { selectFirstSample, selectMinutesSince } from './minutes.queries.ts'
import { addWork, ALL_PROCESSES, type Work } from './minutes.rules.ts'
import { readBackups, type Backups } from './read-backups.ts'
import type { SystemDeps } from './system.deps.ts'
import {
  countQuarantinedSince,
  countUsers,
  selectDatabaseFacts,
  selectDigests,
  selectMail,
  selectMethods,
  selectNothing,
  selectPaymentsWaiting,
  selectQuarantineHours,
  selectSettlement,
  type DatabaseRow,
  type DigestsRow,
  type MailRow,
  type MethodRow,
  type PaymentsRow,
  type SettlementRow,
} from './system.queries.ts'
import type { DiskSpace } from './read-disk.ts'
import type { SystemRecorder } from './system.recorder.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const WINDOW_MS = 5 * 60_000
const QUARANTINED_COUNT_MAX = 100_000

export type SystemFacts = {
  at: Date
  startedAt: Date
  processes: number
  users: { total: number; active: number }
  /** Of all processes, over the last five minutes or since there is something to tell. */
  work: Work
  workSeconds: number
  queue: { queued: number; inFlight: number }
  connections: readonly WatchedConnection[]
  quarantine: { lastHour: number; hoursBefore: readonly number[] }
  database: DatabaseRow & { answerMs: number; pool: PoolState; growthBytes: number | null }
  disk: DiskSpace | null
  /** `unsettledSince`: since when this process has seen that hour owe something. */
  ledger: SettlementRow & { unsettledSince: Date | null; check: KeptCheck | null }
  audit: { verifiedAt: Date | null; faults: number; sealedAt: Date | null; firstEntryAt: Date | null }
  jobs: JobsState
  digests: DigestsRow
  mail: MailRow & { isConfigured: boolean }
  methods: readonly MethodRow[]
  payments: PaymentsRow
  backups: Backups
  live: { streams: number; isListening: boolean }
}

/** @throws when the database does not answer */
export async function measureSystem(deps: SystemDeps, recorder: SystemRecorder): Promise<SystemFacts> {
  const { kysely } = deps.database
  const at = deps.clock.now()
  const nowMs = at.getTime()
  const hour = new Date(nowMs - (nowMs % HOUR_MS))
  const startedMs = performance.now()
  await selectNothing(kysely)
  const answerMs = performance.now() - startedMs
  const database = await selectDatabaseFacts(kysely)
  const settlement = await selectSettlement(kysely, hour)
  return {
    at,
    startedAt: recorder.startedAt,
    ...(await readWork(deps, recorder, nowMs)),
    users: await countUsers(kysely),
    queue: deps.pipeline.stats(),
    connections: await watchConnections({ ...deps, startedAt: recorder.startedAt }),
    quarantine: {
      lastHour: await countQuarantinedSince(kysely, new Date(nowMs - HOUR_MS), QUARANTINED_COUNT_MAX),
      hoursBefore: await selectQuarantineHours(kysely, { from: new Date(hour.getTime() - DAY_MS), before: hour }),
    },
    database: {
      ...database,
      answerMs,
      pool: deps.database.pool(),
      growthBytes: await readGrowth(deps, nowMs, database.bytes),
    },
    disk: await deps.readDisk(),
    ledger: {
      ...settlement,
      unsettledSince: recorder.noteUnsettled(settlement.unsettledHour, at),
      check: await latestCheck(kysely),
    },
    audit: await latestVerification(kysely),
    jobs: await readJobsState(kysely),
    digests: await selectDigests(kysely),
    mail: {
      ...(await selectMail(kysely, new Date(nowMs - DAY_MS))),
      isConfigured: mailIsSent(await readSettings(kysely)),
    },
    methods: await selectMethods(kysely),
    payments: await selectPaymentsWaiting(kysely),
    backups: await readBackups(deps.backupDir),
    live: { streams: deps.countStreams(), isListening: deps.isListening() },
  }
}

/** The last five minutes: what all processes wrote, and what this one has counted since. */
async function readWork(deps: SystemDeps, recorder: SystemRecorder, nowMs: number) {
  const minutes = await selectMinutesSince(deps.database.kysely, new Date(nowMs - WINDOW_MS))
  const running = recorder.running()
  const firstMs = minutes.reduce((first, { fromAt }) => Math.min(first, fromAt.getTime()), running.sinceMs)
  const processes = new Set(minutes.map(({ processId }) => processId))
  processes.delete(ALL_PROCESSES)
  return {
    // This process, and those that wrote; its own id is among them once it has written.
    processes: Math.max(1, processes.size),
    work: addWork([...minutes, running.work]),
    workSeconds: Math.max(1, (nowMs - firstMs) / 1_000),
  }
}

/** Bytes a day, over the last week or what has been measured of it; null before there is an hour of it. */
async function readGrowth(deps: SystemDeps, nowMs: number, bytes: bigint): Promise<number | null> {
  const first = await selectFirstSample(deps.database.kysely, new Date(nowMs - 7 * DAY_MS))
  const elapsedMs = first ? nowMs - first.at.getTime() : 0
  if (!first || elapsedMs < HOUR_MS) return null
  return Math.round((Number(bytes - first.databaseBytes) * DAY_MS) / elapsedMs)
}
