// Who changes how money comes and goes: named for the audit log, and asked to show their second factor again where it
// counts, as for a change of how they sign in.
import { AppError } from '@inrange/contract/errors'
import { requireCaller, type RequestContext } from '../../../platform/http.ts'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { confirmStepUp } from '../../identity/identity.public.ts'

export type Actor = { userId: string; username: string; sessionId: string; address: string; requestId: string }

export function actorOf(context: RequestContext): Actor {
  const { caller, address, requestId } = requireCaller(context)
  const { userId, username, sessionId } = caller
  return { userId, username, sessionId, address, requestId }
}

/** The fields of an audit entry about something of payments. */
export function auditOf(actor: Actor, action: string, subject: { type: string; id: string }) {
  const { userId: actorId, address, requestId } = actor
  return { actorId, action, subjectType: subject.type, subjectId: subject.id, address, requestId }
}

/**
 * Locks user and session until the transaction ends; the first thing of a transaction.
 * @throws AppError unauthenticated, second_factor_required, reauthentication_needed
 */
export async function requireFreshActor(transaction: DatabaseTransaction, actor: Actor, now: Date): Promise<void> {
  const { userId, sessionId } = actor
  const answer = await confirmStepUp(transaction, { userId, sessionId, now })
  if (answer.kind === 'session_over') throw new AppError('unauthenticated')
  if (answer.kind === 'insufficient_aal') throw new AppError('second_factor_required')
  if (answer.kind === 'not_fresh') throw new AppError('reauthentication_needed')
}
