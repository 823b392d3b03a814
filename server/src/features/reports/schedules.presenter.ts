// A schedule as the contract shows it.
import { toApiId } from '@inrange/contract/ids'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { ExportRow } from './exports.queries.ts'
import { presentExport } from './exports.rules.ts'
import { presentRequest } from './request.rules.ts'
import type { ScheduleRow } from './schedules.queries.ts'

export type PresentedSchedule = OperationResult<Operations['schedules.create']>

export function presentSchedule(row: ScheduleRow, last: ExportRow | null): PresentedSchedule {
  const { name, every, weekday, monthDay, hour, zone, isPaused, pausedReason } = row
  return {
    id: toApiId('schedule', row.id),
    name,
    request: presentRequest(row.request),
    every,
    weekday,
    monthDay,
    hour,
    zone,
    isPaused,
    pausedReason,
    nextAt: isPaused ? null : row.nextAt.toISOString(),
    lastExport: last === null ? null : presentExport(last),
    createdAt: row.createdAt.toISOString(),
  }
}
