// Ends acting for somebody. The administrator's tab says so itself, in the user's place or in their own.
import type { CallerContext } from '../../platform/http.ts'
import { endActing } from '../identity/identity.public.ts'
import type { UsersDeps } from './users.deps.ts'

/** Ends whatever this session acts for, and is content when that is nothing. */
export async function stopActing(deps: UsersDeps, { caller }: CallerContext): Promise<undefined> {
  await deps.database.transaction((transaction) =>
    endActing(transaction, { ofSession: caller.sessionId }, deps.clock.now()),
  )
  return undefined
}
