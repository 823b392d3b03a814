// What `bench -- insight` asks: every tile, chart, filter and search of the console, as whoever sees it. `ayse` owns the
// archive, `oya` is an admin, `root` the super admin.
import { toApiId } from '@inrange/contract/ids'

export type Facts = {
  ownerId: string
  /** Grows with every call, so that no answer is the one before. */
  call: number
}
export const people = ['ayse', 'oya', 'root'] as const
export type Person = (typeof people)[number]
export type Ask = {
  name: string
  as: Person
  path: (facts: Facts) => string
  /** Asked with a body: a POST. */
  body?: object
}

const messages = (name: string, query: (facts: Facts) => Record<string, string>): Ask => ({
  name: `messages: ${name}`,
  as: 'ayse',
  path: (facts) => `/messages?${new URLSearchParams({ limit: '50', ...query(facts) }).toString()}`,
})
const screen = (name: string, as: Person, path: string): Ask => ({ name, as, path: () => path })
const report = (name: string, as: Person, body: object): Ask => ({
  name: `report: ${name}`,
  as,
  path: () => '/reports/cdr',
  body,
})
const ofArchive = (name: string, path: (owner: string, call: number) => string): Ask => ({
  name,
  as: 'oya',
  path: ({ ownerId, call }) => path(toApiId('user', ownerId), call),
})

const zone = 'zone=Europe%2FMadrid'
const tenYears = 'from=2016-12-01&to=2026-11-30'

export const insightAsks: readonly Ask[] = [
  screen('dashboard: 30 days', 'ayse', '/dashboard?days=30'),
  screen('dashboard: 90 days', 'ayse', '/dashboard?days=90'),
  screen('dashboard of the super admin', 'root', '/dashboard?days=30'),
  screen('analytics: 7 days', 'ayse', `/analytics?days=7&${zone}`),
  screen('analytics: 30 days', 'ayse', `/analytics?days=30&${zone}`),
  screen('analytics: ten years', 'ayse', `/analytics?${tenYears}&${zone}`),
  screen('analytics: the platform, 30 days', 'oya', `/analytics?days=30&${zone}`),
  screen('analytics: the platform, ten years', 'oya', `/analytics?${tenYears}&${zone}`),
  screen('earnings: 30 days', 'ayse', `/earnings?days=30&${zone}`),
  screen('earnings: ten years', 'ayse', `/earnings?${tenYears}&${zone}`),
  screen('earnings: maturity', 'ayse', `/earnings/maturity?${zone}`),
  screen('earnings: rates', 'ayse', '/earnings/rates'),
  messages('first page', () => ({})),
  messages('a word of many', () => ({ text: 'verification' })),
  messages('two words', () => ({ text: 'parcel arrives' })),
  messages('a phrase', () => ({ text: '"never share it"' })),
  messages('two words that never meet', () => ({ text: 'parcel whatsapp' })),
  messages('a code that came once', ({ call }) => ({ text: String(100_000 + ((call * 7_919) % 900_000)) })),
  messages('a word of 5,000', ({ call }) => ({ text: `P0${1_000 + call}` })),
  messages('a word that is nowhere', () => ({ text: 'nowhere' })),
  messages('a frequent sender', () => ({ sender: 'WhatsApp' })),
  messages('a rare sender', ({ call }) => ({ sender: `4474000${String(11_000 + call * 7).slice(-5)}` })),
  messages('senders that end alike', () => ({ sender: '777', senderMatch: 'ends' })),
  messages('a sender that is nowhere', () => ({ sender: 'Nobody at all' })),
  messages('part of a number', ({ call }) => ({ recipient: `7000${String(call).padStart(4, '0')}` })),
  messages('the end of a number', ({ call }) => ({ recipient: String(1_000 + call * 7), recipientMatch: 'ends' })),
  messages('the beginning of a number', () => ({ recipient: '4470000004', recipientMatch: 'starts' })),
  messages('unread', () => ({ read: 'unread' })),
  messages('last month', () => ({ during: 'last_month', timeZone: 'Europe/Madrid' })),
  messages('a language', () => ({ language: 'ar' })),
  messages('a language and a sender', () => ({ language: 'ru', sender: 'WhatsApp' })),
  ofArchive('messages: another person’s, as an admin', (owner) => `/messages?ownerId=${owner}`),
  ofArchive('messages: another person’s, by number', (owner, call) => {
    return `/messages?ownerId=${owner}&recipient=${String(2_000 + call * 3)}&recipientMatch=ends`
  }),
  { name: 'search: a word', as: 'ayse', path: () => '/search?q=parcel' },
  { name: 'search: a code', as: 'ayse', path: ({ call }) => `/search?q=${100_000 + ((call * 6_007) % 900_000)}` },
  { name: 'search: part of a number', as: 'ayse', path: ({ call }) => `/search?q=${7_000 + call}` },
  { name: 'search: part of a number, as an admin', as: 'oya', path: ({ call }) => `/search?q=${7_000 + call}` },
  { name: 'search: a person', as: 'oya', path: () => '/search?q=ayse' },
  report('by day, 30 days', 'ayse', { period: 'last_30_days', groupBy: 'day', zone: 'Europe/Madrid' }),
  report('by range, 90 days', 'ayse', { period: 'last_90_days', groupBy: 'range' }),
  report('by sender, 30 days', 'ayse', { period: 'last_30_days', groupBy: 'sender' }),
  report('by day, ten years', 'ayse', { period: 'custom', from: '2016-12-01', to: '2026-11-30', groupBy: 'day' }),
  report('by user, 400 days', 'oya', { period: 'custom', from: '2025-10-27', to: '2026-11-30', groupBy: 'user' }),
  report('by carrier, 12 months', 'oya', { period: 'last_12_months', groupBy: 'carrier' }),
  screen('ranges', 'ayse', '/ranges'),
  screen('ranges of everybody', 'oya', '/ranges'),
  screen('wallet', 'ayse', '/wallet'),
  screen('wallet: transactions', 'ayse', '/wallet/transactions'),
  screen('wallet: earnings', 'ayse', '/wallet/earnings'),
  screen('test numbers', 'ayse', '/test-numbers'),
  screen('notifications', 'ayse', '/notifications'),
  screen('exports', 'ayse', '/exports'),
  screen('users', 'oya', '/users'),
  screen('carriers', 'oya', '/carriers'),
  screen('quarantine', 'oya', '/quarantine'),
  screen('quarantine: part of a number', 'oya', '/quarantine?recipient=4321'),
  screen('quarantine: sums', 'oya', '/quarantine-summary'),
  screen('admin dashboard: work', 'oya', '/overview/work'),
  screen('admin dashboard: traffic', 'oya', '/overview/traffic'),
  screen('admin dashboard: users', 'oya', '/overview/users'),
  screen('alerts', 'oya', '/alerts'),
  screen('audit', 'oya', '/audit'),
  screen('system', 'root', '/system'),
  screen('system: history', 'root', '/system/history'),
  screen('payments: transactions', 'root', '/payments/transactions'),
]
