// Decisions about what came over a chain, as pure functions: what a receipt still is, whose it is, what has to be asked
// before money is booked for it. It deliberately knows no node and no table.
import type { DepositRow } from './deposits.queries.ts'
import type { ReceiptRow } from './receipts.queries.ts'
import type { ReviewDecision, ReviewKind } from './reviews.queries.ts'
import type { ChainReceipt, ChainTransfer } from '../chain/chain.client.ts'
import { formatUsd, microsToDecimal } from '@inrange/contract/money'

const MICROS_PER_CENT = 10_000n

/** The transfer of a receipt as the chain tells it now; null: it is not there, or is not what it was. */
export function transferNow(receipt: ReceiptRow, told: ChainReceipt | null): ChainTransfer | null {
  if (told === null || !told.isSuccess) return null
  const same = told.transfers.find(({ logIndex }) => logIndex === receipt.logIndex)
  const isSame =
    same !== undefined &&
    same.to === receipt.toAddress &&
    same.from === receipt.fromAddress &&
    same.raw === BigInt(receipt.rawAmount)
  return isSame ? same : null
}

/** Whether a payment of an exact amount came while its announcement was open, by the time of its block. */
export function isInTime(deposit: Pick<DepositRow, 'state' | 'expiresAt'>, blockAt: Date | null): boolean {
  if (deposit.state === 'awaiting_payment') return true
  if (deposit.state !== 'expired' || blockAt === null || deposit.expiresAt === null) return false
  return blockAt <= deposit.expiresAt
}

/** Less than a cent is no payment; such transfers are sent to be mistaken for one. Booked, and shown to nobody. */
export function isTrifle(amountMicros: bigint): boolean {
  return amountMicros < MICROS_PER_CENT
}

export type Suspicion = {
  kind: ReviewKind
  detail: string
  ownerId: string | null
  depositId: string | null
}

/** What to put before a person about a payment to an own address that is too small. */
export function belowMinimum(ownerId: string, amountMicros: bigint, minimumMicros: bigint): Suspicion {
  const detail = `${formatUsd(amountMicros)} came to the address of a user; the minimum is ${formatUsd(minimumMicros)}.`
  return { kind: 'below_minimum', detail, ownerId, depositId: null }
}

export function lateFor(deposit: Pick<DepositRow, 'ownerId' | 'id' | 'state'>): Suspicion {
  const became = deposit.state === 'cancelled' ? 'was taken back' : 'had expired'
  const detail = `Exactly the amount of a deposit that ${became} before the payment came.`
  return { kind: 'late', detail, ownerId: deposit.ownerId, depositId: deposit.id }
}

/**
 * Whom a payment that fits no announcement may belong to. A claim (somebody gave its hash) is told and proves nothing:
 * anybody can read hashes off the chain.
 */
export function suspectOf(
  amountMicros: bigint,
  likely: readonly (Pick<DepositRow, 'ownerId' | 'id' | 'expectedMicros'> & { isClaimed: boolean })[],
): Suspicion {
  const claimed = likely.filter(({ isClaimed }) => isClaimed)
  const candidates = claimed.length > 0 ? claimed : likely
  const [only, other] = candidates
  if (only === undefined) {
    return { kind: 'unmatched', detail: 'No deposit was announced that this could be.', ownerId: null, depositId: null }
  }
  if (other !== undefined) {
    const detail = `${candidates.length} deposits could be meant${claimed.length > 0 ? '; each claims it' : ''}.`
    return { kind: 'wrong_amount', detail, ownerId: null, depositId: null }
  }
  const expected = only.expectedMicros === null ? '' : ` of $${microsToDecimal(only.expectedMicros)}`
  const why = only.isClaimed
    ? 'The one who announced it gave this hash, which proves nothing by itself.'
    : 'It is the only one near this amount.'
  const detail = `$${microsToDecimal(amountMicros)} came; a deposit${expected} was announced. ${why}`
  return { kind: 'wrong_amount', detail, ownerId: only.ownerId, depositId: only.id }
}

/** The span of announced amounts that a payment may be meant for: exchanges take their fee off what was to be sent. */
export function likelySpan(amountMicros: bigint): { fromMicros: bigint; toMicros: bigint } {
  const slack = amountMicros / 50n + 2_000_000n
  return { fromMicros: amountMicros - slack, toMicros: amountMicros + slack }
}

export function receiptKeyText({ network, txHash, logIndex }: Pick<ReceiptRow, 'network' | 'txHash' | 'logIndex'>) {
  return `${network}:${txHash}:${logIndex}`
}

/**
 * Whether a decision fits what it is about; a sentence when it does not. Money that is here is somebody's, so it is not
 * dismissed; what is not here is nobody's to give.
 */
export function mayDecide(
  decision: ReviewDecision,
  state: ReceiptRow['state'] | null,
  kind: ReviewKind,
): string | null {
  if (state === 'in_review') {
    return decision === 'dismissed' ? 'This money is here. Say whose it is, or that it went back.' : null
  }
  if (decision === 'dismissed') return null
  if (state === 'orphaned' && kind === 'orphaned' && decision === 'credit') return null
  if (state === 'seen') return 'It is credited by itself once both nodes agree; it can only be dismissed.'
  return 'Nothing of this is here to be given away; it can only be dismissed.'
}
