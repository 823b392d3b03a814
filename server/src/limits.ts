// Guarantees that every bound of the program stands in one place with its unit and the reason for its value, and that
// bounds which depend on each other agree; `assertLimits` runs at every start. It deliberately holds no setting: what
// an operator may change is in config.ts.
import { invariant } from './platform/invariant.ts'

type Bound = { value: number; unit: string; reason: string }

const bounds = {
  embeddedConnectionsMax: {
    value: 100,
    unit: 'connections',
    reason: 'PostgreSQL default; each costs about 2 MB when idle.',
  },
  appPoolConnectionsMax: {
    value: 20,
    unit: 'connections',
    reason: 'Short statements on few cores: more connections only queue inside PostgreSQL instead of in front of it.',
  },
  hotPoolConnectionsMax: {
    value: 8,
    unit: 'connections',
    reason: 'Four batches in flight; the rest records sessions, holds due parts and notifies meanwhile.',
  },
  jobsPoolConnectionsMax: {
    value: 6,
    unit: 'connections',
    reason: 'One per job at once, one that listens, one to spare.',
  },
  jobsAtOnceMax: { value: 4, unit: 'jobs', reason: 'Jobs are background work and must leave the machine to messages.' },
  jobsStopGraceMs: {
    value: 1_000,
    unit: 'ms',
    reason: 'Short jobs end by themselves; longer ones are then told to stop.',
  },
  jobsRestartDelayMs: {
    value: 2_000,
    unit: 'ms',
    reason: 'A failed queue comes back soon, but does not fill the log.',
  },
  reservedConnectionsMin: {
    value: 10,
    unit: 'connections',
    reason: 'Listeners, migrations, the ledger check and an operator with psql.',
  },
  statementTimeoutMs: {
    value: 30_000,
    unit: 'ms',
    reason: 'No screen waits longer; a runaway query must not hold locks.',
  },
  lockTimeoutMs: { value: 10_000, unit: 'ms', reason: 'Shorter than a statement, so that the error names the lock.' },
  idleInTransactionTimeoutMs: {
    value: 30_000,
    unit: 'ms',
    reason:
      'A transaction that does nothing holds locks and keeps old rows; longer than any statement between two others.',
  },
  connectTimeoutMs: {
    value: 5_000,
    unit: 'ms',
    reason: 'A caller learns within seconds that the database is unreachable.',
  },
  idleConnectionMs: { value: 60_000, unit: 'ms', reason: 'A quiet program gives back what a busy hour needed.' },
  transactionAttemptsMax: {
    value: 6,
    unit: 'attempts',
    reason: 'A conflict is settled in one or two; more means that something else is wrong.',
  },
  databaseWaitMs: { value: 60_000, unit: 'ms', reason: 'A database that starts together with us is up by then.' },
  diskFreeMegabytesMin: {
    value: 300,
    unit: 'MB',
    reason: 'A new cluster takes 40 MB, its log 16 MB a file; less would stop PostgreSQL within minutes.',
  },
  postgresStartTimeoutMs: {
    value: 600_000,
    unit: 'ms',
    reason:
      'Recovery replays at most max_wal_size (2 GB), minutes on a slow disk; giving up earlier would lose the start.',
  },
  postgresStopTimeoutMs: {
    value: 60_000,
    unit: 'ms',
    reason: 'A fast stop writes one checkpoint of the shared buffers.',
  },
  postgresRestartDelayMsMin: { value: 100, unit: 'ms', reason: 'First pause before PostgreSQL is started again.' },
  postgresRestartDelayMsMax: {
    value: 10_000,
    unit: 'ms',
    reason: 'Pause after repeated failures: long enough to not fill the log, short enough to return with the disk.',
  },
  ingestBatchItemsMax: {
    value: 1_000,
    unit: 'items',
    reason: 'Above this a batch gains nothing and only makes the others wait; measured by bench ingest.',
  },
  ingestLanes: {
    value: 4,
    unit: 'lanes',
    reason:
      'Owners are spread over so many; twice the cores of a small machine keeps PostgreSQL busy while Node prepares.',
  },
  ingestBatchesPerLaneMax: {
    value: 2,
    unit: 'batches',
    reason:
      'While PostgreSQL writes one of an owner, Node prepares the next; a third would only wait for the same lock.',
  },
  ingestBatchesInFlightMax: {
    value: 4,
    unit: 'batches',
    reason: 'More compete for the same cores and make every answer later.',
  },
  ingestQueueMax: {
    value: 20_000,
    unit: 'items',
    reason: 'Beyond it an item is answered throttled; a carrier that respects its window never gets here.',
  },
  ingestQueueHighWater: {
    value: 5_000,
    unit: 'items',
    reason: 'Sockets are not read any more; five full batches wait.',
  },
  ingestQueueLowWater: { value: 1_000, unit: 'items', reason: 'Sockets are read again; one full batch still waits.' },
  ingestAnswerWithinMs: {
    value: 8_000,
    unit: 'ms',
    reason: 'While nothing can be written an item is given back before a usual response timer of 10 s ends.',
  },
  ingestLateAnswerMs: {
    value: 5_000,
    unit: 'ms',
    reason: 'An answer this late may find a carrier that has given up; the same item again is then its redelivery.',
  },
  ingestRelieveEveryMs: { value: 500, unit: 'ms', reason: 'Precision of ingestAnswerWithinMs.' },
  ingestWaitingLogEveryMs: { value: 5_000, unit: 'ms', reason: 'An outage is said now and then, not once a batch.' },
  ingestDueEveryMs: { value: 1_000, unit: 'ms', reason: 'Precision of a reassembly time-out.' },
  ingestPruneEveryMs: {
    value: 60_000,
    unit: 'ms',
    reason: 'Commits and keys are kept for minutes; bounded statements.',
  },
  ingestPartitionsEveryMs: { value: 3_600_000, unit: 'ms', reason: 'Partitions are made two weeks ahead.' },
} as const satisfies Record<string, Bound>

