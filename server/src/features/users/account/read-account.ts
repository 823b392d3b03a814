// Who the caller is, how they sign in, what they have to do first, and who acts for them. It answers before a duty is
// done, so it tells nothing that /auth/v1 would not tell the same session.
import { toApiId } from '@inrange/contract/ids'
import { AppError } from '@inrange/contract/errors'
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import type { Actor, CallerContext } from '../../../platform/http.ts'
import { presentOneUser } from '../user.presenter.ts'
import type { UsersDeps } from '../users.deps.ts'
import { selectUser } from '../users.queries.ts'
import { selectAccountFacts } from './account.queries.ts'

export type Account = OperationResult<Operations['account.read']>

/** @throws AppError not_found when the session went meanwhile */
export async function readAccount(deps: UsersDeps, { caller }: CallerContext): Promise<Account> {
  const { kysely } = deps.database
  const row = await selectUser(kysely, caller.userId)
  const facts = await selectAccountFacts(kysely, caller)
  if (!row || !facts) throw new AppError('not_found')
  const { hasPassword, totp, phone, passkeys, recoveryCodesLeft, identities, aal } = facts
  return {
    user: await presentOneUser(kysely, row, deps.clock.now()),
    language: facts.language,
    hasPassword,
    passwordChangedAt: facts.passwordChangedAt?.toISOString() ?? null,
    factors: { totp, phone, passkeys, recoveryCodesLeft },
    identities,
    session: { aal, aal2At: facts.aal2At?.toISOString() ?? null },
    duty: caller.duty,
    acting: caller.actor && presentActor(caller.actor),
  }
}

function presentActor(actor: Actor): Account['acting'] {
  const { isReadOnly, reason } = actor
  const expiresAt = actor.expiresAt.toISOString()
  return { actorId: toApiId('user', actor.userId), actorName: actor.username, isReadOnly, reason, expiresAt }
}
