// Spends a link that an administrator made on a session, at which its user chooses a password. Whoever has the link is
// in, once; a link that somebody asked for in a mail is not taken here, since it is good for one browser only.
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import { lockUser, selectAccount } from '../identity.queries.ts'
import { startSession, type OpenedSession } from '../start-session.ts'
import { hashLinkToken, isLinkOpen, isLinkToken } from './link.rules.ts'
import { selectLink, updateLinksUsed, type LinkPurpose } from './recovery.queries.ts'

export type SpendOutcome = ({ kind: 'signed_in' } & OpenedSession) | { kind: 'over' } | { kind: 'disabled' }

const METHODS = { recovery: 'recovery', invitation: 'invite' } as const

export async function spendLink(
  deps: Pick<IdentityDeps, 'database' | 'clock' | 'notices'>,
  input: { token: string; purpose: LinkPurpose; origin: RequestOrigin },
): Promise<SpendOutcome> {
  if (!isLinkToken(input.token)) return { kind: 'over' }
  const tokenHash = hashLinkToken(input.token)
  return deps.database.transaction(async (transaction): Promise<SpendOutcome> => {
    const owner = await selectLink(transaction, tokenHash)
    if (!owner) return { kind: 'over' }
    await lockUser(transaction, owner.userId)
    const now = deps.clock.now()
    // Read again under the lock: of two who come at once, the second finds it used.
    const link = await selectLink(transaction, tokenHash)
    const isGood = link?.purpose === input.purpose && link.codeChallenge === null && isLinkOpen(link, now)
    if (!isGood) return { kind: 'over' }
    const account = await selectAccount(transaction, link.userId)
    if (!account?.isActive) return { kind: 'disabled' }
    await updateLinksUsed(transaction, { userId: account.id, purpose: link.purpose, now })
    const start = { account, method: METHODS[link.purpose], aal: 'aal1', origin: input.origin } as const
    return { kind: 'signed_in', ...(await startSession(deps, transaction, start)) }
  })
}