/** Every bound by name, as a plain number in the unit that its entry names. */
export const limits = Object.fromEntries(Object.entries(bounds).map(([name, bound]) => [name, bound.value])) as {
  readonly [Name in keyof typeof bounds]: number
}

type Relation = { text: string; holds(bound: typeof limits): boolean }

const relations: readonly Relation[] = [
  {
    text: 'all pools together leave the reserved connections free',
    holds: (bound) =>
      bound.appPoolConnectionsMax +
        bound.hotPoolConnectionsMax +
        bound.jobsPoolConnectionsMax +
        bound.reservedConnectionsMin <=
      bound.embeddedConnectionsMax,
  },
  { text: 'a lock is given up before its statement', holds: (bound) => bound.lockTimeoutMs < bound.statementTimeoutMs },
  {
    text: 'every job at once has a connection, and one is left to listen',
    holds: (bound) => bound.jobsAtOnceMax < bound.jobsPoolConnectionsMax,
  },
  {
    text: 'the pause before a restart grows',
    holds: (bound) => bound.postgresRestartDelayMsMin < bound.postgresRestartDelayMsMax,
  },
  {
    text: 'every batch in flight has a connection, and some are left for sessions and housekeeping',
    holds: (bound) => bound.ingestBatchesInFlightMax + 2 <= bound.hotPoolConnectionsMax,
  },
  {
    text: 'the queue has room between reading again, reading no more, and refusing',
    holds: (bound) =>
      bound.ingestQueueLowWater < bound.ingestQueueHighWater && bound.ingestQueueHighWater < bound.ingestQueueMax,
  },
  {
    text: 'an answer that is given back in time is not late',
    holds: (bound) => bound.ingestLateAnswerMs < bound.ingestAnswerWithinMs,
  },
  {
    text: 'several attempts to connect fit into the wait',
    holds: (bound) => bound.connectTimeoutMs * 3 < bound.databaseWaitMs,
  },
]

/**
 * Checks that every bound is a positive whole number and that all relations hold.
 * @throws InvariantError naming the first bound or relation that does not
 */
export function assertLimits(values: typeof limits = limits): void {
  for (const [name, value] of Object.entries(values)) {
    invariant(Number.isSafeInteger(value) && value > 0, `The bound ${name} is a positive whole number`)
  }
  for (const relation of relations) invariant(relation.holds(values), `Limits disagree: ${relation.text}`)
}
