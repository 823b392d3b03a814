// When a payment counts: it lies below what the network calls final, and so many blocks lie on it. Pure. A setting may
// ask for more blocks, never for fewer.
import { invariant } from '../../../platform/invariant.ts'
import type { Head } from './chain.client.ts'
import type { ChainConstants } from './networks.ts'

/** A node whose newest block is older has stopped following its chain. */
const LAG_MS_MAX = 10 * 60_000

export type Confirmations = {
  /** Blocks on it, its own included. */
  confirmations: number
  needed: number
  isFinal: boolean
}

/** @param extra blocks asked for beyond what the network needs */
export function confirmationsOf(
  blockNumber: number,
  head: Pick<Head, 'number' | 'finalizedNumber'>,
  { finality }: Pick<ChainConstants, 'finality'>,
  extra = 0,
): Confirmations {
  invariant(extra >= 0, 'Settings only ask for more')
  const hasWord = head.finalizedNumber !== null
  const needed = (hasWord ? finality.confirmations : finality.confirmationsWithoutWord) + extra
  const confirmations = Math.max(0, head.number - blockNumber + 1)
  const isBelowFinal = head.finalizedNumber === null || blockNumber <= head.finalizedNumber
  return { confirmations, needed, isFinal: confirmations >= needed && isBelowFinal }
}

export function isLagging(head: Pick<Head, 'at'>, now: Date): boolean {
  return now.getTime() - head.at.getTime() > LAG_MS_MAX
}
