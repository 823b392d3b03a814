// Removes a destination from its owner's book. What was sent there, or is on its way, stays as it is.
import { AppError } from '@inrange/contract/errors'
import { recordActivity, recordAudit } from '../../audit/audit.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import type { Requester } from './create-destination.ts'
import { removeDestinationRow } from './destinations.queries.ts'

/** @throws AppError not_found when the owner has no such destination */
export async function removeDestination(
  deps: Pick<PaymentsDeps, 'database' | 'clock'>,
  { owner, destinationId }: { owner: Requester; destinationId: string },
): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const which = { ownerId: owner.userId, id: destinationId, now: deps.clock.now() }
    const removed = await removeDestinationRow(transaction, which)
    if (!removed) throw new AppError('not_found')
    const { kind, address } = removed
    await recordActivity(transaction, {
      userId: owner.userId,
      activityType: 'user_destination_removed',
      description: `Removed the withdrawal destination ${address}`,
      metadata: { kind, address },
    })
    await recordAudit(transaction, {
      actorId: owner.userId,
      action: 'destination_removed',
      subjectType: 'destination',
      subjectId: destinationId,
      address: owner.address,
      requestId: owner.requestId,
      before: { kind, destination: address },
    })
  })
}
