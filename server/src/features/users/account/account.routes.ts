// The operations account.* of the contract, each to its function. No logic here.
import { requireCaller, type SliceHandlers } from '../../../platform/http.ts'
import type { UsersRouteDeps } from '../users.deps.ts'
import { changeEmail } from './change-email.ts'
import { chooseLanguage } from './choose-language.ts'
import { endOwnSessions } from './end-own-sessions.ts'
import { listSessions } from './list-sessions.ts'
import { readAccount } from './read-account.ts'

type AccountOperation =
  | 'account.read'
  | 'account.update'
  | 'account.choose-language'
  | 'account.sessions'
  | 'account.end-session'
  | 'account.end-other-sessions'

export function accountRoutes(deps: UsersRouteDeps): SliceHandlers<AccountOperation> {
  return {
    'account.read': async (_input, context) => readAccount(deps, requireCaller(context)),
    'account.update': async ({ body }, context) => changeEmail(deps, requireCaller(context), body),
    'account.choose-language': async ({ body }, context) => chooseLanguage(deps, requireCaller(context), body.language),
    'account.sessions': async (_input, context) => {
      const { caller } = requireCaller(context)
      return listSessions(deps, caller.userId, caller.sessionId)
    },
    'account.end-session': async ({ params }, context) =>
      endOwnSessions(deps, requireCaller(context), { onlyId: params.sessionId }),
    'account.end-other-sessions': async (_input, context) => endOwnSessions(deps, requireCaller(context), 'others'),
  }
}
