// Proves by its transaction that an approved USDT withdrawal was sent. Guarantees that nothing but the chain decides:
// token, sender, receiver, amount, success, its time, and that the hash proves nothing else. What is not final yet is
// sent, and completed by the job that watches it.
import { AppError } from '@inrange/contract/errors'
import { networkOfKind } from '@inrange/contract/payment-kinds'
import { violatedConstraint } from '../../../platform/database-fault.ts'
import { invariant } from '../../../platform/invariant.ts'
import { recordAudit } from '../../audit/audit.public.ts'
import { readSettings } from '../../settings/settings.public.ts'
import { readTxHash } from '../chain/addresses.rules.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { checkPayout, openPayoutChain, orUnavailable, type CheckedPayout, type PaidFacts } from './check-payout.ts'
import type { Requester } from './create-destination.ts'
import { lockedWithdrawal, requireNotHeld } from './decide-withdrawal.ts'
import { selectIsMovement } from './payouts.queries.ts'
import { moveWithdrawal, settleWithdrawal } from './withdrawal.moves.ts'
import { selectWithdrawal, type WithdrawalRow } from './withdrawals.queries.ts'

type Recording = { id: string; txHash: string; by: Requester }

/**
 * @throws AppError not_found; state_changed when it is not approved, or held; transaction_refused with the part that
 * does not fit; transaction_used; outside_unavailable
 */
export async function recordSent(deps: PaymentsDeps, { id, txHash: typed, by }: Recording): Promise<void> {
  const row = await selectWithdrawal(deps.database.kysely, { id })
  if (!row) throw new AppError('not_found')
  requireSendable(row, deps.clock.now())
  const asked = await openPayoutChain(deps, row)
  const { network } = asked.chain.constants
  const txHash = readTxHash(typed, network)
  if (txHash === null) throw refused('A transaction hash has 64 hexadecimal digits.')
  const { extraConfirmations } = (await readSettings(deps.database.kysely)).deposits
  const checked = await orUnavailable(checkPayout({ ...asked, extraConfirmations }, row, txHash))
  if (checked.kind !== 'paid') throw await refusal(deps, row, { id, txHash, by }, checked)
  try {
    await store(deps, { id, by }, checked)
  } catch (error) {
    if (violatedConstraint(error) === 'withdrawals_tx_once') throw used()
    throw error
  }
}

async function store(
  deps: PaymentsDeps,
  { id, by }: Pick<Recording, 'id' | 'by'>,
  { facts, isFinal }: { facts: PaidFacts; isFinal: boolean },
): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const row = await lockedWithdrawal(transaction, id)
    const now = deps.clock.now()
    requireSendable(row, now)
    const network = networkOfKind(row.kind)
    if (network === null || (await selectIsMovement(transaction, { network, txHash: facts.txHash }))) throw used()
    const key = { ownerId: row.ownerId, id, actorId: by.userId }
    const sent = await moveWithdrawal(deps, transaction, {
      ...key,
      from: row.state,
      to: 'sent',
      fields: { ...facts, sentAt: now },
    })
    invariant(sent, 'A locked withdrawal is in the state it was read in')
    if (isFinal) await settleWithdrawal(deps, transaction, { ...key, from: 'sent' })
    await recordAudit(transaction, {
      actorId: by.userId,
      action: 'withdrawal_recorded_sent',
      subjectType: 'withdrawal',
      subjectId: id,
      address: by.address,
      requestId: by.requestId,
      before: { state: row.state, txHash: row.txHash },
      after: { state: isFinal ? 'completed' : 'sent', txHash: facts.txHash },
    })
  })
}

/** One whose transaction is gone may have been sent again. */
function requireSendable(row: WithdrawalRow, now: Date): void {
  if (row.state !== 'approved' && row.state !== 'needs_attention') throw new AppError('state_changed')
  if (row.state === 'approved') requireNotHeld(row, now)
}

async function refusal(
  deps: PaymentsDeps,
  row: WithdrawalRow,
  { txHash, by }: Recording,
  checked: Exclude<CheckedPayout, { kind: 'paid' }>,
): Promise<AppError> {
  const text =
    checked.kind === 'unknown'
      ? 'The chain does not know this transaction yet. If it was sent a moment ago, try again in a minute.'
      : `${checked.text} Expected ${checked.expected}, found ${checked.found}.`
  await recordAudit(deps.database.kysely, {
    actorId: by.userId,
    action: 'withdrawal_transaction_refused',
    subjectType: 'withdrawal',
    subjectId: row.id,
    address: by.address,
    requestId: by.requestId,
    after: { txHash, reason: text },
  })
  return refused(text)
}

function refused(text: string): AppError {
  return new AppError('transaction_refused', { message: text, fields: { txHash: text } })
}

function used(): AppError {
  const text = 'This transaction proves another payment already.'
  return new AppError('transaction_used', { message: text, fields: { txHash: text } })
}
