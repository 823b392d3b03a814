// First start: makes the built-in `superadmin`, once. Its password is random and returned to be shown once, or the one
// that the operator gave; either way it must be changed at first sign-in. When any super admin is stored, nothing
// happens.
import { recordActivity, recordAudit } from '../audit/audit.public.ts'
import type { IdentityDeps } from './identity.deps.ts'
import { insertSuperAdmin, lockFirstStart, superAdminExists } from './identity.queries.ts'
import { hashPassword, newTemporaryPassword } from './password.hasher.ts'
import { setUserPassword } from './set-user-password.ts'

const SUPER_ADMIN_USERNAME = 'superadmin'
// Reserved by RFC 2606, section 2: mail to it can never reach a stranger. The super admin enters a real one.
const SUPER_ADMIN_EMAIL = 'superadmin@inrange.invalid'

export type SuperAdminOutcome =
  | { kind: 'exists' }
  /** `generatedPassword` is null when the operator gave one. */
  | { kind: 'created'; username: string; generatedPassword: string | null }

export async function ensureSuperAdmin(
  deps: Pick<IdentityDeps, 'database' | 'clock'>,
  options: { password?: string | undefined } = {},
): Promise<SuperAdminOutcome> {
  if (await superAdminExists(deps.database.kysely)) return { kind: 'exists' }
  const generatedPassword = options.password === undefined ? newTemporaryPassword() : null
  const hash = await hashPassword(options.password ?? generatedPassword ?? '')
  return deps.database.transaction(async (transaction): Promise<SuperAdminOutcome> => {
    await lockFirstStart(transaction)
    if (await superAdminExists(transaction)) return { kind: 'exists' }
    const now = deps.clock.now()
    const user = { username: SUPER_ADMIN_USERNAME, email: SUPER_ADMIN_EMAIL, createdAt: now }
    const userId = await insertSuperAdmin(transaction, user)
    await setUserPassword(transaction, { userId, hash, mustChange: true, now, neverExpires: true })
    await recordActivity(transaction, {
      userId,
      activityType: 'user_created',
      description: `${SUPER_ADMIN_USERNAME} was created at first start`,
    })
    await recordAudit(transaction, {
      actorId: null,
      action: 'user_created',
      subjectType: 'user',
      subjectId: userId,
      after: { username: SUPER_ADMIN_USERNAME, role: 'super_admin' },
    })
    return { kind: 'created', username: SUPER_ADMIN_USERNAME, generatedPassword }
  })
}
