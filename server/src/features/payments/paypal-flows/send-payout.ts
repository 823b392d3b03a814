// Sends an approved withdrawal by PayPal. Guarantees that it is `sending` in the database before PayPal is asked, and
// that PayPal is asked under one id for ever, the withdrawal's: whoever finds it `sending` asks again with the same id,
// and PayPal answers with the payout that it has. What PayPal refused can be sent again; what it did not answer is
// never taken for refused.
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import { invariant } from '../../../platform/invariant.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { readSettings } from '../../settings/settings.public.ts'
import { findMethod, type MethodRow } from '../methods/find-method.ts'
import { openMethodPaypal } from '../methods/open-method-paypal.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import type { PaypalPayoutBatch } from '../paypal/paypal.answers.ts'
import type { Paypal } from '../paypal/paypal.client.ts'
import { PaypalFault } from '../paypal/paypal.fault.ts'
import { moveWithdrawal } from '../withdrawals/withdrawal.moves.ts'
import { lockWithdrawal, selectWithdrawal, type WithdrawalRow } from '../withdrawals/withdrawals.queries.ts'
import { isHeld } from '../withdrawals/withdrawals.rules.ts'
import { applyPayout, demandAttention } from './apply-payout.ts'
import { selectFirstSendingAt } from './payouts.queries.ts'
import { repetitionFault } from './payouts.rules.ts'

export type PayoutActor = { userId: string; address: string; requestId: string }

/**
 * @returns the withdrawal as it is then: `sent`; `sending` when PayPal did not answer, which a job resolves; `approved`
 * again when PayPal refused, with the reason among its internal notes
 * @throws AppError not_found, state_changed, withdrawals_paused
 */
export async function sendPayout(
  deps: PaymentsDeps,
  { withdrawalId, actor }: { withdrawalId: string; actor: PayoutActor },
): Promise<WithdrawalRow> {
  const { withdrawals } = await readSettings(deps.database.kysely)
  if (withdrawals.isPaused) throw new AppError('withdrawals_paused')
  const known = await selectWithdrawal(deps.database.kysely, { id: withdrawalId })
  if (!known) throw new AppError('not_found')
  const sending = await begin(deps, known, actor)
  return await pushPayout(deps, sending, { isFirst: sending.isFirst })
}

async function begin(
  deps: PaymentsDeps,
  known: WithdrawalRow,
  actor: PayoutActor,
): Promise<WithdrawalRow & { isFirst: boolean }> {
  const refuse = (message: string): never => {
    throw new AppError('state_changed', { message })
  }
  if (known.kind !== 'paypal') refuse('USDT is sent from your own wallet; record its transaction here.')
  if (known.state !== 'approved') refuse('Only an approved withdrawal can be sent.')
  if (isHeld(known, deps.clock.now())) refuse('This withdrawal is held back. Let it go on before you send it.')
  const before = await selectFirstSendingAt(deps.database.kysely, known)
  const fault = before === null ? null : await faultOfRepetition(deps, known, before)
  if (fault !== null) refuse(fault)
  return await deps.database.transaction(async (transaction) => {
    const { ownerId, id } = known
    const locked = await lockWithdrawal(transaction, { ownerId, id })
    if (!locked || isHeld(locked, deps.clock.now())) return refuse('This withdrawal is held back.')
    const actorId = actor.userId
    const moved = await moveWithdrawal(deps, transaction, { ownerId, id, from: 'approved', to: 'sending', actorId })
    if (!moved) throw new AppError('state_changed')
    await recordAudit(transaction, {
      actorId,
      address: actor.address,
      requestId: actor.requestId,
      action: 'payout_sent',
      subjectType: 'withdrawal',
      subjectId: id,
      after: {
        owner: toApiId('user', ownerId),
        netMicros: moved.netMicros,
        destination: moved.destination,
      },
    })
    return { ...moved, isFirst: before === null }
  })
}

async function faultOfRepetition(deps: PaymentsDeps, row: WithdrawalRow, firstSentAt: Date): Promise<string | null> {
  const method = await methodOf(deps, row)
  return repetitionFault({ firstSentAt, methodChangedAt: method.updatedAt, now: deps.clock.now() })
}

/**
 * Asks PayPal to send what is `sending`, or, where it was asked before, which payout it has. Never with another id.
 * @param options.isFirst nobody can have asked before, so a refusal means that nothing was sent
 */
export async function pushPayout(
  deps: PaymentsDeps,
  row: WithdrawalRow,
  options: { isFirst: boolean },
): Promise<WithdrawalRow> {
  const method = await methodOf(deps, row)
  const paypal = openMethodPaypal(deps, method)
  try {
    const batch = await createOrAdopt(deps, paypal, row)
    if (batch === null) {
      return await attend(deps, row, 'PayPal says that it has this payout already, and not under which id.')
    }
    return (await applyPayout(deps, row, batch)) ?? row
  } catch (error) {
    if (!(error instanceof PaypalFault)) throw error
    return await afterFault(deps, row, error, options)
  }
}

async function createOrAdopt(
  deps: PaymentsDeps,
  paypal: Paypal,
  row: WithdrawalRow,
): Promise<PaypalPayoutBatch | null> {
  const { mail } = await readSettings(deps.database.kysely)
  try {
    return await paypal.createPayout({
      withdrawalId: row.id,
      amountMicros: row.netMicros,
      recipient: { kind: row.destination.includes('@') ? 'email' : 'paypal_id', value: row.destination },
      subject: `Your withdrawal from ${mail.fromName}`,
      note: `Withdrawal ${toApiId('withdrawal', row.id)}`,
    })
  } catch (error) {
    if (!(error instanceof PaypalFault) || error.reason !== 'duplicate_batch') throw error
    return error.existingBatchId === null ? null : await paypal.readPayoutBatch(error.existingBatchId)
  }
}

async function afterFault(
  deps: PaymentsDeps,
  row: WithdrawalRow,
  fault: PaypalFault,
  { isFirst }: { isFirst: boolean },
): Promise<WithdrawalRow> {
  const debug = fault.debugId === null ? '' : ` (PayPal's debug id: ${fault.debugId})`
  const note = `${fault.message}${debug}`
  deps.log.warn({ withdrawalId: row.id, reason: fault.reason, note }, 'PayPal did not take a payout')
  // Sent or not: nobody knows. It stays `sending`, and the job asks.
  const isUnknown = fault.reason === 'unreachable' || fault.reason === 'nonsense'
  if (isUnknown || fault.reason === 'rate_limited') return row
  if (!isFirst) return fault.reason === 'refused' ? await attend(deps, row, note) : row
  return await deps.database.transaction(async (transaction) => {
    const { ownerId, id } = row
    const move = { ownerId, id, from: 'sending', to: 'approved', note } as const
    return (await moveWithdrawal(deps, transaction, move)) ?? row
  })
}

async function attend(deps: PaymentsDeps, { ownerId, id }: WithdrawalRow, note: string): Promise<WithdrawalRow> {
  return await deps.database.transaction(async (transaction) => {
    const locked = await lockWithdrawal(transaction, { ownerId, id })
    invariant(locked, 'A withdrawal is never removed')
    return locked.state === 'sending' ? await demandAttention(deps, transaction, locked, note) : locked
  })
}

export async function methodOf(deps: PaymentsDeps, row: { methodId: string }): Promise<MethodRow> {
  const method = await findMethod(deps.database.kysely, row.methodId)
  invariant(method !== null, 'A withdrawal has a method')
  return method
}
