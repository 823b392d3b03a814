// Creates a user or an admin with a password. One that an admin chooses is temporary; its hash is in no activity, no
// audit entry and no answer.
import { AppError } from '@inrange/contract/errors'
import { hashPassword, passwordFault, setUserPassword } from '../identity/identity.public.ts'
import { readSettings } from '../settings/settings.public.ts'
import { storeUser, type UserFacts } from './store-user.ts'
import { presentOneUser, type User } from './user.presenter.ts'
import { nameTaken, refuse, type Actor, type UsersDeps } from './users.deps.ts'
import { creatingRefusal } from './users.rules.ts'

export type NewUser = UserFacts & {
  password: string
  /** False only where the person themself chose the password, as in the demo. */
  mustChangePassword?: boolean
}

/**
 * @param actor null for the program itself
 * @throws AppError username_taken, email_taken, forbidden, or invalid_request for a password against the policy
 */
export async function createUser(deps: UsersDeps, actor: Actor | null, input: NewUser): Promise<User> {
  refuse(creatingRefusal(actor ?? { role: 'super_admin' }, input.role))
  const settings = await readSettings(deps.database.kysely)
  const fault = passwordFault(input.password, input, settings.passwordLengthMin)
  if (fault) throw new AppError('invalid_request', { fields: { password: fault.message } })
  const hash = await hashPassword(input.password)
  try {
    return await deps.database.transaction(async (transaction) => {
      const now = deps.clock.now()
      const row = await storeUser(transaction, actor, input, now)
      await setUserPassword(transaction, { userId: row.id, hash, mustChange: input.mustChangePassword ?? true, now })
      return presentOneUser(transaction, row, now)
    })
  } catch (error) {
    throw nameTaken(error)
  }
}
