import { expect, test } from 'vitest'
import { filtersOf, isFiltered } from './history.rules.ts'

const nowMs = Date.parse('2026-03-10T12:00:00Z')

test('an address is the filters of the read; what is none of ours is no filter', () => {
  expect(filtersOf({ type: 'deposit', status: 'failed', method: 'usdt' }, nowMs)).toEqual({
    type: 'deposit',
    status: 'failed',
    method: 'usdt',
  })
  expect(filtersOf({ type: 'gift', status: 'lost', method: 'cash', period: 'era', from: 'soon' }, nowMs)).toEqual({})
})

test('a quick period ends now, and goes before days of one’s own', () => {
  expect(filtersOf({ period: 'week', from: '2026-01-01' }, nowMs)).toEqual({ from: '2026-03-03T12:00:00.000Z' })
})

test('both days of a span are part of it', () => {
  const { from, until } = filtersOf({ from: '2026-03-01', until: '2026-03-01' }, nowMs)
  expect(Date.parse(until ?? '') - Date.parse(from ?? '')).toBe(86_400_000)
})

test('a page alone is no filter', () => {
  expect(isFiltered({ cursor: 'x', deposit: 'dep_x' })).toBe(false)
  expect(isFiltered({ cursor: 'x', until: '2026-03-01' })).toBe(true)
})
