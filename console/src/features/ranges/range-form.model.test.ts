import { expect, test } from 'vitest'
import { changeOf, formOf, previewOf } from './range-form.model.ts'
import type { Range } from './ranges.figures.ts'

const range: Range = {
  id: 'rng_1',
  name: 'UK Mobile 01',
  prefix: '4477',
  startNumber: '00900000',
  endNumber: '00900999',
  totalNumbers: 1_000,
  usedNumbers: 3,
  messages: 5,
  earnings: '0.021500',
  isActive: true,
  isTest: false,
  owner: { id: 'usr_1', username: 'maria', email: 'maria@example.com' },
  rate: '0.004300',
  country: 'GB',
  createdAt: '2026-11-01T00:00:00.000Z',
  lastMessageAt: null,
  version: '7',
}

test('an untouched form changes nothing', () => {
  expect(formOf(range).rate).toBe('0.0043')
  expect(changeOf(range, formOf(range))).toBeNull()
  expect(changeOf(range, { ...formOf(range), name: ' UK Mobile 01 ', prefix: '+4477', rate: '0.00430' })).toBeNull()
})

test('only what differs is sent', () => {
  expect(changeOf(range, { ...formOf(range), rate: '0.0044' })).toEqual({ rate: '0.0044' })
  expect(changeOf(range, { ...formOf(range), ownerId: 'usr_2', isActive: false })).toEqual({
    ownerId: 'usr_2',
    isActive: false,
  })
})

test('a whole-dollar rate keeps its digits', () => {
  expect(formOf({ ...range, rate: '10.000000' }).rate).toBe('10')
})

test('the preview counts both ends and keeps leading zeros', () => {
  const typed = { prefix: '+4477', startNumber: '00900000', endNumber: '00900999' }
  expect(previewOf(typed)).toMatchObject({
    kind: 'sound',
    total: 1_000n,
    text: '+447700900000 - +447700900999',
  })
  expect(previewOf({ ...typed, endNumber: '00900000' })).toMatchObject({ kind: 'sound', total: 1n })
})

test('the preview says what is wrong, and nothing while something is missing', () => {
  const typed = { prefix: '4477', startNumber: '00900999', endNumber: '00900000' }
  expect(previewOf(typed)).toMatchObject({ kind: 'faulty', message: 'The end number comes before the start number.' })
  expect(previewOf({ ...typed, endNumber: ' ' })).toEqual({ kind: 'incomplete' })
})
