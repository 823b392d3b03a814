// Which function answers which operation on ranges. No logic here beyond the scope: `own` means what the caller owns
// now.
import { requireCaller, type RequestContext, type SliceHandlers } from '../../platform/http.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { createRange, type Actor } from './create-range.ts'
import { listRanges } from './list-ranges.ts'
import { previewRange } from './preview-range.ts'
import { findRange, readRange } from './read-range.ts'
import { updateRange } from './update-range.ts'

export type RangesDeps = { database: Database; clock: Clock }
export type RangesOperationId = 'ranges.list' | 'ranges.create' | 'ranges.preview' | 'ranges.read' | 'ranges.update'

export function rangesRoutes(deps: RangesDeps): SliceHandlers<RangesOperationId> {
  const { kysely } = deps.database
  return {
    'ranges.list': ({ query }, context) => listRanges(deps, { ...query, viewerId: viewerOf(context) }),
    'ranges.read': ({ params }, context) => readRange(kysely, { ...params, viewerId: viewerOf(context) }),
    'ranges.preview': ({ body }) => previewRange(kysely, body),
    'ranges.create': async ({ body }, context) => {
      const rangeId = await createRange(deps, { ...body, actor: actorOf(context) })
      return findRange(kysely, rangeId, null)
    },
    'ranges.update': async ({ params, body }, context) => {
      await updateRange(deps, { ...params, change: body, actor: actorOf(context) })
      return findRange(kysely, params.rangeId, null)
    },
  }
}

function viewerOf(context: RequestContext): string | null {
  return context.scope === 'own' ? requireCaller(context).caller.userId : null
}

function actorOf(context: RequestContext): Actor {
  const { caller, address, requestId } = requireCaller(context)
  return { userId: caller.userId, address, requestId }
}
