// Marks a reader's own notifications. Somebody else's id changes nothing, and is not there like one that never was.
import { AppError } from '@inrange/contract/errors'
import { UNREAD_MAX } from '@inrange/contract/notifications'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { countUnread, updateRead, updateReadThrough } from './notifications.queries.ts'

type Deps = { database: Database; clock: Clock }
type Unread = { unread: number }

/** @throws AppError not_found when none of them is the reader's */
export async function markNotifications(
  { database: { kysely }, clock }: Deps,
  input: { userId: string; ids: readonly string[]; isRead: boolean },
): Promise<Unread> {
  const { userId, ids, isRead } = input
  const isKnown = await updateRead(kysely, { userId, ids, readAt: isRead ? clock.now() : null })
  if (!isKnown) throw new AppError('not_found')
  return { unread: await countUnread(kysely, userId, UNREAD_MAX) }
}

/** @throws AppError not_found when the last of them is not the reader's */
export async function markNotificationsThrough(
  { database: { kysely }, clock }: Deps,
  input: { userId: string; upToId: string },
): Promise<Unread> {
  const isKnown = await updateReadThrough(kysely, { ...input, readAt: clock.now() })
  if (!isKnown) throw new AppError('not_found')
  return { unread: await countUnread(kysely, input.userId, UNREAD_MAX) }
}
