// Begins to act for a user, from this session. The roles are those of this moment, under lock.
import type { OperationParsed, OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { toApiId } from '@inrange/contract/ids'
import type { CallerContext } from '../../platform/http.ts'
import { beginActing } from '../identity/identity.public.ts'
import { requirePeople } from './update-user.ts'
import { actorOf, refuse, type UsersDeps } from './users.deps.ts'
import { lockPeople } from './users.queries.ts'
import { actingForRefusal } from './users.rules.ts'

type Wish = OperationParsed<Operations['users.act-as']>['body']

/** @throws AppError not_found, forbidden */
export async function actAsUser(
  deps: UsersDeps,
  context: CallerContext,
  userId: string,
  wish: Wish,
): Promise<OperationResult<Operations['users.act-as']>> {
  const actor = actorOf(context)
  return deps.database.transaction(async (transaction) => {
    const { acting, subject } = requirePeople(await lockPeople(transaction, [actor.userId, userId]), actor, userId)
    refuse(actingForRefusal(acting, subject))
    const { username, sessionId } = context.caller
    const grant = await beginActing(transaction, {
      actor: { userId: actor.userId, username, sessionId, address: actor.address, requestId: actor.requestId },
      userId,
      ...wish,
      now: deps.clock.now(),
    })
    return {
      userId: toApiId('user', userId),
      username: subject.username,
      role: subject.role,
      isReadOnly: grant.isReadOnly,
      expiresAt: grant.expiresAt.toISOString(),
    }
  })
}
