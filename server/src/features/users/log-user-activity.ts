// log_user_activity of the specification: a note of one's own. The types that the server writes itself are refused by
// the contract, and a note about somebody else is answered like a user who does not exist, for admins too.
import { AppError } from '@inrange/contract/errors'
import type { OperationParsed } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { CallerContext } from '../../platform/http.ts'
import { recordActivity, type Activity } from '../audit/audit.public.ts'
import type { UsersDeps } from './users.deps.ts'

type Note = OperationParsed<Operations['users.log-activity']>['body']

/** @throws AppError not_found */
export async function logUserActivity(
  deps: UsersDeps,
  context: CallerContext,
  userId: string,
  note: Note,
): Promise<Activity> {
  if (context.caller.userId !== userId) throw new AppError('not_found')
  return recordActivity(deps.database.kysely, { userId, ...note })
}
