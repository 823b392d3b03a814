// Gives a user a temporary password, which is returned once and stored only as a hash. Every session of theirs ends.
import { recordAudit } from '../audit/audit.public.ts'
import { hashPassword, newTemporaryPassword, setUserPassword } from '../identity/identity.public.ts'
import { refuse, type Actor, type UsersDeps } from './users.deps.ts'
import { lockPeople } from './users.queries.ts'
import { resettingRefusal } from './users.rules.ts'
import { requirePeople } from './update-user.ts'

/** @throws AppError not_found, forbidden */
export async function resetUserPassword(
  deps: UsersDeps,
  actor: Actor,
  userId: string,
): Promise<{ temporaryPassword: string; link: null }> {
  const temporaryPassword = newTemporaryPassword()
  const hash = await hashPassword(temporaryPassword)
  return deps.database.transaction(async (transaction) => {
    const { acting, subject } = requirePeople(await lockPeople(transaction, [actor.userId, userId]), actor, userId)
    refuse(resettingRefusal(acting, subject))
    const now = deps.clock.now()
    const endedSessions = await setUserPassword(transaction, { userId, hash, mustChange: true, now })
    await recordAudit(transaction, {
      actorId: actor.userId,
      action: 'password_reset',
      subjectType: 'user',
      subjectId: userId,
      address: actor.address,
      requestId: actor.requestId,
      after: { endedSessions },
    })
    return { temporaryPassword, link: null }
  })
}
