// All SQL of alerts. There are few: those that are not resolved, and for ninety days those that were.
import { sql } from 'kysely'
import type { AlertKind } from '@inrange/contract/alert-kinds'
import type { AlertSeverity, AlertState } from '@inrange/contract/alerts'
import type { Queryable } from '../../platform/database.ts'
import type { Finding } from './alerts.rules.ts'
import type { KnownAlert } from './changes.rules.ts'

/** Lets one watcher through; false: another process looks right now, which is as good. Until the transaction ends. */
export async function tryLockWatch(transaction: Queryable): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('alerts')) as "isLocked"
  `.execute(transaction)
  return rows[0]?.isLocked ?? false
}

/** What is not resolved, and what was resolved since. Indexes: alerts_one_open, alerts_resolved. */
export async function selectKnown(transaction: Queryable, resolvedSince: Date): Promise<KnownAlert[]> {
  const { rows } = await sql<KnownAlert>`
    select id, kind, subject_id as "subjectId", subject_name as "subjectName", severity, facts,
      resolved_at as "resolvedAt", notified_at as "notifiedAt"
    from alerts where resolved_at is null or resolved_at >= ${resolvedSince}
  `.execute(transaction)
  return rows
}

/** @throws a violation of alerts_one_open when there is one already, which the lock of the watch prevents */
export async function insertAlert(
  transaction: Queryable,
  alert: { finding: Finding; now: Date; isNotified: boolean },
): Promise<string> {
  const { finding, now, isNotified } = alert
  const { rows } = await sql<{ id: string }>`
    insert into alerts (kind, subject_id, subject_name, severity, facts, since, opened_at, notified_at)
    values (${finding.kind}, ${finding.subjectId}, ${finding.subjectName}, ${finding.severity},
      ${JSON.stringify(finding.facts)}::jsonb, ${finding.since}, ${now}, ${isNotified ? now : null})
    returning id
  `.execute(transaction)
  return rows[0]?.id ?? ''
}

/** A resolved one begins once more, and nobody has acknowledged that yet. */
export async function reopenAlert(
  transaction: Queryable,
  alert: { id: string; finding: Finding; now: Date; isNotified: boolean },
): Promise<void> {
  const { id, finding, now, isNotified } = alert
  await sql`
    update alerts set state = 'open', severity = ${finding.severity}, facts = ${JSON.stringify(finding.facts)}::jsonb,
      subject_name = ${finding.subjectName}, since = ${finding.since}, opened_at = ${now}, openings = openings + 1,
      resolved_at = null, acknowledged_by = null, acknowledged_at = null, note = '',
      notified_at = case when ${isNotified} then ${now}::timestamptz else notified_at end
    where id = ${id}
  `.execute(transaction)
}

export async function updateAlertFacts(transaction: Queryable, alert: { id: string; finding: Finding }): Promise<void> {
  const { id, finding } = alert
  await sql`
    update alerts set severity = ${finding.severity}, facts = ${JSON.stringify(finding.facts)}::jsonb,
      subject_name = ${finding.subjectName} where id = ${id}
  `.execute(transaction)
}

export async function resolveAlerts(transaction: Queryable, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update alerts set state = 'resolved', resolved_at = ${now} where id = any(${[...ids]}::uuid[])
  `.execute(transaction)
}

export async function deleteOldAlerts(database: Queryable, before: Date): Promise<void> {
  await sql`delete from alerts where resolved_at < ${before}`.execute(database)
}

export type AlertRow = {
  id: string
  kind: AlertKind
  subjectId: string
  subjectName: string
  severity: AlertSeverity
  state: AlertState
  facts: Finding['facts']
  since: Date
  openedAt: Date
  openings: number
  acknowledgedBy: string | null
  acknowledgedAt: Date | null
  note: string
  resolvedAt: Date | null
}

const alertColumns = sql`
  a.id, a.kind, a.subject_id as "subjectId", a.subject_name as "subjectName", a.severity, a.state, a.facts, a.since,
  a.opened_at as "openedAt", a.openings, u.username as "acknowledgedBy", a.acknowledged_at as "acknowledgedAt", a.note,
  a.resolved_at as "resolvedAt"`

/** More unresolved ones than anybody reads; an installation has a handful. */
const UNRESOLVED_MAX = 200

/** The gravest first, then those that nobody has acknowledged, then the newest. Index: alerts_one_open. */
export async function selectUnresolved(database: Queryable, kinds: readonly AlertKind[]): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select ${alertColumns} from alerts a left join users u on u.id = a.acknowledged_by
    where a.resolved_at is null and a.kind = any(${[...kinds]}::text[])
    order by a.severity, a.state desc, a.opened_at desc, a.id limit ${UNRESOLVED_MAX}
  `.execute(database)
  return rows
}

/** A page, the latest resolved first. Index: alerts_resolved. */
export async function selectResolved(
  database: Queryable,
  page: { kinds: readonly AlertKind[]; before: { resolvedAt: string; id: string } | null; limit: number },
): Promise<AlertRow[]> {
  const { before } = page
  const older = before
    ? sql`and (a.resolved_at, a.id) < (${before.resolvedAt}::timestamptz, ${before.id}::uuid)`
    : sql``
  const { rows } = await sql<AlertRow>`
    select ${alertColumns} from alerts a left join users u on u.id = a.acknowledged_by
    where a.resolved_at is not null and a.kind = any(${[...page.kinds]}::text[]) ${older}
    order by a.resolved_at desc, a.id desc limit ${page.limit}
  `.execute(database)
  return rows
}

/** One alert by its primary key; null also where it is of another kind. */
export async function selectAlert(
  database: Queryable,
  which: { id: string; kinds: readonly AlertKind[] },
): Promise<AlertRow | null> {
  const { rows } = await sql<AlertRow>`
    select ${alertColumns} from alerts a left join users u on u.id = a.acknowledged_by
    where a.id = ${which.id} and a.kind = any(${[...which.kinds]}::text[])
  `.execute(database)
  return rows[0] ?? null
}

/** Locks one until the transaction ends; null where there is none of these kinds. */
export async function lockAlert(
  transaction: Queryable,
  which: { id: string; kinds: readonly AlertKind[] },
): Promise<{ kind: AlertKind; state: AlertState; subjectName: string; note: string } | null> {
  const { rows } = await sql<{ kind: AlertKind; state: AlertState; subjectName: string; note: string }>`
    select kind, state, subject_name as "subjectName", note from alerts
    where id = ${which.id} and kind = any(${[...which.kinds]}::text[]) for update
  `.execute(transaction)
  return rows[0] ?? null
}

export async function updateAcknowledged(
  transaction: Queryable,
  alert: { id: string; by: string; note: string; now: Date },
): Promise<void> {
  await sql`
    update alerts set state = 'acknowledged', acknowledged_by = ${alert.by}, acknowledged_at = ${alert.now},
      note = ${alert.note}
    where id = ${alert.id}
  `.execute(transaction)
}
