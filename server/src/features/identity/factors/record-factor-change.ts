// Writes down that the factors of a user changed: for the user (activity, and a mail where there is a mail server) and
// for administrators (audit log). A mail that nobody expected is how an owner learns of a thief.
import type { Queryable } from '../../../platform/database.ts'
import { recordActivity, recordAudit } from '../../audit/audit.public.ts'
import type { IdentityDeps, RequestOrigin } from '../identity.deps.ts'
import type { Account } from '../identity.queries.ts'
import { utcText } from '../instant.text.ts'

export type FactorChange = {
  account: Pick<Account, 'id' | 'username' | 'email'>
  origin: RequestOrigin
  activityType: `user_${string}`
  /** What happened, as a sentence without its full stop; no secret in it. */
  what: string
  metadata?: Record<string, unknown>
  audit: { action: string; before?: unknown; after?: unknown }
}

/** Call it in the transaction of the change. */
export async function recordFactorChange(
  deps: Pick<IdentityDeps, 'clock' | 'notices'>,
  transaction: Queryable,
  change: FactorChange,
): Promise<void> {
  const { account, origin, what } = change
  await recordActivity(transaction, {
    userId: account.id,
    activityType: change.activityType,
    description: what,
    metadata: { ...change.metadata, address: origin.address },
  })
  await recordAudit(transaction, {
    actorId: account.id,
    subjectType: 'user',
    subjectId: account.id,
    address: origin.address,
    requestId: origin.requestId,
    ...change.audit,
  })
  await deps.notices?.notify(transaction, {
    userId: account.id,
    kind: 'factor_changed',
    recipient: account.email,
    facts: { username: account.username, what, at: utcText(deps.clock.now()) },
  })
}
