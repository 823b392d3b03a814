// Brings what was measured to the form of the contract.
import { toApiId } from '@inrange/contract/ids'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { SystemFacts } from './measure-system.ts'
import { perSecond, shownMs } from './minutes.rules.ts'

type Presented = OperationResult<Operations['system.read']>

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export function presentSystem(facts: SystemFacts, program: { version: string; isEmbedded: boolean }): Presented {
  return {
    measuredAt: facts.at.toISOString(),
    program: {
      version: program.version,
      nodeVersion: process.versions.node,
      startedAt: facts.startedAt.toISOString(),
      memoryBytes: process.memoryUsage.rss(),
      processes: facts.processes,
    },
    users: facts.users,
    api: presentApi(facts),
    receiving: presentReceiving(facts),
    database: presentDatabase(facts, program.isEmbedded),
    disk: facts.disk,
    ledger: presentLedger(facts),
    audit: { verifiedAt: iso(facts.audit.verifiedAt), faults: facts.audit.faults, sealedAt: iso(facts.audit.sealedAt) },
    jobs: {
      waiting: Number(facts.jobs.waiting),
      oldestAt: iso(facts.jobs.oldestAt),
      scheduledAt: iso(facts.jobs.scheduledAt),
      failing: facts.jobs.failing.map((job) => ({ ...job, since: new Date(job.since).toISOString() })),
    },
    digests: { owners: facts.digests.owners, behindSince: iso(facts.digests.behindSince) },
    mail: {
      isConfigured: facts.mail.isConfigured,
      waiting: facts.mail.waiting,
      oldestAt: iso(facts.mail.oldestAt),
      failedLastDay: facts.mail.failed,
      error: facts.mail.error,
    },
    payments: presentPayments(facts),
    backups: presentBackups(facts),
    live: { streams: facts.live.streams, isConnected: facts.live.isListening },
  }
}

function presentApi({ work }: SystemFacts): Presented['api'] {
  const { requests, faults, requestCounts } = work
  return {
    requests,
    faults,
    p50Ms: shownMs(requestCounts, 0.5),
    p95Ms: shownMs(requestCounts, 0.95),
    p99Ms: shownMs(requestCounts, 0.99),
  }
}

function presentReceiving({ work, workSeconds, queue, connections, quarantine }: SystemFacts): Presented['receiving'] {
  const lastMs = Math.max(0, ...connections.map(({ lastMessageAt }) => lastMessageAt?.getTime() ?? 0))
  return {
    perSecond: perSecond(work.acknowledged, workSeconds),
    queued: queue.queued,
    inFlight: queue.inFlight,
    commitP95Ms: shownMs(work.commitCounts, 0.95),
    lagP95Ms: shownMs(work.lagCounts, 0.95),
    connectionsUp: connections.filter(({ state }) => state === 'up' || state === 'partial').length,
    connectionsDown: connections.filter(({ downSince }) => downSince !== null).length,
    quarantinedLastHour: quarantine.lastHour,
    lastMessageAt: lastMs === 0 ? null : new Date(lastMs).toISOString(),
  }
}

function presentDatabase({ database }: SystemFacts, isEmbedded: boolean): Presented['database'] {
  const { version, bytes, connections, connectionsMax, pool, growthBytes, answerMs } = database
  return {
    version,
    isEmbedded,
    answerMs: Math.round(answerMs * 10) / 10,
    bytes: Number(bytes),
    growthBytes,
    connections,
    connectionsMax,
    pool,
  }
}

function presentLedger({ ledger: { check, settledAt, unsettledHour } }: SystemFacts): Presented['ledger'] {
  return {
    check: check && { at: check.finishedAt.toISOString(), faults: check.faults, firstFault: check.firstFault },
    settledAt: iso(settledAt),
    unsettledHour: iso(unsettledHour),
  }
}

function presentPayments({ methods, payments }: SystemFacts): Presented['payments'] {
  return {
    methods: methods.map(({ id, name, kind, isOk, detail, checkedAt }) => ({
      id: toApiId('paymentMethod', id),
      name,
      kind,
      isOk,
      detail: detail ?? '',
      checkedAt: iso(checkedAt),
    })),
    webhooksWaiting: payments.webhooksWaiting,
    webhooksOldestAt: iso(payments.webhooksOldestAt),
    withdrawalsWaiting: payments.withdrawalsWaiting,
    withdrawalsOldestAt: iso(payments.withdrawalsOldestAt),
  }
}

function presentBackups({ backups: { isConfigured, newest, error } }: SystemFacts): Presented['backups'] {
  return { isConfigured, error, newest: newest && { ...newest, at: newest.at.toISOString() } }
}
