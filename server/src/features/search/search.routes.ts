// The one operation of search. No logic here beyond the scope: `own` finds what is the caller's.
import type { Database } from '../../platform/database.ts'
import { requireCaller, type SliceHandlers } from '../../platform/http.ts'
import { searchEverything } from './search-everything.ts'
import { createTurns } from './search.turns.ts'

export function searchRoutes({ database }: { database: Database }): SliceHandlers<'search.everything'> {
  const deps = { database, turns: createTurns() }
  return {
    'search.everything': ({ query }, context) => {
      const { caller, scope, signal } = requireCaller(context)
      const { q: typed, patience } = query
      return searchEverything(deps, { typed, patience, userId: caller.userId, role: caller.role, scope, signal })
    },
  }
}
