// Bounds of exports, and how one is shown. Pure.
import { EXPORT_ROWS_MAX, type ExportFormat } from '@inrange/contract/exports'
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { ExportRow } from './exports.queries.ts'
import { presentRequest } from './request.rules.ts'

export type PresentedExport = OperationResult<Operations['exports.read']>

/** Octets of a file. A workbook stays below the 4 GiB of a ZIP file; the rest is a bound against a mistake. */
export const fileOctetsMax = {
  csv: 20_000_000_000,
  json: 20_000_000_000,
  ndjson: 20_000_000_000,
  xlsx: 3_500_000_000,
} as const satisfies Record<ExportFormat, number>
/** What all files of one person, and of everybody, may take in the database. */
export const STORED_OCTETS_MAX = { own: 3_000_000_000n, all: 30_000_000_000n }

export function presentExport(row: ExportRow): PresentedExport {
  const { id, kind, format, state, fileName, reason } = row
  const isOver = row.expiresAt !== null && state === 'expired'
  return {
    id: toApiId('export', id),
    kind,
    format,
    state,
    fileName,
    request: presentRequest(row.request.asked),
    scheduleId: row.scheduleId === null ? null : toApiId('schedule', row.scheduleId),
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: isOver ? null : (row.expiresAt?.toISOString() ?? null),
    rows: Number(row.rows),
    estimatedRows: row.estimatedRows === null ? null : Number(row.estimatedRows),
    rowsPerSecond: row.workedMs === 0n ? null : Number((row.rows * 1_000n) / row.workedMs),
    octets: Number(row.octets),
    reason,
  }
}

/**
 * Says before it starts what would not end.
 * @throws AppError limit_exceeded when more rows are known than an export holds
 */
export function requireRowsFit(estimatedRows: bigint | null): void {
  if (estimatedRows === null || estimatedRows <= BigInt(EXPORT_ROWS_MAX)) return
  const [rows, most] = [estimatedRows, BigInt(EXPORT_ROWS_MAX)].map(grouped)
  const message = `This would be about ${rows} rows. An export holds at most ${most}: choose a shorter period.`
  throw new AppError('limit_exceeded', { message })
}

export function tooManyRows(): string {
  const most = grouped(BigInt(EXPORT_ROWS_MAX))
  return `More than ${most} rows match, which is what an export holds. Choose a shorter period.`
}

export function grouped(count: bigint): string {
  return count.toString().replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}
