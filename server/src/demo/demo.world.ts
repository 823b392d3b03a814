// Who and what the demo starts with. Names are invented; numbers lie in blocks that regulators keep for fiction
// (Ofcom, Arcep, Bundesnetzagentur, NANPA, PTS), so none of them can belong to a person.

export type DemoUser = { username: string; email: string; role: 'user' | 'admin' }
export type DemoRange = {
  name: string
  owner: string
  prefix: string
  startNumber: string
  endNumber: string
  rate: bigint
  isTest?: boolean
  isActive?: boolean
}

export const demoUsers: readonly DemoUser[] = [
  { username: 'ayse', email: 'ayse@example.com', role: 'user' },
  { username: 'bruno', email: 'bruno@example.com', role: 'user' },
  { username: 'chiara', email: 'chiara@example.com', role: 'user' },
  { username: 'operator', email: 'operator@example.com', role: 'admin' },
]

export const demoRanges: readonly DemoRange[] = [
  { name: 'UK Mobile 01', owner: 'ayse', prefix: '447700', startNumber: '900000', endNumber: '900299', rate: 4_300n },
  { name: 'UK Mobile 02', owner: 'ayse', prefix: '447700', startNumber: '900300', endNumber: '900599', rate: 4_300n },
  { name: 'UK Mobile 03', owner: 'bruno', prefix: '447700', startNumber: '900600', endNumber: '900999', rate: 4_500n },
  { name: 'FR Mobile A', owner: 'ayse', prefix: '336399', startNumber: '80000', endNumber: '84999', rate: 6_100n },
  { name: 'FR Mobile B', owner: 'chiara', prefix: '336399', startNumber: '85000', endNumber: '89999', rate: 6_100n },
  { name: 'DE Mobile', owner: 'bruno', prefix: '4917139', startNumber: '20000', endNumber: '20099', rate: 7_250n },
  { name: 'US Lines', owner: 'chiara', prefix: '1202555', startNumber: '0100', endNumber: '0199', rate: 1_200n },
  {
    name: 'SE Test Numbers',
    owner: 'operator',
    prefix: '46701',
    startNumber: '740605',
    endNumber: '740624',
    rate: 0n,
    isTest: true,
  },
  {
    name: 'SE Mobile',
    owner: 'chiara',
    prefix: '46701',
    startNumber: '740625',
    endNumber: '740699',
    rate: 5_000n,
    isActive: false,
  },
]

export const demoCarriers = {
  /** We bind to this one. */
  outbound: {
    name: 'Northwire',
    notes: 'Terminates UK and German traffic. We bind to its SMSC as receiver, twice.',
    systemId: 'inrange',
  },
  /** This one binds to us. */
  inbound: { name: 'Lumen Mobile', notes: 'Binds to our SMPP server as transceiver.', systemId: 'lumen' },
} as const

export const HISTORY_DAYS = 14
export const HISTORY_MESSAGES_PER_DAY = 700
export const LIVE_MESSAGES_PER_SECOND = 2
export const DEMO_MATURITY_DAYS = 7
/** The history is thin beside the live traffic: every live hour would be a burst. The other signals are as ever. */
export const DEMO_BURST_FACTOR = 1_000
