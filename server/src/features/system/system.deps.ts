// What the slice is given: the parts of the program that know how they do, each by the least that is asked of it.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { StepCounts } from '../../platform/histogram.rules.ts'
import type { Log } from '../../platform/log.ts'
import type { RequestMeter } from '../../platform/request-meter.ts'
import type { DiskSpace } from './read-disk.ts'

/** What the pipeline counted, once a batch. */
export type BatchFigures = {
  received: number
  acknowledged: number
  commits: StepCounts
  lags: StepCounts
  queuedPeak: number
}

export type Pipeline = {
  stats(): { queued: number; inFlight: number }
  readonly measures: {
    read(): BatchFigures
    take(): BatchFigures
    lagsByConnection(): ReadonlyMap<string, { atMs: number; lagMs: number }>
  }
}

/** What a process knows of a connection, and the database does not. */
export type ConnectionStatus = {
  statusOf(connectionId: string): {
    boundSessions: number
    wantedSessions: number
    isConnecting: boolean
    lastMessageAtMs: number | null
    unboundSinceMs: number | null
  }
}

export type SystemDeps = {
  database: Database
  clock: Clock
  log: Log
  version: string
  isEmbedded: boolean
  /** The disk that holds the embedded database; null where the system does not tell. */
  readDisk(): Promise<DiskSpace | null>
  /** Where the operator's backups go; undefined: nobody said. */
  backupDir: string | undefined
  requests: RequestMeter
  pipeline: Pipeline
  status: ConnectionStatus
  /** Live views that are open in this process. */
  countStreams(): number
  /** Whether this process hears the database's notifications. */
  isListening(): boolean
}
