// Writes the audit log. Guarantees both names on what is done for somebody else, whoever the slice thought it was. It
// deliberately decides nothing: whoever writes knows what is worth recording, and never hands over a secret.
import { isIP } from 'node:net'
import type { AuditOutcome } from '@inrange/contract/audit'
import type { Queryable } from '../../platform/database.ts'
import { currentActing } from './acting.scope.ts'
import { insertAuditEntry } from './audit.queries.ts'
import { outcomeOf, toJson } from './audit.rules.ts'

export type AuditFact = {
  /**
   * Null when nobody known did it: the program itself, or a stranger at the sign-in. Inside `runOnBehalf` the one who
   * acts is written, whoever is named here.
   */
  actorId: string | null
  /** Past tense, such as `user_updated`. */
  action: string
  subjectType: string
  /** The database uuid of the subject, or what names it. */
  subjectId: string
  /** Needed only where the action does not say it: one that ends in `_refused`, `_denied` or `_failed` does. */
  outcome?: AuditOutcome
  address?: string | null
  requestId?: string | null
  /** The changed facts only, before and after; never a secret, never a message body. */
  before?: unknown
  after?: unknown
}

/** Writes one audit entry. Call it in the transaction of what it describes. An address that is none is left out. */
export async function recordAudit(database: Queryable, fact: AuditFact): Promise<void> {
  const acting = currentActing()
  await insertAuditEntry(database, {
    actorId: acting?.actorId ?? fact.actorId,
    onBehalfOf: acting?.userId ?? null,
    action: fact.action,
    outcome: fact.outcome ?? outcomeOf(fact.action),
    subjectType: fact.subjectType,
    subjectId: fact.subjectId,
    address: fact.address && isIP(fact.address) !== 0 ? fact.address : null,
    requestId: fact.requestId ?? null,
    before: fact.before === undefined || fact.before === null ? null : toJson(fact.before),
    after: fact.after === undefined || fact.after === null ? null : toJson(fact.after),
  })
}
