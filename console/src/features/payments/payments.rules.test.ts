// Addresses in groups, and the read that an address of the page asks for.
import { expect, test } from 'vitest'
import {
  dayEnd,
  dayField,
  dayStart,
  filtersOf,
  flagText,
  groupsOf,
  isFiltered,
  lastDayField,
  noFilters,
  shortOf,
} from './payments.rules.ts'

const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const ethereum = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

test('groups are of four, none is a single letter, and together they are the address', () => {
  expect(groupsOf(tron)).toEqual(['TR7N', 'Hqje', 'KQxG', 'TCi8', 'q8ZY', '4pL8', 'otSz', 'gjLj', '6t'])
  expect(groupsOf(ethereum)[0]).toBe('0xdAC1')
  for (const address of [tron, ethereum, 'abcde', 'abcd', 'a', '']) expect(groupsOf(address).join('')).toBe(address)
  expect(groupsOf('abcde')).toEqual(['abcde'])
  expect(groupsOf('abcdef')).toEqual(['abcd', 'ef'])
})

test('a list shows both ends, and all of what is short', () => {
  expect(shortOf(tron)).toBe('TR7NHq…gjLj6t')
  expect(shortOf('ann@example.com')).toBe('ann@example.com')
})

test('only words that are filters become filters', () => {
  expect(filtersOf({ type: 'deposit', status: 'pending', method: 'paypal', user: 'usr_1' })).toEqual({
    type: 'deposit',
    status: 'pending',
    method: 'paypal',
    userId: 'usr_1',
  })
  expect(filtersOf({ type: 'gift', status: 'maybe', method: 'cash', from: 'yesterday' })).toEqual({})
  expect(isFiltered({ tab: 'transactions', cursor: 'x' })).toBe(false)
  expect(isFiltered({ type: 'gift' })).toBe(true)
  expect(Object.values(noFilters).every((value) => value === undefined)).toBe(true)
})

test('days of a period are both included', () => {
  const [from, until] = [dayStart('2026-11-01'), dayEnd('2026-11-30')]
  expect(filtersOf({ from: from ?? '', until: until ?? '' })).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    until: '2026-12-01T00:00:00.000Z',
  })
  expect(dayField(from)).toBe('2026-11-01')
  expect(lastDayField(until)).toBe('2026-11-30')
  expect(dayStart('')).toBeUndefined()
  expect(dayEnd('')).toBeUndefined()
  expect(lastDayField('never')).toBe('')
})

test('a flag is words', () => {
  expect(flagText('shared_destination')).toBe('Shared destination')
  expect(flagText('Another user has this destination too')).toBe('Another user has this destination too')
})
