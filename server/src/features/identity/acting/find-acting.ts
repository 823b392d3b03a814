// Turns an administrator's request that names a user into one of that user, as long as a live grant says so. The grant
// is read for every request: acting is rare, and its end must be immediate.
import { AppError } from '@inrange/contract/errors'
import { fromApiId } from '@inrange/contract/ids'
import { isAbove } from '@inrange/contract/roles'
import type { Caller } from '../../../platform/http.ts'
import type { IdentityDeps } from '../identity.deps.ts'
import { selectLiveGrant } from './acting.queries.ts'

/**
 * @param actAs the API id of the user
 * @returns the user as caller, with the administrator as `actor` and the administrator's session
 * @throws AppError acting_over; never the administrator's own view in its place
 */
export async function findActing(
  deps: Pick<IdentityDeps, 'database' | 'clock'>,
  admin: Caller,
  actAs: string,
): Promise<Caller> {
  const userId = fromApiId('user', actAs)
  const grant =
    userId === null || admin.duty !== null
      ? null
      : await selectLiveGrant(deps.database.kysely, {
          sessionId: admin.sessionId,
          actorId: admin.userId,
          userId,
          now: deps.clock.now(),
        })
  if (!grant || !isAbove(grant.actorRole, grant.role)) throw new AppError('acting_over')
  const { isReadOnly, reason, expiresAt } = grant
  return {
    userId: grant.userId,
    username: grant.username,
    role: grant.role,
    sessionId: admin.sessionId,
    duty: null,
    actor: { userId: admin.userId, username: admin.username, isReadOnly, reason, expiresAt },
  }
}
