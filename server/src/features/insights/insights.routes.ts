// The operations of the slice, each to its function. The only logic is the scope: who may read any owner reads the
// whole platform unless they name one; anybody else reads their own, and another's does not exist.
import { AppError } from '@inrange/contract/errors'
import { requireCaller, type SliceHandlers } from '../../platform/http.ts'
import type { InsightsDeps } from './insights.deps.ts'
import { readAnalytics } from './read-analytics.ts'
import { readDashboard } from './read-dashboard.ts'
import { readEarnings } from './read-earnings.ts'
import { readMaturity } from './read-maturity.ts'
import { readRates } from './read-rates.ts'

type InsightsOperation = 'dashboard.read' | 'analytics.read' | 'earnings.read' | 'earnings.maturity' | 'earnings.rates'

export function insightsRoutes(deps: InsightsDeps): SliceHandlers<InsightsOperation> {
  return {
    'dashboard.read': async ({ query }, context) => readDashboard(deps, requireCaller(context).caller, query),
    'analytics.read': async ({ query }, context) => {
      const { caller, scope } = requireCaller(context)
      if (scope === 'any') return await readAnalytics(deps, query.ownerId ?? null, query)
      if (query.ownerId !== undefined && query.ownerId !== caller.userId) throw new AppError('not_found')
      return await readAnalytics(deps, caller.userId, query)
    },
    'earnings.read': async ({ query }, context) => readEarnings(deps, requireCaller(context).caller.userId, query),
    'earnings.maturity': async ({ query }, context) =>
      readMaturity(deps, requireCaller(context).caller.userId, query.zone),
    'earnings.rates': async (_input, context) => readRates(deps, requireCaller(context).caller.userId),
  }
}
