// What an alert says, and where something can be done about it. Pure but for the words.
import { alertKinds, type SystemPart } from '@inrange/contract/alert-kinds'
import type { Operations } from '@inrange/contract/operations'
import type { OperationOutput } from '@inrange/contract/operation'
import type { Tone } from '../../ui/badge.tsx'
import { formatBytes } from '../../ui/measures.ts'
import { t } from './alerts.texts.ts'

export type Alert = OperationOutput<Operations['alerts.acknowledge']>
type Facts = Alert['facts']

export const severityTones: Record<Alert['severity'], Tone> = { warning: 'warn', critical: 'bad' }

function numberOf(facts: Facts, name: string): number {
  const value = facts[name]
  return typeof value === 'number' ? value : 0
}

function textOf(facts: Facts, name: string): string {
  const value = facts[name]
  return value === undefined ? '' : String(value)
}

/** 'Connection down: Northwire · Main' */
export function nameOf({ kind, subject }: Alert): string {
  return subject === null ? t(kind) : t('ofSubject', { name: t(kind), subject: subject.name })
}

const sentences: Record<Alert['kind'], (facts: Facts) => string> = {
  connection_down: (facts) => t('connection_downIs', { count: numberOf(facts, 'minutes') }),
  connection_quiet: (facts) =>
    t('connection_quietIs', { count: numberOf(facts, 'minutes'), usual: numberOf(facts, 'usual') }),
  quarantine_growing: (facts) =>
    t('quarantine_growingIs', { count: numberOf(facts, 'count'), usual: numberOf(facts, 'before') }),
  receiving_slow: (facts) =>
    t('receiving_slowIs', { count: numberOf(facts, 'seconds'), queued: numberOf(facts, 'queued') }),
  api_faults: (facts) => {
    const [requests, percent] = [numberOf(facts, 'requests'), numberOf(facts, 'percent')]
    return t('api_faultsIs', { count: numberOf(facts, 'faults'), requests, percent })
  },
  api_slow: (facts) => t('api_slowIs', { ms: numberOf(facts, 'ms') }),
  database_connections: (facts) =>
    t('database_connectionsIs', { used: numberOf(facts, 'used'), max: numberOf(facts, 'max') }),
  disk_full: (facts) =>
    t('disk_fullIs', { percent: numberOf(facts, 'percent'), free: formatBytes(numberOf(facts, 'freeBytes')) }),
  ledger_faults: (facts) => t('ledger_faultsIs', { count: numberOf(facts, 'faults'), first: textOf(facts, 'first') }),
  ledger_check_old: (facts) => t('ledger_check_oldIs', { count: numberOf(facts, 'hours') }),
  settlement_late: (facts) => t('settlement_lateIs', { count: numberOf(facts, 'hours') }),
  audit_broken: (facts) => t('audit_brokenIs', { count: numberOf(facts, 'faults') }),
  audit_check_old: (facts) => t('audit_check_oldIs', { count: numberOf(facts, 'hours') }),
  jobs_stopped: (facts) => t('jobs_stoppedIs', { count: numberOf(facts, 'minutes') }),
  job_failing: (facts) => t('job_failingIs', { count: numberOf(facts, 'attempts'), error: textOf(facts, 'error') }),
  digests_late: (facts) => t('digests_lateIs', { count: numberOf(facts, 'minutes') }),
  mail_failing: (facts) => {
    const [waiting, failed] = [numberOf(facts, 'waiting'), numberOf(facts, 'failed')]
    return t('mail_failingIs', { waiting, failed, error: textOf(facts, 'error') })
  },
  node_away: (facts) => t('node_awayIs', { count: numberOf(facts, 'minutes'), detail: textOf(facts, 'detail') }),
  webhooks_waiting: (facts) =>
    t('webhooks_waitingIs', { count: numberOf(facts, 'count'), minutes: numberOf(facts, 'minutes') }),
  withdrawals_waiting: (facts) =>
    t('withdrawals_waitingIs', { count: numberOf(facts, 'count'), hours: numberOf(facts, 'hours') }),
  backup_old: (facts) => t('backup_oldIs', { count: numberOf(facts, 'hours'), file: textOf(facts, 'name') }),
  backup_missing: (facts) => t('backup_missingIs', { error: textOf(facts, 'error') }),
  live_lost: () => t('live_lostIs'),
}

/** What is wrong, in a sentence with its figures. */
export function sentenceOf({ kind, facts }: Alert): string {
  return sentences[kind](facts).trim()
}

/** What to do about it, in a sentence. */
export function remedyOf({ kind }: Alert): string {
  return t(`${kind}Do`)
}

/** The gravest open alert of a part of the installation; undefined where there is none, and the part is well. */
export function worstOf(alerts: readonly Alert[], part: SystemPart): Alert | undefined {
  const ofPart = alerts.filter(({ kind }) => alertKinds[kind].part === part)
  return ofPart.find(({ severity }) => severity === 'critical') ?? ofPart[0]
}
