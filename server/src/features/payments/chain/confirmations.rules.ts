// When a block is deep enough that money may depend on it. Guarantees that the network's own word comes first: a block
// is final when the network calls it final and it has the confirmations of the network's floor; without such a word
// only a much greater depth is enough, or nothing is. Settings can only ask for more. It deliberately does not know
// whether the block is still part of the chain; whoever asks compares the hash first.
import { invariant } from '../../../platform/invariant.ts'
import type { ChainHead } from './chain.client.ts'
import type { ChainConstants } from './networks.ts'

export type Finality = {
  /** Blocks from this one to the head, itself counted; 0 when the head is below it. */
  confirmations: bigint
  /** How many it takes, as far as the node's lag between head and final tells now; what "7/20" shows. */
  needed: bigint
  isFinal: boolean
}

/**
 * @param head what the node said; only numbers are read
 * @param extraConfirmations what the settings ask for beyond the network's floor, not negative
 */
export function finalityOf(
  constants: ChainConstants,
  head: Pick<ChainHead, 'number' | 'finalizedNumber'>,
  blockNumber: bigint,
  extraConfirmations = 0,
): Finality {
  invariant(Number.isInteger(extraConfirmations) && extraConfirmations >= 0, 'Settings only raise the confirmations')
  const { confirmationsMin, confirmationsWithoutFinalized } = constants.finality
  const extra = BigInt(extraConfirmations)
  const confirmations = blockNumber > head.number ? 0n : head.number - blockNumber + 1n
  const floor = BigInt(confirmationsMin) + extra
  if (head.finalizedNumber === null) {
    if (confirmationsWithoutFinalized === null) return { confirmations, needed: floor, isFinal: false }
    const needed = BigInt(confirmationsWithoutFinalized) + extra
    return { confirmations, needed, isFinal: confirmations >= needed }
  }
  // The last final block has exactly this many confirmations, so "at or below it" and "at least as many" are the same.
  const atFinalized = head.number - head.finalizedNumber + 1n
  const needed = atFinalized > floor ? atFinalized : floor
  return { confirmations, needed, isFinal: confirmations >= needed }
}
