// Forgets an account's wrong passwords, so that its owner need not wait out what a stranger typed.
import { recordAudit } from '../audit/audit.public.ts'
import { forgetFailures } from '../identity/identity.public.ts'
import { requirePeople } from './update-user.ts'
import { presentOneUser, type User } from './user.presenter.ts'
import { refuse, type Actor, type UsersDeps } from './users.deps.ts'
import { lockPeople } from './users.queries.ts'
import { actingRefusal } from './users.rules.ts'

/** @throws AppError not_found, forbidden */
export async function unlockUser(deps: UsersDeps, actor: Actor, userId: string): Promise<User> {
  return deps.database.transaction(async (transaction) => {
    const { acting, subject } = requirePeople(await lockPeople(transaction, [actor.userId, userId]), actor, userId)
    refuse(actingRefusal(acting, subject))
    const wasWaiting = await forgetFailures(transaction, subject)
    await recordAudit(transaction, {
      actorId: actor.userId,
      action: 'user_unlocked',
      subjectType: 'user',
      subjectId: userId,
      address: actor.address,
      requestId: actor.requestId,
      after: { hadFailures: wasWaiting },
    })
    return presentOneUser(transaction, subject, deps.clock.now())
  })
}
