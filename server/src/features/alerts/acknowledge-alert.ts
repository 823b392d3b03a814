// Says who looks after an alert. It changes nothing of what is wrong; the alert stays until that is over.
import { AppError } from '@inrange/contract/errors'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { CallerContext } from '../../platform/http.ts'
import { recordAudit } from '../audit/audit.public.ts'
import { lockAlert, updateAcknowledged } from './alerts.queries.ts'
import { kindsFor, readAlert, type PresentedAlert } from './list-alerts.ts'

/**
 * Somebody may say so again, with another note.
 * @throws AppError not_found; state_changed when it was resolved meanwhile
 */
export async function acknowledgeAlert(
  deps: { database: Database; clock: Clock },
  { caller, address, requestId }: CallerContext,
  asked: { id: string; note: string },
): Promise<PresentedAlert> {
  await deps.database.transaction(async (transaction) => {
    const alert = await lockAlert(transaction, { id: asked.id, kinds: kindsFor(caller.role) })
    if (!alert) throw new AppError('not_found')
    if (alert.state === 'resolved')
      throw new AppError('state_changed', { message: 'This alert is over. There is nothing to acknowledge.' })
    const now = deps.clock.now()
    await updateAcknowledged(transaction, { id: asked.id, by: caller.userId, note: asked.note, now })
    await recordAudit(transaction, {
      actorId: caller.userId,
      action: 'alert_acknowledged',
      subjectType: 'alert',
      subjectId: asked.id,
      address,
      requestId,
      before: { state: alert.state, note: alert.note },
      after: { kind: alert.kind, subject: alert.subjectName, state: 'acknowledged', note: asked.note },
    })
  })
  return readAlert(deps.database.kysely, caller.role, asked.id)
}
