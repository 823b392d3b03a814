// Stops an export. Whoever works on it learns so at its next piece, which is then not written.
import { AppError } from '@inrange/contract/errors'
import { addJob } from '../../platform/jobs.queries.ts'
import { WORK_EXPORTS } from './create-export.ts'
import { presentExport, type PresentedExport } from './exports.rules.ts'
import { selectExport, updateCancelled } from './exports.queries.ts'
import type { ReportsDeps } from './reports.deps.ts'

/** @throws AppError not_found, also for somebody else's; state_changed when it has ended by itself */
export async function cancelExport(
  { database, clock }: ReportsDeps,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<PresentedExport> {
  return database.transaction(async (transaction) => {
    const cancelled = await updateCancelled(transaction, { id, ownerId, now: clock.now() })
    if (cancelled) {
      // Its pieces are cleared away by the same job.
      await addJob(transaction, { name: WORK_EXPORTS, payload: {}, key: WORK_EXPORTS })
      return presentExport(cancelled)
    }
    const row = await selectExport(transaction, id, ownerId)
    if (!row) throw new AppError('not_found')
    if (row.state === 'cancelled') return presentExport(row)
    throw new AppError('state_changed')
  })
}
