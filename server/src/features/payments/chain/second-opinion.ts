// A second node asked about a transfer before it is credited: a node that lies, or was broken into, would have to be
// two.
import type { Chain, ChainTransfer } from './chain.client.ts'
import { ChainFault } from './chain.fault.ts'

/**
 * agrees: the same transfer in the same block. differs: it says otherwise. silent: it does not know it yet, or is away.
 */
export type SecondOpinion = 'agrees' | 'differs' | 'silent'

export async function secondOpinion(second: Chain, transfer: ChainTransfer): Promise<SecondOpinion> {
  try {
    const receipt = await second.receipt(transfer.txHash)
    if (receipt === null) return 'silent'
    const same = receipt.transfers.find(({ logIndex }) => logIndex === transfer.logIndex)
    const isSame =
      receipt.isSuccess &&
      receipt.blockHash === transfer.blockHash &&
      same !== undefined &&
      same.raw === transfer.raw &&
      same.to === transfer.to &&
      same.from === transfer.from
    return isSame ? 'agrees' : 'differs'
  } catch (error) {
    if (error instanceof ChainFault) return 'silent'
    throw error
  }
}
