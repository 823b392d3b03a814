// Each part of the installation with its state, its figure, when that was measured, and what to do when it is not well.
// A part is well exactly when no alert about it is open, so this list and the alerts never disagree.
import { systemParts, type SystemPart } from '@inrange/contract/alert-kinds'
import {
  ArchiveRestore,
  Database,
  Landmark,
  Mail,
  MonitorSmartphone,
  Radio,
  RadioTower,
  ScrollText,
  Wallet,
  Workflow,
  type LucideIcon,
} from 'lucide-react'
import { formatPercent, formatRelative } from '../../lib/format.ts'
import { useNowMs } from '../../lib/clock.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { formatBytes, formatDuration } from '../../ui/measures.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { nameOf, remedyOf, worstOf, type Alert } from '../alerts/alerts.rules.ts'
import { isOff, isUnknown, measuredAt, type Facts } from './system.figures.ts'
import { t } from './system.texts.ts'

const icons: Record<SystemPart, LucideIcon> = {
  receiving: RadioTower,
  api: MonitorSmartphone,
  database: Database,
  ledger: Landmark,
  audit: ScrollText,
  jobs: Workflow,
  mail: Mail,
  payments: Wallet,
  backups: ArchiveRestore,
  live: Radio,
}

type State = 'ok' | 'warning' | 'critical' | 'off' | 'unknown'
const tones: Record<State, Tone> = { ok: 'good', warning: 'warn', critical: 'bad', off: 'neutral', unknown: 'neutral' }

function titleOf(part: SystemPart): string {
  return part === 'database' ? t('databasePart') : t(part)
}

function stateOf(facts: Facts, part: SystemPart, worst: Alert | undefined): State {
  if (worst !== undefined) return worst.severity
  if (isOff(facts, part)) return 'off'
  return isUnknown(facts, part) ? 'unknown' : 'ok'
}

/** What it measures, in a line. */
function figureOf(facts: Facts, part: SystemPart, nowMs: number): string {
  switch (part) {
    case 'receiving': {
      const { connectionsUp: up, connectionsDown, quarantinedLastHour: quarantined } = facts.receiving
      return t('receivingIs', { up, count: connectionsDown, quarantined })
    }
    case 'api': {
      const { requests, faults, p50Ms } = facts.api
      if (requests === 0 || p50Ms === null) return t('apiQuiet')
      return t('apiIs', { p50: formatDuration(p50Ms), errors: formatPercent(faults / requests) })
    }
    case 'database': {
      const { connections: used, connectionsMax: max, answerMs } = facts.database
      return t('databaseIs', { used, max, answer: formatDuration(answerMs) })
    }
    case 'ledger':
      return ledgerText(facts, nowMs)
    case 'audit': {
      const { verifiedAt, faults } = facts.audit
      if (verifiedAt === null) return t('auditNever')
      return faults === 0 ? t('auditSound') : t('auditFaults', { count: faults })
    }
    case 'jobs':
      return t('jobsIs', { waiting: facts.jobs.waiting, count: facts.jobs.failing.length })
    case 'mail':
      return t('mailIs', { count: facts.mail.waiting, failed: facts.mail.failedLastDay })
    case 'payments': {
      const { methods } = facts.payments
      return t('paymentsIs', { ok: methods.filter(({ isOk }) => isOk).length, count: methods.length })
    }
    case 'backups': {
      const { newest, error } = facts.backups
      return newest === null ? (error ?? '') : t('backupIs', { file: newest.name, bytes: formatBytes(newest.bytes) })
    }
    case 'live':
      return t('liveIs', { count: facts.live.streams })
  }
}

function ledgerText({ ledger: { check, settledAt } }: Facts, nowMs: number): string {
  if (check === null) return t('ledgerNever')
  const state = check.faults === 0 ? t('ledgerSound') : t('ledgerFaults', { count: check.faults })
  return settledAt === null ? state : t('settled', { state, at: formatRelative(settledAt, nowMs) })
}

function hintOf(part: SystemPart): string | null {
  if (part === 'mail') return t('mailOff')
  if (part === 'payments') return t('paymentsOff')
  return part === 'backups' ? t('backupsOff') : null
}

function PartItem({ facts, part, alerts }: { facts: Facts; part: SystemPart; alerts: readonly Alert[] }) {
  const nowMs = useNowMs()
  const Icon = icons[part]
  const worst = worstOf(alerts, part)
  const state = stateOf(facts, part, worst)
  const hint = state === 'off' ? hintOf(part) : null
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <Icon className="mt-0.5 size-4.5 shrink-0 text-ink-soft" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <span className="font-medium">{titleOf(part)}</span>
          <RelativeTime iso={measuredAt(facts, part)} className="text-xs text-ink-soft" />
        </p>
        <p dir="auto" className="text-[0.8125rem] break-words text-ink-soft">
          {hint ?? figureOf(facts, part, nowMs)}
        </p>
        {worst !== undefined && (
          <p className="mt-0.5 text-[0.8125rem] text-pretty">
            <span className="font-medium">{nameOf(worst)}.</span> {remedyOf(worst)}
          </p>
        )}
      </div>
      <Badge tone={tones[state]} dot>
        {t(state)}
      </Badge>
    </li>
  )
}

export function HealthList({ facts, alerts }: { facts: Facts | undefined; alerts: readonly Alert[] | undefined }) {
  return (
    <Card title={t('health')} flush>
      {facts === undefined || alerts === undefined ? (
        <SkeletonRows rows={systemParts.length} label={t('loading')} className="h-14.5" />
      ) : (
        <ul aria-label={t('healthHint')} className="divide-y divide-line">
          {systemParts.map((part) => (
            <PartItem key={part} facts={facts} part={part} alerts={alerts} />
          ))}
        </ul>
      )}
    </Card>
  )
}
