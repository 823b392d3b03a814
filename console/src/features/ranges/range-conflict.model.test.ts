// What of a range two people changed, and whose it becomes.
import { expect, test } from 'vitest'
import { differencesOf, takenOver } from './range-conflict.model.ts'
import { formOf } from './range-form.model.ts'
import type { Range } from './ranges.figures.ts'

const base: Range = {
  id: 'rng_1',
  name: 'UK Mobile 01',
  prefix: '4477',
  startNumber: '00900000',
  endNumber: '00900999',
  totalNumbers: 1_000,
  usedNumbers: 0,
  messages: 0,
  earnings: '0.000000',
  isActive: true,
  isTest: false,
  owner: { id: 'usr_1', username: 'maria', email: 'maria@example.com' },
  rate: '0.004300',
  country: 'GB',
  createdAt: '2026-11-01T00:00:00.000Z',
  lastMessageAt: null,
  version: '1',
}
const form = formOf(base)

test('what only the other changed is taken over, what both changed is asked for', () => {
  const theirs = { ...base, name: 'Theirs', rate: '0.005000', endNumber: '00900099', version: '2' }
  const conflict = { base, theirs, yours: { ...form, name: 'Yours', isActive: false } }
  expect(differencesOf(conflict)).toEqual([
    { field: 'name', isContested: true },
    { field: 'numbers', isContested: false },
    { field: 'rate', isContested: false },
  ])
  expect(takenOver(conflict)).toEqual({
    prefix: '4477',
    startNumber: '00900000',
    endNumber: '00900099',
    rate: '0.005',
  })
})

test('both to the same is no conflict, however it is written', () => {
  const theirs = { ...base, rate: '0.005000', version: '2' }
  expect(differencesOf({ base, theirs, yours: { ...form, rate: ' 0.0050 ' } })).toEqual([
    { field: 'rate', isContested: false },
  ])
})

test('what the other put back is no difference', () => {
  expect(differencesOf({ base, theirs: { ...base, version: '3' }, yours: { ...form, name: 'Yours' } })).toEqual([])
})
