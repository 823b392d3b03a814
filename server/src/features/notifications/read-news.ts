// What is new for one reader since they were last told: the bounded count of what is unread, and the newest that came.
import { UNREAD_MAX, type notificationsEventSchema } from '@inrange/contract/notifications'
import type { SchemaOut } from '@inrange/contract/operation'
import type { Queryable } from '../../platform/database.ts'
import { presentNotifications } from './notification.presenter.ts'
import { countUnread, selectNewestId, selectNotificationsAfter } from './notifications.queries.ts'

export type News = SchemaOut<typeof notificationsEventSchema>
/** The newest that a reader was told of; null before the first. */
export type NewsPlace = { lastId: string } | null

/** More at once are news enough as a count. */
const TOLD_MAX = 5
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** With no place nothing is new yet: a console that opens learns the count alone. */
export async function readNews(
  database: Queryable,
  userId: string,
  place: NewsPlace,
): Promise<{ news: News; place: NewsPlace }> {
  const unread = await countUnread(database, userId, UNREAD_MAX)
  if (place === null) {
    const lastId = (await selectNewestId(database, userId)) ?? BEFORE_ALL
    return { news: { unread, items: [] }, place: { lastId } }
  }
  const rows = await selectNotificationsAfter(database, userId, place.lastId, TOLD_MAX)
  return {
    news: { unread, items: presentNotifications(rows) },
    place: { lastId: rows[0]?.id ?? place.lastId },
  }
}
