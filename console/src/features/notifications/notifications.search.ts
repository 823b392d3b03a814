// The address of the list of notifications: what it is narrowed down to, and its page.
import { choiceOf, compact, textOf, type RawSearch } from '../../lib/search.ts'
import { kinds } from './notification.kinds.ts'

export type NotificationsSearch = { read?: 'unread'; kind?: (typeof kinds)[number]; cursor?: string }
/** What changes in the address; undefined takes it out. */
export type NotificationsPatch = { [K in keyof NotificationsSearch]?: NotificationsSearch[K] | undefined }

export function parseNotificationsSearch(raw: RawSearch): NotificationsSearch {
  return compact({
    read: choiceOf(raw, 'read', ['unread']),
    kind: choiceOf(raw, 'kind', kinds),
    cursor: textOf(raw, 'cursor'),
  })
}
