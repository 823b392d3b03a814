// Writes a notification to everybody whom it concerns, in the transaction of what it tells. Guarantees that it exists
// exactly when that commits, that each reader's own choice decides whether it is shown and mailed, and that the same
// key reaches the same person once. It deliberately sends nothing: the live stream and a job do.
import type { NotificationFactsOf, NotificationKind } from '@inrange/contract/notifications'
import type { Queryable } from '../../platform/database.ts'
import { mailIsSent, readSettings } from '../settings/settings.public.ts'
import { insertNotifications } from './notifications.queries.ts'
import { defaultsOf } from './notifications.rules.ts'

export type NewNotification = {
  [K in NotificationKind]: {
    /** Database uuids of its readers; or everybody who is active and has at least that role. */
    to: readonly string[] | 'admins' | 'super_admins'
    kind: K
    facts: NotificationFactsOf<K>
    /** What it leads to: a noun of ids.ts and its id as callers see it. */
    subject: { noun: string; id: string; within?: string } | null
    /** The same key reaches the same person once; null: every time. */
    key?: string | null
  }
}[NotificationKind]

/** @returns how many people it was written for */
export async function notify(transaction: Queryable, notification: NewNotification): Promise<number> {
  const { to, kind, facts, subject, key = null } = notification
  if (Array.isArray(to) && to.length === 0) return 0
  const defaults = defaultsOf(kind)
  return insertNotifications(transaction, {
    audience: to,
    kind,
    facts,
    subject,
    key,
    inConsole: defaults.console,
    byMail: defaults.mail === 'on',
    isMailed: defaults.mail !== 'always' && mailIsSent(await readSettings(transaction)),
  })
}
