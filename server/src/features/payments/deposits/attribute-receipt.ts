// Says whose a receipt is, as soon as it is seen. Guarantees that only the address, or an exact amount that one
// announcement has reserved, decides; what somebody claims does not. What cannot be said stays nobody's until it is
// final, and then comes before a person.
import { randomUUIDv7 } from 'node:crypto'
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { MethodRow } from '../methods/find-method.ts'
import { selectAddressOwner } from '../methods/xpubs.queries.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { provenAddress } from './deposit-address.ts'
import { insertDeposit, lockDeposit } from './deposits.queries.ts'
import { writeMove } from './move-deposit.ts'
import {
  belowMinimum,
  isInTime,
  lateFor,
  likelySpan,
  receiptKeyText,
  suspectOf,
  type Suspicion,
} from './receipt.rules.ts'
import {
  lockWaitingDeposit,
  selectDepositByAmount,
  selectIsOurAddress,
  selectLikelyDeposits,
  updateReceipt,
  type ReceiptRow,
} from './receipts.queries.ts'

const UNANNOUNCED_WAIT_MS = 24 * 3_600_000
const SEEN = 'Seen on the network; waiting for confirmations.'

export type Attribution =
  /** It belongs to this deposit. */
  | { kind: 'deposit'; ownerId: string; depositId: string }
  /** Moved between addresses of ours; nothing came. */
  | { kind: 'own_movement' }
  /** Nobody's, until a person says so. */
  | { kind: 'nobody'; suspicion: Suspicion }

/**
 * Attributes a receipt that the caller has locked, and moves the deposit it belongs to. Asked again, it answers the
 * same. @throws InvariantError when the row of an address is not what its key derives
 */
export async function attributeReceipt(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  method: MethodRow,
  receipt: ReceiptRow,
): Promise<Attribution> {
  const { ownerId, depositId } = receipt
  if (ownerId !== null && depositId !== null) return { kind: 'deposit', ownerId, depositId }
  const { kind } = method
  if (await selectIsOurAddress(transaction, kind, receipt.fromAddress)) return { kind: 'own_movement' }
  const owner = await selectAddressOwner(transaction, kind, receipt.toAddress)
  if (owner === null) return await byExactAmount(deps, transaction, method, receipt)
  provenAddress(deps, receipt.network, owner)
  const { amountMicros } = receipt
  if (amountMicros < method.minimumMicros) {
    return { kind: 'nobody', suspicion: belowMinimum(owner.ownerId, amountMicros, method.minimumMicros) }
  }
  return await byAddress(deps, transaction, receipt, { ownerId: owner.ownerId, method })
}

/** An address is its owner's for good: what comes to it is theirs, announced or not. */
async function byAddress(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  receipt: ReceiptRow,
  { ownerId, method }: { ownerId: string; method: MethodRow },
): Promise<Attribution> {
  const now = deps.clock.now()
  const { toAddress: address, amountMicros } = receipt
  const waiting = await lockWaitingDeposit(transaction, { ownerId, kind: method.kind, address, amountMicros })
  if (waiting !== null) {
    await writeMove(transaction, waiting, { to: 'confirming', reason: SEEN, now, change: { amountMicros } })
    return await assign(transaction, receipt, { ownerId, depositId: waiting.id, now })
  }
  const id = randomUUIDv7()
  // Named after what came and where it lies: a receipt makes one deposit, and a new one after it was gone.
  const requestKey = `receipt:${receiptKeyText(receipt)}:${receipt.blockHash}`
  const isNew = await insertDeposit(transaction, {
    ownerId,
    id,
    methodId: method.id,
    kind: method.kind,
    mode: 'address',
    state: 'confirming',
    stateReason: SEEN,
    address,
    expectedMicros: null,
    expectedRaw: null,
    reservedUntil: null,
    expiresAt: null,
    amountMicros,
    requestKey,
    requestDigest: requestKey,
    now,
  })
  invariant(isNew, 'A receipt without a deposit has none by its key')
  return await assign(transaction, receipt, { ownerId, depositId: id, now })
}

async function byExactAmount(
  deps: PaymentsDeps,
  transaction: DatabaseTransaction,
  { kind }: MethodRow,
  receipt: ReceiptRow,
): Promise<Attribution> {
  const now = deps.clock.now()
  const { toAddress: address, rawAmount, amountMicros, txHash } = receipt
  const announced = await selectDepositByAmount(transaction, { kind, address, rawAmount })
  const deposit = announced && (await lockDeposit(transaction, announced.ownerId, announced.id))
  if (deposit === null) {
    const likely = await selectLikelyDeposits(transaction, { kind, address, txHash, ...likelySpan(amountMicros) })
    return { kind: 'nobody', suspicion: suspectOf(amountMicros, likely) }
  }
  if (!isInTime(deposit, receipt.blockAt)) {
    const isOver = deposit.state === 'expired' || deposit.state === 'cancelled'
    const suspicion = isOver ? lateFor(deposit) : { ...suspectOf(amountMicros, []), ownerId: deposit.ownerId }
    return { kind: 'nobody', suspicion }
  }
  await writeMove(transaction, deposit, { to: 'confirming', reason: SEEN, now, change: { amountMicros } })
  return await assign(transaction, receipt, { ownerId: deposit.ownerId, depositId: deposit.id, now })
}

async function assign(
  transaction: DatabaseTransaction,
  receipt: ReceiptRow,
  { ownerId, depositId, now }: { ownerId: string; depositId: string; now: Date },
): Promise<Attribution> {
  await updateReceipt(transaction, receipt, { ownerId, depositId, now })
  return { kind: 'deposit', ownerId, depositId }
}

/** Lets a deposit wait again whose payment the network has forgotten before it was credited. */
export async function detachReceipt(transaction: DatabaseTransaction, receipt: ReceiptRow, now: Date): Promise<void> {
  const { ownerId, depositId } = receipt
  if (ownerId === null || depositId === null) return
  const locked = await lockDeposit(transaction, ownerId, depositId)
  if (locked?.state !== 'confirming') return
  const reason = 'The network took the payment back before it was final. It usually arrives again by itself.'
  // One that was never announced waits as long as others do.
  const expiresAt = locked.expiresAt ?? new Date(now.getTime() + UNANNOUNCED_WAIT_MS)
  await writeMove(transaction, locked, {
    to: 'awaiting_payment',
    reason,
    now,
    change: { amountMicros: null, expiresAt },
  })
}
