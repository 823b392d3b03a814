// What the live stream says about notifications.
import type { notificationsEventSchema } from '@inrange/contract/notifications'
import type { SchemaOut } from '@inrange/contract/operation'
import type { StreamEvent } from '../../lib/event-stream.ts'

export type NotificationNews = SchemaOut<typeof notificationsEventSchema>

/** The news in an event; null for every other event and for anything that is no news. */
export function notificationNewsOf({ event, data }: StreamEvent): NotificationNews | null {
  if (event !== 'notifications') return null
  try {
    const value: unknown = JSON.parse(data)
    if (typeof value !== 'object' || value === null || !('unread' in value) || !('items' in value)) return null
    // The server's own words, checked by its schema before they were sent.
    return value as NotificationNews
  } catch {
    return null
  }
}
