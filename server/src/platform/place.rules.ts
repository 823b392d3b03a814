// Addresses as numbers, which of them are not of the internet, and a table that says what holds from which number on.
// Pure. An IPv6 address counts by its upper half: the lower one is a device within one network (RFC 4291, section
// 2.5.4).
import { isIPv4, isIPv6 } from 'node:net'

export type AddressNumber = { family: 4 | 6; value: bigint }

const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** 32 bits of an IPv4 address, the upper 64 of an IPv6 one; null when the text is neither. */
export function addressNumber(address: string): AddressNumber | null {
  if (isIPv4(address)) return { family: 4, value: ipv4Number(address) }
  if (!isIPv6(address)) return null
  const inner = IPV4_IN_IPV6.exec(address)?.[1]
  return inner === undefined ? { family: 6, value: ipv6Network(address) } : { family: 4, value: ipv4Number(inner) }
}

function ipv4Number(address: string): bigint {
  let value = 0
  for (const octet of address.split('.')) value = value * 256 + Number(octet)
  return BigInt(value)
}

function ipv6Network(address: string): bigint {
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  // The last group of the whole may be written as an IPv4 address, which stands for two.
  const width = behind.length + (behind.at(-1)?.includes('.') === true ? 1 : 0)
  while (groups.length + width < 8 && groups.length < 4) groups.push('0')
  const upper = [...groups, ...behind].slice(0, 4).map((group) => Number.parseInt(group, 16))
  const [a = 0, b = 0, c = 0, d = 0] = upper
  return (BigInt(a * 65_536 + b) << 32n) | BigInt(c * 65_536 + d)
}

/**
 * Network, and how many of its leading bits count. Source: IANA's registries of special-purpose addresses (RFC 6890).
 */
const localNetworks: readonly { family: 4 | 6; value: bigint; bits: bigint }[] = (
  [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['::', 64],
    ['fc00::', 7],
    ['fe80::', 10],
  ] as const
).flatMap(([network, bits]) => {
  const number = addressNumber(network)
  return number ? [{ ...number, bits: BigInt(bits) }] : []
})

/** Whether an address belongs to a network of somebody's own, this machine included. */
export function isLocalAddress({ family, value }: AddressNumber): boolean {
  const width = family === 4 ? 32n : 64n
  return localNetworks.some((local) => {
    const shift = width - local.bits
    return local.family === family && value >> shift === local.value >> shift
  })
}

/** What holds from each number on, until the next; 0 holds nowhere. */
export type StepTable = { find(value: bigint): number; size: number; bytes: number }
export type StepTableBuilder = {
  /** Ranges come sorted by their first number; of two that overlap the later holds, as it is the more particular. */
  add(first: bigint, last: bigint, mark: number): void
  build(): StepTable
}

const CAPACITY_MIN = 1024
/** Above every number of 64 bits. */
const BEYOND = 1n << 64n

/** Collects ranges into typed arrays that grow by doubling: ten octets for each step. */
export function createStepTable(): StepTableBuilder {
  let starts = new BigUint64Array(CAPACITY_MIN)
  let marks = new Uint16Array(CAPACITY_MIN)
  let size = 0
  const open: { last: bigint; mark: number }[] = []

  function emit(start: bigint, mark: number): void {
    if (size > 0 && starts[size - 1] === start) size -= 1
    if ((size === 0 ? 0 : marks[size - 1]) === mark) return
    if (size === starts.length) {
      const [former, formerMarks] = [starts, marks]
      starts = new BigUint64Array(size * 2)
      starts.set(former)
      marks = new Uint16Array(size * 2)
      marks.set(formerMarks)
    }
    starts[size] = start
    marks[size] = mark
    size += 1
  }

  /** Ends every open range that ends before this number; what it lay in holds again. */
  function endBefore(first: bigint): void {
    for (let top = open.at(-1); top && top.last < first; top = open.at(-1)) {
      const { last } = top
      while (open.length > 0 && (open.at(-1)?.last ?? 0n) <= last) open.pop()
      emit(last + 1n, open.at(-1)?.mark ?? 0)
    }
  }

  return {
    add: (first, last, mark) => {
      endBefore(first)
      emit(first, mark)
      open.push({ last, mark })
    },
    build: () => {
      endBefore(BEYOND)
      return freeze(starts.slice(0, size), marks.slice(0, size))
    },
  }
}

function freeze(starts: BigUint64Array, marks: Uint16Array): StepTable {
  return {
    size: starts.length,
    bytes: starts.byteLength + marks.byteLength,
    find: (value) => {
      let [low, high] = [0, starts.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((starts[middle] ?? 0n) <= value) low = middle + 1
        else high = middle
      }
      return low === 0 ? 0 : (marks[low - 1] ?? 0)
    },
  }
}
