// A page of one reader's notifications, newest first, with the bounded count of what is unread.
import { AppError } from '@inrange/contract/errors'
import { fromApiId, toApiId } from '@inrange/contract/ids'
import { UNREAD_MAX } from '@inrange/contract/notifications'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Queryable } from '../../platform/database.ts'
import { presentNotifications } from './notification.presenter.ts'
import { countUnread, selectNotifications, type NotificationFilter } from './notifications.queries.ts'

/** @throws AppError invalid_request for a cursor that is not one of ours */
export async function listNotifications(
  database: Queryable,
  input: NotificationFilter & { cursor?: string | undefined; limit: number },
) {
  const page = { beforeId: placeOf(input.cursor), limit: input.limit + 1 }
  const [found, unread] = await Promise.all([
    selectNotifications(database, input, page),
    countUnread(database, input.userId, UNREAD_MAX),
  ])
  const rows = found.slice(0, input.limit)
  const last = rows.at(-1)
  const nextCursor = found.length > input.limit && last ? encodeCursor([toApiId('notification', last.id)]) : null
  return { items: presentNotifications(rows), nextCursor, unread }
}

function placeOf(cursor: string | undefined): string | null {
  const key = decodeCursor(cursor, 1)
  if (key === null) return null
  const id = fromApiId('notification', key[0] ?? '')
  if (id !== null) return id
  throw new AppError('invalid_request', {
    fields: { cursor: 'This cursor is not one of ours; start from the first page.' },
  })
}
