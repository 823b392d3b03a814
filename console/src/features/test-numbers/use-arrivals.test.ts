import { expect, test } from 'vitest'
import { mergeArrivals, type Arrival } from './use-arrivals.ts'
import { parseTestNumbersSearch } from './test-numbers.search.ts'

const message = (id: string): Arrival => ({
  id,
  from: 'Bank',
  to: '+46701740610',
  content: 'Hello',
  time: '2026-03-01T10:00:00.000Z',
  segments: 1,
  flags: ['test'],
  position: '1',
})
const ids = ({ items }: { items: readonly Arrival[] }) => items.map(({ id }) => id)

test('what was there when the page was opened is not new', () => {
  expect(mergeArrivals(undefined, { items: [message('a')], position: '1' }).freshIds).toEqual([])
})

test('what comes is put before the rest, once, and stays marked until something else comes', () => {
  const first = mergeArrivals(undefined, { items: [message('a')], position: '1' })
  const second = mergeArrivals(first, { items: [message('b'), message('a')], position: '2' })
  expect(ids(second)).toEqual(['b', 'a'])
  expect(second.freshIds).toEqual(['b'])
  const third = mergeArrivals(second, { items: [], position: '3' })
  expect(third).toEqual({ ...second, position: '3' })
})

test('a long wait keeps the newest', () => {
  const many = Array.from({ length: 60 }, (_, index) => message(`m${index}`))
  const former = mergeArrivals(undefined, { items: many.slice(0, 50), position: '1' })
  expect(ids(mergeArrivals(former, { items: [message('new')], position: '2' }))).toHaveLength(50)
})

test('a number in the address may be written in any way, and what is none is left out', () => {
  expect(parseTestNumbersSearch({ number: '+46 701 74-0610' })).toEqual({ number: '46701740610' })
  expect(parseTestNumbersSearch({ number: 46_701_740_610 })).toEqual({ number: '46701740610' })
  expect(parseTestNumbersSearch({ number: '0701740610' })).toEqual({})
})
