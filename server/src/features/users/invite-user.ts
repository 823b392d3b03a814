// Creates a user or an admin without a password, and a link with which they choose one. Until then nobody can sign in
// as them. Whoever has the link first is in, so it is shown only where it could not be mailed.
import type { OperationResult } from '@inrange/contract/operation'
import type { Operations } from '@inrange/contract/operations'
import { createLink } from '../identity/identity.public.ts'
import { presentLink } from './link.presenter.ts'
import { storeUser, type UserFacts } from './store-user.ts'
import { presentOneUser } from './user.presenter.ts'
import { nameTaken, refuse, type Actor, type UsersLinkDeps } from './users.deps.ts'
import { creatingRefusal } from './users.rules.ts'

/** @throws AppError username_taken, email_taken, forbidden */
export async function inviteUser(
  deps: UsersLinkDeps,
  actor: Actor,
  facts: UserFacts,
): Promise<OperationResult<Operations['users.create']>> {
  refuse(creatingRefusal(actor, facts.role))
  try {
    return await deps.database.transaction(async (transaction) => {
      const now = deps.clock.now()
      const row = await storeUser(transaction, actor, facts, now)
      const link = await createLink(transaction, {
        userId: row.id,
        purpose: 'invitation',
        createdBy: actor.userId,
        publicUrl: deps.publicUrl,
        notices: deps.notices,
        now,
        address: actor.address,
        requestId: actor.requestId,
      })
      return { ...(await presentOneUser(transaction, row, now)), invitation: presentLink(link) }
    })
  } catch (error) {
    throw nameTaken(error)
  }
}
