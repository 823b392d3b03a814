// Creates a carrier; its connections are added afterwards.
import { AppError } from '@inrange/contract/errors'
import { recordAudit } from '../audit/audit.public.ts'
import type { Database } from '../../platform/database.ts'
import { violatedConstraint } from '../../platform/database-fault.ts'
import { insertCarrier } from './carriers.queries.ts'

/** Who changes something, for the audit log. */
export type Actor = { userId: string; address: string; requestId: string }

/**
 * @returns the id of the new carrier
 * @throws AppError carrier_name_taken when another carrier has the name, in any case of letters
 */
export function createCarrier(
  deps: { database: Database },
  input: { actor: Actor; name: string; notes: string },
): Promise<string> {
  const { name, notes, actor } = input
  return nameTakenAsError(() =>
    deps.database.transaction(async (transaction) => {
      const carrierId = await insertCarrier(transaction, { name, notes })
      await recordAudit(transaction, {
        actorId: actor.userId,
        action: 'carrier_created',
        subjectType: 'carrier',
        subjectId: carrierId,
        address: actor.address,
        requestId: actor.requestId,
        after: { name, notes },
      })
      return carrierId
    }),
  )
}

/** Turns the refusal of the unique index into the error that an admin reads. */
export async function nameTakenAsError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) !== 'carriers_name_unique') throw error
    throw new AppError('carrier_name_taken', { fields: { name: 'Another carrier has this name.' }, cause: error })
  }
}
