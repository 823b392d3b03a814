// Which function answers which operation on notifications. No logic here: everything is the caller's own.
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { requireCaller, type SliceHandlers } from '../../platform/http.ts'
import { chooseNotifications, readPreferences } from './choose-notifications.ts'
import { listNotifications } from './list-notifications.ts'
import { markNotifications, markNotificationsThrough } from './mark-notifications.ts'

type NotificationsOperationId =
  | 'notifications.list'
  | 'notifications.mark-read'
  | 'notifications.mark-all-read'
  | 'notifications.preferences'
  | 'notifications.update-preferences'

export function notificationsRoutes(deps: {
  database: Database
  clock: Clock
}): SliceHandlers<NotificationsOperationId> {
  const { kysely } = deps.database
  return {
    'notifications.list': ({ query }, context) => {
      const { userId } = requireCaller(context).caller
      return listNotifications(kysely, { userId, ...query, read: query.read, kind: query.kind })
    },
    'notifications.mark-read': ({ body }, context) =>
      markNotifications(deps, { userId: requireCaller(context).caller.userId, ...body }),
    'notifications.mark-all-read': ({ body }, context) =>
      markNotificationsThrough(deps, { userId: requireCaller(context).caller.userId, upToId: body.upTo }),
    'notifications.preferences': (_input, context) => readPreferences(kysely, requireCaller(context).caller),
    'notifications.update-preferences': ({ body }, context) =>
      chooseNotifications(deps, requireCaller(context).caller, body),
  }
}
