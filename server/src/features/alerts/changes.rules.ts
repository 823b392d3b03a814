// What a look at the facts changes: which alerts are opened, opened again, kept up to date or resolved. Pure.
import type { AlertKind } from '@inrange/contract/alert-kinds'
import type { Finding } from './alerts.rules.ts'

/** As much of a stored alert as decides. */
export type KnownAlert = {
  id: string
  kind: AlertKind
  subjectId: string
  severity: Finding['severity']
  facts: Finding['facts']
  subjectName: string
  /** Null while it is not resolved. */
  resolvedAt: Date | null
  notifiedAt: Date | null
}

export type Changes = {
  opened: { finding: Finding; isNotified: boolean }[]
  reopened: { id: string; finding: Finding; isNotified: boolean }[]
  /** Still so, with other figures. */
  updated: { id: string; finding: Finding }[]
  resolved: string[]
}

/** What comes back within it is the same alert. */
export const REOPENED_WITHIN_MS = 3_600_000
/** What comes and goes is told at most so often. */
const NOTIFIED_EVERY_MS = 15 * 60_000

/** Its slice tells of it by itself, once it is down and once it is up again. */
const TOLD_ELSEWHERE: ReadonlySet<AlertKind> = new Set<AlertKind>(['connection_down'])

/**
 * @param known every alert that is not resolved, and those resolved within REOPENED_WITHIN_MS
 * @param judged kinds that could be judged; alerts of others stay as they are
 */
export function changesOf(
  known: readonly KnownAlert[],
  findings: readonly Finding[],
  judged: ReadonlySet<AlertKind>,
  now: Date,
): Changes {
  const changes: Changes = { opened: [], reopened: [], updated: [], resolved: [] }
  const unresolved = new Map(known.filter((alert) => alert.resolvedAt === null).map((alert) => [keyOf(alert), alert]))
  const found = new Map(findings.map((finding) => [keyOf(finding), finding]))
  for (const [key, finding] of found) {
    const open = unresolved.get(key)
    if (open) {
      if (isOther(open, finding)) changes.updated.push({ id: open.id, finding })
      continue
    }
    const former = latestOf(
      known.filter((alert) => keyOf(alert) === key),
      now,
    )
    const isNotified = !TOLD_ELSEWHERE.has(finding.kind) && isTimeToNotify(former, now)
    if (former) changes.reopened.push({ id: former.id, finding, isNotified })
    else changes.opened.push({ finding, isNotified })
  }
  for (const [key, alert] of unresolved) if (!found.has(key) && judged.has(alert.kind)) changes.resolved.push(alert.id)
  return changes
}

function keyOf({ kind, subjectId }: { kind: AlertKind; subjectId: string }): string {
  return `${kind} ${subjectId}`
}

function latestOf(resolved: readonly KnownAlert[], now: Date): KnownAlert | undefined {
  return resolved
    .filter(({ resolvedAt }) => resolvedAt !== null && now.getTime() - resolvedAt.getTime() <= REOPENED_WITHIN_MS)
    .toSorted((one, other) => (other.resolvedAt?.getTime() ?? 0) - (one.resolvedAt?.getTime() ?? 0))[0]
}

function isTimeToNotify(former: KnownAlert | undefined, now: Date): boolean {
  return !former?.notifiedAt || now.getTime() - former.notifiedAt.getTime() >= NOTIFIED_EVERY_MS
}

function isOther(alert: KnownAlert, finding: Finding): boolean {
  const names = new Set([...Object.keys(alert.facts), ...Object.keys(finding.facts)])
  return (
    alert.severity !== finding.severity ||
    alert.subjectName !== finding.subjectName ||
    [...names].some((name) => alert.facts[name] !== finding.facts[name])
  )
}
