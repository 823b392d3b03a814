// Follows a link from a mail: gives the browser a code, and leaves the link as it was. Programs that look at mails open
// every link in them, so opening must spend nothing; exchanging the code does, and only the browser that asked can. It
// deliberately says nothing about whose link it was.
import type { IdentityDeps } from '../identity.deps.ts'
import { issueAuthCode } from './auth-code.ts'
import { hashLinkToken, isLinkOpen, isLinkToken, linkPage } from './link.rules.ts'
import { countAuthCodes, selectLink } from './recovery.queries.ts'

/** Codes that one link leads to: enough for scanners and an impatient person. */
export const CODES_PER_LINK_MAX = 20

export type FollowOutcome =
  | { kind: 'followed'; page: string; code: string }
  /** Unknown, used, void, over, or opened too often. */
  | { kind: 'over'; page: string | null }

export async function followLink(
  deps: Pick<IdentityDeps, 'database' | 'clock' | 'publicUrl'>,
  token: string,
): Promise<FollowOutcome> {
  if (!isLinkToken(token)) return { kind: 'over', page: null }
  return deps.database.transaction(async (transaction): Promise<FollowOutcome> => {
    const now = deps.clock.now()
    const link = await selectLink(transaction, hashLinkToken(token))
    // Without a challenge it is a link that an administrator made, which is not followed this way.
    if (!link || link.codeChallenge === null) return { kind: 'over', page: null }
    const page = link.redirectTo ?? linkPage(deps.publicUrl, 'recovery')
    if (!isLinkOpen(link, now)) return { kind: 'over', page }
    if ((await countAuthCodes(transaction, link.id)) >= CODES_PER_LINK_MAX) return { kind: 'over', page }
    const { userId, codeChallenge } = link
    const facts = { userId, codeChallenge, method: 'recovery', now, linkId: link.id } as const
    return { kind: 'followed', page, code: await issueAuthCode(transaction, facts) }
  })
}
