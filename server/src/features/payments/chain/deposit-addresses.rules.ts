// Addresses of users, derived from an extended public key (BIP-32, BIP-44): the account level of the operator's wallet,
// of which only the operator has the private side. Guarantees the same address for the same key and place, always.
import { createHash, ECDH } from 'node:crypto'
import { HDKey, publicKeyToAddress } from 'viem/accounts'
import { invariant } from '../../../platform/invariant.ts'
import { fromEvm } from './addresses.rules.ts'
import type { Network } from './networks.ts'

/** m / purpose' / coin' / account' */
const ACCOUNT_DEPTH = 3
/** BIP-32: children from here on are hardened. */
const HARDENED = 0x80000000

export type XpubFault = 'private_key' | 'malformed' | 'wrong_depth'
export type XpubReading = { ok: true; xpub: string; fingerprint: string } | { ok: false; fault: XpubFault }

/** Reads an extended public key at the account level. A private key is refused by name: it must not be here at all. */
export function readXpub(text: string): XpubReading {
  const given = text.trim()
  if (isSecret(given)) return { ok: false, fault: 'private_key' }
  const key = parse(given)
  if (key === null) return { ok: false, fault: 'malformed' }
  if (key.privateKey !== null) return { ok: false, fault: 'private_key' }
  // An account is derived by hand from its private side alone: hardened, as BIP-44 says.
  if (key.depth !== ACCOUNT_DEPTH || key.index < HARDENED) return { ok: false, fault: 'wrong_depth' }
  return { ok: true, xpub: given, fingerprint: fingerprintOf(given) }
}

export const xpubFaultTexts: Readonly<Record<XpubFault, string>> = {
  private_key: 'A private key must never be here: move its money to another wallet, and give the public key.',
  malformed: 'This is no extended public key; one begins with xpub and has 111 characters.',
  wrong_depth:
    'Give the key of the account level, such as m/44’/195’/0’ for Tron or m/44’/60’/0’ for Ethereum and BSC.',
}

/** The address of the user at a place below the key: external chain, child number `child`. */
export function depositAddress(xpub: string, network: Network, child: number): string {
  const key = parse(xpub)?.deriveChild(0).deriveChild(child)
  invariant(key?.publicKey, 'A key that was read before derives')
  // An address is the end of the hash of the whole point, so the compressed form is opened first.
  const point = ECDH.convertKey(key.publicKey, 'secp256k1', undefined, 'hex', 'uncompressed')
  return fromEvm(network, publicKeyToAddress(`0x${point}`))
}

/** Where a child lies below the account, for the wallet that sweeps it. */
export function derivationPath(network: Network, child: number): string {
  return `m/44'/${network === 'trc20' ? 195 : 60}'/0'/0/${child}`
}

/** An extended private key, a private key, or the words of a wallet. */
function isSecret(given: string): boolean {
  return /^[a-z]prv/i.test(given) || /^(0x)?[0-9a-f]{64}$/i.test(given) || /^[a-z]+(\s+[a-z]+){11,23}$/i.test(given)
}

function fingerprintOf(xpub: string): string {
  return createHash('sha256').update(xpub).digest('hex').slice(0, 16)
}

function parse(text: string): HDKey | null {
  try {
    return HDKey.fromExtendedKey(text)
  } catch {
    return null
  }
}
