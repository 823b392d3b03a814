// What is known of each network before anybody is asked: the chain, the token's contract and decimals, when a block is
// final, what a node answers at once. Guarantees that none of it comes from a list, a setting or a node: the constants
// are a value that every function is given, so that tests and test networks have their own, and nothing is global.
// It deliberately speaks to no node; checkToken in chain.client.ts compares these with what the chain says.
import type { Network } from '@inrange/contract/payment-kinds'

export type ChainConstants = {
  network: Network
  chainId: number
  token: {
    /** In the form that people see: EIP-55, or base58check for Tron. */
    address: string
    decimals: number
    /** What symbol() answers. */
    symbol: string
  }
  finality: {
    /** Confirmations, the block itself counted, that are needed however soon the network calls the block final. */
    confirmationsMin: number
    /** Enough when the node knows no `finalized` block; null: nothing is ever final without one. */
    confirmationsWithoutFinalized: number | null
    /** A head older than this is a node that fell behind; null: the chain does not move by itself (tests). */
    headAgeMsMax: number | null
  }
  limits: {
    /** Blocks in one question for logs, both ends counted. */
    blocksPerQueryMax: number
    /** Addresses in one question for logs. */
    addressesPerQueryMax: number
  }
  /** Which call says whether the token's issuer has frozen an address; null: the token has none. */
  blacklistCall: 'isBlackListed' | 'getBlackListStatus' | null
  explorer: { txPrefix: string; addressPrefix: string }
}

const TEN_MINUTES_MS = 600_000

// Contracts: Tether's own for Tron and Ethereum. What is called USDT on BSC is pegged by Binance and has 18 decimals.
// Public lists carry wrong contracts and wrong decimals of all three; never take them from one at run time.
const pinned: Readonly<Record<Network, ChainConstants>> = {
  trc20: {
    network: 'trc20',
    chainId: 728_126_428,
    token: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6, symbol: 'USDT' },
    // Solidified is 19 blocks behind the head, after two thirds of 27 witnesses; 20 counts the block itself.
    finality: { confirmationsMin: 20, confirmationsWithoutFinalized: null, headAgeMsMax: TEN_MINUTES_MS },
    // java-tron refuses more than 5,000 blocks and more than 1,000 topics in one place.
    limits: { blocksPerQueryMax: 5_000, addressesPerQueryMax: 1_000 },
    blacklistCall: 'getBlackListStatus',
    explorer: {
      txPrefix: 'https://tronscan.org/#/transaction/',
      addressPrefix: 'https://tronscan.org/#/address/',
    },
  },
  erc20: {
    network: 'erc20',
    chainId: 1,
    token: { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6, symbol: 'USDT' },
    // Two epochs of 32 slots make a block final; without the tag, 64 blocks are as deep.
    finality: { confirmationsMin: 12, confirmationsWithoutFinalized: 64, headAgeMsMax: TEN_MINUTES_MS },
    // Providers refuse by range and by size of the answer; transfers() halves a range that is refused.
    limits: { blocksPerQueryMax: 2_000, addressesPerQueryMax: 1_000 },
    blacklistCall: 'isBlackListed',
    explorer: { txPrefix: 'https://etherscan.io/tx/', addressPrefix: 'https://etherscan.io/address/' },
  },
  bep20: {
    network: 'bep20',
    chainId: 56,
    token: { address: '0x55d398326f99059fF775485246999027B3197955', decimals: 18, symbol: 'USDT' },
    // Fast finality comes after two blocks when enough validators vote; 15 is what held before it.
    finality: { confirmationsMin: 15, confirmationsWithoutFinalized: 96, headAgeMsMax: TEN_MINUTES_MS },
    limits: { blocksPerQueryMax: 1_000, addressesPerQueryMax: 1_000 },
    blacklistCall: null,
    explorer: { txPrefix: 'https://bscscan.com/tx/', addressPrefix: 'https://bscscan.com/address/' },
  },
}

export function chainConstants(network: Network): ChainConstants {
  return pinned[network]
}

/** Contracts of the token on every network: money sent to one of them is lost. */
export const pinnedTokenAddresses: readonly string[] = Object.values(pinned).map(({ token }) => token.address)

/** @param txHash in the form of `parseTxHash` */
export function txUrl(constants: ChainConstants, txHash: string): string {
  return constants.explorer.txPrefix + txHash
}

/** @param address in the form of `parseAddress` */
export function addressUrl(constants: ChainConstants, address: string): string {
  return constants.explorer.addressPrefix + address
}
