// What a denied request says about who asked and what for. Pure.
import { fromApiId, fromMessageId } from '@inrange/contract/ids'

const PATH_CHARS_MAX = 200
const nouns = ['user', 'range', 'carrier', 'connection'] as const

/** Whose bound a denial counts against: the one who is signed in, else the address, of IPv6 the network it is from. */
export function denialKey(actorId: string | null, address: string): string {
  if (actorId !== null) return `user ${actorId}`
  return `address ${address.includes(':') ? networkOf(address) : address}`
}

/** The first 64 bits, which one customer of a provider has to themselves. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - behind.length
  const all = [...groups, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...behind]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** What the request was about: the first thing its path names, else the request itself. */
export function denialSubject(method: string, path: string): { subjectType: string; subjectId: string } {
  for (const part of path.split('/')) {
    if (fromMessageId(part) !== null) return { subjectType: 'message', subjectId: part }
    for (const noun of nouns) {
      const id = fromApiId(noun, part)
      if (id !== null) return { subjectType: noun, subjectId: id }
    }
  }
  return { subjectType: 'request', subjectId: requestLine(method, path) }
}

export function requestLine(method: string, path: string): string {
  return `${method} ${path}`.slice(0, PATH_CHARS_MAX)
}
