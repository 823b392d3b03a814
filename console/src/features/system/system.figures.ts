// What the measured figures mean on screen: the points of the chart, and the state of each part. Pure but for words.
import type { SystemPart } from '@inrange/contract/alert-kinds'
import type { OperationOutput } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { formatCount, formatPercent } from '../../lib/format.ts'
import { formatBytes, formatDuration } from '../../ui/measures.ts'
import type { Metric } from './system.search.ts'

export type Facts = OperationOutput<Operations['system.read']>
export type History = OperationOutput<Operations['system.history']>
export type Step = History['steps'][number]

/** What is drawn of a step; null where nothing was measured. */
export function valueOf(step: Step, metric: Metric): number | null {
  switch (metric) {
    case 'rate':
      return step.perSecond
    case 'lag':
      return step.lagP95Ms
    case 'p95':
      return step.p95Ms
    case 'errors':
      return step.requests === null || step.requests === 0 ? null : (step.faults ?? 0) / step.requests
    case 'database':
      return step.databaseBytes
    case 'streams':
      return step.streams
    case 'memory':
      return step.memoryBytes
  }
}

export function formatOf(metric: Metric): (value: number) => string {
  if (metric === 'lag' || metric === 'p95') return formatDuration
  if (metric === 'database' || metric === 'memory') return formatBytes
  return metric === 'errors' ? formatPercent : formatCount
}

/** A figure over the steps, for the small curve of a tile; steps without one are left out. */
export function curveOf(history: History | undefined, of: (step: Step) => number | null): number[] {
  return (history?.steps ?? []).flatMap((step) => of(step) ?? [])
}

/** Parts that nobody has set up, and those about which there is nothing to say yet. */
export function isOff(facts: Facts, part: SystemPart): boolean {
  if (part === 'mail') return !facts.mail.isConfigured
  if (part === 'payments') return facts.payments.methods.length === 0
  return part === 'backups' && !facts.backups.isConfigured
}

export function isUnknown(facts: Facts, part: SystemPart): boolean {
  if (part === 'ledger') return facts.ledger.check === null
  return part === 'audit' && facts.audit.verifiedAt === null
}

/** When what is said of a part was found out. */
export function measuredAt(facts: Facts, part: SystemPart): string {
  if (part === 'ledger') return facts.ledger.check?.at ?? facts.measuredAt
  if (part === 'audit') return facts.audit.verifiedAt ?? facts.measuredAt
  if (part === 'backups') return facts.backups.newest?.at ?? facts.measuredAt
  return facts.measuredAt
}
