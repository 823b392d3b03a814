// Looks back at what money was booked for: whether its block is still part of the chain. Guarantees that a payment
// which the network forgot after it was credited leaves the books at once, what was spent of it becomes a deficit, the
// owner's open withdrawals wait for a person, and a person hears of it. A second node that still has it stays the hand.
import type { DatabaseTransaction } from '../../../platform/database.ts'
import { formatUsd } from '@inrange/contract/money'
import { invariant } from '../../../platform/invariant.ts'
import { recordActivity, recordAudit } from '../../audit/audit.public.ts'
import { postTransfers } from '../../ledger/ledger.public.ts'
import { secondOpinion } from '../chain/second-opinion.ts'
import { selectPerson } from '../methods/people.queries.ts'
import { notifyPayment } from '../notify-payment.ts'
import { holdOpenWithdrawals } from '../paypal-flows/hold-withdrawals.ts'
import { leaveSuspense } from './book-receipt.ts'
import { requireGone, type Lookout, type Troubles } from './look-at-receipts.ts'
import { transferNow } from './receipt.rules.ts'
import { lockReceipt, selectBookedReceipts, updateReceipt, type ReceiptRow } from './receipts.queries.ts'
import { reverseDeposit } from './reverse-deposit.ts'
import { dismissReviews, insertReview, type ReviewKind } from './reviews.queries.ts'

/** Far deeper than any of the networks has ever turned back what it called final. */
const LOOK_BACK_BLOCKS = 300
const RECEIPTS_MAX = 500

export async function lookBack(lookout: Lookout): Promise<Troubles> {
  const { deps, chain, head } = lookout
  const fromBlock = BigInt(Math.max(0, head.number - LOOK_BACK_BLOCKS))
  const { network } = chain.constants
  const receipts = await selectBookedReceipts(deps.database.kysely, network, fromBlock, RECEIPTS_MAX)
  const hashes = new Map<bigint, string | null>()
  const troubles: Troubles = []
  for (const receipt of receipts) {
    const { blockNumber } = receipt
    if (!hashes.has(blockNumber)) hashes.set(blockNumber, await chain.blockHash(Number(blockNumber)))
    if (hashes.get(blockNumber) === receipt.blockHash) continue
    const trouble = await lookAgain(lookout, receipt)
    if (trouble !== null) troubles.push(trouble)
  }
  return troubles
}

/** The block is another now. The payment may stand in a later one, or be gone. */
async function lookAgain(lookout: Lookout, receipt: ReceiptRow): Promise<string | null> {
  const { deps, chain, second, method } = lookout
  const transfer = transferNow(receipt, await chain.receipt(receipt.txHash))
  const now = deps.clock.now()
  if (transfer !== null) {
    const { blockHash } = transfer
    const blockNumber = BigInt(transfer.blockNumber)
    await deps.database.transaction(async (transaction) => {
      const locked = await lockReceipt(transaction, receipt)
      if (locked !== null) await updateReceipt(transaction, locked, { blockNumber, blockHash, now })
    })
    return null
  }
  await requireGone(chain, receipt)
  const asSeen = transferOf(receipt)
  const isStillThere = second !== null && (await secondOpinion(second, asSeen)) === 'agrees'
  await deps.database.transaction(async (transaction) => {
    const locked = await lockReceipt(transaction, receipt)
    if (locked === null || locked.state === 'orphaned') return
    if (!isStillThere) return await takeBack(lookout, transaction, locked)
    const amount = formatUsd(receipt.amountMicros)
    const detail = `The first node has forgotten ${amount} that was booked; the second still has it.`
    await openReview(transaction, locked, { kind: 'disagreement', methodId: method.id, detail, now })
  })
  return isStillThere ? `The nodes do not agree on payment ${receipt.txHash}.` : null
}

