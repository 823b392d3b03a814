// Which function answers which operation on saved views. Every one is about the caller's own.
import type { Database } from '../../platform/database.ts'
import { requireCaller, type RequestContext, type SliceHandlers } from '../../platform/http.ts'
import { createView, deleteView, updateView } from './keep-view.ts'
import { listViews } from './list-views.ts'

export type SavedViewsOperationId =
  | 'saved-views.list'
  | 'saved-views.create'
  | 'saved-views.update'
  | 'saved-views.delete'

export function savedViewsRoutes(deps: { database: Database }): SliceHandlers<SavedViewsOperationId> {
  return {
    'saved-views.list': ({ query }, context) => listViews(deps.database.kysely, userIdOf(context), query.section),
    'saved-views.create': ({ body }, context) => createView(deps, { ...body, userId: userIdOf(context) }),
    'saved-views.update': ({ params, body }, context) =>
      updateView(deps, { ...body, id: params.viewId, userId: userIdOf(context) }),
    'saved-views.delete': ({ params }, context) => deleteView(deps, { id: params.viewId, userId: userIdOf(context) }),
  }
}

function userIdOf(context: RequestContext): string {
  return requireCaller(context).caller.userId
}
