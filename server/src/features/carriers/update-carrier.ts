// Edits a carrier. Deactivating one takes all of its connections down; nothing of it is deleted.
import { AppError } from '@inrange/contract/errors'
import { recordAudit } from '../audit/audit.public.ts'
import type { Database } from '../../platform/database.ts'
import { lockCarrier, updateCarrierRow } from './carriers.queries.ts'
import { nameTakenAsError, type Actor } from './create-carrier.ts'

export type CarrierChange = { name?: string | undefined; notes?: string | undefined; isActive?: boolean | undefined }

/** @throws AppError not_found, carrier_name_taken */
export function updateCarrier(
  deps: { database: Database },
  input: { actor: Actor; carrierId: string; change: CarrierChange },
): Promise<void> {
  const { actor, carrierId, change } = input
  return nameTakenAsError(() =>
    deps.database.transaction(async (transaction) => {
      const before = await lockCarrier(transaction, carrierId)
      if (!before) throw new AppError('not_found')
      const after = {
        name: change.name ?? before.name,
        notes: change.notes ?? before.notes,
        status: change.isActive === undefined ? before.status : statusOf(change.isActive),
      }
      await updateCarrierRow(transaction, carrierId, after)
      await recordAudit(transaction, {
        actorId: actor.userId,
        action: 'carrier_updated',
        subjectType: 'carrier',
        subjectId: carrierId,
        address: actor.address,
        requestId: actor.requestId,
        before,
        after,
      })
    }),
  )
}

export function statusOf(isActive: boolean): 'active' | 'inactive' {
  return isActive ? 'active' : 'inactive'
}
