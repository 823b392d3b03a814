// The operations users.* and account.* of the contract, each to its function. No logic here.
import { requireCaller, type SliceHandlers } from '../../platform/http.ts'
import { listActivities } from '../audit/audit.public.ts'
import { accountRoutes } from './account/account.routes.ts'
import { listSessions } from './account/list-sessions.ts'
import { actAsUser } from './act-as-user.ts'
import { createUser } from './create-user.ts'
import { inviteUser } from './invite-user.ts'
import { listUserOptions } from './list-user-options.ts'
import { listUsers } from './list-users.ts'
import { logUserActivity } from './log-user-activity.ts'
import { makePasswordLink } from './make-password-link.ts'
import { readUser, requireVisibleUser } from './read-user.ts'
import { readUserStats } from './read-user-stats.ts'
import { resetUserFactors } from './reset-user-factors.ts'
import { resetUserPassword } from './reset-user-password.ts'
import { signOutUser } from './sign-out-user.ts'
import { stopActing } from './stop-acting.ts'
import { unlockUser } from './unlock-user.ts'
import { updateUser } from './update-user.ts'
import { actorOf, type UsersRouteDeps } from './users.deps.ts'

type UsersOperation =
  | 'users.list'
  | 'users.options'
  | 'users.create'
  | 'users.read'
  | 'users.update'
  | 'users.reset-password'
  | 'users.sign-out'
  | 'users.reset-factors'
  | 'users.unlock'
  | 'users.sessions'
  | 'users.act-as'
  | 'users.stop-acting'
  | 'users.stats'
  | 'users.activities'
  | 'users.log-activity'

export function usersRoutes(deps: UsersRouteDeps): SliceHandlers<UsersOperation> & ReturnType<typeof accountRoutes> {
  return {
    ...accountRoutes(deps),
    'users.list': ({ query }) => listUsers(deps, query),
    'users.options': ({ query }) => listUserOptions(deps, query.search),
    'users.create': async ({ body }, context) => {
      const { password, ...facts } = body
      const actor = actorOf(requireCaller(context))
      if (password === undefined) return inviteUser(deps, actor, facts)
      return { ...(await createUser(deps, actor, { ...facts, password })), invitation: null }
    },
    'users.read': async ({ params }, context) => readUser(deps, requireCaller(context), params.userId),
    'users.update': async ({ params, body }, context) =>
      updateUser(deps, actorOf(requireCaller(context)), params.userId, body),
    'users.reset-password': async ({ params, body }, context) => {
      const reset = body.mode === 'link' ? makePasswordLink : resetUserPassword
      return reset(deps, actorOf(requireCaller(context)), params.userId)
    },
    'users.reset-factors': async ({ params }, context) =>
      resetUserFactors(deps, actorOf(requireCaller(context)), params.userId),
    'users.unlock': async ({ params }, context) => unlockUser(deps, actorOf(requireCaller(context)), params.userId),
    'users.sessions': async ({ params }, context) => {
      const { id } = await requireVisibleUser(deps, requireCaller(context), params.userId)
      return listSessions(deps, id, requireCaller(context).caller.sessionId)
    },
    'users.act-as': async ({ params, body }, context) => actAsUser(deps, requireCaller(context), params.userId, body),
    'users.stop-acting': async (_input, context) => stopActing(deps, requireCaller(context)),
    'users.sign-out': async ({ params }, context) => signOutUser(deps, actorOf(requireCaller(context)), params.userId),
    'users.stats': async ({ params }, context) => readUserStats(deps, requireCaller(context), params.userId),
    'users.activities': async ({ params, query }, context) => {
      const user = await requireVisibleUser(deps, requireCaller(context), params.userId)
      return listActivities(deps.database.kysely, { userId: user.id, ...query })
    },
    'users.log-activity': async ({ params, body }, context) =>
      logUserActivity(deps, requireCaller(context), params.userId, body),
  }
}
