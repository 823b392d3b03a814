// Which function answers which operation on reports, exports and schedules. No logic here beyond whose they are: the
// caller's own.
import { requireCaller, type RequestContext, type SliceHandlers } from '../../platform/http.ts'
import type { Notices } from '../notices/notices.public.ts'
import { cancelExport } from './cancel-export.ts'
import { createExport } from './create-export.ts'
import { makeDownload } from './download-export.ts'
import { listExports, readExport } from './list-exports.ts'
import { changeSchedule, createSchedule, endSchedule, listSchedules } from './manage-schedules.ts'
import { readCdrReport } from './read-cdr.ts'
import type { ReportsDeps } from './reports.deps.ts'

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

export function reportsRoutes(deps: ReportsDeps & { notices: Notices }): SliceHandlers<ReportsOperationId> {
  const { kysely } = deps.database
  return {
    'reports.cdr': ({ body }, context) => readCdrReport(deps, body, askerOf(context)),
    'exports.create': ({ body }, context) => {
      const { address, requestId, ...asker } = askerOf(context)
      return createExport(deps, { asked: body, asker, address, requestId })
    },
    'exports.list': ({ query }, context) => listExports(kysely, { ...query, ownerId: askerOf(context).userId }),
    'exports.read': ({ params }, context) => readExport(kysely, params.exportId, askerOf(context).userId),
    'exports.cancel': ({ params }, context) =>
      cancelExport(deps, { id: params.exportId, ownerId: askerOf(context).userId }),
    'exports.download': ({ params }, context) => makeDownload(deps, { id: params.exportId, asker: askerOf(context) }),
    'schedules.list': (_input, context) => listSchedules(deps, askerOf(context).userId),
    'schedules.create': ({ body }, context) => createSchedule(deps, { asker: askerOf(context), body }),
    'schedules.update': ({ params, body }, context) =>
      changeSchedule(deps, { id: params.scheduleId, asker: askerOf(context), changes: body }),
    'schedules.delete': async ({ params }, context) => {
      await endSchedule(deps, params.scheduleId, askerOf(context))
      return undefined
    },
  }
}

function askerOf(context: RequestContext) {
  const { caller, address, requestId } = requireCaller(context)
  return { userId: caller.userId, role: caller.role, address, requestId }
}
