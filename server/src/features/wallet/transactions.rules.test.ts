import { expect, test } from 'vitest'
import {
  fits,
  instantOfId,
  lowestIdAt,
  mergeSources,
  ofDeposit,
  ofSettlement,
  statusOfDeposit,
  type Transaction,
} from './transactions.rules.ts'

const idOf = (number: number) => `00000000-000${number}-7000-8000-000000000000`
const entry = (number: number): Transaction =>
  ofDeposit({
    ownerId: 'o',
    username: 'ayse',
    id: idOf(number),
    kind: 'usdt_trc20',
    state: 'credited',
    reason: null,
    amountMicros: 1n,
    feeMicros: 0n,
  })
const numbers = (page: { transactions: Transaction[] }) => page.transactions.map(({ id }) => Number(id[12]))

test('three lists become one, newest first, and a full page says where the next begins', () => {
  const sources = [
    { transactions: [entry(9), entry(5)], cutId: null },
    { transactions: [entry(7), entry(2)], cutId: null },
  ]
  const page = mergeSources(sources, 3)
  expect(numbers(page)).toEqual([9, 7, 5])
  expect(page.nextId).toBe(idOf(5))
  const last = mergeSources(sources, 4)
  expect(numbers(last)).toEqual([9, 7, 5, 2])
  expect(last.nextId).toBeNull()
})

test('nothing is shown from below a place where a list was cut, and the next page begins there', () => {
  const sources = [
    { transactions: [entry(9)], cutId: idOf(6) },
    { transactions: [entry(7), entry(2)], cutId: null },
  ]
  expect(mergeSources(sources, 5)).toMatchObject({ nextId: idOf(6) })
  expect(numbers(mergeSources(sources, 5))).toEqual([9, 7])
  expect(mergeSources([{ transactions: [], cutId: idOf(6) }], 5)).toEqual({ transactions: [], nextId: idOf(6) })
})

test('an id says when it was made, and an instant is a place among ids', () => {
  const id = '019a9f00-1234-7abc-8def-000000000001'
  const instant = instantOfId(id).toISOString()
  expect(lowestIdAt(instant) <= id).toBe(true)
  expect(lowestIdAt(new Date(instantOfId(id).getTime() + 1).toISOString()) > id).toBe(true)
})

test('filters by status and method take what fits and leave its neighbour', () => {
  expect(fits(entry(1), { status: 'completed', method: 'usdt' })).toBe(true)
  expect(fits(entry(1), { status: 'pending' })).toBe(false)
  expect(fits(entry(1), { method: 'paypal' })).toBe(false)
})

test('an earning waits, has matured, or was taken back', () => {
  const row = { ownerId: 'o', username: 'ayse', id: idOf(1), amountMicros: 5n, description: '', maturesAt: new Date(0) }
  const statusOf = (isWaiting: boolean, isMatured: boolean) => ofSettlement({ ...row, isWaiting, isMatured }).status
  expect([statusOf(true, false), statusOf(true, true), statusOf(false, true), statusOf(false, false)]).toEqual([
    'pending',
    'pending',
    'completed',
    'failed',
  ])
})

test('a deposit is pending until it is credited or over', () => {
  expect(
    ['awaiting_payment', 'confirming', 'in_review', 'credited', 'expired', 'reversed'].map(statusOfDeposit),
  ).toEqual(['pending', 'pending', 'pending', 'completed', 'failed', 'failed'])
})
