// What tests of the measuring share: parts of a program that say what the test wants, on a real database with its queue.
import { createManualClock, type ManualClock } from '../../platform/clock.ts'
import { emptyCounts } from '../../platform/histogram.rules.ts'
import { prepareJobs } from '../../platform/jobs.ts'
import { createSilentLog } from '../../platform/log.ts'
import { createRequestMeter } from '../../platform/request-meter.ts'
import type { TestDatabase } from '../../testing/test-database.ts'
import type { DiskSpace } from './read-disk.ts'
import type { BatchFigures, SystemDeps } from './system.deps.ts'
import { SystemRecorder } from './system.recorder.ts'

export type SystemWorld = {
  deps: SystemDeps
  clock: ManualClock
  recorder: SystemRecorder
  /** Sessions that are bound, by connection; one that is not named has none. */
  bound: Map<string, number>
  /** Since when a connection has no session in this process, in ms; one that is not named is unknown to it. */
  unboundSince: Map<string, number>
  /** Half free, however full the machine is that the tests run on. */
  disk: DiskSpace
  /** What the pipeline has counted since it was last taken. */
  batches: BatchFigures
}

/** Call it in a test or beforeAll, once the database is there. */
export async function openSystemWorld(db: TestDatabase, at = '2026-03-10T12:30:00Z'): Promise<SystemWorld> {
  const log = createSilentLog()
  await prepareJobs({ connectionString: db.connectionString, log })
  const clock = createManualClock(at)
  const bound = new Map<string, number>()
  const unboundSince = new Map<string, number>()
  const noBatches = (): BatchFigures => ({
    received: 0,
    acknowledged: 0,
    commits: emptyCounts(),
    lags: emptyCounts(),
    queuedPeak: 0,
  })
  const batches = noBatches()
  const disk: DiskSpace = { freeBytes: 500_000_000, totalBytes: 1_000_000_000 }
  const deps: SystemDeps = {
    database: db.database,
    clock,
    log,
    version: '9.9.9',
    isEmbedded: true,
    readDisk: () => Promise.resolve({ ...disk }),
    backupDir: undefined,
    requests: createRequestMeter(),
    pipeline: {
      stats: () => ({ queued: 0, inFlight: 0 }),
      measures: {
        read: () => batches,
        take: () => {
          const taken = { ...batches }
          Object.assign(batches, noBatches())
          return taken
        },
        lagsByConnection: () => new Map(),
      },
    },
    status: {
      statusOf: (id) => ({
        boundSessions: bound.get(id) ?? 0,
        wantedSessions: 1,
        isConnecting: false,
        lastMessageAtMs: null,
        unboundSinceMs: unboundSince.get(id) ?? null,
      }),
    },
    countStreams: () => 3,
    isListening: () => true,
  }
  return { deps, clock, recorder: new SystemRecorder(deps), bound, unboundSince, disk, batches }
}
