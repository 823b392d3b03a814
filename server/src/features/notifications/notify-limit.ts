// Tells somebody that most of what a limit allows in a day is used: once a day and limit, at four fifths.
import type { NotificationFactsOf } from '@inrange/contract/notifications'
import type { Queryable } from '../../platform/database.ts'
import { notify } from './notify.ts'
import { hasComeNear } from './notifications.rules.ts'

export type UsedLimit = {
  userId: string
  limit: NotificationFactsOf<'limit_near'>['limit']
  /** Of the day, in the limit's own unit. */
  before: bigint
  after: bigint
  allowed: bigint
  /** UTC. */
  day: string
  /** How an amount is told; a count as it is. */
  render?: (amount: bigint) => string
}

export async function notifyLimit(transaction: Queryable, used: UsedLimit): Promise<void> {
  if (!hasComeNear(used)) return
  const { userId, limit, after, allowed, day, render = String } = used
  await notify(transaction, {
    to: [userId],
    kind: 'limit_near',
    facts: { limit, used: render(after), allowed: render(allowed) },
    subject: null,
    key: `limit:${limit}:${day}`,
  })
}
