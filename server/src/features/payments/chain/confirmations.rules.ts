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
  /** As far as the distance between the newest and the last final block tells now: what "7/20" shows. */
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
  const confirmations = Math.max(0, head.number - blockNumber + 1)
  // The last final block has as many confirmations as its distance says, so "at or below it" and "at least as many" are
  // the same.
  const needed =
    head.finalizedNumber === null
      ? finality.confirmationsWithoutWord + extra
      : Math.max(finality.confirmations + extra, head.number - head.finalizedNumber + 1)
  return { confirmations, needed, isFinal: confirmations >= needed }
}

export function isLagging(head: Pick<Head, 'at'>, now: Date): boolean {
  return now.getTime() - head.at.getTime() > LAG_MS_MAX
}
