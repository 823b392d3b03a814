// What is new for one reader since they were last told: the bounded count of what is unread, and the newest that came.
// New is what was not there before, not what has a greater id: ids are given out before the commit, so one that was
// written slowly comes after younger ones.
import { UNREAD_MAX, type notificationsEventSchema } from '@inrange/contract/notifications'
import type { SchemaOut } from '@inrange/contract/operation'
import type { Queryable } from '../../platform/database.ts'
import { presentNotifications } from './notification.presenter.ts'
import { newIdsSince } from './notifications.rules.ts'
import { countUnread, selectNewestIds, selectShown } from './notifications.queries.ts'

export type News = SchemaOut<typeof notificationsEventSchema>
/** The newest that were there when a reader was told, the newest first; null before the first time. */
export type NewsPlace = { knownIds: readonly string[] } | null

/** More at once are news enough as a count. */
const TOLD_MAX = 5
/** One that commits after as many younger ones of the same reader is told by the count alone. */
const KNOWN_MAX = 32

/** With no place nothing is new yet: a console that opens learns the count alone. */
export async function readNews(
  database: Queryable,
  userId: string,
  place: NewsPlace,
): Promise<{ news: News; place: NewsPlace }> {
  const unread = await countUnread(database, userId, UNREAD_MAX)
  const knownIds = await selectNewestIds(database, userId, KNOWN_MAX)
  const ids = place === null ? [] : newIdsSince(place.knownIds, knownIds, KNOWN_MAX).slice(0, TOLD_MAX)
  const rows = ids.length === 0 ? [] : await selectShown(database, userId, ids)
  return { news: { unread, items: presentNotifications(rows) }, place: { knownIds } }
}
