// Reads a transaction for a super admin: somebody wrote that they paid and nothing is to be seen. What came to us and
// is known to nobody joins the reviews, once it is final.
import { AppError } from '@inrange/contract/errors'
import { toApiId } from '@inrange/contract/ids'
import { formatUsd } from '@inrange/contract/money'
import { kindOfNetwork, type Network } from '@inrange/contract/payment-kinds'
import { recordAudit } from '../../audit/audit.public.ts'
import { readTxHash } from '../chain/addresses.rules.ts'
import { auditOf, type Actor } from '../methods/confirm-actor.ts'
import { selectScannedMethods } from '../methods/methods.queries.ts'
import { openMethodChain } from '../methods/open-method-chain.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { orUnavailable } from '../withdrawals/check-payout.ts'
import { findTransaction, takeTransaction } from './find-transaction.ts'
import type { ReceiptRow } from './receipts.queries.ts'
import { selectReviewOfReceipt } from './reviews.queries.ts'

/** @throws AppError outside_unavailable, invalid_request */
export async function lookUpTransaction(
  deps: PaymentsDeps,
  actor: Actor,
  asked: { network: Network; txHash: string },
): Promise<{ detail: string; reviewId: string | null }> {
  const { network } = asked
  const methods = await selectScannedMethods(deps.database.kysely)
  const method = methods.find(({ kind }) => kind === kindOfNetwork(network))
  const chain = method && openMethodChain(deps, method)
  if (!method || !chain) {
    throw new AppError('outside_unavailable', { message: 'No payment method of this network has a checked node.' })
  }
  const txHash = readTxHash(asked.txHash, network)
  if (txHash === null) throw new AppError('invalid_request', { fields: { txHash: 'This is no transaction hash.' } })
  const audit = auditOf(actor, 'payment_looked_up', { type: 'transaction', id: txHash })
  await recordAudit(deps.database.kysely, { ...audit, after: { network } })
  const found = await orUnavailable(findTransaction(deps, { chain, method, txHash }))
  if (found.kind !== 'moves_token') return { detail: sentences[found.kind], reviewId: null }
  if (found.seen.length === 0) return { detail: 'It pays no address of ours.', reviewId: null }
  const taken = chain
    .head()
    .then((head) => takeTransaction(deps, { chain, head, method, network, txHash, seen: found.seen }))
  return await describeReceipts(deps, await orUnavailable(taken))
}

const sentences = {
  unknown: 'The network does not know this transaction, or not yet.',
  reverted: 'This transaction failed on the network; nothing was sent by it.',
  other_token: 'It moves another token, not the pinned one. Nothing of it can be credited.',
  no_token: 'It moves no USDT.',
} as const

async function describeReceipts(deps: PaymentsDeps, receipts: readonly ReceiptRow[]) {
  const details: string[] = []
  let reviewId: string | null = null
  for (const receipt of receipts) {
    const review = await selectReviewOfReceipt(deps.database.kysely, receipt)
    reviewId ??= review && toApiId('review', review.id)
    details.push(`${formatUsd(receipt.amountMicros)} came to ${receipt.toAddress}: ${standing(receipt)}.`)
  }
  return { detail: details.join(' '), reviewId }
}

function standing({ state, confirmations, confirmationsNeeded, depositId }: ReceiptRow): string {
  switch (state) {
    case 'seen': {
      const depth = `${confirmations} of ${confirmationsNeeded} confirmations`
      return depositId === null
        ? `${depth}; it joins the reviews once it is final`
        : `${depth}; it belongs to a deposit`
    }
    case 'credited':
      return 'credited to its deposit'
    case 'in_review':
      return 'final, and waits in the reviews'
    case 'resolved':
      return 'decided before'
    case 'orphaned':
      return 'the network has forgotten it'
    case 'ignored':
      return 'nothing to be decided'
  }
}
