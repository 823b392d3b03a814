// From rows of a CDR report to its lines: averages, shares, and days without traffic. Pure.
import { microsToDecimal } from '@inrange/contract/money'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { toApiId } from '@inrange/contract/ids'
import type { CdrFigure, CdrGroup } from '@inrange/contract/reports'
import type { CdrGroups, CdrSums } from './cdr.queries.ts'
import type { FileCell, FileColumn, FileRow } from './file.cells.ts'
import { daysOf } from './report-period.rules.ts'
import type { FixedCdr } from './request.rules.ts'

export type CdrLine = OperationResult<Operations['reports.cdr']>['lines'][number]
export type CdrTotals = NonNullable<OperationResult<Operations['reports.cdr']>['totals']>

export function presentSums(sums: CdrSums, totalMessages: bigint): CdrTotals {
  const { messages, segments, earnedMicros } = sums
  return {
    messages: Number(messages),
    segments: Number(segments),
    earned: microsToDecimal(earnedMicros),
    // Cut, never rounded up: an average that was not earned is not shown.
    rate: segments === 0n ? null : microsToDecimal(earnedMicros / segments),
    share: totalMessages === 0n ? 0 : Number((messages * 1_000_000n) / totalMessages) / 1_000_000,
  }
}

/** Lines as they were read; by day every day of the period, those without traffic as zero. */
export function linesOf(cdr: FixedCdr, { groups, totals }: CdrGroups): CdrLine[] {
  if (cdr.groupBy !== 'day') {
    return groups.map((group) => ({
      key: publicKey(cdr.groupBy, group.key),
      label: group.label,
      detail: group.detail,
      ...presentSums(group, totals.messages),
    }))
  }
  const byDay = new Map(groups.map((group) => [group.key, group]))
  return daysOf(cdr.period.firstDay, cdr.period.lastDay).map((day) => ({
    key: day,
    label: day,
    detail: null,
    ...presentSums(byDay.get(day) ?? { messages: 0n, segments: 0n, earnedMicros: 0n }, totals.messages),
  }))
}

function publicKey(groupBy: CdrGroup, key: string): string {
  if (groupBy === 'range' || groupBy === 'user' || groupBy === 'carrier') return toApiId(groupBy, key)
  return key
}

const KEY_COLUMNS: Record<Exclude<CdrGroup, 'message'>, readonly FileColumn[]> = {
  day: [{ name: 'day', kind: 'text' }],
  range: [
    { name: 'range', kind: 'text' },
    { name: 'numbers', kind: 'text' },
    { name: 'range_id', kind: 'text' },
  ],
  country: [{ name: 'country', kind: 'text' }],
  sender: [{ name: 'sender', kind: 'text' }],
  carrier: [
    { name: 'carrier', kind: 'text' },
    { name: 'carrier_id', kind: 'text' },
  ],
  user: [
    { name: 'user', kind: 'text' },
    { name: 'user_id', kind: 'text' },
  ],
}
const FIGURE_KINDS = {
  messages: 'number',
  segments: 'number',
  earned: 'money',
  rate: 'money',
  share: 'share',
} as const satisfies Record<CdrFigure, FileColumn['kind']>

export function groupColumns(groupBy: Exclude<CdrGroup, 'message'>, figures: readonly CdrFigure[]): FileColumn[] {
  return [...KEY_COLUMNS[groupBy], ...figures.map((name) => ({ name, kind: FIGURE_KINDS[name] }))]
}

export function groupRow(groupBy: CdrGroup, figures: readonly CdrFigure[], line: CdrLine): FileRow {
  return [...keyCells(groupBy, line), ...figures.map((figure) => line[figure])]
}

/** The last row of a grouped file. */
export function totalsRow(
  groupBy: Exclude<CdrGroup, 'message'>,
  figures: readonly CdrFigure[],
  totals: CdrTotals,
): FileRow {
  const keys: FileCell[] = KEY_COLUMNS[groupBy].map((_column, index) => (index === 0 ? 'Total' : null))
  return [...keys, ...figures.map((figure) => totals[figure])]
}

function keyCells(groupBy: CdrGroup, { key, label, detail }: CdrLine): FileCell[] {
  if (groupBy === 'range') return [label, detail, key]
  if (groupBy === 'carrier' || groupBy === 'user') return [label, key]
  return [groupBy === 'sender' && key === '' ? 'Other senders' : label]
}
