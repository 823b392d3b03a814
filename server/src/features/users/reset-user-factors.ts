// Removes the second factors of a user who lost theirs. Every session of theirs ends: whoever holds one proved a factor
// that no longer counts. The user reads in their activities that it happened.
import { recordActivity, recordAudit } from '../audit/audit.public.ts'
import { resetFactors } from '../identity/identity.public.ts'
import { requirePeople } from './update-user.ts'
import { minuteText, refuse, type Actor, type UsersLinkDeps } from './users.deps.ts'
import { lockPeople } from './users.queries.ts'
import { resettingRefusal } from './users.rules.ts'

/** @throws AppError not_found, forbidden */
export async function resetUserFactors(
  deps: UsersLinkDeps,
  actor: Actor,
  userId: string,
): Promise<{ removedFactors: number; endedSessions: number }> {
  return deps.database.transaction(async (transaction) => {
    const { acting, subject } = requirePeople(await lockPeople(transaction, [actor.userId, userId]), actor, userId)
    refuse(resettingRefusal(acting, subject))
    const result = await resetFactors(transaction, { userId, now: deps.clock.now() })
    await recordActivity(transaction, {
      userId,
      activityType: 'user_factors_reset',
      description: `An administrator removed the second factors of ${subject.username}`,
      metadata: { removedFactors: result.removedFactors },
    })
    await deps.notices.notify(transaction, {
      userId,
      kind: 'factor_changed',
      recipient: subject.email,
      facts: {
        username: subject.username,
        what: 'An administrator removed your second factors',
        at: minuteText(deps.clock.now()),
      },
    })
    await recordAudit(transaction, {
      actorId: actor.userId,
      action: 'factors_reset',
      subjectType: 'user',
      subjectId: userId,
      address: actor.address,
      requestId: actor.requestId,
      after: result,
    })
    return result
  })
}
