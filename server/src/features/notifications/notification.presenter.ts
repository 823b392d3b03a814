// Rows as the contract shows them. A row whose facts are not what its kind tells now is left out: it was written by
// another release.
import type { z } from 'zod'
import { toApiId } from '@inrange/contract/ids'
import { notificationSchema } from '@inrange/contract/notifications'
import type { NotificationRow } from './notifications.queries.ts'

export type PresentedNotification = z.output<typeof notificationSchema>

export function presentNotifications(rows: readonly NotificationRow[]): PresentedNotification[] {
  return rows.flatMap(({ id, kind, subject, facts, createdAt, readAt }) => {
    const shown = { id: toApiId('notification', id), kind, subject, facts }
    const parsed = notificationSchema.safeParse({ ...shown, at: createdAt.toISOString(), isRead: readAt !== null })
    return parsed.success ? [parsed.data] : []
  })
}
