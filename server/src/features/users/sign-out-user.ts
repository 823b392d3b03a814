// Ends every session of a user, on an admin's word.
import { recordAudit } from '../audit/audit.public.ts'
import { endSessions } from '../identity/identity.public.ts'
import { refuse, type Actor, type UsersDeps } from './users.deps.ts'
import { lockPeople } from './users.queries.ts'
import { actingRefusal } from './users.rules.ts'
import { requirePeople } from './update-user.ts'

/** @throws AppError not_found, forbidden */
export async function signOutUser(deps: UsersDeps, actor: Actor, userId: string): Promise<{ endedSessions: number }> {
  return deps.database.transaction(async (transaction) => {
    const { acting, subject } = requirePeople(await lockPeople(transaction, [actor.userId, userId]), actor, userId)
    refuse(actingRefusal(acting, subject))
    const endedSessions = await endSessions(transaction, userId, 'signed_out_by_admin', { now: deps.clock.now() })
    await recordAudit(transaction, {
      actorId: actor.userId,
      action: 'user_signed_out',
      subjectType: 'user',
      subjectId: userId,
      address: actor.address,
      requestId: actor.requestId,
      after: { endedSessions },
    })
    return { endedSessions }
  })
}
