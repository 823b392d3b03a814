// Changes one's own email address. Whoever reads that mailbox can choose a new password, so the present one is asked
// for, links that were mailed are void, and the former address is told by mail and stands in the activities. Username
// and role are an administrator's to change.
import { AppError } from '@inrange/contract/errors'
import type { CallerContext } from '../../../platform/http.ts'
import { recordActivity, recordAudit } from '../../audit/audit.public.ts'
import { announceUserChange, confirmPassword, voidLinks } from '../../identity/identity.public.ts'
import { minuteText, nameTaken, type UsersLinkDeps } from '../users.deps.ts'
import { updateEmail } from './account.queries.ts'
import { readAccount, type Account } from './read-account.ts'

/** @throws AppError invalid_request naming currentPassword, too_many_requests, email_taken */
export async function changeEmail(
  deps: UsersLinkDeps,
  context: CallerContext,
  change: { email: string; currentPassword: string },
): Promise<Account> {
  const { caller, address, requestId } = context
  const { userId, username } = caller
  const confirmed = await confirmPassword(deps, { userId, password: change.currentPassword, address })
  if (confirmed.kind === 'delayed') {
    throw new AppError('too_many_requests', { retryAfterSeconds: confirmed.retryAfterSeconds })
  }
  if (confirmed.kind === 'wrong') {
    throw new AppError('invalid_request', { fields: { currentPassword: 'This is not your current password.' } })
  }
  try {
    await deps.database.transaction(async (transaction) => {
      const former = await updateEmail(transaction, { id: userId, email: change.email })
      if (former === null || former === change.email) return
      await announceUserChange(transaction, userId)
      await voidLinks(transaction, { userId, now: deps.clock.now() })
      const facts = { before: { email: former }, after: { email: change.email } }
      await recordActivity(transaction, {
        userId,
        activityType: 'user_email_changed',
        description: `${username} changed the email address from ${former}`,
      })
      const at = minuteText(deps.clock.now())
      const mail = { username, email: change.email, at }
      await deps.notices.notify(transaction, { userId, kind: 'email_changed', recipient: former, facts: mail })
      const where = { address, requestId, subjectType: 'user', subjectId: userId }
      await recordAudit(transaction, { ...where, ...facts, actorId: userId, action: 'email_changed' })
    })
  } catch (error) {
    throw nameTaken(error)
  }
  return readAccount(deps, context)
}
