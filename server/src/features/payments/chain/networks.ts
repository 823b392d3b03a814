// The three networks and what is pinned of each: which chain, which token contract, and how deep a payment has to lie.
// Guarantees that nothing of it comes from a list or a setting at run time: lists are full of look-alikes, and one
// wrong decimal credits a million times too much. Tests bring constants of their own chain.
import type { Network } from '@inrange/contract/payment-kinds'

export type { Network } from '@inrange/contract/payment-kinds'

export type ChainConstants = {
  network: Network
  /** As people call it. */
  name: string
  chainId: number
  /** The token, as the network writes addresses. */
  contract: string
  symbol: string
  /** Decimals of the token's own unit; one micro-USD has six. */
  decimals: number
  finality: Finality
  /** Blocks and receiving addresses that one question to a node may cover. */
  blocksPerQueryMax: number
  addressesPerQueryMax: number
  /** Whether the token's issuer keeps a list of frozen addresses. */
  hasBlacklist: boolean
  /** {hash} and {address} stand for what is looked at. */
  explorerTxUrl: string
  explorerAddressUrl: string
}

export type Finality = {
  /** Confirmations needed beside the network's own word that a block is final. */
  confirmations: number
  /** Confirmations needed where a node does not know what is final. */
  confirmationsWithoutWord: number
}

const pinned: Readonly<Record<Network, ChainConstants>> = {
  trc20: {
    network: 'trc20',
    name: 'Tron',
    chainId: 728_126_428,
    contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    symbol: 'USDT',
    decimals: 6,
    // A block is solid once two thirds of 27 witnesses built on it: 19 blocks, if all of them do. A node that does not
    // say so is believed after two whole rounds.
    finality: { confirmations: 20, confirmationsWithoutWord: 54 },
    blocksPerQueryMax: 5_000,
    addressesPerQueryMax: 900,
    hasBlacklist: true,
    explorerTxUrl: 'https://tronscan.org/#/transaction/{hash}',
    explorerAddressUrl: 'https://tronscan.org/#/address/{address}',
  },
  erc20: {
    network: 'erc20',
    name: 'Ethereum',
    chainId: 1,
    contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    symbol: 'USDT',
    decimals: 6,
    finality: { confirmations: 12, confirmationsWithoutWord: 64 },
    blocksPerQueryMax: 1_000,
    addressesPerQueryMax: 500,
    hasBlacklist: true,
    explorerTxUrl: 'https://etherscan.io/tx/{hash}',
    explorerAddressUrl: 'https://etherscan.io/address/{address}',
  },
  bep20: {
    network: 'bep20',
    name: 'BNB Smart Chain',
    chainId: 56,
    contract: '0x55d398326f99059fF775485246999027B3197955',
    symbol: 'USDT',
    // Not six, as on the other two.
    decimals: 18,
    finality: { confirmations: 15, confirmationsWithoutWord: 96 },
    blocksPerQueryMax: 1_000,
    addressesPerQueryMax: 500,
    hasBlacklist: false,
    explorerTxUrl: 'https://bscscan.com/tx/{hash}',
    explorerAddressUrl: 'https://bscscan.com/address/{address}',
  },
}

/** The contracts of all networks: an address of Ethereum is one of BSC too, and nobody receives at any of them. */
export const pinnedContracts: readonly string[] = Object.values(pinned).map(({ contract }) => contract)

/** What is pinned of a network; `own` are those of a test, which stand instead. */
export function chainConstants(network: Network, own?: Partial<Record<Network, ChainConstants>>): ChainConstants {
  return own?.[network] ?? pinned[network]
}

export function explorerTxUrl({ explorerTxUrl: url }: ChainConstants, txHash: string): string {
  return url.replace('{hash}', txHash)
}

export function explorerAddressUrl({ explorerAddressUrl: url }: ChainConstants, address: string): string {
  return url.replace('{address}', address)
}
