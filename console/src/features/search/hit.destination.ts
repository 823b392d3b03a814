// Where a hit leads, and where its group goes on. Pure.
import type { CallOutput } from '../../lib/api.ts'
import type { Section } from '../../paths.ts'

export type SearchAnswer = CallOutput<'search.everything'>
export type FoundGroup = SearchAnswer['groups'][number]
export type Hit = FoundGroup['hits'][number]
export type Destination = { section: Section; search: Readonly<Record<string, string>> }

const to = (section: Section, search: Record<string, string> = {}): Destination => ({ section, search })

export function destinationOf(hit: Hit): Destination {
  switch (hit.type) {
    case 'number':
      // A number of one's own leads to what it received, any other to the range that holds it.
      return hit.isUsed && hit.owner === null
        ? to('inbox', { recipient: hit.number.replace('+', '') })
        : to('number-ranges', { dialog: 'details', range: hit.range.id })
    case 'message':
      return to('inbox', { message: hit.id })
    case 'range':
      return to('number-ranges', { dialog: 'details', range: hit.id })
    case 'user':
      return to('manage-users', { dialog: 'details', user: hit.id })
    case 'carrier':
      return to('carriers', { carrier: hit.id })
    case 'connection':
      return to('carriers', { carrier: hit.carrier.id, connection: hit.id })
    case 'deposit':
      return hit.owner === null
        ? to('wallet', { deposit: hit.id })
        : to('payment-settings', { tab: 'transactions', type: 'deposit' })
    case 'withdrawal':
      return hit.owner === null
        ? to('wallet', { withdrawal: hit.id })
        : to('holds', { tab: 'withdrawals', item: hit.id })
    case 'settlement':
      return to('wallet', { settlement: hit.id })
    case 'case':
      return to('holds', { item: hit.id })
    case 'audit':
      return to('audit', { entry: hit.id })
    case 'quarantined':
      return to('quarantine', { item: hit.id })
    default:
      return hit satisfies never
  }
}

/** The section in which a search goes on; null where none can be searched. */
export function continuationOf(group: FoundGroup['group'], text: string): Destination | null {
  if (group === 'numbers' || group === 'ranges') return to('number-ranges', { search: text })
  if (group === 'users') return to('manage-users', { search: text })
  if (group === 'messages') return to('inbox', { text })
  if (group === 'carriers') return to('carriers')
  return group === 'payments' ? to('wallet', { tab: 'transactions' }) : null
}
