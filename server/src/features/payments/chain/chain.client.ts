// The door to a chain, for all three networks.
import type { Clock } from '../../../platform/clock.ts'
import type { ChainConstants } from './networks.ts'

export type ChainHead = {
  number: bigint
  hash: string
  at: Date
  /** The last block that the network calls final; null when the node knows no such thing. */
  finalizedNumber: bigint | null
}

/** A transfer of the pinned token. Addresses and hashes have the form that people see; see addresses.rules.ts. */
export type ChainTransfer = {
  txHash: string
  logIndex: number
  blockNumber: bigint
  blockHash: string
  /** Null when the node does not say it beside the log. */
  blockAt: Date | null
  from: string
  to: string
  /** In the token's own unit. */
  raw: bigint
}

export type ChainReceipt = {
  txHash: string
  blockNumber: bigint
  blockHash: string
  isSuccess: boolean
  /** All transfers of the pinned token in it, in their order; none when it failed. */
  transfers: ChainTransfer[]
  /** Contracts of other tokens that it moved, each once, at most ten. */
  otherTokens: string[]
}

export type ChainBlock = { number: bigint; hash: string; at: Date }

export type TokenCheck =
  | { outcome: 'matches' }
  | {
      outcome: 'differs'
      field: 'chain_id' | 'contract' | 'symbol' | 'decimals'
      expected: string
      found: string
      /** For a super admin. */
      sentence: string
    }

export type TransfersQuery = { fromBlock: bigint; toBlock: bigint; to: readonly string[] }

/** What one node says. Every function throws ChainFault and nothing else. */
export type ChainNode = {
  /** Asked anew every time. @throws lagging when the head is older than the network allows */
  head(): Promise<ChainHead>
  /** Chain, symbol() and decimals() beside the pinned ones. */
  checkToken(): Promise<TokenCheck>
  /** Transfers of the pinned token to these addresses, in the order of the chain. @throws lagging without `toBlock` */
  transfers(query: TransfersQuery): Promise<ChainTransfer[]>
  /** Null when the node knows no such transaction in a block. */
  receipt(txHash: string): Promise<ChainReceipt | null>
  /** Null when the node has no such block. */
  block(number: bigint): Promise<ChainBlock | null>
  blockHash(number: bigint): Promise<string | null>
  /** Of the pinned token, in its own unit. */
  balanceOf(address: string): Promise<bigint>
  /** Whether the token's issuer has frozen the address; null where the token has no such list. */
  isBlacklisted(address: string): Promise<boolean | null>
}

export type Chain = ChainNode & {
  constants: ChainConstants
  /** A node of somebody else, to be asked about large amounts. */
  second: ChainNode | null
}

export type ChainAccess = {
  constants: ChainConstants
  rpcUrl: string
  secondRpcUrl?: string | null
  /** For one question; 10 seconds unless given. */
  timeoutMs?: number
  clock: Clock
}
