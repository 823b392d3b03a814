// Lets an administrator act for a user, from one session of theirs and for an hour at most. Who may act for whom is
// checked by the caller under lock; the user reads in their own activities who looked, since when and why.
import { toApiId } from '@inrange/contract/ids'
import { AppError } from '@inrange/contract/errors'
import type { Queryable } from '../../../platform/database.ts'
import { recordActivity, recordAudit } from '../../audit/audit.public.ts'
import { lockSession } from '../identity.queries.ts'
import { insertGrant, type ActingGrant } from './acting.queries.ts'
import { grantEnd } from './acting.rules.ts'
import { endActing } from './end-acting.ts'

export type NewGrant = {
  actor: { userId: string; username: string; sessionId: string; address: string; requestId: string }
  userId: string
  reason: string
  isReadOnly: boolean
  now: Date
}

/** Replaces whatever this session acted for before. @throws AppError unauthenticated when the session is over */
export async function beginActing(transaction: Queryable, grant: NewGrant): Promise<ActingGrant> {
  const { actor, userId, reason, isReadOnly, now } = grant
  const session = await lockSession(transaction, actor.sessionId)
  if (session?.endedAt !== null || session.expiresAt <= now) throw new AppError('unauthenticated')
  await endActing(transaction, { ofSession: actor.sessionId }, now)
  const expiresAt = grantEnd(now, session.expiresAt)
  const stored = { actorId: actor.userId, userId, isReadOnly, reason, createdAt: now, expiresAt }
  const id = await insertGrant(transaction, { ...stored, sessionId: actor.sessionId })
  await recordActivity(transaction, {
    userId,
    activityType: 'user_acting_started',
    description: `${actor.username}, an administrator, began to look at your account: ${reason}`,
    metadata: { actorId: toApiId('user', actor.userId), isReadOnly, reason, until: expiresAt.toISOString() },
  })
  await recordAudit(transaction, {
    actorId: actor.userId,
    action: 'acting_started',
    subjectType: 'user',
    subjectId: userId,
    address: actor.address,
    requestId: actor.requestId,
    after: { isReadOnly, reason, expiresAt },
  })
  return { id, ...stored }
}
