import { expect, test } from 'vitest'
import { filterOf, isFiltered, parseQuarantineSearch } from './quarantine.search.ts'

const nowMs = Date.parse('2026-03-01T10:00:30.500Z')

test('an address is read forgivingly: what means nothing is left out', () => {
  const raw = { state: 'routed', reason: 'nonsense', to: 4477, match: 'contains', period: '7d', dialog: 'tester' }
  expect(parseQuarantineSearch(raw)).toEqual({ state: 'routed', to: '4477', period: '7d', dialog: 'tester' })
})

test('a period begins at a whole minute, so that its pages ask the same question', () => {
  expect(filterOf({ period: '24h' }, nowMs)).toEqual({ from: '2026-02-28T10:00:00.000Z' })
  expect(filterOf({}, nowMs)).toEqual({})
})

test('a number is looked for anywhere unless the address says where', () => {
  expect(filterOf({ to: '4477' }, nowMs)).toEqual({ recipient: '4477', recipientMatch: 'contains' })
  expect(filterOf({ to: '4477', match: 'starts' }, nowMs)).toEqual({ recipient: '4477', recipientMatch: 'starts' })
  expect(filterOf({ match: 'starts' }, nowMs)).toEqual({})
})

test('the state alone is no filter, and an open message neither', () => {
  expect(isFiltered({ state: 'routed', item: 'qua_1', cursor: 'x' })).toBe(false)
  expect(isFiltered({ from: 'Bank' })).toBe(true)
})
