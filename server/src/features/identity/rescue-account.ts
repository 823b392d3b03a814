// Opens an account again from the machine itself, for somebody who lost everything that signs them in and has nobody
// above them to ask: a super admin without password or second factor. Whoever can run it has the database anyway; it
// makes the way short, and leaves it in the audit log. It deliberately gives no role and makes no account.
import { recordActivity, recordAudit } from '../audit/audit.public.ts'
import { deleteFactors } from './factors/factors.queries.ts'
import { forgetFailures } from './forget-failures.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { activateUser, selectAccountByLogin } from './identity.queries.ts'
import { hashPassword, newTemporaryPassword } from './password.hasher.ts'
import { setUserPassword } from './set-user-password.ts'

export type Rescued = { username: string; temporaryPassword: string; removedFactors: number; endedSessions: number }

/** Null when nobody has this username or address. The password is shown once and changed at the next sign-in. */
export async function rescueAccount(
  deps: Pick<IdentityDeps, 'database' | 'clock'>,
  login: string,
): Promise<Rescued | null> {
  const temporaryPassword = newTemporaryPassword()
  const hash = await hashPassword(temporaryPassword)
  return deps.database.transaction(async (transaction) => {
    const account = await selectAccountByLogin(transaction, login)
    if (!account) return null
    const { id: userId, username } = account
    const now = deps.clock.now()
    const endedSessions = await setUserPassword(transaction, { userId, hash, mustChange: true, now })
    const removedFactors = await deleteFactors(transaction, userId)
    await forgetFailures(transaction, account)
    await activateUser(transaction, userId)
    await recordActivity(transaction, {
      userId,
      activityType: 'user_rescued',
      description: `The account of ${username} was opened again from the machine of the platform`,
    })
    await recordAudit(transaction, {
      actorId: null,
      action: 'account_rescued',
      subjectType: 'user',
      subjectId: userId,
      before: { isActive: account.isActive },
      after: { isActive: true, removedFactors, endedSessions },
    })
    return { username, temporaryPassword, removedFactors, endedSessions }
  })
}
