// Asks the chain whether a transaction pays a withdrawal. Guarantees that what it answers was read from the chain this
// moment, with the whole tuple compared; it deliberately changes nothing, and runs outside every transaction.
import { AppError } from '@inrange/contract/errors'
import { networkOfKind } from '@inrange/contract/payment-kinds'
import { ChainFault } from '../chain/chain.fault.ts'
import type { Chain, Head } from '../chain/chain.client.ts'
import { confirmationsOf } from '../chain/confirmations.rules.ts'
import { verifyPayout } from '../chain/verify-payout.rules.ts'
import { findMethod } from '../methods/find-method.ts'
import { openMethodChain } from '../methods/open-method-chain.ts'
import type { PaymentsDeps } from '../payments.deps.ts'
import type { WithdrawalRow } from './withdrawals.queries.ts'

/** Clocks of a chain and of ours may differ by so much. */
const CLOCK_SKEW_MS = 5 * 60_000

export type PaidFacts = {
  txHash: string
  sentFrom: string
  txBlockNumber: bigint
  txBlockHash: string
  confirmations: bigint
  confirmationsNeeded: bigint
}
export type CheckedPayout =
  /** It pays exactly this withdrawal. */
  | { kind: 'paid'; facts: PaidFacts; isFinal: boolean }
  /** The chain does not know it, or not any more. */
  | { kind: 'unknown' }
  /** It is there and pays something else, or nothing. */
  | { kind: 'differs'; field: string; expected: string; found: string; text: string }

type Payout = Pick<WithdrawalRow, 'destination' | 'netMicros' | 'requestedAt'>

/** @throws ChainFault */
export async function checkPayout(
  asked: { chain: Chain; head: Head; treasury: string; extraConfirmations: number },
  row: Payout,
  txHash: string,
): Promise<CheckedPayout> {
  const { chain, head, treasury } = asked
  const receipt = await chain.receipt(txHash)
  if (receipt === null) return { kind: 'unknown' }
  const expected = { from: treasury, to: row.destination, netMicros: row.netMicros }
  const verdict = verifyPayout(receipt, expected, chain.constants)
  if (!verdict.ok) return { kind: 'differs', ...verdict.fault }
  const minedAt = await chain.blockAt(receipt.blockNumber)
  // One that was paid before this was asked for pays something else, however well it fits.
  if (minedAt === null) return { kind: 'unknown' }
  if (minedAt.getTime() + CLOCK_SKEW_MS < row.requestedAt.getTime()) {
    return {
      kind: 'differs',
      field: 'time',
      expected: `after ${row.requestedAt.toISOString()}`,
      found: minedAt.toISOString(),
      text: 'The transaction is older than the withdrawal.',
    }
  }
  const counted = confirmationsOf(receipt.blockNumber, head, chain.constants, asked.extraConfirmations)
  return {
    kind: 'paid',
    isFinal: counted.isFinal,
    facts: {
      txHash: receipt.txHash,
      sentFrom: treasury,
      txBlockNumber: BigInt(receipt.blockNumber),
      txBlockHash: receipt.blockHash,
      confirmations: BigInt(counted.confirmations),
      confirmationsNeeded: BigInt(counted.needed),
    },
  }
}

/**
 * Opens what a USDT withdrawal is checked on: its method's chain, where that is now, and who should have paid.
 * @throws AppError outside_unavailable while the method has no node, or it cannot be asked; state_changed for PayPal
 */
export async function openPayoutChain(
  deps: PaymentsDeps,
  row: Pick<WithdrawalRow, 'kind' | 'methodId'>,
): Promise<{ chain: Chain; head: Head; treasury: string }> {
  if (networkOfKind(row.kind) === null) {
    throw new AppError('state_changed', { message: 'PayPal sends this itself; there is no transaction to record.' })
  }
  const method = await findMethod(deps.database.kysely, row.methodId)
  const chain = method && openMethodChain(deps, method)
  if (!chain || method.address === null) {
    throw new AppError('outside_unavailable', { message: 'This payment method has no node to ask. Set one first.' })
  }
  return { chain, head: await orUnavailable(chain.head()), treasury: method.address }
}

/** A fault of the node as what a caller meets; its words never name the node. */
export async function orUnavailable<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof ChainFault)) throw error
    const message = `The chain could not be asked: ${error.message} Nothing was lost; try again shortly.`
    throw new AppError('outside_unavailable', { message, cause: error })
  }
}
