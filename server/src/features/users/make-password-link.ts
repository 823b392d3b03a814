// Makes a link with which a user chooses a password: another one, or their first where they were invited. Unlike a
// temporary password it ends no session by itself: the password that is chosen through it does.
import { createLink } from '../identity/identity.public.ts'
import { presentLink, type PresentedLink } from './link.presenter.ts'
import { requirePeople } from './update-user.ts'
import { refuse, type Actor, type UsersLinkDeps } from './users.deps.ts'
import { lockPeople, selectHasPassword } from './users.queries.ts'
import { resettingRefusal } from './users.rules.ts'

/** @throws AppError not_found, forbidden */
export async function makePasswordLink(
  deps: UsersLinkDeps,
  actor: Actor,
  userId: string,
): Promise<{ temporaryPassword: null; link: PresentedLink }> {
  return deps.database.transaction(async (transaction) => {
    const { acting, subject } = requirePeople(await lockPeople(transaction, [actor.userId, userId]), actor, userId)
    refuse(resettingRefusal(acting, subject))
    const hasPassword = await selectHasPassword(transaction, userId)
    const made = await createLink(transaction, {
      userId,
      purpose: hasPassword ? 'recovery' : 'invitation',
      createdBy: actor.userId,
      publicUrl: deps.publicUrl,
      notices: deps.notices,
      now: deps.clock.now(),
      address: actor.address,
      requestId: actor.requestId,
    })
    return { temporaryPassword: null, link: presentLink(made) }
  })
}
