// Gives an approved withdrawal back to its owner, on two people's written word that nothing was sent. Guarantees, as
// the database does, that it takes two, neither of them the owner; that nothing is given back whose transaction
// stands on the chain or that PayPal knows of; and that with the first statement nobody sends it by mistake.
import { AppError } from '@inrange/contract/errors'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { readSettings } from '../../settings/settings.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { checkPayout, openPayoutChain, orUnavailable } from './check-payout.ts'
import type { Requester } from './create-destination.ts'
import { lockedWithdrawal } from './decide-withdrawal.ts'
import { refuse } from './judge-request.ts'
import { insertApproval, selectApprovalsOf, updateHeld } from './queue.queries.ts'
import { releaseWithdrawal } from './withdrawal.moves.ts'
import { insertWithdrawalEvent, selectWithdrawal, type WithdrawalRow } from './withdrawals.queries.ts'
import { approverFault } from './withdrawals.rules.ts'

const STATEMENTS_NEEDED = 2
const WAITS = 'Somebody has stated that nothing was sent; a second person has to say the same'
const GIVEN_BACK = 'It was not sent; the amount is ready for withdrawal again'

type Statement = { id: string; by: Requester; statement: string }

/** @throws AppError not_found, other_person_needed, outside_unavailable; state_changed when it was or may be sent */
export async function giveBackWithdrawal(deps: PaymentsDeps, said: Statement): Promise<void> {
  const { id, by, statement } = said
  const seen = await selectWithdrawal(deps.database.kysely, { id })
  if (!seen) throw new AppError('not_found')
  requireUnsent(seen)
  await requireGoneFromChain(deps, seen)
  await deps.database.transaction(async (transaction) => {
    const row = await lockedWithdrawal(transaction, id)
    const key = { ownerId: row.ownerId, id }
    const given = (await selectApprovalsOf(transaction, [key])).filter(({ purpose }) => purpose === 'give_back')
    const approverIds = given.map(({ approverId }) => approverId)
    refuse(approverFault({ ownerId: row.ownerId, personId: by.userId, approverIds }))
    requireUnsent(row)
    // Another transaction was recorded while the chain was asked about the former.
    if (row.txHash !== seen.txHash) throw new AppError('state_changed')
    const now = deps.clock.now()
    await insertApproval(transaction, { ...key, purpose: 'give_back', approverId: by.userId, statement, now })
    if (given.length + 1 < STATEMENTS_NEEDED) await waitForSecond(transaction, row, said, now)
    else {
      const to = row.state === 'approved' ? 'cancelled' : 'failed'
      const move = { ...key, from: row.state, to, reason: GIVEN_BACK, note: statement, actorId: by.userId } as const
      await releaseWithdrawal(deps, transaction, move)
      await record(transaction, row, said, { action: 'withdrawal_given_back', state: to })
    }
  })
}

async function waitForSecond(
  transaction: DatabaseTransaction,
  row: WithdrawalRow,
  said: Statement,
  now: Date,
): Promise<void> {
  const { ownerId, id, state } = row
  if (state === 'approved') await updateHeld(transaction, row, { reason: WAITS, until: null, by: said.by.userId, now })
  const event = { ownerId, id, fromState: state, toState: state, detail: WAITS, note: said.statement }
  await insertWithdrawalEvent(transaction, { ...event, actorId: said.by.userId, now })
  await record(transaction, row, said, { action: 'withdrawal_give_back_stated', state })
}

function requireUnsent({ state, paypalBatchId, paypalItemId }: WithdrawalRow): void {
  if (state !== 'approved' && state !== 'needs_attention') throw new AppError('state_changed')
  if (paypalBatchId !== null || paypalItemId !== null) {
    throw new AppError('state_changed', { message: 'PayPal knows of this payment; what it says of it decides.' })
  }
}

/** A transaction that is recorded has to be gone, and the chain says so, not a person. */
async function requireGoneFromChain(deps: PaymentsDeps, row: WithdrawalRow): Promise<void> {
  if (row.txHash === null) return
  const asked = await openPayoutChain(deps, row)
  const { extraConfirmations } = (await readSettings(deps.database.kysely)).deposits
  const checked = await orUnavailable(
    checkPayout({ ...asked, treasury: row.sentFrom ?? asked.treasury, extraConfirmations }, row, row.txHash),
  )
  if (checked.kind === 'unknown' && asked.head.number >= Number(row.txBlockNumber)) return
  if (checked.kind === 'differs') return
  throw new AppError('state_changed', {
    message:
      checked.kind === 'paid'
        ? 'The recorded transaction stands on the chain: this was sent.'
        : 'The node has not come as far as the recorded transaction. Try again later.',
  })
}

async function record(
  transaction: DatabaseTransaction,
  row: WithdrawalRow,
  { by, statement }: Statement,
  fact: { action: string; state: string },
): Promise<void> {
  await recordAudit(transaction, {
    actorId: by.userId,
    action: fact.action,
    subjectType: 'withdrawal',
    subjectId: row.id,
    address: by.address,
    requestId: by.requestId,
    before: { state: row.state, txHash: row.txHash },
    after: { state: fact.state, statement },
  })
}
