// Keeps the language that somebody chose for themselves: the console opens in it in every browser, and mails to them
// are written in it. It is a matter of looks, so neither an activity nor the audit log tells of it.
import type { Language } from '@inrange/contract/languages'
import type { CallerContext } from '../../../platform/http.ts'
import { announceUserChange } from '../../identity/identity.public.ts'
import type { UsersDeps } from '../users.deps.ts'
import { updateLanguage } from './account.queries.ts'
import { readAccount, type Account } from './read-account.ts'

/** @throws AppError not_found when the session went meanwhile */
export async function chooseLanguage(deps: UsersDeps, context: CallerContext, language: Language): Promise<Account> {
  const { userId } = context.caller
  await deps.database.transaction(async (transaction) => {
    await updateLanguage(transaction, { id: userId, language })
    await announceUserChange(transaction, userId)
  })
  return readAccount(deps, context)
}
