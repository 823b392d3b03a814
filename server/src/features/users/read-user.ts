// One user, and the check that every operation on a user's own things begins with: what lies outside the caller's scope
// is answered exactly like what does not exist.
import { AppError } from '@inrange/contract/errors'
import type { CallerContext } from '../../platform/http.ts'
import { presentOneUser, type User } from './user.presenter.ts'
import type { UsersDeps } from './users.deps.ts'
import { selectUser, type UserRow } from './users.queries.ts'

export async function readUser(deps: UsersDeps, context: CallerContext, userId: string): Promise<User> {
  return presentOneUser(deps.database.kysely, await requireVisibleUser(deps, context, userId), deps.clock.now())
}

/** @throws AppError not_found when there is no such user, or not for this caller */
export async function requireVisibleUser(deps: UsersDeps, context: CallerContext, userId: string): Promise<UserRow> {
  const isInScope = context.scope === 'any' || context.caller.userId === userId
  const row = isInScope ? await selectUser(deps.database.kysely, userId) : null
  if (!row) throw new AppError('not_found')
  return row
}
