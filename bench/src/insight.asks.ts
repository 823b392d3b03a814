// What `bench -- insight` asks: every tile, chart, filter and search of the console, as whoever sees it. `ayse` owns the
// archive, `oya` is an admin, `root` the super admin.
import { toApiId } from '@inrange/contract/ids'

export type Facts = {
  ownerId: string
  /** Grows with every call, so that no answer is the one before. */
  call: number
}
export type Ask = { name: string; as: 'ayse' | 'oya' | 'root'; path: (facts: Facts) => string }

const messages = (name: string, query: (facts: Facts) => Record<string, string>): Ask => ({
  name: `messages: ${name}`,
  as: 'ayse',
  path: (facts) => `/messages?${new URLSearchParams({ limit: '50', ...query(facts) }).toString()}`,
})
const screen = (name: string, as: Ask['as'], path: string): Ask => ({ name, as, path: () => path })

export const insightAsks: readonly Ask[] = [
  screen('dashboard: 30 days', 'ayse', '/dashboard?days=30'),
  screen('dashboard: 90 days', 'ayse', '/dashboard?days=90'),
  messages('first page', () => ({})),
  messages('a word of many', () => ({ text: 'verification' })),
  messages('two words', () => ({ text: 'parcel arrives' })),
  messages('a code that came once', ({ call }) => ({ text: String(100_000 + ((call * 7_919) % 900_000)) })),
  messages('a word of 5,000', ({ call }) => ({ text: `P0${1_000 + call}` })),
  messages('a word that is nowhere', () => ({ text: 'nowhere' })),
  messages('a frequent sender', () => ({ sender: 'WhatsApp' })),
  messages('a rare sender', ({ call }) => ({ sender: `4474000${String(11_000 + call * 7).slice(-5)}` })),
  messages('a sender that is nowhere', () => ({ sender: 'Nobody at all' })),
  messages('part of a number', ({ call }) => ({ recipient: `7000${String(call).padStart(4, '0')}` })),
  messages('unread', () => ({ read: 'unread' })),
  messages('another person’s, as an admin', () => ({})),
  screen('ranges', 'ayse', '/ranges'),
  screen('ranges of everybody', 'oya', '/ranges'),
  screen('wallet', 'ayse', '/wallet'),
  screen('users', 'oya', '/users'),
  screen('carriers', 'oya', '/carriers'),
  screen('audit', 'oya', '/audit'),
].map((ask) =>
  ask.name.endsWith('as an admin')
    ? { ...ask, as: 'oya' as const, path: ({ ownerId }) => `/messages?ownerId=${toApiId('user', ownerId)}` }
    : ask,
)
