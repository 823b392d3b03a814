// The operations audit.* of the contract, each to its function. No logic here.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { requireCaller, type SliceHandlers } from '../../platform/http.ts'
import { exportLog } from './export-log.ts'
import { readChain } from './read-chain.ts'
import { listEntries, readEntry } from './read-log.ts'

type AuditOperation = 'audit.list' | 'audit.export' | 'audit.chain' | 'audit.read'

export function auditRoutes(deps: { database: Database; clock: Clock }): SliceHandlers<AuditOperation> {
  const { kysely } = deps.database
  return {
    'audit.list': async ({ query }, context) => listEntries(kysely, requireCaller(context).caller.role, query),
    'audit.export': async ({ query }, context) => exportLog(deps, requireCaller(context), query),
    'audit.chain': () => readChain(kysely),
    'audit.read': async ({ params }, context) => readEntry(kysely, requireCaller(context).caller.role, params.entryId),
  }
}
