// What can be wrong with a node. One error class, so that whoever asks a chain can tell "not now" from "never believe
// it". It never carries the address of the node, which may hold a key.

/**
 * unreachable: no answer in time. refused: the node answered with an error. nonsense: the answer is not what was asked
 * for. wrong_chain: the node is on another chain. lagging: its newest block is old.
 */
export type ChainFaultReason = 'unreachable' | 'refused' | 'nonsense' | 'wrong_chain' | 'lagging'

export class ChainFault extends Error {
  override readonly name = 'ChainFault'
  readonly reason: ChainFaultReason

  constructor(reason: ChainFaultReason, detail: string) {
    super(detail)
    this.reason = reason
  }
}
