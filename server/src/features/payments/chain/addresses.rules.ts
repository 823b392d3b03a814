// Addresses and transaction hashes as people write them. Guarantees that what is accepted comes back in one form, the
// one that wallets show: EIP-55 on Ethereum and BSC, base58check with 34 characters on Tron, so that two of them are
// the same exactly when their texts are. It deliberately does not know which addresses are ours.
import { createBase58check } from '@scure/base'
import type { Network } from '@inrange/contract/payment-kinds'
import { checksumAddress, hexToBytes, bytesToHex, sha256, type Hex } from 'viem/utils'
import { pinnedTokenAddresses, type ChainConstants } from './networks.ts'

/** Ethereum and BSC share one form; an address of one is an address of the other. */
export type AddressFamily = 'evm' | 'tron'

export type AddressRefusal =
  | { reason: 'malformed' }
  | { reason: 'wrong_checksum' }
  | { reason: 'other_network'; family: AddressFamily }
  | { reason: 'zero_address' }
  | { reason: 'token_contract' }

export type AddressOutcome = { outcome: 'accepted'; address: string } | ({ outcome: 'refused' } & AddressRefusal)

const TRON_PREFIX = 0x41
const ZERO: Hex = `0x${'0'.repeat(40)}`
const base58check = createBase58check((bytes) => sha256(bytes, 'bytes'))

export function familyOf(network: Network): AddressFamily {
  return network === 'trc20' ? 'tron' : 'evm'
}

/**
 * Reads an address that a person typed; blanks around it do not matter. On Ethereum and BSC one in small letters alone
 * has no checksum and is accepted; any other spelling has to be EIP-55. On Tron only T… is accepted: the hex forms
 * have no checksum.
 */
export function parseAddress(constants: ChainConstants, text: string): AddressOutcome {
  const given = text.trim()
  const read = familyOf(constants.network) === 'tron' ? readTron(given) : readEvm(given)
  if (read.outcome === 'refused') return read
  const hex = toHexAddress(constants.network, read.address)
  if (hex === ZERO) return { outcome: 'refused', reason: 'zero_address' }
  if (isTokenContract(constants, hex)) return { outcome: 'refused', reason: 'token_contract' }
  return read
}

/** What to tell who gave the address. */
export function addressRefusalSentence(refusal: AddressRefusal, network: Network): string {
  const isTron = familyOf(network) === 'tron'
  switch (refusal.reason) {
    case 'malformed':
      return isTron
        ? 'A Tron address has 34 characters and begins with T.'
        : 'An address of this network is 0x and 40 digits or letters from a to f.'
    case 'wrong_checksum':
      return 'The checksum of the address is wrong: a character was mistyped or its case was changed. Copy it again.'
    case 'other_network':
      return refusal.family === 'tron'
        ? 'This is a Tron address. Give an address of the network you chose.'
        : 'This is an Ethereum or BSC address. Give a Tron address, which begins with T.'
    case 'zero_address':
      return 'This is the zero address, which belongs to nobody.'
    case 'token_contract':
      return "This is the token's own contract. What is sent to it is lost."
  }
}

/** @param address as accepted by `parseAddress` @returns 20 bytes in small letters, as nodes speak of it */
export function toHexAddress(network: Network, address: string): Hex {
  return familyOf(network) === 'tron' ? tronToEvm(address) : (address.toLowerCase() as Hex)
}

/** @param hex 20 bytes, as nodes answer */
export function fromHexAddress(network: Network, hex: string): string {
  return familyOf(network) === 'tron' ? evmToTron(hex as Hex) : checksumAddress(hex as Hex)
}

/** T… → the 20 bytes behind it. @throws when it is none */
export function tronToEvm(address: string): Hex {
  const bytes = tronBytes(address)
  if (typeof bytes === 'string') throw new RangeError('Not a Tron address')
  return bytesToHex(bytes.subarray(1))
}

/** 20 bytes → T… */
export function evmToTron(hex: Hex): string {
  const bytes = hexToBytes(hex)
  if (bytes.length !== 20) throw new RangeError('Not an address of 20 bytes')
  return base58check.encode(Uint8Array.from([TRON_PREFIX, ...bytes]))
}

/**
 * A transaction hash in the form of the network's explorers: with 0x on Ethereum and BSC, without on Tron; small
 * letters. Null when it is none. Both spellings are read on every network.
 */
export function parseTxHash(network: Network, text: string): string | null {
  const digits = /^(?:0x)?([0-9a-f]{64})$/.exec(text.trim().toLowerCase())?.[1]
  if (digits === undefined) return null
  return familyOf(network) === 'tron' ? digits : `0x${digits}`
}

function readEvm(given: string): AddressOutcome {
  if (!/^0x[0-9a-fA-F]{40}$/.test(given)) {
    if (looksTron(given)) return { outcome: 'refused', reason: 'other_network', family: 'tron' }
    return { outcome: 'refused', reason: 'malformed' }
  }
  const address = checksumAddress(given.toLowerCase() as Hex)
  if (given !== address && given !== given.toLowerCase()) return { outcome: 'refused', reason: 'wrong_checksum' }
  return { outcome: 'accepted', address }
}

function readTron(given: string): AddressOutcome {
  if (/^0x[0-9a-fA-F]{40}$/.test(given)) return { outcome: 'refused', reason: 'other_network', family: 'evm' }
  const bytes = tronBytes(given)
  if (typeof bytes === 'string') return { outcome: 'refused', reason: bytes }
  return { outcome: 'accepted', address: given }
}

function tronBytes(given: string): Uint8Array | 'malformed' | 'wrong_checksum' {
  if (!looksTron(given)) return 'malformed'
  let bytes: Uint8Array
  try {
    bytes = base58check.decode(given)
  } catch {
    return 'wrong_checksum'
  }
  return bytes.length === 21 && bytes[0] === TRON_PREFIX ? bytes : 'malformed'
}

function looksTron(given: string): boolean {
  return /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(given)
}

function isTokenContract(constants: ChainConstants, hex: Hex): boolean {
  const contracts = [constants.token.address, ...pinnedTokenAddresses]
  return contracts.some((address) => (looksTron(address) ? tronToEvm(address) : address.toLowerCase()) === hex)
}
