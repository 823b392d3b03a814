// Withdrawals as their owners see them, and as those who run the queue do. Guarantees that what is for the people who
// run the platform (flags, notes, who approved) is in the second form alone.
import { toApiId } from '@inrange/contract/ids'
import { microsToDecimal } from '@inrange/contract/money'
import { networkOfKind } from '@inrange/contract/payment-kinds'
import { statusOfWithdrawal } from '@inrange/contract/withdrawals'
import { chainConstants, explorerTxUrl } from '../chain/networks.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import type { ApprovalRow, EventRow, WithdrawalNames } from './queue.queries.ts'
import type { WithdrawalRow } from './withdrawals.queries.ts'
import { approverFault, isHeld, mayCancel } from './withdrawals.rules.ts'

export type WithdrawalView = {
  row: WithdrawalRow
  names: WithdrawalNames
  events: readonly EventRow[]
  approvals: readonly ApprovalRow[]
  availableMicros: bigint
}

export function presentWithdrawal(
  { row, names, events }: Pick<WithdrawalView, 'row' | 'names' | 'events'>,
  { now, outside }: { now: Date; outside: PaymentsDeps['outside'] | undefined },
) {
  const network = networkOfKind(row.kind)
  const { heldReason, heldUntil, txHash } = row
  return {
    id: toApiId('withdrawal', row.id),
    kind: row.kind,
    methodName: names.methodName,
    network,
    destination: row.destination,
    destinationLabel: names.destinationLabel,
    gross: microsToDecimal(row.grossMicros),
    fee: microsToDecimal(row.feeMicros),
    feePercent: row.feeBasisPoints / 100,
    net: microsToDecimal(row.netMicros),
    state: row.state,
    status: statusOfWithdrawal(row.state),
    reason: row.stateReason,
    held:
      heldReason !== null && isHeld(row, now) ? { reason: heldReason, until: heldUntil?.toISOString() ?? null } : null,
    mayCancel: mayCancel(row.state),
    txHash,
    txUrl: network === null || txHash === null ? null : explorerTxUrl(chainConstants(network, outside?.chains), txHash),
    paypalItemId: row.paypalItemId,
    confirmations: row.confirmations === null ? null : Number(row.confirmations),
    confirmationsNeeded: row.confirmationsNeeded === null ? null : Number(row.confirmationsNeeded),
    requestedAt: row.requestedAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    events: events.map(({ at, state, detail }) => ({ at: at.toISOString(), state, detail })),
  }
}

/** @param personId who looks: whether they may say yes is part of the answer */
export function presentQueued(
  view: WithdrawalView,
  context: { now: Date; personId: string; outside: PaymentsDeps['outside'] | undefined },
) {
  const { row, names, events, approvals, availableMicros } = view
  const { now, personId } = context
  const approverIds = approvals.filter(({ purpose }) => purpose === 'send').map(({ approverId }) => approverId)
  const waits = (row.state === 'requested' || row.state === 'in_review') && !isHeld(row, now)
  return {
    ...presentWithdrawal(view, context),
    owner: { id: toApiId('user', row.ownerId), username: names.username },
    flags: row.flags,
    approvalsNeeded: row.approvalsNeeded,
    approvals: approvals.map(({ approverId, approverName, purpose, at, statement }) => ({
      by: { id: toApiId('user', approverId), username: approverName },
      purpose,
      at: at.toISOString(),
      statement,
    })),
    mayApprove: waits && approverFault({ ownerId: row.ownerId, personId, approverIds }) === null,
    proofKind: row.proofKind,
    provedAt: row.provedAt.toISOString(),
    treasury: names.treasury,
    ownerAvailable: microsToDecimal(availableMicros),
    internalEvents: events.map(({ at, state, detail, note, actor }) => ({
      at: at.toISOString(),
      state,
      detail,
      note,
      actor,
    })),
  }
}
