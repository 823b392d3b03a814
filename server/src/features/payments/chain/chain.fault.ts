// What went wrong between us and a node, as one class with a closed reason. Guarantees that a node's address, which may
// carry a key, is never in it: the message is made of our words and of the node's, and the node's are redacted before.

export type ChainFaultReason =
  /** No answer in time, a broken connection, 5xx or 429. */
  | 'unreachable'
  /** It answers, and has not the blocks that it should have. */
  | 'lagging'
  /** It understood and will not: a wrong key, a method it does not offer, a limit of its own. */
  | 'refused'
  /** An answer that does not have the documented form, or contradicts the question; nothing may be concluded from it. */
  | 'nonsense'
  /** A node of another chain. */
  | 'wrong_chain'

/** The message is a sentence for an operator. */
export class ChainFault extends Error {
  override readonly name = 'ChainFault'
  readonly reason: ChainFaultReason

  constructor(reason: ChainFaultReason, sentence: string) {
    super(sentence)
    this.reason = reason
  }
}
