// Guarantees that an allow-list means the same to whoever writes it and to whoever is checked by it: addresses and
// blocks of IPv4 and IPv6, with an IPv4 address that arrives mapped into IPv6 (::ffff:203.0.113.7) taken as the IPv4
// address it is. An empty list allows everybody. It deliberately resolves no names.
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

export type AllowList = { allows(address: string): boolean }

const BITS_OF_FAMILY = { ipv4: 32, ipv6: 128 } as const

/** Why this entry is neither an address nor a block, as a sentence, or null when it is one. */
export function allowListEntryFault(entry: string): string | null {
  return parseEntry(entry) === null ? 'Give an address or a block, for example 203.0.113.7 or 203.0.113.0/24.' : null
}

/** @param entries addresses and CIDR blocks; those that are neither were refused when the connection was saved */
export function createAllowList(entries: readonly string[]): AllowList {
  if (entries.length === 0) return { allows: () => true }
  const blocks = new BlockList()
  for (const entry of entries) {
    const block = parseEntry(entry)
    if (block) blocks.addSubnet(block.address, block.bits, block.family)
  }
  return {
    allows: (remoteAddress) => {
      const address = plainAddress(remoteAddress)
      if (isIP(address) === 0) return false
      return blocks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
    },
  }
}

/** The address without an IPv6 zone, and as IPv4 where it is a mapped one (RFC 4291, 2.5.5.2). */
export function plainAddress(address: string): string {
  const withoutZone = address.split('%', 1)[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1]
  return mapped !== undefined && isIPv4(mapped) ? mapped : withoutZone
}

function parseEntry(entry: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | null {
  const [given = '', bitsText, ...rest] = entry.trim().split('/')
  const address = plainAddress(given)
  if (rest.length > 0 || given.includes('%')) return null
  if (!isIPv4(address) && !isIPv6(address)) return null
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  if (bitsText === undefined) return { address, bits: BITS_OF_FAMILY[family], family }
  // A mapped block counts its bits in IPv6; the 96 bits before the IPv4 address are fixed.
  const bits = Number(bitsText) - (address === given ? 0 : 96)
  if (!/^\d{1,3}$/.test(bitsText) || bits < 0 || bits > BITS_OF_FAMILY[family]) return null
  return { address, bits, family }
}
