// Creates a user or an admin, with the activity user_created and the audit entry in the same transaction. The password
// that an admin chooses is temporary; its hash is in no activity, no audit entry and no answer.
import { AppError } from '@inrange/contract/errors'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Role } from '@inrange/contract/roles'
import { recordActivity, recordAudit } from '../audit/audit.public.ts'
import { hashPassword, passwordFault, setUserPassword } from '../identity/identity.public.ts'
import { readSettings } from '../settings/settings.public.ts'
import { presentOneUser, type User } from './user.presenter.ts'
import { nameTaken, refuse, type Actor, type UsersDeps } from './users.deps.ts'
import { insertUser } from './users.queries.ts'
import { creatingRefusal } from './users.rules.ts'

type CreatedUser = OperationResult<Operations['users.create']>
export type NewUser = {
  username: string
  email: string
  /** Left out where the person is invited to choose one. */
  password?: string | undefined
  role: Role
  /** False only where the person themself chose the password, as in the demo. */
  mustChangePassword?: boolean
}

/**
 * @param actor null for the program itself
 * @throws AppError username_taken, email_taken, forbidden, or invalid_request for a password against the policy
 */
export async function createUser(deps: UsersDeps, actor: Actor | null, input: NewUser): Promise<CreatedUser> {
  refuse(creatingRefusal(actor ?? { role: 'super_admin' }, input.role))
  const settings = await readSettings(deps.database.kysely)
  if (input.password === undefined) throw new AppError('unavailable')
  const fault = passwordFault(input.password, input, settings.passwordLengthMin)
  if (fault) throw new AppError('invalid_request', { fields: { password: fault.message } })
  const hash = await hashPassword(input.password)
  try {
    return { ...(await storeUser(deps, actor, input, hash)), invitation: null }
  } catch (error) {
    throw nameTaken(error)
  }
}

function storeUser(deps: UsersDeps, actor: Actor | null, input: NewUser, hash: string): Promise<User> {
  const { username, email, role, mustChangePassword = true } = input
  return deps.database.transaction(async (transaction) => {
    const now = deps.clock.now()
    const row = await insertUser(transaction, { username, email, role, createdAt: now })
    await setUserPassword(transaction, { userId: row.id, hash, mustChange: mustChangePassword, now })
    await recordActivity(transaction, {
      userId: row.id,
      activityType: 'user_created',
      description: `${username} was created`,
      metadata: { role },
    })
    await recordAudit(transaction, {
      actorId: actor?.userId ?? null,
      action: 'user_created',
      subjectType: 'user',
      subjectId: row.id,
      address: actor?.address ?? null,
      requestId: actor?.requestId ?? null,
      after: { username, email, role },
    })
    return presentOneUser(transaction, row, now)
  })
}
