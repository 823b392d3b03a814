// Addresses of the three networks: read, checked and written in one form each. Guarantees that a typing error is caught
// where the network can tell (EIP-55, base58check) and that an address of another network is named as such. It
// deliberately takes Tron addresses in base58 alone: their hexadecimal form has no checksum.
import { createHash } from 'node:crypto'
import { createBase58check } from '@scure/base'
import { getAddress, isAddress } from 'viem'
import { invariant } from '../../../platform/invariant.ts'
import { pinnedContracts, type ChainConstants, type Network } from './networks.ts'

const base58check = createBase58check(
  (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest()),
)
const TRON_PREFIX = 0x41
const TRON_BYTES = 21

/**
 * malformed: no address at all. wrong_checksum: one with a typing error. other_network: an address of the kind that
 * `network` names. zero_address, token_contract: nobody's to receive at.
 */
export type AddressFault =
  | { fault: 'malformed' | 'wrong_checksum' | 'zero_address' | 'token_contract' }
  | { fault: 'other_network'; looksLike: 'tron' | 'evm' }
export type AddressReading = { ok: true; address: string } | ({ ok: false } & AddressFault)

/**
 * Reads an address as a person gave it.
 * @returns it in the network's own form: EIP-55 for Ethereum and BSC, base58check for Tron
 */
export function readAddress(text: string, constants: ChainConstants): AddressReading {
  const given = text.trim()
  const reading = constants.network === 'trc20' ? readTron(given) : readEvm(given)
  if (!reading.ok) return reading
  if (/^0x0{40}$/.test(toEvm(reading.address))) return { ok: false, fault: 'zero_address' }
  const isToken = [constants.contract, ...pinnedContracts].some((token) => isSameAddress(reading.address, token))
  return isToken ? { ok: false, fault: 'token_contract' } : reading
}

function readEvm(given: string): AddressReading {
  if (/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(given)) return { ok: false, fault: 'other_network', looksLike: 'tron' }
  if (!/^0x[0-9a-fA-F]{40}$/.test(given)) return { ok: false, fault: 'malformed' }
  // All small carries no checksum; it is taken, and shown back with one.
  if (!isAddress(given, { strict: true })) return { ok: false, fault: 'wrong_checksum' }
  return { ok: true, address: getAddress(given) }
}

function readTron(given: string): AddressReading {
  if (/^(0x)?[0-9a-fA-F]{40}$/.test(given)) return { ok: false, fault: 'other_network', looksLike: 'evm' }
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(given)) return { ok: false, fault: 'malformed' }
  return decodeTron(given) ? { ok: true, address: given } : { ok: false, fault: 'wrong_checksum' }
}

function decodeTron(address: string): Uint8Array | null {
  try {
    const bytes = base58check.decode(address)
    return bytes.length === TRON_BYTES && bytes[0] === TRON_PREFIX ? bytes : null
  } catch {
    return null
  }
}

/** The 20 bytes behind an address of either form, as 0x and 40 small hexadecimal digits. */
export function toEvm(address: string): `0x${string}` {
  if (address.startsWith('0x')) return `0x${address.slice(2).toLowerCase()}`
  const bytes = decodeTron(address)
  invariant(bytes, 'An address that was read before decodes')
  return `0x${Buffer.from(bytes.subarray(1)).toString('hex')}`
}

/** The form of a network for 20 bytes as `toEvm` gives them. */
export function fromEvm(network: Network, hex: string): string {
  const digits = hex.replace(/^0x/, '').toLowerCase()
  invariant(/^[0-9a-f]{40}$/.test(digits), 'An address has 20 bytes')
  if (network !== 'trc20') return getAddress(`0x${digits}`)
  return base58check.encode(Uint8Array.from([TRON_PREFIX, ...Buffer.from(digits, 'hex')]))
}

export function isSameAddress(one: string, other: string): boolean {
  return toEvm(one) === toEvm(other)
}

/** A transaction hash as the network writes it: small, with 0x except on Tron. Null when it is none. */
export function readTxHash(text: string, network: Network): string | null {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim())?.[1]?.toLowerCase()
  if (digits === undefined) return null
  return network === 'trc20' ? digits : `0x${digits}`
}

/** What is wrong with an address, for whoever typed it. */
export function addressFaultText(fault: AddressFault, { name, network }: ChainConstants): string {
  switch (fault.fault) {
    case 'malformed':
      return network === 'trc20'
        ? 'This is no Tron address; one begins with T and has 34 characters.'
        : `This is no ${name} address; one begins with 0x and has 42 characters.`
    case 'wrong_checksum':
      return 'This address has a typing error: its checksum does not fit. Copy it again.'
    case 'other_network':
      return fault.looksLike === 'tron'
        ? `This is a Tron address, and this method pays on ${name}. Money sent there would be lost.`
        : `This looks like an address of Ethereum or BSC, and this method pays on ${name}.`
    case 'zero_address':
      return 'Nobody owns this address; what is sent there is lost.'
    case 'token_contract':
      return 'This is the contract of the token itself, not a wallet; what is sent there is lost.'
  }
}
