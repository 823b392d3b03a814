// Books what PayPal says of a payout. Guarantees one transaction for each look, begun by locking the withdrawal, that a
// batch which is not this withdrawal's changes nothing but who has to look, and that what PayPal charges is booked
// once. It deliberately asks PayPal nothing.
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { postTransfers } from '../../ledger/ledger.public.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import type { PaypalPayoutBatch, PaypalPayoutItem } from '../paypal/paypal.answers.ts'
import { decidePayout, payoutMismatch, type PayoutStep } from '../paypal/paypal.rules.ts'
import {
  moveWithdrawal,
  releaseWithdrawal,
  returnWithdrawal,
  settleWithdrawal,
} from '../withdrawals/withdrawal.moves.ts'
import {
  lockWithdrawal,
  updateWithdrawalFields,
  type WithdrawalFields,
  type WithdrawalKey,
  type WithdrawalRow,
} from '../withdrawals/withdrawals.queries.ts'
import { decidePayoutMove, type PayoutMove } from './payouts.rules.ts'

/** @returns the withdrawal as it is then; null when there is none */
export async function applyPayout(
  deps: PaymentsDeps,
  key: WithdrawalKey,
  batch: PaypalPayoutBatch,
): Promise<WithdrawalRow | null> {
  return await deps.database.transaction(async (transaction) => {
    const locked = await lockWithdrawal(transaction, key)
    if (locked?.kind !== 'paypal') return null
    const { id: withdrawalId, netMicros: amountMicros, destination: receiver } = locked
    const mismatch = payoutMismatch(batch, { withdrawalId, amountMicros, receiver })
    if (mismatch !== null) return await demandAttention(deps, transaction, locked, mismatch)
    if (locked.paypalBatchId !== null && locked.paypalBatchId !== batch.batchId) {
      return await demandAttention(deps, transaction, locked, `PayPal has a second batch of it: ${batch.batchId}.`)
    }
    const row = await takeUp(deps, transaction, locked)
    const item = batch.items[0] ?? null
    const step = decidePayout(batch, item)
    const fields = fieldsOf(batch, item)
    await apply({ deps, transaction, row, step, fields }, decidePayoutMove(row.state, step))
    return await lockWithdrawal(transaction, key)
  })
}

type PayoutContext = {
  deps: PaymentsDeps
  transaction: DatabaseTransaction
  row: WithdrawalRow
  step: PayoutStep
  fields: Omit<WithdrawalFields, 'settledTransferId' | 'releasedTransferId'>
}

function fieldsOf(batch: PaypalPayoutBatch, item: PaypalPayoutItem | null): PayoutContext['fields'] {
  return {
    paypalBatchId: batch.batchId,
    ...(item === null ? {} : { paypalItemId: item.itemId }),
    paypalStatus: item?.status ?? batch.status,
  }
}

/** PayPal has what we thought refused: it was sent after all. */
async function takeUp(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  row: WithdrawalRow,
): Promise<WithdrawalRow> {
  if (row.state !== 'approved') return row
  const note = 'PayPal has this payout, although its sending was not answered so.'
  const move = { ownerId: row.ownerId, id: row.id, from: row.state, note, reason: null }
  return (await moveWithdrawal(deps, transaction, { ...move, to: 'needs_attention' })) ?? row
}

async function apply(context: PayoutContext, move: PayoutMove): Promise<void> {
  const { deps, transaction, row, fields } = context
  const key = { ownerId: row.ownerId, id: row.id }
  switch (move.kind) {
    case 'settle':
      await settleWithdrawal(deps, transaction, { ...key, from: move.from, fields })
      return await bookFee(context)
    case 'move': {
      const sentAt = row.sentAt ?? deps.clock.now()
      const { from, to, reason } = move
      await moveWithdrawal(deps, transaction, { ...key, from, to, reason, fields: { ...fields, sentAt } })
      return
    }
    case 'release': {
      const { from, to, reason } = move
      await releaseWithdrawal(deps, transaction, { ...key, from, to, reason, fields })
      if (move.isCharged) await bookFee(context)
      return
    }
    case 'give_back':
      await returnWithdrawal(deps, transaction, { ...key, from: 'completed', reason: move.reason, fields })
      return
    case 'note':
      await updateWithdrawalFields(transaction, { ...key, from: [row.state] }, fields, deps.clock.now())
      if (row.state === 'completed') await bookFee(context)
      return
    case 'alarm':
      deps.log.error({ withdrawalId: row.id, state: row.state, sentence: move.sentence }, 'a payout needs a person')
  }
}

/** What PayPal charges for a payout is a cost of the platform. It keeps it when the payout comes back. */
async function bookFee({ deps, transaction, row, step }: PayoutContext): Promise<void> {
  const feeMicros = step.kind === 'completed' || step.kind === 'came_back' ? step.feeMicros : null
  if (feeMicros === null || feeMicros === 0n) return
  const [posted] = await postTransfers(transaction, [
    {
      ownerId: row.ownerId,
      code: 'provider_fee',
      amountMicros: feeMicros,
      custody: 'paypal',
      idempotencyKey: `withdrawal:${row.id}:provider_fee`,
      description: 'Fee of PayPal for a withdrawal',
    },
  ])
  if (posted?.outcome === 'posted' || posted?.outcome === 'exists') return
  deps.log.error({ withdrawalId: row.id, outcome: posted?.outcome }, 'PayPal names another fee than before')
}

/** @returns the withdrawal, moved where it may be; one that is over raises the alarm alone */
export async function demandAttention(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  row: WithdrawalRow,
  note: string,
): Promise<WithdrawalRow> {
  const { ownerId, id, state } = row
  deps.log.error({ withdrawalId: id, state, note }, 'a payout needs a person')
  if (state !== 'approved' && state !== 'sending' && state !== 'sent' && state !== 'unclaimed') return row
  const moved = await moveWithdrawal(deps, transaction, { ownerId, id, from: state, to: 'needs_attention', note })
  return moved ?? row
}
