// Books a receipt that is final: as the deposit it belongs to, or as the house's own while nobody owns it, with a
// review for a person. Guarantees that each receipt is booked once. Whoever calls has locked it and has just read it
// from its chain.
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { formatUsd } from '@inrange/contract/money'
import { invariant, unreachable } from '../../../platform/invariant.ts'
import { HOUSE_ID, postTransfers, type TransferRequest } from '../../ledger/ledger.public.ts'
import { findMethod, type MethodRow } from '../methods/find-method.ts'
import { selectPerson } from '../methods/people.queries.ts'
import { notifyPayment } from '../notify-payment.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import type { Attribution } from './attribute-receipt.ts'
import { creditDeposit } from './credit-deposit.ts'
import { selectDeposit } from './deposits.queries.ts'
import { moveDeposit } from './move-deposit.ts'
import { isTrifle, receiptKeyText, type Suspicion } from './receipt.rules.ts'
import { selectIsOperatorMovement, updateReceipt, type ReceiptRow } from './receipts.queries.ts'
import { dismissReviews, insertReview } from './reviews.queries.ts'

type Booking = { method: MethodRow; receipt: ReceiptRow; attribution: Attribution }

export async function bookReceipt(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  { method, receipt, attribution }: Booking,
): Promise<void> {
  const now = deps.clock.now()
  switch (attribution.kind) {
    case 'own_movement':
      return await updateReceipt(transaction, receipt, { state: 'ignored', now })
    case 'deposit':
      return await credit(deps, transaction, { method, receipt, ...attribution })
    case 'nobody':
      return await suspend(deps, transaction, { method, receipt, suspicion: attribution.suspicion })
    default:
      return unreachable(attribution, 'attribution')
  }
}

export function depositKey(receipt: Pick<ReceiptRow, 'network' | 'txHash' | 'logIndex'>): string {
  return `deposit:${receiptKeyText(receipt)}`
}

async function credit(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  booked: { method: MethodRow; receipt: ReceiptRow; ownerId: string; depositId: string },
): Promise<void> {
  const { receipt, ownerId, depositId } = booked
  const now = deps.clock.now()
  // By the terms of the method it was announced for, whichever reads the chain now.
  const announced = await selectDeposit(transaction, ownerId, depositId)
  const method = (announced && (await findMethod(transaction, announced.methodId))) ?? booked.method
  const { network, txHash, logIndex, amountMicros } = receipt
  await creditDeposit(transaction, {
    ownerId,
    depositId,
    method,
    amountMicros,
    now,
    idempotencyKey: depositKey(receipt),
    description: `Deposit by ${method.name}`,
  })
  await updateReceipt(transaction, receipt, { state: 'credited', now })
  const note = 'Both nodes agreed in the end, and it was credited.'
  await dismissReviews(transaction, { network, txHash, logIndex, kind: 'disagreement', note, now })
  await tellCredited(deps, transaction, { ownerId, depositId, method, amountMicros })
}

export async function tellCredited(
  { notices }: Pick<PaymentsDeps, 'notices'>,
  transaction: DatabaseTransaction,
  credited: { ownerId: string; depositId: string; method: MethodRow; amountMicros: bigint },
): Promise<void> {
  const { ownerId, depositId, method, amountMicros } = credited
  const owner = await selectPerson(transaction, ownerId)
  invariant(owner !== null, 'A deposit has an owner')
  const { username, email: recipient } = owner
  const facts = { username, amount: formatUsd(amountMicros), method: method.name }
  await notices.notify(transaction, { userId: ownerId, kind: 'deposit_credited', recipient, facts })
  const told = { ownerId, id: depositId, amountMicros, method: method.name }
  await notifyPayment(transaction, { ...told, step: 'deposit_credited' })
}

/** What ends the house's entry for a receipt, once. */
export function leaveSuspense(
  receipt: ReceiptRow,
  custody: MethodRow['kind'],
  actorId: string | null,
): TransferRequest {
  const { suspenseTransferId, amountMicros } = receipt
  invariant(suspenseTransferId !== null, 'What is in review was received by the house')
  return {
    ownerId: HOUSE_ID,
    code: 'suspense_resolved',
    amountMicros,
    custody,
    actorId,
    idempotencyKey: `suspense:${suspenseTransferId}:resolved`,
    description: 'No longer nobody’s',
  }
}

/** Takes what nobody owns into the house, and asks a person whose it is. */
async function suspend(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  { method, receipt, suspicion }: { method: MethodRow; receipt: ReceiptRow; suspicion: Suspicion },
): Promise<void> {
  const now = deps.clock.now()
  const { network, txHash, logIndex, amountMicros } = receipt
  // The operator has said already that it is theirs, with this very transfer.
  if (await selectIsOperatorMovement(transaction, receipt)) {
    return await updateReceipt(transaction, receipt, { state: 'resolved', now })
  }
  if (amountMicros === 0n) return await updateReceipt(transaction, receipt, { state: 'ignored', now })
  const [posted] = await postTransfers(transaction, [
    {
      ownerId: HOUSE_ID,
      code: 'suspense_received',
      amountMicros,
      custody: method.kind,
      // With its block: what was forgotten and came again is received again.
      idempotencyKey: `receipt:${receiptKeyText(receipt)}:${receipt.blockHash}:received`,
      description: `Came by ${method.name}, and nobody owns it yet`,
    },
  ])
  invariant(posted?.outcome === 'posted' || posted?.outcome === 'exists', 'What the house receives can be posted')
  const suspenseTransferId = posted.transferId
  if (isTrifle(amountMicros)) {
    return await updateReceipt(transaction, receipt, { state: 'ignored', suspenseTransferId, now })
  }
  const { kind, detail, ownerId, depositId } = suspicion
  await insertReview(transaction, {
    kind,
    methodId: method.id,
    network,
    txHash,
    logIndex,
    amountMicros,
    detail,
    now,
    suggestedOwnerId: ownerId,
    suggestedDepositId: depositId,
  })
  await updateReceipt(transaction, receipt, { state: 'in_review', suspenseTransferId, now })
  if (ownerId === null || depositId === null || kind !== 'late') return
  const reason = 'The payment came after the announcement was over. A person looks at it and then credits it.'
  await moveDeposit(transaction, { ownerId, depositId, to: 'in_review', reason, now })
}
