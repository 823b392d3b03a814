// From measured facts to findings: every condition of every alert, pure. A condition that cannot be judged says
// nothing, and what it would have said stays as it is; `judgedKinds` names what was judged.
import { alertKindNames, type AlertKind } from '@inrange/contract/alert-kinds'
import type { AlertSeverity } from '@inrange/contract/alerts'
import { toApiId } from '@inrange/contract/ids'
import type { Settings } from '@inrange/contract/settings'
import { percentileMs } from '../../platform/histogram.rules.ts'
import type { SystemFacts } from '../system/system.public.ts'

export type Thresholds = Settings['alerts']
export type Finding = {
  kind: AlertKind
  /** The database id of what it is about; empty for the installation. */
  subjectId: string
  subjectName: string
  severity: AlertSeverity
  since: Date
  facts: Record<string, string | number>
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Fewer requests or batches within five minutes say nothing about a share or a percentile. */
const REQUESTS_MIN = 50
const FAULTS_MIN = 5
const BATCHES_MIN = 5
/** A connection is quiet only where at least so many of the last seven days had messages in the same hour. */
const USUAL_DAYS_MIN = 4
/** The quarantine grows when an hour brings so many times what hours of the last day did. */
const QUARANTINE_FACTOR = 3
const CONNECTIONS_PERCENT = 85
const DISK_CRITICAL_PERCENT = 3
const LEDGER_CHECK_MS = 2 * HOUR_MS
const SETTLEMENT_MS = 3 * HOUR_MS
const AUDIT_CHECK_MS = 50 * HOUR_MS
const SCHEDULES_MS = 5 * MINUTE_MS
/** A job that failed once or twice is tried again by itself; from then on somebody should know. */
const JOB_ATTEMPTS = 3
const DIGESTS_MS = 15 * MINUTE_MS
const MAIL_MS = 15 * MINUTE_MS
const NODE_MS = 10 * MINUTE_MS
const WEBHOOKS_MS = 15 * MINUTE_MS
const BACKUP_CRITICAL_FACTOR = 3
const TEXT_CHARS_MAX = 300

/** Everything that is wrong by these facts, in no particular order. */
export function judge(facts: SystemFacts, thresholds: Thresholds): Finding[] {
  return [
    ...judgeConnections(facts, thresholds),
    ...judgeReceiving(facts, thresholds),
    ...judgeApi(facts, thresholds),
    ...judgeDatabase(facts, thresholds),
    ...judgeLedger(facts),
    ...judgeAudit(facts),
    ...judgeJobs(facts),
    ...judgeMail(facts),
    ...judgePayments(facts, thresholds),
    ...judgeBackups(facts, thresholds),
    ...judgeLive(facts),
  ]
}

/** The kinds that these facts could be judged by; an alert of another kind is neither opened nor resolved. */
export function judgedKinds(facts: SystemFacts): ReadonlySet<AlertKind> {
  const unknown = new Set<AlertKind>()
  if (facts.disk === null) unknown.add('disk_full')
  return new Set(alertKindNames.filter((kind) => !unknown.has(kind)))
}

function ofInstallation(kind: AlertKind, severity: AlertSeverity, since: Date, facts: Finding['facts']): Finding {
  return { kind, subjectId: '', subjectName: '', severity, since, facts }
}

function minutesSince(facts: SystemFacts, since: Date): number {
  return Math.max(0, Math.round((facts.at.getTime() - since.getTime()) / MINUTE_MS))
}

function isOlder(facts: SystemFacts, since: Date | null, thanMs: number): since is Date {
  return since !== null && facts.at.getTime() - since.getTime() > thanMs
}

function judgeConnections(facts: SystemFacts, thresholds: Thresholds): Finding[] {
  return facts.connections.flatMap((connection): Finding[] => {
    const subject = { subjectId: connection.connectionId, subjectName: `${connection.carrier} · ${connection.name}` }
    const { downSince, lastError } = connection
    const carrier = toApiId('carrier', connection.carrierId)
    if (downSince !== null) {
      if (facts.at.getTime() - downSince.getTime() < thresholds.connectionDownMinutes * MINUTE_MS) return []
      const told = { minutes: minutesSince(facts, downSince), error: shorten(lastError ?? ''), carrier }
      return [{ kind: 'connection_down', ...subject, severity: 'critical', since: downSince, facts: told }]
    }
    const quiet = judgeQuiet(facts, connection, thresholds)
    if (quiet === null) return []
    return [{ kind: 'connection_quiet', ...subject, ...quiet, facts: { ...quiet.facts, carrier } }]
  })
}

/** Nothing for a whole clock hour that usually has messages: it is compared with its like, so a night is a night. */
function judgeQuiet(
  facts: SystemFacts,
  { state, lastMessageAt, usualHours }: SystemFacts['connections'][number],
  { quietMessages }: Thresholds,
): Pick<Finding, 'severity' | 'since' | 'facts'> | null {
  if (state === 'disabled' || lastMessageAt === null || usualHours.length < USUAL_DAYS_MIN) return null
  const usual = medianOf(usualHours)
  const hourStartMs = facts.at.getTime() - (facts.at.getTime() % HOUR_MS)
  if (usual < quietMessages || lastMessageAt.getTime() >= hourStartMs - HOUR_MS) return null
  return { severity: 'warning', since: lastMessageAt, facts: { minutes: minutesSince(facts, lastMessageAt), usual } }
}

function judgeReceiving(facts: SystemFacts, thresholds: Thresholds): Finding[] {
  const findings: Finding[] = []
  const { lastHour, hoursBefore } = facts.quarantine
  const before = medianOf(hoursBefore)
  if (lastHour >= thresholds.quarantinePerHour && lastHour >= before * QUARANTINE_FACTOR) {
    findings.push(ofInstallation('quarantine_growing', 'warning', hourAgo(facts), { count: lastHour, before }))
  }
  const { lagCounts } = facts.work
  const lagMs = countOf(lagCounts) < BATCHES_MIN ? null : percentileMs(lagCounts, 0.95)
  if (lagMs !== null && lagMs > thresholds.lagSeconds * 1_000) {
    const told = { seconds: Math.round(lagMs / 1_000), queued: facts.queue.queued }
    findings.push(ofInstallation('receiving_slow', 'critical', facts.at, told))
  }
  return findings
}

function hourAgo(facts: SystemFacts): Date {
  return new Date(facts.at.getTime() - HOUR_MS)
}

function judgeApi({ at, work }: SystemFacts, thresholds: Thresholds): Finding[] {
  if (work.requests < REQUESTS_MIN) return []
  const findings: Finding[] = []
  const percent = (work.faults / work.requests) * 100
  if (work.faults >= FAULTS_MIN && percent > thresholds.faultPercent) {
    const told = { percent: Math.round(percent), faults: work.faults, requests: work.requests }
    findings.push(ofInstallation('api_faults', 'critical', at, told))
  }
  const slowMs = percentileMs(work.requestCounts, 0.95) ?? 0
  if (slowMs > thresholds.slowMs) findings.push(ofInstallation('api_slow', 'warning', at, { ms: Math.round(slowMs) }))
  return findings
}

function judgeDatabase({ at, database, disk }: SystemFacts, thresholds: Thresholds): Finding[] {
  const findings: Finding[] = []
  const { connections: used, connectionsMax: max } = database
  if (used * 100 > max * CONNECTIONS_PERCENT)
    findings.push(ofInstallation('database_connections', 'warning', at, { used, max }))
  if (disk !== null && disk.totalBytes > 0) {
    const percent = (disk.freeBytes / disk.totalBytes) * 100
    if (percent < thresholds.diskFreePercent) {
      const severity = percent < DISK_CRITICAL_PERCENT ? 'critical' : 'warning'
      const told = { percent: Math.floor(percent), freeBytes: disk.freeBytes }
      findings.push(ofInstallation('disk_full', severity, at, told))
    }
  }
  return findings
}

function judgeLedger(facts: SystemFacts): Finding[] {
  const findings: Finding[] = []
  const { check, unsettledHour, unsettledSince } = facts.ledger
  if (check !== null && check.faults > 0) {
    const told = { faults: check.faults, first: shorten(check.firstFault ?? '') }
    findings.push(ofInstallation('ledger_faults', 'critical', check.finishedAt, told))
  }
  // Before the first check: since the program started, which runs it within the hour.
  const checkedAt = check?.finishedAt ?? facts.startedAt
  if (isOlder(facts, checkedAt, LEDGER_CHECK_MS)) {
    findings.push(ofInstallation('ledger_check_old', 'warning', checkedAt, { hours: hoursSince(facts, checkedAt) }))
  }
  // The hour is over an hour after its start; what is settled is settled a minute later.
  const closedAt = unsettledHour && new Date(unsettledHour.getTime() + HOUR_MS)
  if (isOlder(facts, unsettledSince, SETTLEMENT_MS)) {
    const told = { hours: hoursSince(facts, closedAt ?? unsettledSince) }
    findings.push(ofInstallation('settlement_late', 'warning', unsettledSince, told))
  }
  return findings
}

function hoursSince(facts: SystemFacts, since: Date): number {
  return Math.round(minutesSince(facts, since) / 60)
}

function judgeAudit(facts: SystemFacts): Finding[] {
  const { verifiedAt, faults, firstEntryAt } = facts.audit
  if (faults > 0) return [ofInstallation('audit_broken', 'critical', verifiedAt ?? facts.at, { faults })]
  const since = verifiedAt ?? firstEntryAt
  if (!isOlder(facts, since, AUDIT_CHECK_MS) || !isOlder(facts, facts.startedAt, 30 * HOUR_MS)) return []
  return [ofInstallation('audit_check_old', 'warning', since, { hours: hoursSince(facts, since) })]
}

function judgeJobs(facts: SystemFacts): Finding[] {
  const findings: Finding[] = []
  const { scheduledAt, failing } = facts.jobs
  // Something is scheduled for every minute; a process that has just started has not had its turn yet.
  const last = scheduledAt !== null && scheduledAt > facts.startedAt ? scheduledAt : facts.startedAt
  if (isOlder(facts, last, SCHEDULES_MS))
    findings.push(ofInstallation('jobs_stopped', 'critical', last, { minutes: minutesSince(facts, last) }))
  const byName = Map.groupBy(failing, ({ name }) => name)
  for (const [name, many] of byName) {
    const [worst] = many.toSorted((one, other) => other.attempts - one.attempts)
    if (worst === undefined || worst.attempts < JOB_ATTEMPTS) continue
    findings.push({
      kind: 'job_failing',
      subjectId: name,
      subjectName: name,
      severity: worst.isGivenUp ? 'critical' : 'warning',
      since: new Date(worst.since),
      facts: { attempts: worst.attempts, error: shorten(worst.error) },
    })
  }
  const { owners, behindSince } = facts.digests
  const behind = behindSince !== null && behindSince < facts.startedAt ? facts.startedAt : behindSince
  if (isOlder(facts, behind, DIGESTS_MS))
    findings.push(ofInstallation('digests_late', 'warning', behind, { minutes: minutesSince(facts, behind), owners }))
  return findings
}

function judgeMail(facts: SystemFacts): Finding[] {
  const { isConfigured, waiting, tried, oldestAt, failed, error } = facts.mail
  if (!isConfigured) return []
  const isStuck = tried > 0 && isOlder(facts, oldestAt, MAIL_MS)
  if (!isStuck && failed === 0) return []
  const told = { waiting, failed, error: shorten(error ?? '') }
  return [ofInstallation('mail_failing', 'warning', isStuck && oldestAt ? oldestAt : facts.at, told)]
}

function judgePayments(facts: SystemFacts, thresholds: Thresholds): Finding[] {
  const findings: Finding[] = []
  for (const { id, name, isOk, detail, scannedAt, checkedAt, createdAt } of facts.methods) {
    const since = scannedAt ?? (isOk ? checkedAt : null) ?? createdAt
    if (isOk || !isOlder(facts, since, NODE_MS)) continue
    const told = { minutes: minutesSince(facts, since), detail: shorten(detail ?? '') }
    findings.push({ kind: 'node_away', subjectId: id, subjectName: name, severity: 'critical', since, facts: told })
  }
  const { webhooksWaiting, webhooksOldestAt, withdrawalsWaiting, withdrawalsOldestAt } = facts.payments
  if (isOlder(facts, webhooksOldestAt, WEBHOOKS_MS)) {
    const told = { count: webhooksWaiting, minutes: minutesSince(facts, webhooksOldestAt) }
    findings.push(ofInstallation('webhooks_waiting', 'warning', webhooksOldestAt, told))
  }
  if (isOlder(facts, withdrawalsOldestAt, thresholds.withdrawalHours * HOUR_MS)) {
    const told = { count: withdrawalsWaiting, hours: hoursSince(facts, withdrawalsOldestAt) }
    findings.push(ofInstallation('withdrawals_waiting', 'warning', withdrawalsOldestAt, told))
  }
  return findings
}

function judgeBackups(facts: SystemFacts, { backupHours }: Thresholds): Finding[] {
  const { isConfigured, newest, error } = facts.backups
  if (!isConfigured) return []
  if (newest === null) return [ofInstallation('backup_missing', 'critical', facts.at, { error: shorten(error ?? '') })]
  if (!isOlder(facts, newest.at, backupHours * HOUR_MS)) return []
  const isFarTooOld = isOlder(facts, newest.at, backupHours * BACKUP_CRITICAL_FACTOR * HOUR_MS)
  const told = { hours: hoursSince(facts, newest.at), name: newest.name }
  return [ofInstallation('backup_old', isFarTooOld ? 'critical' : 'warning', newest.at, told)]
}

function judgeLive({ at, live }: SystemFacts): Finding[] {
  return live.isListening ? [] : [ofInstallation('live_lost', 'warning', at, {})]
}

function countOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** 0 of nothing. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : Math.round(((sorted[middle - 1] ?? upper) + upper) / 2)
}

/** Errors are written by others, at any length. */
function shorten(text: string): string {
  return text.length <= TEXT_CHARS_MAX ? text : `${text.slice(0, TEXT_CHARS_MAX - 1)}…`.toWellFormed()
}
