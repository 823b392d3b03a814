import { expect, test } from 'vitest'
import { allowListEntryFault, createAllowList, plainAddress } from './allow-list.rules.ts'

const cases: [entries: string[], address: string, isAllowed: boolean][] = [
  [[], '203.0.113.7', true],
  [['203.0.113.7'], '203.0.113.7', true],
  [['203.0.113.7'], '203.0.113.8', false],
  [['203.0.113.0/24'], '203.0.113.255', true],
  [['203.0.113.0/24'], '203.0.114.0', false],
  [['203.0.113.0/24'], '::ffff:203.0.113.9', true],
  [['203.0.113.0/24'], '::ffff:203.0.112.9', false],
  [['::ffff:203.0.113.0/120'], '203.0.113.9', true],
  [['::ffff:203.0.113.0/120'], '203.0.112.9', false],
  [['2001:db8::/32'], '2001:db8:1::5', true],
  [['2001:db8::/32'], '2001:db9::5', false],
  [['0.0.0.0/0'], '198.51.100.1', true],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['203.0.113.7', '2001:db8::1'], '2001:db8::1', true],
  [['fe80::/10'], 'fe80::1%eth0', true],
  [['203.0.113.7'], 'not an address', false],
]

test.each(cases)('the list %j asked for %s says %s', (entries, address, isAllowed) => {
  expect(createAllowList(entries).allows(address)).toBe(isAllowed)
})

test.each(['203.0.113.7', '203.0.113.0/24', '10.0.0.0/8', '2001:db8::/32', '::1', '::ffff:10.0.0.0/104'])(
  'takes the entry %s',
  (entry) => {
    expect(allowListEntryFault(entry)).toBeNull()
  },
)

test.each([
  '203.0.113',
  '203.0.113.0/33',
  '203.0.113.0/',
  '203.0.113.0/24/8',
  '2001:db8::/129',
  'fe80::1%1',
  '::ffff:10.0.0.0/95',
])('refuses the entry %s', (entry) => {
  expect(allowListEntryFault(entry)).toMatch(/address or a block/)
})

test('an address is compared in its plain form', () => {
  expect(plainAddress('::FFFF:10.1.2.3')).toBe('10.1.2.3')
  expect(plainAddress('::ffff:0a01:0203')).toBe('::ffff:0a01:0203')
  expect(plainAddress('fe80::1%eth0')).toBe('fe80::1')
})
