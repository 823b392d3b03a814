// The operations of the slice, each to its function. No logic here.
import { requireCaller, type SliceHandlers } from '../../platform/http.ts'
import { readDashboard, type InsightsDeps } from './read-dashboard.ts'

export function insightsRoutes(deps: InsightsDeps): SliceHandlers<'dashboard.read'> {
  return {
    'dashboard.read': async ({ query }, context) => readDashboard(deps, requireCaller(context).caller, query.days),
  }
}
