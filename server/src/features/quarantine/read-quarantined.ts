// One quarantined message. Guarantees that it leaves masked unless it is revealed, and that a reveal and its line in
// the audit log are one transaction.
import { AppError } from '@inrange/contract/errors'
import type { Database, Queryable } from '../../platform/database.ts'
import { recordAudit } from '../audit/audit.public.ts'
import { presentDetails, type QuarantinedDetails } from './quarantine.presenter.ts'
import { selectEvidence, type EvidenceRow } from './quarantine.queries.ts'

/** Who decides or looks, for the audit log. */
export type Actor = { userId: string; address: string; requestId: string }

/** @throws AppError not_found */
export async function readQuarantined(database: Queryable, quarantineId: string): Promise<QuarantinedDetails> {
  return presentDetails(await findRow(database, quarantineId), { isMasked: true })
}

/** @throws AppError not_found */
export function revealQuarantined(
  { database }: { database: Database },
  quarantineId: string,
  actor: Actor,
): Promise<QuarantinedDetails> {
  return database.transaction(async (transaction) => {
    const row = await findRow(transaction, quarantineId)
    await recordAudit(transaction, {
      actorId: actor.userId,
      action: 'quarantine_revealed',
      subjectType: 'quarantine',
      subjectId: quarantineId,
      address: actor.address,
      requestId: actor.requestId,
      after: { recipient: row.recipient, connectionId: row.connectionId },
    })
    return presentDetails(row, { isMasked: false })
  })
}

async function findRow(database: Queryable, quarantineId: string): Promise<EvidenceRow> {
  const [row] = await selectEvidence(database, [quarantineId])
  if (!row) throw new AppError('not_found')
  return row
}
