// Reads one transaction from its chain because somebody named it, and takes what of it came to us where the scanner
// would: stored, attributed, counted, booked once it is final. Naming it only makes that happen sooner; whose it is and
// how much is not asked of whoever names it.
import type { Network } from '@inrange/contract/payment-kinds'
import type { PaymentsDeps } from '../payments.deps.ts'
import type { Chain, ChainReceipt, Head } from '../chain/chain.client.ts'
import type { MethodRow } from '../methods/find-method.ts'
import { openSecondChain } from '../methods/open-method-chain.ts'
import { lookAtReceipt } from './look-at-receipts.ts'
import {
  selectIsOurAddress,
  selectReceiptsOfTransaction,
  upsertReceipt,
  type ReceiptRow,
  type SeenTransfer,
} from './receipts.queries.ts'
import { describe } from './scan-chain.ts'

export type FoundTransaction =
  | { kind: 'unknown' | 'reverted' | 'other_token' | 'no_token' }
  /** It moves the token; `seen` is what of it came to addresses of ours. */
  | { kind: 'moves_token'; seen: SeenTransfer[] }

/** @throws ChainFault */
export async function findTransaction(
  { database }: PaymentsDeps,
  { chain, method, txHash }: { chain: Chain; method: MethodRow; txHash: string },
): Promise<FoundTransaction> {
  const told = await chain.receipt(txHash)
  if (told === null) return { kind: 'unknown' }
  if (!told.isSuccess) return { kind: 'reverted' }
  if (told.transfers.length === 0) return { kind: told.movesOtherTokens ? 'other_token' : 'no_token' }
  const ours: ChainReceipt['transfers'] = []
  for (const transfer of told.transfers) {
    if (await selectIsOurAddress(database.kysely, method.kind, transfer.to)) ours.push(transfer)
  }
  return { kind: 'moves_token', seen: await describe(chain, method, ours) }
}

/** What a transaction became after it was taken. @throws ChainFault */
export async function takeTransaction(
  deps: PaymentsDeps,
  found: {
    chain: Chain
    head: Head
    method: MethodRow
    network: Network
    txHash: string
    seen: readonly SeenTransfer[]
  },
): Promise<ReceiptRow[]> {
  const { chain, head, method, network, txHash, seen } = found
  const database = deps.database.kysely
  const now = deps.clock.now()
  for (const transfer of seen) await upsertReceipt(database, transfer, now)
  const lookout = { deps, method, chain, second: openSecondChain(deps, method), head }
  for (const receipt of await selectReceiptsOfTransaction(database, network, txHash)) {
    if (receipt.state === 'seen') await lookAtReceipt(lookout, receipt)
  }
  return await selectReceiptsOfTransaction(database, network, txHash)
}
