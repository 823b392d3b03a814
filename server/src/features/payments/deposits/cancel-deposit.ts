// Takes back an announcement that nothing has come for. What comes for it all the same is not lost: an own address
// stays its owner's, and an exact amount stays reserved long enough to be recognised by a person.
import { AppError } from '@inrange/contract/errors'
import type { PaymentsDeps } from '../payments.deps.ts'
import { moveDeposit } from './move-deposit.ts'

/** Cancelling what is cancelled changes nothing. @throws AppError not_found, state_changed */
export async function cancelDeposit(deps: PaymentsDeps, ownerId: string, depositId: string): Promise<void> {
  const now = deps.clock.now()
  await deps.database.transaction(async (transaction) => {
    const move = { ownerId, depositId, to: 'cancelled', reason: 'You took it back.', actorId: ownerId, now } as const
    const moved = await moveDeposit(transaction, { ...move, from: ['awaiting_payment'] })
    if (moved.outcome === 'not_found') throw new AppError('not_found')
    if (moved.outcome === 'unchanged' && moved.deposit.state !== 'cancelled') throw new AppError('state_changed')
  })
}
