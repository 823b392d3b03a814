// Looks again at what was seen and is not final: still there, how deep, whose; and books it once it is final.
// Guarantees that money is booked only for what the chain tells at that moment: the pinned token, our address, success,
// an unchanged block, final and deep enough, and for large amounts a second node that says the same. The chain is asked
// before each transaction, never in it.
import { invariant } from '../../../platform/invariant.ts'
import { formatUsd, MICROS_PER_USD } from '@inrange/contract/money'
import { readSettings, type Settings } from '../../settings/settings.public.ts'
import type { Chain, ChainTransfer, Head } from '../chain/chain.client.ts'
import { ChainFault } from '../chain/chain.fault.ts'
import { confirmationsOf, type Confirmations } from '../chain/confirmations.rules.ts'
import { secondOpinion, type SecondOpinion } from '../chain/second-opinion.ts'
import type { MethodRow } from '../methods/find-method.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import { attributeReceipt, detachReceipt } from './attribute-receipt.ts'
import { bookReceipt } from './book-receipt.ts'
import { transferNow } from './receipt.rules.ts'
import { lockReceipt, selectSeenReceipts, updateReceipt, type ReceiptRow } from './receipts.queries.ts'
import { insertReview } from './reviews.queries.ts'

/** Looked at in one round; more wait for the next. */
const RECEIPTS_PER_ROUND_MAX = 500

export type Lookout = { deps: PaymentsDeps; method: MethodRow; chain: Chain; second: Chain | null; head: Head }
/** What kept receipts from being looked at, each a sentence; the others were. */
export type Troubles = string[]

export async function lookAtSeenReceipts(lookout: Lookout): Promise<Troubles> {
  const { deps, chain } = lookout
  const troubles = new Set<string>()
  const receipts = await selectSeenReceipts(deps.database.kysely, chain.constants.network, RECEIPTS_PER_ROUND_MAX)
  for (const receipt of receipts) {
    try {
      const trouble = await lookAtReceipt(lookout, receipt)
      if (trouble !== null) troubles.add(trouble)
    } catch (error) {
      // A node that fails fails for all; one receipt that cannot be booked keeps nobody else waiting.
      if (error instanceof ChainFault) throw error
      const { network, txHash, logIndex } = receipt
      deps.log.error({ err: error, network, txHash, logIndex }, 'a payment could not be looked at')
      troubles.add(`Payment ${txHash} could not be looked at; the log says why.`)
    }
  }
  return [...troubles]
}

/** @returns what it waits for beside confirmations, as a sentence, or null */
export async function lookAtReceipt(lookout: Lookout, receipt: ReceiptRow): Promise<string | null> {
  const { deps, chain, head } = lookout
  const transfer = transferNow(receipt, await chain.receipt(receipt.txHash))
  if (transfer === null) {
    await requireGone(chain, receipt)
    await forget(deps, receipt)
    return null
  }
  const settings = (await readSettings(deps.database.kysely)).deposits
  const depth = confirmationsOf(transfer.blockNumber, head, chain.constants, settings.extraConfirmations)
  const opinion = await opinionOf(lookout, receipt, { transfer, depth, settings })
  await confirm(lookout, receipt, { transfer, depth, opinion })
  return opinion === 'silent' ? `The second node does not know payment ${receipt.txHash} yet.` : null
}

/**
 * A node that keeps a block and denies what is in it contradicts itself; nothing is concluded from that.
 * @throws ChainFault nonsense, lagging
 */
export async function requireGone(chain: Chain, receipt: ReceiptRow): Promise<void> {
  const number = Number(receipt.blockNumber)
  const blockHash = await chain.blockHash(number)
  if (blockHash === null) throw new ChainFault('lagging', `The node no longer has block ${number}, which it had.`)
  if (blockHash !== receipt.blockHash) return
  throw new ChainFault('nonsense', `The node has block ${number} and denies a payment that is in it.`)
}

type Seen = { transfer: ChainTransfer; depth: Confirmations }

/** Asked only when money is about to be booked. */
async function opinionOf(
  { second }: Lookout,
  receipt: ReceiptRow,
  { transfer, depth, settings }: Seen & { settings: Settings['deposits'] },
): Promise<SecondOpinion | 'not_asked'> {
  const isLarge = receipt.amountMicros > BigInt(settings.secondOpinionUsd) * MICROS_PER_USD
  if (second === null || !depth.isFinal || !isLarge) return 'not_asked'
  return await secondOpinion(second, transfer)
}

/** Before anything was booked: the deposit waits again, and the receipt is nobody's until it is seen again. */
async function forget({ database, clock }: PaymentsDeps, receipt: ReceiptRow): Promise<void> {
  await database.transaction(async (transaction) => {
    const locked = await lockReceipt(transaction, receipt)
    if (locked?.state !== 'seen') return
    const now = clock.now()
    await detachReceipt(transaction, locked, now)
    const cleared = { state: 'orphaned', confirmations: 0n, ownerId: null, depositId: null } as const
    await updateReceipt(transaction, locked, { ...cleared, now })
  })
}

async function confirm(
  { deps, method }: Lookout,
  receipt: ReceiptRow,
  { transfer, depth, opinion }: Seen & { opinion: SecondOpinion | 'not_asked' },
): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const locked = await lockReceipt(transaction, receipt)
    if (locked?.state !== 'seen') return
    const now = deps.clock.now()
    const where = { blockNumber: BigInt(transfer.blockNumber), blockHash: transfer.blockHash }
    const counted = { confirmations: BigInt(depth.confirmations), confirmationsNeeded: BigInt(depth.needed) }
    await updateReceipt(transaction, locked, { ...where, ...counted, now })
    const placed = await lockReceipt(transaction, receipt)
    invariant(placed !== null, 'A locked receipt is there')
    const attribution = await attributeReceipt(deps, transaction, method, placed)
    const isAgreed = opinion === 'not_asked' || opinion === 'agrees'
    const current = await lockReceipt(transaction, receipt)
    invariant(current !== null, 'A locked receipt is there')
    if (depth.isFinal && isAgreed) await bookReceipt(deps, transaction, { method, receipt: current, attribution })
    if (depth.isFinal && opinion === 'differs') {
      const { network, txHash, logIndex, amountMicros, ownerId, depositId } = current
      await insertReview(transaction, {
        kind: 'disagreement',
        methodId: method.id,
        network,
        txHash,
        logIndex,
        amountMicros,
        now,
        detail: `The second node says otherwise about ${formatUsd(amountMicros)}. Nothing is credited until both agree.`,
        suggestedOwnerId: ownerId,
        suggestedDepositId: depositId,
      })
    }
  })
}
