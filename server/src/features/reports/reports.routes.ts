// Which function answers which operation on reports, exports and schedules. No logic here.
import { AppError } from '@inrange/contract/errors'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { SliceHandlers } from '../../platform/http.ts'

export type ReportsOperationId =
  | 'reports.cdr'
  | 'exports.create'
  | 'exports.list'
  | 'exports.read'
  | 'exports.cancel'
  | 'exports.download'
  | 'schedules.list'
  | 'schedules.create'
  | 'schedules.update'
  | 'schedules.delete'

export function reportsRoutes(_deps: { database: Database; clock: Clock }): SliceHandlers<ReportsOperationId> {
  const refuse = () => Promise.reject(new AppError('not_found'))
  return {
    'reports.cdr': refuse,
    'exports.create': refuse,
    'exports.list': refuse,
    'exports.read': refuse,
    'exports.cancel': refuse,
    'exports.download': refuse,
    'schedules.list': refuse,
    'schedules.create': refuse,
    'schedules.update': refuse,
    'schedules.delete': refuse,
  }
}
