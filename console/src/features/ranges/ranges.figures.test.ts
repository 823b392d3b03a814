import { expect, test } from 'vitest'
import { countryName, rangeText, usedPercent } from './ranges.figures.ts'
import { parseRangesSearch } from './ranges.search.ts'

test('a range reads as its first and last number, leading zeros kept', () => {
  const block = { prefix: '4477', startNumber: '00900000', endNumber: '00900999' }
  expect(rangeText(block)).toBe('+447700900000 - +447700900999')
})

test('usage has one decimal, and a range of nothing is 0.0% used', () => {
  expect(usedPercent({ usedNumbers: 1, totalNumbers: 3 })).toBe('33.3%')
  expect(usedPercent({ usedNumbers: 0, totalNumbers: 0 })).toBe('0.0%')
})

test('a country has a name; what is no country has none', () => {
  expect(countryName('GB')).toBe('United Kingdom')
  expect(countryName('001')).toBeNull()
  expect(countryName(null)).toBeNull()
})

test('an address with an unknown look or dialog shows the default ones', () => {
  expect(parseRangesSearch({ view: 'table', dialog: 'add' })).toEqual({ view: 'table', dialog: 'add' })
  expect(parseRangesSearch({ view: 'globe', dialog: 'burn' })).toEqual({})
})