function transferOf(receipt: ReceiptRow) {
  return {
    txHash: receipt.txHash,
    logIndex: receipt.logIndex,
    blockNumber: Number(receipt.blockNumber),
    blockHash: receipt.blockHash,
    from: receipt.fromAddress,
    to: receipt.toAddress,
    raw: BigInt(receipt.rawAmount),
  }
}

async function takeBack(
  { deps, method }: Lookout,
  transaction: DatabaseTransaction,
  receipt: ReceiptRow,
): Promise<void> {
  const now = deps.clock.now()
  const amount = formatUsd(receipt.amountMicros)
  const { network, txHash, logIndex } = receipt
  let detail = `The network has forgotten ${amount} after it was booked.`
  if (receipt.state === 'credited') detail = await reverse({ deps, method }, transaction, receipt)
  if (receipt.state === 'in_review') {
    const [left] = await postTransfers(transaction, [leaveSuspense(receipt, method.kind, null)])
    invariant(left?.outcome === 'posted' || left?.outcome === 'exists', 'What is in suspense can leave it')
    const note = 'The network has forgotten this payment.'
    for (const kind of ['unmatched', 'wrong_amount', 'late', 'below_minimum'] as const) {
      await dismissReviews(transaction, { network, txHash, logIndex, kind, note, now })
    }
  }
  await updateReceipt(transaction, receipt, { state: 'orphaned', confirmations: 0n, now })
  await openReview(transaction, receipt, { kind: 'orphaned', methodId: method.id, detail, now })
}

/** @returns what happened, for whoever looks at the review */
async function reverse(
  { deps, method }: Pick<Lookout, 'deps' | 'method'>,
  transaction: DatabaseTransaction,
  receipt: ReceiptRow,
): Promise<string> {
  const { ownerId, depositId, amountMicros, txHash } = receipt
  invariant(ownerId !== null && depositId !== null, 'A credited receipt names its deposit')
  const now = deps.clock.now()
  const reason = 'The network has forgotten the payment.'
  const reversed = await reverseDeposit(transaction, { ownerId, depositId, reason, now })
  const amount = formatUsd(amountMicros)
  if (reversed.outcome === 'unchanged') return `The network has forgotten ${amount}; its deposit was taken back before.`
  await holdOpenWithdrawals(deps, transaction, {
    ownerId,
    reason: 'A deposit was taken back, so withdrawals are looked at first.',
  })
  await recordActivity(transaction, {
    userId: ownerId,
    activityType: 'user_deposit_reversed',
    description: `A deposit was taken back: ${amount}. ${reason}`,
  })
  const { lostMicros } = reversed
  await recordAudit(transaction, {
    actorId: null,
    action: 'deposit_reversed',
    subjectType: 'deposit',
    subjectId: depositId,
    after: { txHash, amountMicros, lostMicros },
  })
  const owner = await selectPerson(transaction, ownerId)
  invariant(owner !== null, 'A deposit has an owner')
  const { username, email: recipient } = owner
  const facts = { username, amount, reason }
  await deps.notices.notify(transaction, { userId: ownerId, kind: 'deposit_reversed', recipient, facts })
  const told = { ownerId, id: depositId, amountMicros, method: method.name }
  await notifyPayment(transaction, { ...told, step: 'deposit_reversed' })
  const lost = lostMicros === 0n ? '' : ` ${formatUsd(lostMicros)} of it had been spent and is their deficit.`
  return `The network has forgotten ${amount} after it was credited; it was taken back.${lost}`
}

async function openReview(
  transaction: DatabaseTransaction,
  receipt: ReceiptRow,
  facts: { kind: ReviewKind; methodId: string; detail: string; now: Date },
): Promise<void> {
  const { network, txHash, logIndex, amountMicros, ownerId, depositId } = receipt
  const about = { network, txHash, logIndex, amountMicros, suggestedOwnerId: ownerId, suggestedDepositId: depositId }
  await insertReview(transaction, { ...about, ...facts })
}
